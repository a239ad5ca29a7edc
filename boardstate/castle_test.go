package boardstate_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"jadoube/boardstate"
	"jadoube/rules"
	"jadoube/rules/square"
	"jadoube/sensors"
)

// castlers is a Chess960 position of which only kings, rooks and pawns are left, so that all may castle.
func castlers(t *testing.T, n int) rules.Position {
	t.Helper()
	start, err := rules.Chess960Start(n)
	if err != nil {
		t.Fatal(err)
	}
	rank := ""
	for f := range 8 {
		switch p := start.At(square.At(f, 0)); p.Role() {
		case rules.King, rules.Rook:
			rank += string(p.Letter())
		default:
			rank += "1"
		}
	}
	return rules.MustFEN(fmt.Sprintf("%s/pppppppp/8/8/8/8/PPPPPPPP/%s w KQkq - 0 1", strings.ToLower(rank), rank))
}

// TestCastling960 castles from all the starting positions of Chess960, on both wings, king first, rook first and both in
// the air, also where king and rook change places, so that only that tells.
func TestCastling960(t *testing.T) {
	step := 1
	if testing.Short() {
		step = 37
	}
	for _, kind := range []sensors.Kind{sensors.Occupancy, sensors.Colour, sensors.Piece} {
		for n := 0; n < 960; n += step {
			rnd := rand.New(rand.NewPCG(uint64(n), uint64(kind)))
			start := castlers(t, n)
			h := newHand(kind, rnd)
			h.stand = standing(&start)
			pos, moves := start, []string{}
			for range 2 {
				m := castling(&pos, rnd)
				moves = append(moves, pos.UCI960(m))
				h.wait(2500, 9000)
				h.castle(&pos, m)
				pos = pos.Play(m)
			}
			for _, uci := range []string{"e2e4", "e7e5"} {
				m, err := pos.ParseUCI(uci)
				if err != nil {
					t.Fatal(err)
				}
				moves = append(moves, uci)
				h.wait(2500, 9000)
				pos = pos.Play(m)
				h.to(&pos, m.From())
			}
			tr := boardstate.New(start, boardstate.Options{Kind: kind, Scan: 10})
			for _, r := range h.out {
				tr.Read(r)
			}
			tr.Finish()
			var got []string
			for _, p := range tr.Story().Moves {
				got = append(got, p.Before.UCI960(p.Move))
			}
			if want := strings.Join(moves, " "); strings.Join(got, " ") != want {
				t.Errorf("%s, %s:\n got %v\nwant %s", kind, start.FEN(), got, want)
			}
		}
	}
}

// castling picks one of the castlings that are legal.
func castling(pos *rules.Position, rnd *rand.Rand) rules.Move {
	var all []rules.Move
	for _, m := range pos.LegalMoves(nil) {
		if m.IsCastle() {
			all = append(all, m)
		}
	}
	return all[rnd.IntN(len(all))]
}

// castle moves king and rook one after the other, in either order, where neither is in the other's way, else both at once.
func (h *hand) castle(pos *rules.Position, m rules.Move) {
	kingTo, rookTo := m.CastleTo()
	type leg struct{ from, to square.Square }
	first, second := leg{m.From(), kingTo}, leg{m.To(), rookTo}
	if h.rnd.IntN(2) == 0 {
		first, second = second, first
	}
	after := pos.Play(m)
	if first.to == second.from || first.from == first.to || second.from == second.to || h.rnd.IntN(3) == 0 {
		if kingTo == m.To() && rookTo == m.From() { // they change places
			h.swap(&after, m.From(), m.To())
			return
		}
		h.to(&after, first.from)
		return
	}
	for _, l := range []leg{first, second} {
		man := h.stand[l.from]
		h.set(l.from, sensors.Nothing)
		h.set(l.to, man)
	}
}

// swap lifts the men of two squares, then sets each on the other's.
func (h *hand) swap(after *rules.Position, a, b square.Square) {
	want := standing(after)
	h.set(a, sensors.Nothing)
	h.set(b, sensors.Nothing)
	h.set(a, want[a])
	h.set(b, want[b])
}
