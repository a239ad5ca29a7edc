package laws

import (
	"slices"
	"testing"

	"jadoube/rules"
	"jadoube/rules/square"

	"pgregory.net/rapid"
)

var starts = []string{start, exchange, castles, attacked, stuck, passing, promotes, two, oneSided, chess960, pinned, inCheck}

// drawPosition plays a few drawn moves from one of the starts.
func drawPosition(t *rapid.T) rules.Position {
	p := rules.MustFEN(rapid.SampledFrom(starts).Draw(t, "start"))
	for _, choice := range rapid.SliceOfN(rapid.Uint8(), 0, 12).Draw(t, "moves") {
		moves := p.LegalMoves(nil)
		if len(moves) == 0 {
			break
		}
		p = p.Play(moves[int(choice)%len(moves)])
	}
	return p
}

// drawLedgers draws what hands could do, sensible or not, and the same seen from the other side.
func drawLedgers(t *rapid.T, p *rules.Position) (l, mirrored Ledger) {
	l, mirrored = NewLedger(DefaultTiming()), NewLedger(DefaultTiming())
	stands := slices.Collect(p.Occupied().Squares())
	moves := p.LegalMoves(nil)
	at := int64(0)
	for range rapid.IntRange(0, 10).Draw(t, "acts") {
		at += rapid.SampledFrom([]int64{10, 79, 80, 500}).Draw(t, "after")
		s := rapid.SampledFrom(stands).Draw(t, "square")
		switch rapid.IntRange(0, 9).Draw(t, "act") {
		case 0:
			l.Announce(at)
			mirrored.Announce(at)
		case 1, 2:
			l.Return(s, at, true)
			mirrored.Return(s^56, at, true)
		case 3, 4:
			from, to, role := drawRelease(t, moves, s)
			l.Release(from, to, role, at)
			mirrored.Release(from^56, to^56, role, at)
		default:
			l.Touch(s, at)
			mirrored.Touch(s^56, at)
		}
	}
	return l, mirrored
}

// drawRelease draws a release that some legal move needs, or any.
func drawRelease(t *rapid.T, moves []rules.Move, s square.Square) (from, to square.Square, role rules.Role) {
	if len(moves) == 0 || rapid.IntRange(0, 3).Draw(t, "any") == 0 {
		return s, square.Square(rapid.IntRange(0, 63).Draw(t, "to")), rules.NoRole
	}
	m := rapid.SampledFrom(moves).Draw(t, "move")
	if king, rook := m.CastleTo(); m.IsCastle() {
		if rapid.Bool().Draw(t, "rook") {
			return m.To(), rook, rules.NoRole
		}
		return m.From(), king, rules.NoRole
	}
	return m.From(), m.To(), m.Promotion()
}

// TestObligationProperties: what is permitted is legal, and something is permitted while anything is legal; touches and releases that
// came to nothing forbid nothing that was permitted for another reason; colours don't matter.
func TestObligationProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPosition(t)
		l, other := drawLedgers(t, &p)
		legal := p.LegalMoves(nil)
		for i := range editions {
			o := editions[i].Obligation(&p, &l, nil)
			if len(o.Moves) == 0 != (len(legal) == 0) {
				t.Fatalf("%s: %d of %d legal moves are permitted", p.FEN(), len(o.Moves), len(legal))
			}
			for n, m := range o.Moves {
				if !slices.Contains(legal, m) || slices.Contains(o.Moves[:n], m) {
					t.Fatalf("%s: %s is permitted, legal are %v", p.FEN(), m, legal)
				}
			}
			if len(legal) == 1 && o.Move != legal[0] {
				t.Fatalf("%s: the only legal move is %s, permitted is %s", p.FEN(), legal[0], o.Move)
			}
			checkMirror(t, &editions[i], &p, &o, &other)
		}
	})
}

