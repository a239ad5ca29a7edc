package square

import (
	"encoding/json"
	"slices"
	"testing"
)

func TestNames(t *testing.T) {
	for s := A1; s <= H8; s++ {
		got, err := Parse(s.String())
		if err != nil || got != s {
			t.Errorf("%d is written %s and read as %d, %v", s, s, got, err)
		}
		if At(s.File(), s.Rank()) != s {
			t.Errorf("%s: file %d, rank %d", s, s.File(), s.Rank())
		}
	}
	for _, bad := range []string{"", "e", "e9", "i1", "e44", "E4", "4e", "é4", "-"} {
		if s, err := Parse(bad); err == nil || s != None {
			t.Errorf("%q was read as %s", bad, s)
		}
	}
	if None.String() != "-" || None.Valid() || !H8.Valid() {
		t.Error("None is a square")
	}
}

func TestColours(t *testing.T) {
	for s, light := range map[Square]bool{A1: false, H1: true, A8: true, H8: false, D4: false, E4: true, D5: true, E5: false} {
		if s.Light() != light {
			t.Errorf("%s light: %v", s, s.Light())
		}
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b Square
		want int
	}{{A1, A1, 0}, {A1, H8, 7}, {E1, G1, 2}, {E4, D5, 1}, {H1, A8, 7}} {
		if got := c.a.Distance(c.b); got != c.want || c.b.Distance(c.a) != c.want {
			t.Errorf("%s to %s: %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

func TestSets(t *testing.T) {
	b := Of(E4, A1, H8)
	if got := slices.Collect(b.Squares()); !slices.Equal(got, []Square{A1, E4, H8}) {
		t.Errorf("squares: %v", got)
	}
	if b.Len() != 3 || !b.Has(E4) || b.Has(E5) || b.Without(E4).Has(E4) || !b.With(E5).Has(E5) {
		t.Errorf("set %s", b)
	}
	if b.String() != "{a1 e4 h8}" || Empty.String() != "{}" {
		t.Errorf("written %s and %s", b, Empty)
	}
	if b.Pop() != A1 || b.Pop() != E4 || b.Pop() != H8 || b.Pop() != None || b != Empty {
		t.Errorf("popped to %s", b)
	}
	if (FileA|FileH).Len() != 16 || (Rank1|Rank2|Rank7|Rank8).Len() != 32 || All.Len() != 64 {
		t.Error("files and ranks overlap")
	}
}

func TestJSON(t *testing.T) {
	text, err := json.Marshal(map[Square]Square{E2: E4})
	if err != nil || string(text) != `{"e2":"e4"}` {
		t.Errorf("%s %v", text, err)
	}
	var back map[Square]Square
	if err := json.Unmarshal(text, &back); err != nil || back[E2] != E4 {
		t.Errorf("%v %v", back, err)
	}
	if err := json.Unmarshal([]byte(`{"e2":"x9"}`), &back); err == nil {
		t.Error("x9 was read")
	}
}
