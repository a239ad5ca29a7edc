package boardstate_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"jadoube/boardstate"
	"jadoube/rules"
	"jadoube/rules/square"
	"jadoube/sensors"
)

// TestAnnounced plays games in which Black's moves come from afar. White carries them out in any order, and now and then
// answers first.
func TestAnnounced(t *testing.T) {
	games := 100
	if testing.Short() {
		games = 10
	}
	for _, kind := range []sensors.Kind{sensors.Occupancy, sensors.Colour, sensors.Piece} {
		for seed := range uint64(games) {
			rnd := rand.New(rand.NewPCG(seed, uint64(kind)+10))
			h := newHand(kind, rnd)
			tr := boardstate.New(rules.StartPosition(), boardstate.Options{Kind: kind, Scan: 10})
			fed := 0
			feed := func() {
				for ; fed < len(h.out); fed++ {
					tr.Read(h.out[fed])
				}
			}
			line := []rules.Position{rules.StartPosition()}
			var moves []string
			for len(moves) < 60 {
				pos := &line[len(line)-1]
				m, ok := pick(rnd, line)
				if !ok {
					break
				}
				moves = append(moves, pos.UCI(m))
				line = append(line, pos.Play(m))
				after := &line[len(line)-1]
				if pos.Turn() == rules.White {
					h.wait(300, 4000)
					h.to(after, m.From())
					feed()
					continue
				}
				h.wait(30, 2000)
				tr.Advance(h.now)
				if !tr.Announce(m) {
					t.Fatalf("%s, seed %d: %s is refused after %s", kind, seed, pos.UCI(m), uci(tr.Story()))
				}
				if owed := tr.Story().Owed; owed == 0 {
					t.Errorf("%s, seed %d: nothing is owed of %s", kind, seed, pos.UCI(m))
				}
				h.wait(300, 3000)
				h.to(after, square.None)
				feed()
				if owed := tr.Story().Owed; owed != 0 {
					t.Errorf("%s, seed %d: %v is still owed of %s", kind, seed, owed, pos.UCI(m))
				}
			}
			tr.Finish()
			if got, want := uci(tr.Story()), strings.Join(moves, " "); got != want {
				t.Errorf("%s, seed %d:\n got %s\nwant %s", kind, seed, got, want)
			}
		}
	}
}

func TestAnnouncedIllegal(t *testing.T) {
	tr := boardstate.New(rules.StartPosition(), boardstate.Options{Kind: sensors.Occupancy, Scan: 10})
	pos := rules.MustFEN("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
	m, err := pos.ParseUCI("a1a8")
	if err != nil {
		t.Fatal(err)
	}
	if tr.Announce(m) || len(tr.Story().Moves) != 0 {
		t.Error("a rook goes through a pawn")
	}
}

// TestAnnouncedPromotion: what a pawn became by a move from afar nobody at the board chooses otherwise, by a button or by lifting it; what one's
// own pawn becomes, one does.
func TestAnnouncedPromotion(t *testing.T) {
	start := rules.MustFEN("8/P3k3/8/8/8/8/4K3/8 w - - 0 1")
	m, _ := start.ParseUCI("a7a8q")
	for _, afar := range []bool{true, false} {
		tr := boardstate.New(start, boardstate.Options{Kind: sensors.Occupancy, Scan: 10, Lifts: true})
		if afar && !tr.Announce(m) {
			t.Fatal("the move isn't taken")
		}
		change := func(at int64, s square.Square, c sensors.Contact) {
			tr.Read(sensors.Reading{T: at, Changes: []sensors.Change{{Square: s, To: c}}})
		}
		change(1000, square.A7, sensors.Nothing)
		change(1500, square.A8, sensors.Something)
		tr.Read(sensors.Reading{T: 2500, Press: &sensors.Press{Key: "rook"}})
		want := "a7a8r"
		if afar {
			want = "a7a8q"
		}
		moves := tr.Story().Moves
		if len(moves) != 1 || start.UCI(moves[0].Move) != want {
			t.Errorf("afar %v: %v; want %s", afar, moves, want)
		}
	}
}
