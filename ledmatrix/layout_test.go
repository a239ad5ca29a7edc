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

// Millennium's boards number their LEDs from the corner at a8 down the a-file's edge: 1 is beside a8, 9 beside a1, 73
// beside h8, 81 beside h1; e2 has 43, 44, 52 and 53.
func TestCorners(t *testing.T) {
	strip := Layout{Origin: square.A8, Files: true, Corners: true}.Strip()
	if len(strip) != 81 || strip.Check() != nil {
		t.Fatalf("%d LEDs, %v", len(strip), strip.Check())
	}
	for number, want := range map[int]square.Set{
		1: square.A8.Set(), 9: square.A1.Set(), 73: square.H8.Set(), 81: square.H1.Set(),
		5: square.Of(square.A4, square.A5), 41: square.Of(square.D4, square.D5, square.E4, square.E5),
		43: square.Of(square.D2, square.D3, square.E2, square.E3), 44: square.Of(square.D1, square.D2, square.E1, square.E2),
		52: square.Of(square.E2, square.E3, square.F2, square.F3), 53: square.Of(square.E1, square.E2, square.F1, square.F2),
	} {
		if got := strip[number-1]; got != want {
			t.Errorf("LED %d serves %v, expected %v", number, got, want)
		}
	}
	turned := Layout{Origin: square.H1, Files: true, Corners: true}.Strip()
	for _, number := range []int{29, 30, 38, 39} {
		if !turned[number-1].Has(square.E2) {
			t.Errorf("on the board turned round, LED %d serves %v", number, turned[number-1])
		}
	}
}

func TestCornersFollowEveryTurn(t *testing.T) {
	for bits := range 16 {
		l := Layout{Files: bits&1 != 0, Serpentine: bits&2 != 0, Rotate: bits >> 2 * 90, Offset: 3, Corners: true}
		leds, squares := map[int]int{}, 0
		for _, set := range l.Strip()[3:] {
			leds[set.Len()]++
			squares += set.Len()
		}
		if leds[1] != 4 || leds[2] != 28 || leds[4] != 49 || squares != 4*64 {
			t.Errorf("%+v: %v LEDs by the number of their squares", l, leds)
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
