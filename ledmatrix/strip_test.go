package ledmatrix

import (
	"slices"
	"strings"
	"testing"

	"jadoube/rules/square"
)

func TestStripOfALayoutIsItsTable(t *testing.T) {
	l := Layout{Origin: square.H8, Files: true, Serpentine: true, Rotate: 90, Offset: 2}
	strip := l.Strip()
	if len(strip) != 66 || strip[0]|strip[1] != 0 || strip.Check() != nil {
		t.Fatalf("%d LEDs, the first %v %v, %v", len(strip), strip[0], strip[1], strip.Check())
	}
	for s, i := range l.Table() {
		if strip[i] != square.Square(s).Set() {
			t.Errorf("LED %d serves %v, expected %v", i, strip[i], square.Square(s))
		}
	}
}

func TestStripReadsBack(t *testing.T) {
	for _, strip := range strips {
		got, err := ParseStrip(strip.Words())
		if err != nil || !slices.Equal(got, strip) {
			t.Errorf("%v: %v, %v", strip.Words(), got, err)
		}
	}
}

func TestStripRefused(t *testing.T) {
	all := one.Words()
	for name, c := range map[string]struct {
		lines []string
		want  []string
	}{
		"squares that don't exist": {[]string{"a1 i9 b1", "c1+z3"}, []string{`LED 2 of the map: `, `"i9"`, "LED 4 of the map", `"z3"`}},
		"a square is missing":      {append(slices.Clone(all[:7]), "a8 b8 - d8 e8 f8 g8 h8"), []string{"no LED serves", "c8"}},
		"nothing":                  {nil, []string{"no LED serves"}},
		"too many":                 {[]string{strings.Repeat("- ", MaxLEDs+1)}, []string{"1106 LEDs", "at most 1105"}},
		"an empty part":            {[]string{"a1++b1"}, []string{`""`}},
	} {
		_, err := ParseStrip(c.lines)
		if err == nil {
			t.Errorf("%s: no error", name)
			continue
		}
		for _, want := range c.want {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %q doesn't say %s", name, err, want)
			}
		}
	}
}

func TestColourIsTheBrightestOfTheSquares(t *testing.T) {
	strip := Strip{square.Of(square.D4, square.E4), square.Of(square.D4, square.E5), square.E5.Set(), 0}
	img := Image{square.D4: {R: 10}, square.E4: {B: 200}}
	for n, want := range []RGB{{B: 200}, {R: 10}, {}, {}} {
		if got := strip.Colour(&img, n); got != want {
			t.Errorf("LED %d shows %v, expected %v", n, got, want)
		}
	}
	same := Image{square.D4: {R: 10}, square.E4: {B: 10}}
	if got := strip.Colour(&same, 0); got != (RGB{R: 10}) {
		t.Errorf("of two equally bright %v", got)
	}
}

func TestOrder(t *testing.T) {
	for _, o := range []Order{"RGB", "GRB", "BGR", "GRBW", "WRGB"} {
		if err := o.Check(); err != nil {
			t.Error(err)
		}
	}
	for _, o := range []Order{"", "RG", "RGGB", "rgb", "RGBX", "RGBWW", "RGBRGB", "RRR"} {
		if o.Check() == nil {
			t.Errorf("%q passed", o)
		}
	}
	var got []byte
	for n := range len("GRBW") {
		got = append(got, Order("GRBW").Byte(RGB{1, 2, 3}, n))
	}
	if !slices.Equal(got, []byte{2, 1, 3, 0}) {
		t.Error(got)
	}
}

func FuzzParseStrip(f *testing.F) {
	f.Add("a1 b1+c1 -")
	f.Add(strings.Join(one.Words(), "\n"))
	f.Fuzz(func(t *testing.T, text string) {
		strip, err := ParseStrip([]string{text})
		if err != nil {
			return
		}
		again, err := ParseStrip(strip.Words())
		if err != nil || !slices.Equal(again, strip) {
			t.Errorf("%q: %v, %v", text, again, err)
		}
	})
}
