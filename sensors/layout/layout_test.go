package layout

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"jadoube/rules/square"
)

var one = []Usable{{64, ^uint64(0)}}

func TestUsualLayouts(t *testing.T) {
	for name, want := range map[string]string{
		"ranks":            "a1 b1 c1 d1 e1 f1 g1 h1 a2 b2 c2 d2 e2 f2 g2 h2 a3",
		"ranks-serpentine": "a1 b1 c1 d1 e1 f1 g1 h1 h2 g2 f2 e2 d2 c2 b2 a2 a3",
		"files":            "a1 a2 a3 a4 a5 a6 a7 a8 b1 b2 b3 b4 b5 b6 b7 b8 c1",
		"files-serpentine": "a1 a2 a3 a4 a5 a6 a7 a8 b8 b7 b6 b5 b4 b3 b2 b1 c1",
		"quarters":         "a1 b1 c1 d1 a2 b2 c2 d2 a3 b3 c3 d3 a4 b4 c4 d4 e1",
	} {
		l, err := Parse(name, one)
		if err != nil {
			t.Fatal(err)
		}
		if got := words(l[:17]); got != want {
			t.Errorf("%s: %s", name, got)
		}
		if again, err := Parse(words(l), one); err != nil || !slices.Equal(again, l) {
			t.Errorf("%s written and read: %v, %v", name, again, err)
		}
	}
	if got := Names(); len(got) != 5 || !slices.IsSorted(got) {
		t.Error(got)
	}
}

func words(l Layout) string {
	var w []string
	for _, s := range l {
		w = append(w, s.String())
	}
	return strings.Join(w, " ")
}

func TestUsualLayoutTakesUsableInputs(t *testing.T) {
	five := slices.Repeat([]Usable{{16, 0x7f7f}}, 5)
	l, err := Parse("ranks", five)
	if err != nil || len(l) != 80 {
		t.Fatal(len(l), err)
	}
	if l[6] != square.G1 || l[7] != square.None || l[8] != square.H1 || l[15] != square.None || l[16] != square.G2 || l[72] != square.H8 || l[73] != square.None {
		t.Error(words(l))
	}
	if _, err := Parse("ranks", five[:4]); err == nil || !strings.Contains(err.Error(), "56 usable inputs: expected 64") {
		t.Error(err)
	}
}

func TestLayoutsThatAreRefused(t *testing.T) {
	all, _ := Parse("ranks", one)
	for text, want := range map[string]string{
		"":                "64 squares without an input",
		"rows":            "expected files, files-serpentine, quarters, ranks",
		words(all) + " -": "65 words: expected at most 64",
		strings.Replace(words(all), "e4", "d4", 1): "d4 has an input already",
		strings.Replace(words(all), "e4", "z9", 1): `input 28: "z9"`,
		strings.Replace(words(all), "e4", "-", 1):  "1 squares without an input: {e4}",
	} {
		if _, err := Parse(text, one); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, expected %q", text, err, want)
		}
	}
	if _, err := Parse(words(all), []Usable{{64, ^uint64(1 << 7)}}); err == nil || !strings.Contains(err.Error(), "input 7 can't be used for h1") {
		t.Error(err)
	}
}

func TestTurned(t *testing.T) {
	l := Layout{square.A1, square.None, square.C2}
	for degrees, want := range map[int]string{0: "a1 - c2", 90: "a8 - b6", 180: "h8 - f7", 270: "h1 - g3"} {
		got, err := l.Turned(degrees, false)
		if err != nil || words(got) != want {
			t.Errorf("turned by %d: %s, %v", degrees, words(got), err)
		}
	}
	if got, _ := l.Turned(0, true); words(got) != "h1 - f2" {
		t.Errorf("mirrored: %s", words(got))
	}
	for _, bad := range []int{45, -90, 360} {
		if _, err := l.Turned(bad, false); err == nil {
			t.Errorf("turned by %d", bad)
		}
	}
}

func ExampleParse() {
	chips := []Usable{{8, 0xff}, {64, 1<<56 - 1}}
	l, _ := Parse("ranks-serpentine", chips)
	fmt.Println(l[:10])
	// Output: [a1 b1 c1 d1 e1 f1 g1 h1 h2 g2]
}
