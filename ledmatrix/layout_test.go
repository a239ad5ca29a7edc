package ledmatrix

import (
	"strings"
	"testing"

	"jadoube/rules/square"
)

// The first two lines of LEDs say everything about a layout.
func TestLayoutOrder(t *testing.T) {
	for _, c := range []struct {
		name  string
		l     Layout
		order string
	}{
		{"zero", Layout{}, "a1 b1 c1 d1 e1 f1 g1 h1 a2 b2"},
		{"serpentine", Layout{Serpentine: true}, "a1 b1 c1 d1 e1 f1 g1 h1 h2 g2"},
		{"files", Layout{Files: true}, "a1 a2 a3 a4 a5 a6 a7 a8 b1 b2"},
		{"from h8 along files and back", Layout{Origin: square.H8, Files: true, Serpentine: true}, "h8 h7 h6 h5 h4 h3 h2 h1 g1 g2"},
		{"from a8", Layout{Origin: square.A8}, "a8 b8 c8 d8 e8 f8 g8 h8 a7 b7"},
		{"from h1", Layout{Origin: square.H1}, "h1 g1 f1 e1 d1 c1 b1 a1 h2 g2"},
		{"turned by a quarter", Layout{Rotate: 90}, "a8 a7 a6 a5 a4 a3 a2 a1 b8 b7"},
		{"turned by a half", Layout{Rotate: 180}, "h8 g8 f8 e8 d8 c8 b8 a8 h7 g7"},
		{"turned by three quarters", Layout{Rotate: 270}, "h1 h2 h3 h4 h5 h6 h7 h8 g1 g2"},
		{"from a8 and turned", Layout{Origin: square.A8, Rotate: 90, Serpentine: true}, "h8 h7 h6 h5 h4 h3 h2 h1 g1 g2"},
		{"after five others", Layout{Offset: 5}, "- - - - - a1 b1 c1 d1 e1"},
	} {
		if err := c.l.Check(); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if got := order(c.l, 10); got != c.order {
			t.Errorf("%s: %s, expected %s", c.name, got, c.order)
		}
	}
}

func order(l Layout, n int) string {
	names := make([]string, l.Len())
	for i := range names {
		names[i] = "-"
	}
	for s, i := range l.Table() {
		names[i] = square.Square(s).String()
	}
	return strings.Join(names[:n], " ")
}

func TestEveryLayoutHasEachLEDOnce(t *testing.T) {
	for _, corner := range []square.Square{square.A1, square.H1, square.A8, square.H8} {
		for bits := range 16 {
			l := Layout{Origin: corner, Files: bits&1 != 0, Serpentine: bits&2 != 0, Rotate: bits >> 2 * 90, Offset: 7}
			var seen [64]bool
			for _, i := range l.Table() {
				seen[i-7] = true
			}
			for i, ok := range seen {
				if !ok {
					t.Errorf("%+v: no square has LED %d", l, i+7)
				}
			}
		}
	}
}

func TestLayoutCheckNamesEveryProblem(t *testing.T) {
	err := Layout{Origin: square.E4, Rotate: 45, Offset: -1}.Check()
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{"origin e4", "rotate 45", "offset -1"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q doesn't say %s", err, want)
		}
	}
	if (Layout{Offset: 1024}).Check() == nil {
		t.Error("offset 1024 passed")
	}
}
