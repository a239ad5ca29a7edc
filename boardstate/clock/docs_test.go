package clock_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"jadoube/boardstate/clock"
)

func page(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../docs/clock.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// hms writes whole seconds as a clock shows them.
func hms(ms int64) string {
	s := ms / 1000
	if s < 3600 {
		return fmt.Sprintf("%d:%02d", s/60, s%60)
	}
	return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
}

// TestNotationPage plays each row of the table of notations in docs/clock.md.
func TestNotationPage(t *testing.T) {
	rows := regexp.MustCompile("(?m)^\\| `([^`]+)` \\| [^|]+ \\| ([0-9:]+) \\| ([0-9:]+) \\|$").FindAllStringSubmatch(page(t), -1)
	if len(rows) < 10 {
		t.Fatalf("%d rows", len(rows))
	}
	for _, row := range rows {
		c := newClock(t, settings(t, row[1]))
		before := hms(c.View(0).Sides[w].Left)
		now, _ := play(t, c, 7000)
		if after := hms(c.View(now).Sides[w].Left); before != row[2] || after != row[3] {
			t.Errorf("%s: %s before and %s after, the page says %s and %s", row[1], before, after, row[2], row[3])
		}
	}
}

// TestPresetsPage compares the table of presets with the presets in force.
func TestPresetsPage(t *testing.T) {
	var want []string
	for _, p := range clock.Presets() {
		want = append(want, fmt.Sprintf("| `%s` | `%s` | %s |", p.Name, p.Notation, p.Words))
	}
	if !strings.Contains(page(t), "| --- | --- | --- |\n"+strings.Join(want, "\n")+"\n\n") {
		t.Errorf("docs/clock.md should have this table:\n%s", strings.Join(want, "\n"))
	}
}

// TestWordsPage: the page names every reason, and quotes a refusal as it is.
func TestWordsPage(t *testing.T) {
	text := page(t)
	for r := clock.Assistance; r <= clock.Over; r++ {
		if !strings.Contains(text, "`"+r.String()+"`") {
			t.Errorf("docs/clock.md doesn't name the reason %v", r)
		}
	}
	_, err := clock.Parse("7200:3600")
	for _, want := range []string{"    " + err.Error() + "\n", "At most 16 periods, 9999 moves and 8,640,000 seconds", "86,400 seconds a move"} {
		if !strings.Contains(text, want) {
			t.Errorf("docs/clock.md should say %q", want)
		}
	}
}
