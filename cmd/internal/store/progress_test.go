package store

import (
	"slices"
	"testing"
)

// TestProgress keeps what players make of exercises; one that was solved stays solved.
func TestProgress(t *testing.T) {
	s := opened(t)
	anna := Mark{Player: "Anna", Exercise: "rook-2", Solved: true, Tries: 1}
	for _, m := range []Mark{anna, {Exercise: "rook-1", Tries: 3, Helped: true}, {Player: "Anna", Exercise: "rook-2", Tries: 4}} {
		if err := s.Update(func(t *Tx) error { return t.Learned(m) }); err != nil {
			t.Fatal(err)
		}
	}
	anna.Tries = 4
	got, err := s.Progress()
	if want := []Mark{{Exercise: "rook-1", Tries: 3, Helped: true}, anna}; err != nil || !slices.Equal(got, want) {
		t.Errorf("kept %+v, %v; want %+v", got, err, want)
	}
}
