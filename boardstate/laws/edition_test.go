package laws

import (
	"fmt"
	"testing"
)

func TestMayAdjust(t *testing.T) {
	for _, c := range []struct {
		edition            string
		hasMove, clockRuns bool
		may                bool
		article            string
	}{
		{"2001", true, true, true, "4.2"},
		{"2001", true, false, true, "4.2"},
		{"2001", false, true, false, "4.2"},
		{"2023", true, true, true, "6.2.5"},
		{"2023", true, false, false, "6.2.5"},
		{"2023", false, true, false, "6.2.5"},
	} {
		may, article := EditionOf(c.edition).MayAdjust(c.hasMove, c.clockRuns)
		if may != c.may || article != c.article {
			t.Errorf("%+v: %v %s", c, may, article)
		}
	}
}

func TestEndStands(t *testing.T) {
	for edition, want := range map[string]string{"2001": "true 5.1a true 5.1a", "2023": "true 5.1.1 false 5.1.1"} {
		kept, a := EditionOf(edition).EndStands(false)
		broken, b := EditionOf(edition).EndStands(true)
		if got := fmt.Sprint(kept, " ", a, " ", broken, " ", b); got != want {
			t.Errorf("%s: %s, want %s", edition, got, want)
		}
	}
}

func TestEditionOf(t *testing.T) {
	if e := EditionOf("1066"); e != nil {
		t.Errorf("there is an edition %s", e.Name)
	}
	for _, name := range Editions() {
		e := EditionOf(name)
		if e == nil || e.Name != name {
			t.Errorf("no edition %s", name)
			continue
		}
		for r := OwnTouched; r < reasons; r++ {
			if e.Article(r) == "" || r.String() == "" {
				t.Errorf("%s has no article for %v", name, r)
			}
		}
	}
}
