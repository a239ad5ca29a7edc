package referee

import (
	"strings"

	"jadoube/boardstate/clock"
	"jadoube/boardstate/laws"
	"jadoube/rules"
	"jadoube/rules/square"
)

// claim is something that a side may claim.
type claim struct {
	by      rules.Color
	breach  laws.Breach
	illegal bool // in blitz: the game
}

// openClaim notes that the move before this turn may be claimed.
func (r *Referee) openClaim(b laws.Breach) {
	r.open = &claim{by: r.hist.Current().Turn(), breach: b}
	if r.opt.Level != Off {
		r.say(ClaimOpen, r.now, r.open.by, Ruling{Breach: b, Article: b.Article, Word: "touch"})
	}
}

// loseClaim notes that the player having the move touched a piece.
func (r *Referee) loseClaim(at int64) {
	c := r.open
	if c == nil || c.by != r.turn.side || !c.illegal && r.e.ClaimEnds(c.breach, &r.turn.ledger) == laws.Never {
		return
	}
	r.open = nil
	article := r.e.LostByTouch.Article
	if c.illegal {
		article = r.e.BlitzClaimWins.Article
	}
	r.say(ClaimClosed, at, c.by, Ruling{Article: article})
}

// claim answers a claim: KIND, or KIND and the move that the claimant intends.
func (r *Referee) claim(side rules.Color, args string) {
	r.drain(r.now)
	kind, uci, _ := strings.Cut(args, " ")
	if r.turn.move != rules.NoMove && r.turn.side != side {
		r.pass()
	}
	switch kind {
	case "touch":
		r.claimTouch(side)
	case "illegal":
		r.claimIllegal(side)
	case "threefold":
		r.claimDraw(side, rules.Threefold, uci)
	case "fifty":
		r.claimDraw(side, rules.Fifty, uci)
	}
}

func (r *Referee) answer(side rules.Color, kind string, ok bool, article string) {
	r.say(Claimed, r.now, side, Ruling{Word: kind, OK: ok, Article: article, Asked: r.opt.Level == Arbiter})
}

// claimTouch claims that the last move broke what was owed.
func (r *Referee) claimTouch(side rules.Color) {
	c := r.open
	if c == nil || c.illegal || c.by != side || r.e.ClaimEnds(c.breach, &r.turn.ledger) <= r.now {
		r.answer(side, "touch", false, r.e.LostByTouch.Article)
		return
	}
	r.answer(side, "touch", true, c.breach.Article)
	if r.opt.Level == Strict {
		r.void()
	}
}

// void takes back the last move, which was claimed. Where only one move was owed that had been made already, that is the move;
// else the mover has the move again, and owes what he owed, by the clock of when he pressed.
func (r *Referee) void() {
	n := len(r.moves) - 1
	m := r.moves[n]
	before := m.turn.p
	r.say(Void, r.now, m.by, Ruling{Move: m.move, Before: &before, Ply: n + 1, Breach: r.open.breach, Article: r.open.breach.Article})
	r.moves = r.moves[:n]
	r.hist.Pop()
	was := r.turn
	r.open = nil
	r.undo(m.press)
	r.resume()
	r.turn = m.turn
	t := &r.turn
	t.move, t.told, t.late, t.broken = rules.NoMove, rules.NoMove, nil, false
	t.hands = misplaced(&t.p, m.move, &was.hands)
	from, to := t.hands.wrong()
	for i := range from {
		r.say(PutBack, r.now, t.side, Ruling{From: from[i], To: home(to[i])})
	}
	for o := range t.p.Occupied().Squares() {
		if o == t.p.Victim(m.move) {
			r.say(PutBack, r.now, t.side, Ruling{From: square.None, To: o})
		}
	}
	if b := r.breachKept(&m); b != rules.NoMove {
		r.say(Advice, r.now, t.side, Ruling{Word: "play-owed", Move: b})
	}
	r.restore = true
	r.tellObligation(r.now)
}

// breachKept is the only move that was owed, if it was one.
func (r *Referee) breachKept(m *played) rules.Move { return m.turn.breach.Move }

// misplaced are the hands of a turn whose move stands on the board and is to be put back.
func misplaced(p *rules.Position, m rules.Move, now *hands) (h hands) {
	h = *now
	after := p.Play(m)
	for s := range h.at {
		h.at[s] = square.None
	}
	for s := range p.Occupied().Squares() {
		h.at[s] = s
	}
	if m.IsCastle() {
		king, rook := m.CastleTo()
		h.at[m.From()], h.at[m.To()] = square.None, square.None
		h.at[king], h.at[rook] = m.From(), m.To()
		return h
	}
	if v := p.Victim(m); v.Valid() {
		h.at[v] = square.None
	}
	h.at[m.From()] = square.None
	if after.At(m.To()) != rules.NoPiece {
		h.at[m.To()] = m.From()
	}
	return h
}

// claimIllegal claims that an illegal move was completed: in blitz that wins, in the editions that say so. Where nobody presses, it
// is the only way to complete one.
func (r *Referee) claimIllegal(side rules.Color) {
	c := r.open
	if c != nil && c.illegal && c.by == side {
		r.answer(side, "illegal", true, r.e.BlitzClaimWins.Article)
		r.end(wins(side), "illegal_move", r.now)
		return
	}
	if p := r.press; p != nil && p.side != side && r.turn.move == rules.NoMove {
		r.answer(side, "illegal", true, r.e.IllegalTime.Article)
		r.press = nil
		r.judgePress(p)
		return
	}
	from, _ := r.turn.hands.wrong()
	if r.turn.side == side || r.turn.move != rules.NoMove || len(from) == 0 {
		r.answer(side, "illegal", false, r.e.IllegalTime.Article)
		return
	}
	r.answer(side, "illegal", true, r.e.IllegalTime.Article)
	r.turn.release(r.now, r.opt.Dwell, true)
	r.offend(&press{at: r.now, side: side.Other()}, "move", rules.NoMove)
}

