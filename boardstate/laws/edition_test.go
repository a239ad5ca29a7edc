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

// TestClaimantLoses: of more than two minutes half goes, three minutes at the most; of one to two all but a minute; of less nothing. 2023
// takes nothing.
func TestClaimantLoses(t *testing.T) {
	for left, want := range map[int64]int64{
		0: 0, 500: 0, 59_999: 0, 60_000: 0, 60_001: 1, 90_000: 30_000, 119_999: 59_999, 120_000: 60_000, 120_002: 60_001, 300_000: 150_000,
		360_000: 180_000, 7_200_000: 180_000,
	} {
		if got := EditionOf("2001").ClaimantLoses(left); got != want {
			t.Errorf("2001: of %d ms %d go, want %d", left, got, want)
		}
		if got := EditionOf("2023").ClaimantLoses(left); got != 0 {
			t.Errorf("2023: of %d ms %d go", left, got)
		}
	}
}
