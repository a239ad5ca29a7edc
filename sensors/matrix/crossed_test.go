package matrix

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"jadoube/hw/hwtest"
	"jadoube/hw/hwtest/models"
	"jadoube/rules/square"
	"jadoube/sensors"
	"jadoube/sensors/layout"
	"jadoube/sensors/scan"
)

func crossed(t *testing.T, m *models.Matrix) *Crossed {
	t.Helper()
	c, err := NewCrossed(m.Rows, m.Columns, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Init(); err != nil {
		t.Fatal(err)
	}
	return c
}

func TestCrossedReadsEverySwitch(t *testing.T) {
	m := models.NewMatrix(true)
	c := crossed(t, m)
	if c.Len() != 64 || c.String() != "simulated pins by simulated pins" {
		t.Errorf("%d, %v", c.Len(), c)
	}
	for i := range 64 {
		m.Close(1<<i, ^uint64(0))
		for _, read := range []func() (uint64, error){c.Read, c.Confirm} {
			if got, err := read(); got != 1<<i || err != nil {
				t.Errorf("switch %d: %016x, %v", i, got, err)
			}
		}
	}
	if n := testing.AllocsPerRun(100, func() { c.Read(); c.Confirm() }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestDiodesAreProved plays a first move: what Warnings says goes away.
func TestDiodesAreProved(t *testing.T) {
	m := models.NewMatrix(true)
	c := crossed(t, m)
	m.Close(uint64(home(t)), ^uint64(0))
	for range 100 {
		if got, err := c.Read(); got != uint64(home(t)) || err != nil {
			t.Fatalf("%016x, %v", got, err)
		}
	}
	if w := c.Warnings(); len(w) != 1 || !strings.Contains(w[0], "diodes") {
		t.Errorf("before anything moved: %q", w)
	}
	lifted := home(t).Without(square.E2)
	m.Close(uint64(lifted), ^uint64(0))
	if got, err := c.Read(); got != uint64(lifted) || err != nil || c.Warnings() != nil {
		t.Errorf("%016x, %v, %q", got, err, c.Warnings())
	}
}

// TestNoDiodes: whatever is done on a board without diodes, it is refused before two moves are made.
func TestNoDiodes(t *testing.T) {
	acts := map[string][]square.Set{
		"e4 e5": {
			home(t), home(t).Without(square.E2), home(t).Without(square.E2).With(square.E4),
			home(t).Without(square.E2).With(square.E4).Without(square.E7), home(t).Without(square.E2).With(square.E4).Without(square.E7).With(square.E5),
		},
		"Nf3 Nf6": {
			home(t), home(t).Without(square.G1), home(t).Without(square.G1).With(square.F3),
			home(t).Without(square.G1).With(square.F3).Without(square.G8), home(t).Without(square.G1).With(square.F3).Without(square.G8).With(square.F6),
		},
	}
	var puttingUp []square.Set
	for s := range home(t).Squares() {
		puttingUp = append(puttingUp, home(t)&(s.Set()<<1-1))
	}
	acts["putting up"] = puttingUp
	for name, act := range acts {
		m := models.NewMatrix(false)
		c := crossed(t, m)
		var err error
		for _, stands := range act {
			m.Close(uint64(stands), ^uint64(0))
			_, err = c.Read()
		}
		if !errors.Is(err, ErrGhosts) || c.Warnings() == nil {
			t.Errorf("%s: %v, %q", name, err, c.Warnings())
		}
	}
}

func TestStuckColumn(t *testing.T) {
	m := models.NewMatrix(true)
	c := crossed(t, m)
	m.Short(0b100)
	if _, err := c.Confirm(); err == nil || !strings.Contains(err.Error(), "columns 100 of the matrix") {
		t.Error(err)
	}
}

func TestErrorsOfThePins(t *testing.T) {
	for name, fail := range map[string]func(*models.Matrix) *hwtest.Lines{
		"rows":    func(m *models.Matrix) *hwtest.Lines { return m.Rows },
		"columns": func(m *models.Matrix) *hwtest.Lines { return m.Columns },
	} {
		m := models.NewMatrix(true)
		c := crossed(t, m)
		broken := errors.New("broken")
		fail(m).Fail(broken)
		_, read := c.Read()
		_, confirmed := c.Confirm()
		if !errors.Is(read, broken) || !errors.Is(confirmed, broken) {
			t.Errorf("%s: %v, %v", name, read, confirmed)
		}
	}
}

func TestMatricesThatAreRefused(t *testing.T) {
	if _, err := NewCrossed(hwtest.NewLines(9), hwtest.NewLines(8), 0); err == nil || !strings.Contains(err.Error(), "1 to 64") {
		t.Error(err)
	}
	if _, err := NewCrossed(hwtest.NewLines(8), hwtest.NewLines(8), time.Second); err == nil || !strings.Contains(err.Error(), "1 ms") {
		t.Error(err)
	}
}

// TestGridOverAMatrix: a grid tells what stands, and passes on what the matrix warns of.
func TestGridOverAMatrix(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := models.NewMatrix(true)
		began := time.Now()
		wired, _ := layout.Parse("ranks", []layout.Usable{{Len: 64, Mask: ^uint64(0)}})
		grid, err := New([]Inputs{crossed(t, m)}, wired, true)
		if err != nil {
			t.Fatal(err)
		}
		g, err := scan.New(grid, scan.Options{Period: 5 * time.Millisecond, Now: func() int64 { return time.Since(began).Milliseconds() }})
		if err != nil {
			t.Fatal(err)
		}
		m.Close(uint64(home(t)), ^uint64(0))
		var f sensors.Frame
		r, err := g.Next(t.Context())
		if err != nil || occupiedAfter(&f, r) != home(t) || len(g.Health().Warnings) != 1 {
			t.Errorf("%v, %v, %q", f.Occupied(), err, g.Health().Warnings)
		}
		m.Close(uint64(home(t).Without(square.D7)), ^uint64(0))
		r, err = g.Next(t.Context())
		if want := []sensors.Change{{Square: square.D7}}; err != nil || !slices.Equal(r.Changes, want) || g.Health().Warnings != nil {
			t.Errorf("%+v, %v, %q", r, err, g.Health().Warnings)
		}
	})
}
