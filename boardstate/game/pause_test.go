package game_test

import (
	"testing"

	"jadoube/boardstate/game"
)

// TestTouchedWhileTheClockStands: what is lifted and put back while both times stand may have been in anybody's hand, and obliges nobody to
// anything. What a player had touched before, or still holds when they run on, he touched.
func TestTouchedWhileTheClockStands(t *testing.T) {
	const move, claim = "16000 -e2\n16600 +e4\n17500 press white\n", "19000 press claim-black touch\n"
	for _, c := range []struct {
		name, text       string
		breach, accepted int
	}{
		{"touched and put back", "1000 press pause\n2000 -g1\n2600 +g1\n4000 press resume\n" + move + claim, 0, 0},
		{"set elsewhere and put back", "1000 press pause\n2000 -g1\n2600 +f3\n5000 -f3\n5600 +g1\n7000 press resume\n" + move + claim, 0, 0},
		{"lifted before", "800 -g1\n1000 press pause\n2600 +g1\n4000 press resume\n" + move + claim, 1, 1},
		{"held when the arbiter insists", "1000 press pause\n2000 -g1\n4000 press arbiter resume\n4600 +g1\n" + move + claim, 1, 1},
		{"moved", "1000 press pause\n2000 -e2\n2600 +e4\n4000 press resume\n17500 press white\n" + claim, 0, 0},
		{"touched by him who may claim", "800 -g1\n1300 +g1\n2000 -e2\n2600 +e4\n3500 press white\n5000 press pause\n6000 -g8\n6600 +g8\n8000 press resume\n" + claim, 1, 1},
		{"moved by him who may claim", "800 -g1\n1300 +g1\n2000 -e2\n2600 +e4\n3500 press white\n5000 press pause\n6000 -g8\n6600 +f6\n" + claim, 1, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, events := timed(t, "strict", false, "500 press black\n"+c.text+"20000 press pause\n")
			breach := count(events, func(e *game.Event) bool { return e.Type == game.Breach })
			accepted := count(events, func(e *game.Event) bool { return e.Type == game.Claim && e.State == "accepted" })
			completed := count(events, func(e *game.Event) bool { return e.Type == game.Completed && e.UCI == "e2e4" })
			if breach != c.breach || accepted != c.accepted || completed != 1 {
				t.Errorf("%d breaches, %d claims accepted, e2e4 completed %d times, want %d, %d, 1", breach, accepted, completed, c.breach, c.accepted)
			}
		})
	}
}