// claimDraw claims threefold repetition or fifty moves, as the position stands or with the move that the claimant intends (9.2, 9.3).
func (r *Referee) claimDraw(side rules.Color, rule rules.DrawRule, uci string) {
	t := &r.turn
	claim := rules.DrawClaim{Rule: rule, Move: rules.NoMove}
	if uci != "" {
		m, err := t.p.ParseUCI(uci)
		if err != nil {
			r.answer(side, rule.String(), false, r.e.WrongClaimTime.Article)
			return
		}
		claim.Move = m
	}
	article := map[rules.DrawRule]string{rules.Threefold: "9.2", rules.Fifty: "9.3"}[rule]
	if t.side != side || t.ledger.Touched() { // 9.1 to 9.4: only he who has the move, and before he touches a piece
		r.answer(side, rule.String(), false, "9.4")
		return
	}
	ok := r.canClaim(claim)
	r.answer(side, rule.String(), ok, article)
	if r.opt.Level != Strict {
		return
	}
	if ok {
		reason := map[rules.DrawRule]string{rules.Threefold: "threefold", rules.Fifty: "fifty_moves"}[rule]
		r.end("1/2-1/2", reason, r.now)
		return
	}
	r.wrongClaim(side, claim.Move)
}

// wrongClaim gives what a claim costs that didn't hold (9.5).
func (r *Referee) wrongClaim(side rules.Color, intended rules.Move) {
	ms := r.e.WrongClaimTime.Value
	if r.opt.fast() {
		ms = r.e.WrongClaimFast.Value
	}
	if most := r.e.WrongClaimHalves.Value; most > 0 && r.clock != nil {
		if cut := min(most, r.clock.View(r.now).Sides[side].Left/2); cut > 0 {
			r.fine(side, -cut, clock.WrongClaim)
		}
	}
	r.fine(side.Other(), ms, clock.WrongClaim)
	if intended != rules.NoMove && r.e.IntendedIsOwed.Value {
		r.turn.owed = intended
		r.tellObligation(r.now)
	}
}

// canClaim asks the history, and counts what stood before it.
func (r *Referee) canClaim(c rules.DrawClaim) bool {
	if r.hist.CanClaim(c) {
		return true
	}
	if c.Rule != rules.Threefold || r.hist.Outcome() != rules.None {
		return false
	}
	return r.count(c.Move) >= 3
}

// count is how often the position has stood, or will with a move.
func (r *Referee) count(m rules.Move) int {
	if m != rules.NoMove {
		if !r.hist.Current().IsLegal(m) {
			return 0
		}
		r.hist.Push(m)
		defer r.hist.Pop()
	}
	n := r.hist.Count()
	if now := r.hist.Current(); r.opt.Seen > 1 && r.hist.At(0).Same(now) && now.HalfMoves() >= r.hist.Len() {
		n += r.opt.Seen - 1
	}
	return n
}

// offer is a side's offer of a draw, or its acceptance of one (9.1).
func (r *Referee) offer(side rules.Color) {
	if r.offered[side.Other()] {
		if r.e.AgreeAfterMoves.Value && r.plies() < 2 {
			r.say(Offered, r.now, side, Ruling{Word: "refused", Article: r.e.AgreeAfterMoves.Article})
			return
		}
		r.end("1/2-1/2", "agreement", r.now)
		return
	}
	r.offered[side] = true
	r.say(Offered, r.now, side, Ruling{Word: "offered"})
}

func (r *Referee) plies() int {
	if r.turn.move != rules.NoMove {
		return len(r.moves) + 1
	}
	return len(r.moves)
}

// decline is a side's refusal of the other's offer.
func (r *Referee) decline(side rules.Color) {
	if r.offered[side.Other()] {
		r.offered[side.Other()] = false
		r.say(Offered, r.now, side, Ruling{Word: "declined"})
	}
}

// loseOffer notes that the player having the move touched a piece: the opponent's offer is declined by that.
func (r *Referee) loseOffer() { r.decline(r.turn.side) }

// MayClaim returns who may claim a breach now; false when nobody may.
func (r *Referee) MayClaim() (side rules.Color, ok bool) {
	if r.open == nil {
		return 0, false
	}
	return r.open.by, true
}

// Offer returns who offers a draw; false when nobody does.
func (r *Referee) Offer() (side rules.Color, ok bool) {
	return map[bool]rules.Color{false: rules.White, true: rules.Black}[r.offered[rules.Black]], r.offered[rules.White] || r.offered[rules.Black]
}

// Owed returns what the player having the move must do, while he does something else or nothing: a man that he owes stands on his
// square, and no move stands. It is false when he is free, or is doing it.
func (r *Referee) Owed() (o laws.Obligation, ok bool) {
	t := &r.turn
	if r.opt.Level == Off || t.move != rules.NoMove || r.over {
		return o, false
	}
	o = r.Obligation()
	if t.owed != rules.NoMove {
		o = laws.Obligation{Reason: laws.Intended, Piece: t.owed.From(), Victim: square.None, Move: t.owed}
	}
	switch o.Reason {
	case laws.Free, laws.NoneCanMove, laws.Released, laws.PromotionChosen, laws.CastlingBegun:
		return o, false
	case laws.KingAndRook:
		return o, len(t.hands.air) == 0
	}
	if o.Piece.Valid() {
		return o, t.hands.at[o.Piece] == o.Piece
	}
	return o, o.Victim.Valid() && t.hands.at[o.Victim] == o.Victim
}
