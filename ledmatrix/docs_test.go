package ledmatrix

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestLightsPage compares docs/leds.md with the meanings, in the order of their strength, and their rhythms.
func TestLightsPage(t *testing.T) {
	text, err := os.ReadFile("../docs/leds.md")
	if err != nil {
		t.Fatal(err)
	}
	at := 0
	for _, m := range Meanings() {
		row := strings.Index(string(text), fmt.Sprintf("\n| `%s` |", m))
		if row <= at {
			t.Errorf("%s is missing or out of order", m)
			continue
		}
		at = row
		line, _, _ := strings.Cut(string(text)[row+1:], "\n")
		want := fmt.Sprintf("| `%s` | `%s` |", Default[m].Blink, Mono[m].Blink)
		if !strings.HasSuffix(line, want) {
			t.Errorf("%s: the rhythms are %s", m, want)
		}
	}
}
