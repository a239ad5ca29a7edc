package rules

import (
	"math/rand/v2"
	"testing"

	"jadoube/rules/square"

	"pgregory.net/rapid"
)

// TestPlayProperties lets rapid draw games and look for the shortest in which playing a move breaks a promise.
func TestPlayProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := randomStart(rand.New(rand.NewPCG(rapid.Uint64Range(0, 2000).Draw(t, "start"), 0)))
		for _, choice := range rapid.SliceOfN(rapid.Uint8(), 0, 80).Draw(t, "choices") {
			moves := p.LegalMoves(nil)
			if len(moves) == 0 {
				return
			}
			m := moves[int(choice)%len(moves)]
			before := p
			q := p.Play(m)
			checkPlayed(t, &before, &p, &q, m)
			p = q
		}
	})
}

// checkPlayed fails unless q is p after m and p is still what it was before.
func checkPlayed(t *rapid.T, before, p, q *Position, m Move) {
	into := *before // whatever was there before
	p.PlayTo(m, &into)
	fresh, err := q.Setup().Position()
	switch {
	case *p != *before:
		t.Fatalf("%s: playing %s changed it to %s", before.FEN(), m, p.FEN())
	case into != *q:
		t.Fatalf("%s: Play and PlayTo disagree on %s: %s, %s", p.FEN(), m, q.FEN(), into.FEN())
	case err != nil:
		t.Fatalf("%s: %s leads to nothing: %v", p.FEN(), m, err)
	case fresh != *q:
		t.Fatalf("%s: %s leads to %+v, set up afresh it is %+v", p.FEN(), m, *q, fresh)
	case q.Turn() == p.Turn() || p.IsLegal(m) && q.Attackers(q.King(p.Turn()), q.Turn()) != 0:
		t.Fatalf("%s: %s leaves the king to be taken", p.FEN(), m)
	case (q.HalfMoves() == 0) != (p.IsCapture(m) || p.At(m.From()).Role() == Pawn):
		t.Fatalf("%s: the clock after %s is %d", p.FEN(), m, q.HalfMoves())
	}
	checkMoved(t, p, q, m)
}

// checkMoved fails when a square changed that m has nothing to do with, or the destination isn't as m says.
func checkMoved(t *rapid.T, p, q *Position, m Move) {
	changed := square.Of(m.From(), m.To())
	arrives := p.At(m.From())
	if r := m.Promotion(); r != NoRole {
		arrives = MakePiece(p.Turn(), r)
	}
	at := m.To()
	if king, rook := m.CastleTo(); m.IsCastle() {
		at = king
		changed |= square.Of(king, rook)
		if q.At(rook) != MakePiece(p.Turn(), Rook) {
			t.Fatalf("%s: no rook on %s after %s", p.FEN(), rook, m)
		}
	}
	if v := p.Victim(m); v != square.None {
		changed = changed.With(v)
	}
	if q.At(at) != arrives {
		t.Fatalf("%s: %s on %s after %s", p.FEN(), q.At(at), at, m)
	}
	for s := range square.Square(64) {
		if p.At(s) != q.At(s) && !changed.Has(s) {
			t.Fatalf("%s: %s changed %s", p.FEN(), m, s)
		}
	}
}

// TestNotationProperties: whatever is written of a position and its moves is read back as the same.
func TestNotationProperties(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := randomStart(rand.New(rand.NewPCG(rapid.Uint64Range(0, 2000).Draw(rt, "start"), 1)))
		for _, choice := range rapid.SliceOfN(rapid.Uint8(), 0, 60).Draw(rt, "choices") {
			if moves := p.LegalMoves(nil); len(moves) > 0 {
				p = p.Play(moves[int(choice)%len(moves)])
			}
		}
		checkRoundTrips(t, &p)
		checkKey(t, &p)
		back, err := ParsePosition(p.ShredderFEN())
		if err != nil || back != p {
			rt.Fatalf("%s is written %s and read %v", p.FEN(), p.ShredderFEN(), err)
		}
	})
}