func checkMirror(t *rapid.T, e *Edition, p *rules.Position, o *Obligation, mirrored *Ledger) {
	q := mirror(t, p)
	got := e.Obligation(&q, mirrored, nil)
	if got.Reason != o.Reason || got.Piece != flip(o.Piece) || got.Victim != flip(o.Victim) || got.Ambiguous != o.Ambiguous {
		t.Fatalf("%s: %+v\n%s: %+v", p.FEN(), o, q.FEN(), got)
	}
	want, have := []string{}, []string{}
	for _, m := range o.Moves {
		want = append(want, flip(m.From()).String()+flip(m.To()).String()+m.Promotion().String())
	}
	for _, m := range got.Moves {
		have = append(have, m.From().String()+m.To().String()+m.Promotion().String())
	}
	slices.Sort(want)
	slices.Sort(have)
	if !slices.Equal(have, want) {
		t.Fatalf("%s: %v, mirrored %v", p.FEN(), want, have)
	}
}

func flip(s square.Square) square.Square {
	if !s.Valid() {
		return s
	}
	return s ^ 56
}

// mirror turns a position upside down and exchanges the colours.
func mirror(t *rapid.T, p *rules.Position) rules.Position {
	s := p.Setup()
	m := s
	for from, pc := range s.Board {
		if pc != rules.NoPiece {
			pc = rules.MakePiece(pc.Color().Other(), pc.Role())
		}
		m.Board[from^56] = pc
	}
	m.Turn, m.Castling, m.EnPassant = s.Turn.Other(), 0, flip(s.EnPassant)
	for r := range s.Castling.Squares() {
		m.Castling = m.Castling.With(r ^ 56)
	}
	q, err := m.Position()
	if err != nil {
		t.Fatalf("%s: %v", p.FEN(), err)
	}
	return q
}

// TestLawfulOrders: every legal move can be made in every lawful order, is made with the last thing done, and breaks nothing.
func TestLawfulOrders(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPosition(t)
		for _, m := range p.LegalMoves(nil) {
			for _, acts := range orders(&p, m) {
				l := NewLedger(DefaultTiming())
				for i, a := range acts {
					a.at = int64(i+1) * 700
					l.acts = append(l.acts, a)
				}
				last := int64(len(acts)) * 700
				if at, made := MadeAt(&p, m, &l); !made || at != last {
					t.Fatalf("%s: %s by %v is made at %d (%v), want %d", p.FEN(), p.UCI(m), acts, at, made, last)
				}
				for i := range editions {
					if b, broken := editions[i].Breach(&p, &l, m); broken {
						t.Fatalf("%s: %s by %v breaks %+v", p.FEN(), p.UCI(m), acts, b)
					}
				}
			}
		}
	})
}

// orders returns the ways to make a move that the Laws allow.
func orders(p *rules.Position, m rules.Move) (all [][]act) {
	touch := func(s square.Square) act { return act{from: s, to: s} }
	release := func(from, to square.Square, r rules.Role) act {
		return act{from: from, to: to, role: r, released: true}
	}
	from, to, victim := m.From(), m.To(), p.Victim(m)
	if m.IsCastle() {
		king, rook := m.CastleTo()
		if from == king || to == rook { // in Chess960 one of them may stay
			return nil
		}
		return [][]act{{touch(from), release(from, king, 0), touch(to), release(to, rook, 0)}, {touch(from), touch(to), release(to, rook, 0), release(from, king, 0)}}
	}
	hand := [][]act{{touch(from), release(from, to, m.Promotion())}}
	if m.Promotion() != rules.NoRole {
		hand = append(hand, []act{touch(from), release(from, to, 0), touch(from), release(from, to, m.Promotion())}, []act{release(square.None, to, m.Promotion()), touch(from)})
	}
	if victim == square.None {
		return hand
	}
	for _, h := range hand {
		for i := range len(h) + 1 {
			all = append(all, slices.Insert(slices.Clone(h), i, touch(victim)))
		}
	}
	return all
}
