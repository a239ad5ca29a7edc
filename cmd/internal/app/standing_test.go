package app

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"jadoube/cmd/internal/web"
	"jadoube/rules/square"
)

// TestIllegalMoveStandsOnDisk: a game of blitz by the Laws of 2001 goes on from an illegal move, over a power cut, too: the day's file holds
// both parts of it as games that anybody reads, and a reading of the record tells the same.
func TestIllegalMoveStandsOnDisk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench()
		keeps := func(s *settings) { s.lever, s.laws.Laws, s.laws.Level, s.laws.Clock = true, "2001", "strict", "300" }
		moves := func(d *daemon, key string, from, to square.Square) {
			do(t, d, web.Lift, from)
			time.Sleep(300 * time.Millisecond)
			do(t, d, web.Place, to)
			time.Sleep(700 * time.Millisecond)
			press(t, d, key)
			time.Sleep(1500 * time.Millisecond)
		}
		d := b.daemonOn(t, t.TempDir(), keeps)
		var cuts []string
		during(t, d, func() {
			press(t, d, "black")
			moves(d, "white", square.E2, square.E4)
			moves(d, "black", square.E7, square.E5)
			moves(d, "white", square.G1, square.G3)
			cuts = append(cuts, cutOff(t, d)) // it is not known yet what becomes of the illegal move
			moves(d, "black", square.B8, square.C6)
			cuts = append(cuts, cutOff(t, d))
		})
		asRecorded(t, d.data)
		for i, cut := range cuts {
			d := b.daemonOn(t, cut, keeps)
			during(t, d, func() {
				press(t, d, "resume")
				if i == 0 {
					moves(d, "black", square.B8, square.C6)
				}
				moves(d, "white", square.G3, square.H5)
				press(t, d, "resign-black")
				resultIn(t, d, cut, "1-0", "normal")
			})
			asRecorded(t, cut)
			games := dayGames(t, cut)
			if len(games) != 2 {
				t.Fatalf("%d games, want 2", len(games))
			}
			first, second := games[0], games[1]
			if len(first.Moves) != 2 || first.Result != "*" || first.Tag("Termination") != "unterminated" || !strings.Contains(first.String(), "stands") {
				t.Errorf("the first part is\n%s", first)
			}
			if len(second.Moves) != 2 || second.Tag("FEN") != "rnbqkbnr/pppp1ppp/8/4p3/4P3/6N1/PPPP1PPP/RNBQKB1R b KQkq - 1 2" || !strings.Contains(second.String(), "2... Nc6") {
				t.Errorf("the second part is\n%s", second)
			}
		}
	})
}
