package sim

import (
	"context"
	"io"
	"reflect"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"jadoube/rules/square"
	"jadoube/sensors"
)

func pieces(t testing.TB, fen string) sensors.Frame {
	f, err := sensors.ParsePlacement(fen)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestBoard(t *testing.T) {
	now := int64(5)
	b := NewBoard(sensors.Colour, true, pieces(t, sensors.InitialPlacement), func() int64 { return now })
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	p, err := b.Lift(square.E2)
	must(err)
	if p != sensors.WhitePawn || !reflect.DeepEqual(b.Off(), []sensors.Contact{p}) {
		t.Errorf("lifted %v, off %v", p, b.Off())
	}
	must(b.PlaceAt(9, square.E4, p))
	now = 7 // a clock that went back
	must(b.Press(sensors.Press{Key: "white"}))
	_, err = b.LiftAt(20, square.D8)
	must(err)
	must(b.PlaceAt(21, square.D5, sensors.WhiteQueen)) // from the box
	must(b.Close())
	want := []sensors.Reading{
		{T: 5, Changes: []sensors.Change{{Square: square.E2}}},
		{T: 9, Changes: []sensors.Change{{Square: square.E4, To: sensors.White}}},
		{T: 9, Press: &sensors.Press{Key: "white"}},
		{T: 20, Changes: []sensors.Change{{Square: square.D8}}},
		{T: 21, Changes: []sensors.Change{{Square: square.D5, To: sensors.White}}},
	}
	if got := drain(t, b); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if !reflect.DeepEqual(b.Off(), []sensors.Contact{sensors.BlackQueen}) || b.Standing()[square.D5] != sensors.WhiteQueen {
		t.Errorf("off %v", b.Off())
	}
	if i := b.Info(); i.Kind != sensors.Colour || !i.Lever || i.Start[square.E2] != sensors.White || i.Start[square.E4] != sensors.Nothing {
		t.Errorf("info %+v", i)
	}
}

func drain(t *testing.T, b *Board) (out []sensors.Reading) {
	for {
		r, err := b.Next(context.Background())
		if err == io.EOF {
			return out
		}
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, r)
	}
}

func TestBoardRefuses(t *testing.T) {
	b := NewBoard(sensors.Occupancy, false, pieces(t, sensors.InitialPlacement), func() int64 { return 50 })
	if _, err := b.Lift(square.A1); err != nil {
		t.Fatal(err)
	}
	lift := func(s square.Square) error { _, err := b.Lift(s); return err }
	early := func() error { _, err := b.LiftAt(49, square.B1); return err }
	for want, err := range map[string]error{
		"simulated board: lift from e4: nothing stands there":                              lift(square.E4),
		"simulated board: lift from square 64: expected one of the 64":                     lift(square.None),
		"simulated board: place R on e2: P stands there, lift it first":                    b.Place(square.E2, sensors.WhiteRook),
		"simulated board: place on square 99":                                              b.Place(99, sensors.WhiteRook),
		"simulated board: place 'w' on e4: expected a piece, one of PNBRQKpnbrqk":          b.Place(square.E4, sensors.White),
		"simulated board: place '.' on e4":                                                 b.Place(square.E4, sensors.Nothing),
		"simulated board: time 49 runs backwards: expected 50 or later":                    early(),
		"simulated board: arrange a1 with '+': expected a piece letter or an empty square": b.Arrange(sensors.Frame{sensors.Something}),
	} {
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	if b.Standing()[square.B1] != sensors.WhiteKnight {
		t.Error("a refused lift lifted")
	}
	b.Close()
	if err := lift(square.B1); err == nil {
		t.Error("lifted from a closed board")
	}
	if got := drain(t, b); len(got) != 1 {
		t.Errorf("readings %v", got)
	}
}

func TestBoardArrange(t *testing.T) {
	b := NewBoard(sensors.Occupancy, false, pieces(t, sensors.InitialPlacement), func() int64 { return 1 })
	if _, err := b.Lift(square.E2); err != nil {
		t.Fatal(err)
	}
	want := pieces(t, "rnbkqbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")
	if err := b.Arrange(want); err != nil {
		t.Fatal(err)
	}
	b.Close()
	got := drain(t, b)
	if len(got) != 2 || !reflect.DeepEqual(got[1].Changes, []sensors.Change{{Square: square.E4, To: sensors.Something}}) {
		t.Errorf("got %v", got)
	}
	if b.Standing() != want || len(b.Off()) != 0 {
		t.Error("not as arranged")
	}
}

func TestBoardWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begin := time.Now()
		b := NewBoard(sensors.Piece, false, pieces(t, sensors.InitialPlacement), func() int64 { return time.Since(begin).Milliseconds() })
		var done sync.WaitGroup
		for file := range 8 {
			done.Go(func() {
				time.Sleep(time.Duration(file+1) * time.Second)
				if p, err := b.Lift(square.At(file, 1)); err != nil || p != sensors.WhitePawn {
					t.Error(p, err)
				}
			})
		}
		for i := range int64(8) {
			if r, err := b.Next(t.Context()); err != nil || r.T != (i+1)*1000 {
				t.Error(r, err)
			}
		}
		done.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := b.Next(ctx); err != context.DeadlineExceeded {
			t.Error(err)
		}
		go func() {
			time.Sleep(time.Second)
			b.Close()
		}()
		if _, err := b.Next(t.Context()); err != io.EOF {
			t.Error(err)
		}
	})
}
