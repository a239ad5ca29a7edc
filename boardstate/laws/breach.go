package laws

import (
	"slices"

	"jadoube/rules"
	"jadoube/rules/square"
)

// Breach is a legal move against an obligation. It is no illegal move: it stands unless the opponent claims in time.
type Breach struct {
	Reason  Reason
	Article string
	Piece   square.Square // the own piece that was owed, else None
	Victim  square.Square // the enemy piece that was owed, else None
	Either  square.Set    // pieces of which one was owed
	Move    rules.Move    // the move that was owed if there was only one, else NoMove
}

// Breach returns what m, a legal move that was made, breaks; false when it breaks nothing. It goes by what the player was obliged to
// before the last release that belongs to m. p is the position at the start of the turn.
func (e *Edition) Breach(p *rules.Position, l *Ledger, m rules.Move) (Breach, bool) {
	var room [rules.MaxMoves]rules.Move
	acts := l.before(m)
	o := e.obligation(p, l, acts, room[:0])
	if slices.Contains(o.Moves, m) {
		return Breach{}, false
	}
	if o.Reason == BothTouched && !(o.Piece.Valid() && o.Victim.Valid()) && !touchedBoth(p, m, acts) {
		o.Reason = EnemyTouched
		if o.Piece.Valid() || o.Either&p.Side(p.Turn()) != 0 {
			o.Reason = OwnTouched
		}
	}
	b := Breach{o.Reason, e.Article(o.Reason), o.Piece, o.Victim, o.Either, o.Move}
	if m.IsCastle() && o.Barred.Has(m.To()) {
		b.Reason, b.Article = RookFirst, e.Article(RookFirst)
	}
	return b, true
}

// touchedBoth reports whether pieces of both colours had been touched before the hand took up those of m: these it has to touch, whatever
// that breaks.
func touchedBoth(p *rules.Position, m rules.Move, acts []act) bool {
	begun := slices.Clone(acts)
	used := square.Of(m.From(), m.To())
	if victim := p.Victim(m); victim.Valid() {
		used = used.With(victim)
	}
	for s := range used.Squares() {
		for i := len(begun) - 1; i >= 0; i-- {
			if begun[i].touch() && begun[i].from == s {
				begun = slices.Delete(begun, i, i+1)
				break
			}
		}
	}
	var t turn
	t.p = p
	t.look(begun)
	return t.first(true) != square.None && t.first(false) != square.None
}

// before returns what was done before the last release that belongs to m.
func (l *Ledger) before(m rules.Move) []act {
	for i := len(l.acts) - 1; i >= 0; i-- {
		if l.acts[i].begins(m) {
			return l.acts[:i]
		}
	}
	return l.acts
}

// ClaimEnds returns when the opponent lost the right to claim a breach: with his first deliberate touch of one of his own pieces since he has
// the move, as his ledger has it. It returns [Never] while he may claim. Restoring, adjusting and brushing against a piece cost him nothing;
// neither does a touch in an edition that doesn't name the article that was broken, nor one of the offender's pieces, which may as well be
// the offender's own: who captures takes up a piece of his own, too.
func (e *Edition) ClaimEnds(b Breach, opponent *Ledger, own square.Set) int64 {
	if !slices.Contains(e.LostByTouch.Value, b.Reason) {
		return Never
	}
	for _, a := range opponent.acts {
		if a.deliberate() && own.Has(a.from) {
			return a.at
		}
	}
	return Never
}
