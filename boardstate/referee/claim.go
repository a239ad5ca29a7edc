package referee

import (
	"errors"
	"slices"
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

// loseClaim notes that the player having the move touched a piece of his own.
func (r *Referee) loseClaim(at int64) {
	c := r.open
	if c == nil || c.by != r.turn.side || !c.illegal && r.claimEnds(c) == laws.Never {
		return
	}
	r.open = nil
	article := r.e.LostByTouch.Article
	if c.illegal {
		article = r.e.BlitzClaimWins.Article
	}
	r.say(ClaimClosed, at, c.by, Ruling{Article: article})
}

// claimEnds is when the player having the move lost the right to claim a breach; [laws.Never] while he has it.
func (r *Referee) claimEnds(c *claim) int64 {
	return r.e.ClaimEnds(c.breach, &r.turn.ledger, r.turn.p.Side(r.turn.side))
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
	moved := r.turn.side == side && r.turn.move != rules.NoMove
	if c == nil || c.illegal || c.by != side || moved || r.claimEnds(c) <= r.now {
		r.answer(side, "touch", false, r.e.LostByTouch.Article)
		return
	}
	r.answer(side, "touch", true, c.breach.Article)
	if r.opt.Level != Arbiter { // to do what was owed is no penalty: a trainer shows it, too
		r.void()
	}
}

// claimIllegal claims that an illegal move was completed: in blitz that wins, in the editions that say so. Where nobody presses, it
// is the only way to complete one.
func (r *Referee) claimIllegal(side rules.Color) {
	c := r.open
	if c != nil && c.illegal && c.by == side {
		r.answer(side, "illegal", true, r.e.BlitzClaimWins.Article)
		r.end(side.Wins(), "illegal_move", r.now)
		return
	}
	if r.charged && r.turn.side != side { // once is enough
		r.answer(side, "illegal", true, r.e.IllegalTime.Article)
		return
	}
	if p := r.press; p != nil && p.side != side && r.turn.move == rules.NoMove {
		r.answer(side, "illegal", true, r.e.IllegalTime.Article)
		r.press = nil
		r.judgePress(p)
		return
	}
	from, _ := r.turn.hands.wrong()
	if t := &r.turn; t.side == side || t.move != rules.NoMove || len(from) == 0 || t.wrong || r.Paused() {
		r.answer(side, "illegal", false, r.e.IllegalTime.Article)
		return
	}
	r.answer(side, "illegal", true, r.e.IllegalTime.Article)
	r.letGo(r.opt.Dwell, true)
	r.offend(&press{at: r.now, side: side.Other()}, "move", rules.NoMove)
}

// claimDraw claims threefold repetition or fifty moves, as the position stands or with the move that the claimant intends (9.2, 9.3). With a
// move that he can't make the position can't come about that he claims: he is wrong.
func (r *Referee) claimDraw(side rules.Color, rule rules.DrawRule, uci string) {
	t := &r.turn
	article := map[rules.DrawRule]string{rules.Threefold: "9.2", rules.Fifty: "9.3"}[rule]
	if t.side != side || t.move != rules.NoMove || r.e.DrawClaimTouch.Value && t.ledger.Touched() { // only he who has the move
		r.answer(side, rule.String(), false, r.e.DrawClaimTouch.Article)
		return
	}
	claim, possible := rules.DrawClaim{Rule: rule, Move: rules.NoMove}, true
	if uci != "" {
		m, err := t.p.ParseUCI(uci)
		if wrong := (*rules.MoveError)(nil); errors.As(err, &wrong) && wrong.Problem == rules.Unreadable { // nobody knows what he intends
			r.answer(side, rule.String(), false, article)
			return
		}
		if possible = err == nil && r.mayMake(m); possible {
			claim.Move = m
		}
	}
	ok := possible && r.canClaim(claim)
	r.answer(side, rule.String(), ok, article)
	if (!ok || r.opt.Level == Arbiter) && r.e.ClaimOffers.Value && !r.offered[side] && r.mayAgree() {
		r.offers(side, r.e.ClaimOffers.Article)
	}
	if r.opt.Level == Arbiter {
		return
	}
	if ok {
		reason := map[rules.DrawRule]string{rules.Threefold: "threefold", rules.Fifty: "fifty_moves"}[rule]
		r.end("1/2-1/2", reason, r.now)
		return
	}
	r.wrongClaim(side, claim.Move)
}

// mayMake reports whether the player having the move may still make a legal one: what he touched, or intended with another claim, binds him.
func (r *Referee) mayMake(m rules.Move) bool {
	if owed := r.turn.owed; owed != rules.NoMove {
		return m == owed
	}
	return slices.Contains(r.Obligation().Moves, m)
}

// wrongClaim gives what a claim costs that didn't hold (9.5). What some editions let the arbiter take from the claimant is his to take.
func (r *Referee) wrongClaim(side rules.Color, intended rules.Move) {
	ms := r.e.WrongClaimTime.Value
	if r.opt.fast() {
		ms = r.e.WrongClaimFast.Value
	}
	if r.opt.Level == Trainer {
		r.explain(side.Other(), ms, clock.WrongClaim, r.e.WrongClaimTime.Article)
		return
	}
	r.fine(side.Other(), ms, clock.WrongClaim)
	if v, ok := r.View(); ok {
		if ms := r.e.ClaimantLoses(v.Sides[side].Left); ms > 0 {
			r.say(Advice, r.now, side, Ruling{Word: "claimant-time", Gain: -ms, Reason: clock.WrongClaim, Article: r.e.WrongClaimHalves.Article})
		}
	}
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
	if !r.mayAgree() {
		r.say(Offered, r.now, side, Ruling{Word: "refused", Article: r.e.AgreeAfterMoves.Article})
		return
	}
	if r.offered[side.Other()] {
		r.end("1/2-1/2", "agreement", r.now)
		return
	}
	r.offers(side, "")
	made := r.turn.side == side && r.turn.move != rules.NoMove
	if pressed := r.opt.Clock != nil && !r.opt.Auto; pressed && !made && r.e.OfferWithMove.Value {
		r.say(Advice, r.now, side, Ruling{Word: AdviceOfferWithMove, Article: r.e.OfferWithMove.Article})
	}
}

// AdviceOfferWithMove is the word of advice that a draw was offered at another time than between making a move and pressing: it holds, and
// whether it disturbed the opponent isn't for a board to say (9.1).
const AdviceOfferWithMove = "offer-with-move"

// offers notes that a side offers a draw, by an article of its own or in words.
func (r *Referee) offers(side rules.Color, article string) {
	r.offered[side], r.offeredAt[side] = true, r.now
	r.say(Offered, r.now, side, Ruling{Word: "offered", Article: article})
}

// mayAgree reports whether it isn't too early for a draw by agreement (2023: 5.2.3).
func (r *Referee) mayAgree() bool {
	return !r.e.AgreeAfterMoves.Value || r.hasMoved(rules.White) && r.hasMoved(rules.Black)
}

// hasMoved reports whether a side has made a move, in this game or before the position from which it was begun: that one counts its
// moves, or the side's men don't stand as at a start.
func (r *Referee) hasMoved(side rules.Color) bool {
	start, n := r.hist.At(0), len(r.moves)
	if r.turn.move != rules.NoMove {
		n++
	}
	switch {
	case n > 1 || n == 1 && start.Turn() == side, start.FullMove() > 1, side == rules.White && start.Turn() == rules.Black:
		return true
	}
	back, pawns := square.Rank1, square.Rank2
	if side == rules.Black {
		back, pawns = square.Rank8, square.Rank7
	}
	return start.Side(side) != back|pawns || start.Pieces(side, rules.Pawn) != pawns
}

// decline is a side's refusal of the other's offer.
func (r *Referee) decline(side rules.Color) {
	if r.offered[side.Other()] {
		r.offered[side.Other()] = false
		r.say(Offered, r.now, side, Ruling{Word: "declined"})
	}
}

// loseOffer notes that the player having the move touched a piece of his own: the opponent's offer is declined by that.
func (r *Referee) loseOffer() { r.decline(r.turn.side) }

// MayClaim returns who may claim a breach now; false when nobody may.
func (r *Referee) MayClaim() (side rules.Color, ok bool) {
	if r.open == nil {
		return 0, false
	}
	return r.open.by, true
}

// Illegal returns how many illegal moves are counted against a side.
func (r *Referee) Illegal(side rules.Color) int { return r.illegal[side] }

// Offer returns who offers a draw; false when nobody does.
func (r *Referee) Offer() (side rules.Color, ok bool) {
	return map[bool]rules.Color{false: rules.White, true: rules.Black}[r.offered[rules.Black]], r.offered[rules.White] || r.offered[rules.Black]
}

// Owed returns what the player having the move must do, while he does something else or nothing: a man that he owes stands on his
// square, and no move stands. It is false when he is free, or is doing it.
func (r *Referee) Owed() (o laws.Obligation, ok bool) {
	t := &r.turn
	if r.opt.Level == Off || t.move != rules.NoMove || r.over || !t.ledger.Touched() && t.owed == rules.NoMove {
		return o, false
	}
	o = r.Obligation()
	if t.owed != rules.NoMove {
		o = t.intended()
	}
	switch o.Reason {
	case laws.Free, laws.NoneCanMove, laws.Released, laws.PromotionChosen, laws.CastlingBegun:
		return o, false
	case laws.KingAndRook:
		return o, len(t.hands.air) == 0
	}
	if o.Either != 0 && !o.Victim.Valid() {
		for s := range o.Either.Squares() {
			if t.hands.at[s] != s {
				return o, false
			}
		}
		return o, true
	}
	if o.Piece.Valid() {
		return o, t.hands.at[o.Piece] == o.Piece
	}
	return o, o.Victim.Valid() && t.hands.at[o.Victim] == o.Victim
}
