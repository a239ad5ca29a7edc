package ledmatrix

import (
	"maps"
	"strings"
	"testing"

	"jadoube/rules/square"
)

func TestMeaningWordsReadBack(t *testing.T) {
	for _, m := range Meanings() {
		if got, err := ParseMeaning(m.String()); got != m || err != nil {
			t.Errorf("ParseMeaning(%q) = %v, %v", m.String(), got, err)
		}
	}
	if len(Meanings()) != 11 {
		t.Errorf("%d meanings, expected 11", len(Meanings()))
	}
}

func TestMeaningRefused(t *testing.T) {
	for _, word := range []string{"", "dark", "Touched", "may go"} {
		if _, err := ParseMeaning(word); err == nil || !strings.Contains(err.Error(), "may-go") {
			t.Errorf("ParseMeaning(%q): %v: expected an error that lists the words", word, err)
		}
	}
	if s := Meaning(200).String(); s != "meaning(200)" {
		t.Error(s)
	}
}

func TestStrongerMeaningWinsInAnyOrder(t *testing.T) {
	for _, a := range Meanings() {
		for _, b := range Meanings() {
			var c Scene
			c.Add(square.E4, a)
			c.Add(square.E4, b)
			if c[square.E4] != max(a, b) {
				t.Errorf("%v and then %v on a square shows %v", a, b, c[square.E4])
			}
		}
	}
}

func TestAddLeavesOutWhatDoesNotExist(t *testing.T) {
	var c Scene
	c.Add(square.None, Touched)
	c.Add(square.E4, Meaning(99))
	c.AddAll(square.Empty, Touched)
	if c != (Scene{}) {
		t.Error(c.Words())
	}
}

func TestWordsRoundTrip(t *testing.T) {
	words := map[string]string{"e2": "touched", "e3": "may-go", "e4": "may-go", "d3": "may-capture", "h8": "check"}
	c, err := FromWords(words)
	if err != nil {
		t.Fatal(err)
	}
	if got := c.Words(); !maps.Equal(got, words) {
		t.Errorf("%v came back as %v", words, got)
	}
}

func TestFromWordsNamesEveryProblem(t *testing.T) {
	c, err := FromWords(map[string]string{"e2": "touched", "j9": "may-go", "a1": "bright"})
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{`"j9"`, `a1: LED meaning "bright"`} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q doesn't say %s", err, want)
		}
	}
	if c != (Scene{square.E2: Touched}) {
		t.Errorf("kept %v", c.Words())
	}
}

func FuzzFromWords(f *testing.F) {
	f.Add("e2", "touched")
	f.Add("-", "dark")
	f.Add("", "\xff")
	f.Fuzz(func(t *testing.T, name, word string) {
		c, err := FromWords(map[string]string{name: word})
		if err == nil && c.Words()[name] != word {
			t.Errorf("%q: %q came back as %v", name, word, c.Words())
		}
		if err != nil && c != (Scene{}) {
			t.Errorf("refused, but lit %v", c.Words())
		}
	})
}
