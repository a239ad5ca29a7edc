package referee

import (
	"slices"

	"jadoube/boardstate"
	"jadoube/boardstate/clock"
	"jadoube/boardstate/laws"
	"jadoube/rules"
	"jadoube/rules/square"
	"jadoube/sensors"
)

// Referee keeps one game. It is not safe for concurrent use.
type Referee struct {
	opt       Options
	e         *laws.Edition
	clock     *clock.Clock // nil: none, or an outside one
	outside   *outside     // what that said; nil: nothing yet
	hist      *rules.History
	now       int64
	frame     sensors.Frame    // what is believed
	queue     []sensors.Stable // not taken in yet, by when they began: an earlier one may still be believed
	hold      int64            // ms for which they wait
	broken    square.Set       // squares whose sensors aren't asked
	moves     []played
	turn      turn
	illegal   [2]int
	fined     [2]int64 // ms that White and Black were given and lost by rulings
	press     *press
	noted     *press       // an offence that the arbiter was told of, and hasn't decided on
	ending    *press       // an offence that ended the game, or would if it is claimed: its press still counts on the clock
	stuck     *stuck       // no game goes on from what an illegal move left; nil: one does
	charged   bool         // the mover's illegal move was, and he hasn't gone on
	fell      *clock.Event // a flag that fell, and wasn't decided on yet
	lost      *clock.Event // a flag that decided the game: what was set down after it is no move any more
	beaten    *clock.Event // one that fell after the move that ended the game: it counts if that move doesn't
	early     Move         // that is shown, and was set down before its player had the move; NoMove for none
	open      *claim       // breach that may be claimed
	lastSet   *setting     // what the arbiter changed on the clock last
	beyond    [2]int       // moves that White's and Black's clocks count beside those that were completed: before this game, or as the arbiter wants it
	free      [2]int       // the period in which White and Black needn't keep score any more; 0 for none
	pausedAt  int64        // ms: when the clock was paused
	backAt    int64        // ms: when the players said last that moves are taken back
	unsure    bool         // which way round the board stands
	restore   bool         // the men are being put back; nothing counts until they stand
	offered   [2]bool
	offeredAt [2]int64 // ms: when
	over      bool
	out       []Ruling
	room      []rules.Move // for obligations
}

// played is a move whose turn is over.
type played struct {
	move      rules.Move
	by        rules.Color
	made      int64
	completed int64 // Never: not yet
	broken    bool
	turn      turn     // as it was at its end
	press     *counted // that completed it
}

// Move is a move of the line that is shown.
type Move struct {
	Move    rules.Move
	Made    int64 // ms
	Settled bool
}

// New begins a game from a position that stands on the board. lifted is how long the sensors take to believe a lift, in ms.
func New(start rules.Position, lifted int64, opt Options) (*Referee, error) {
	e, err := opt.check()
	if err != nil {
		return nil, err
	}
	r := &Referee{room: make([]rules.Move, 0, rules.MaxMoves), opt: opt, e: e, hist: rules.NewHistory(start), illegal: opt.Illegal, hold: lifted, backAt: -backTold - 1}
	men := boardstate.Men(&start)
	r.frame = men.As(opt.Kind)
	if opt.Clock != nil && !opt.Outside {
		settings := *opt.Clock
		settings.Begins = start.Turn()
		if r.clock, err = clock.New(settings); err != nil {
			return nil, err
		}
		if err := r.setTimes(opt.Left); err != nil {
			return nil, err
		}
	}
	r.begin()
	return r, nil
}

// Begin starts what runs from the first moment.
func (r *Referee) Begin(now int64) {
	r.now = now
	if r.clock != nil && r.opt.Running {
		r.clocked(r.clock.Start(now))
	}
}

// Sensors says what stands on the board, where it isn't the position.
func (r *Referee) Sensors(f sensors.Frame) {
	r.frame, r.queue = f, nil
	r.turn.hands.settle(&r.turn.p, &r.frame, r.opt.Kind, r.broken)
}

// Unsure says whether it isn't known yet which way round the board stands: nobody is charged for an illegal move then.
func (r *Referee) Unsure(u bool) { r.unsure = u }

// Broken says which sensors aren't asked any more.
func (r *Referee) Broken(b square.Set) { r.broken = b }

// Contact takes in a change that is believed.
func (r *Referee) Contact(c sensors.Stable) {
	if r.over || r.opt.Level == Off {
		r.frame[c.Square] = c.To
		return
	}
	i := len(r.queue)
	for i > 0 && r.queue[i-1].First > c.First {
		i--
	}
	r.queue = slices.Insert(r.queue, i, c)
}

// drain takes in what began by a time.
func (r *Referee) drain(until int64) {
	for len(r.queue) > 0 && r.queue[0].First <= until && !r.over {
		c := r.queue[0]
		r.queue = slices.Delete(r.queue, 0, 1)
		r.frame[c.Square] = c.To
		r.contact(c)
	}
}

func (r *Referee) contact(c sensors.Stable) {
	if r.broken.Has(c.Square) {
		return
	}
	r.undoes(c)
	switch {
	case r.over:
		return
	case r.restore:
		r.lookRestored()
		return
	}
	if c.From != sensors.Nothing {
		r.lift(c)
	}
	if c.To != sensors.Nothing {
		r.place(c)
	}
}

// Shown says what line is shown at a time.
func (r *Referee) Shown(now int64, line []Move) {
	if r.over {
		return
	}
	r.now = max(r.now, now)
	r.chosenOtherwise(line)
	for i := range r.moves {
		if i >= len(line) || line[i].Move != r.moves[i].move {
			agreed, taken := r.now-r.backAt <= backTold, r.moves[i].press
			last, movedOn := r.moves[i], !agreed && i == len(r.moves)-1 && len(line) > i && line[i].Move.From() == r.moves[i].move.From()
			r.rewind(i)
			if len(line) == i || agreed { // taken back: the time of him who moved runs again
				r.undo(taken)
			}
			if agreed {
				r.recount()
			}
			if movedOn {
				r.moveOn(&last, line[i])
			}
			break
		}
	}
	r.drain(r.now - r.hold - 1)
	early := r.early
	r.early = Move{}
	for n := len(r.moves); ; n++ {
		if n < len(line) && n == len(line)-1 && r.tooEarly(line[n].Move, early.Move) {
			r.early = line[n]
		}
		if n >= len(line) || r.early.Move != rules.NoMove {
			r.withdraw()
			break
		}
		r.stand(line[n])
		if n == len(line)-1 || n == len(line)-2 && r.comesTooEarly(line[n+1].Move) {
			break
		}
		r.pass()
	}
	if r.opt.Auto {
		r.autoPress(line)
	}
}

// chosenOtherwise puts another choice of what a pawn became, said after the move had been made and perhaps pressed for, into the place of the
// one before: it is the same move of the same hand, told and completed as it was.
func (r *Referee) chosenOtherwise(line []Move) {
	i := len(r.moves) - 1
	if r.opt.Kind == sensors.Piece || i < 0 || i >= len(line) {
		return
	}
	is, m := line[i].Move, &r.moves[i]
	if m.move == is || !promotesAs(m.move, is) {
		return
	}
	m.move, m.turn.move, m.turn.told = is, is, is
	r.hist.Pop()
	r.hist.Push(is)
	r.turn.p = *r.hist.Current()
}

// promotesAs reports whether two moves promote the same pawn on the same square.
func promotesAs(a, b rules.Move) bool {
	return a.Promotion() != rules.NoRole && b.Promotion() != rules.NoRole && a.From() == b.From() && a.To() == b.To()
}

// tooEarly reports whether the last move of the line was set down before its player had the move: it is displaced, unless the game
// goes on from there. It remains so when the man is back and the line doesn't know it yet.
func (r *Referee) tooEarly(m, before rules.Move) bool {
	h := &r.turn.hands
	return h.strayed.Has(m.From()) || m == before && h.at[m.To()] != m.From()
}

// comesTooEarly is tooEarly for the move after the one that stands.
func (r *Referee) comesTooEarly(m rules.Move) bool {
	return r.turn.hands.strayed.Has(m.From()) && r.turn.p.At(m.From()).Color() != r.turn.side
}

// stand notes which move stands.
func (r *Referee) stand(m Move) {
	t := &r.turn
	if t.move != m.Move {
		if t.move != rules.NoMove {
			r.stood()
			r.own()
		}
		t.move = m.Move
		if r.restore {
			r.restore = false
			t.hands.settle(&t.p, &r.frame, r.opt.Kind, r.broken)
		}
	}
	t.made = m.Made
	t.agree(r.opt.Kind)
	r.date()
}

// date dates the move that stands by what hands did: the line may have known it later.
func (r *Referee) date() {
	t := &r.turn
	guessed := t.guessed(r.opt.Kind)
	if len(t.down) > 0 && !guessed {
		return // the hand may still be on it
	}
	if at, made := laws.MadeAt(&t.p, t.move, &t.ledger); made && (at < t.made || guessed) {
		t.made = at
	} else if at, ok := t.exchanged(); guessed && ok && !made {
		t.made = at
	}
}

// withdraw notes that no move stands any more: the man is in the air again.
func (r *Referee) withdraw() {
	if r.turn.move != rules.NoMove {
		r.stood()
		r.own()
		r.turn.move = rules.NoMove
	}
}

// stood tells of a move that stands no more that it was made, if it stood long enough.
func (r *Referee) stood() {
	if t := &r.turn; r.now >= t.made+r.opt.Dwell {
		r.tellMade(false)
	}
}

// moveOn notes that the man whose move was made, and perhaps completed where hands may take that back, was taken up again by the same
// player and set down elsewhere: it isn't the opponent's touch, and what was released before binds still (4.7), unless both agreed on it.
func (r *Referee) moveOn(was *played, m Move) {
	t := &r.turn
	acts := was.turn.acts
	*t = was.turn
	t.acts, t.down, t.late, t.move = slices.Clone(acts), nil, nil, rules.NoMove
	t.hands.settle(&t.p, &r.frame, r.opt.Kind, r.broken)
	from, to := was.move.From(), m.Move.To()
	if m.Move.IsCastle() {
		to, _ = m.Move.CastleTo()
	}
	t.note(act{at: was.made + 1, do: touches, from: from, to: from})
	t.note(act{at: max(m.Made, was.made+1), do: releases, from: from, to: to})
}

// rewind goes back to before a move that was taken back or read otherwise.
func (r *Referee) rewind(i int) {
	for len(r.moves) > i {
		r.moves = r.moves[:len(r.moves)-1]
		r.hist.Pop()
	}
	r.open, r.press, r.noted, r.ending, r.charged = nil, nil, nil, nil, false
	r.unbeat()
	r.turn = turn{}
	r.begin()
	r.turn.acts, r.turn.down = nil, nil
	r.turn.relate()
}

// pass ends the turn: the move that stands is the mover's last word.
func (r *Referee) pass() {
	t := &r.turn
	r.drain(t.made)
	r.letGo(r.opt.Dwell, true)
	for _, o := range t.hands.air {
		switch {
		case t.p.At(o).Color() == t.side || o == t.p.Victim(t.move):
		case t.failed(o):
			t.kept = t.kept.With(o)
		default:
			t.judge(o, laws.OutOfTurn) // by him who has the move now, a little early
		}
	}
	for s, o := range t.hands.at { // what the mover did beside his move he did when he had it no more
		if o.Valid() && o != square.Square(s) && t.p.At(o).Color() == t.side && goes(&t.p, t.move, o) != square.Square(s) && !t.hands.strayed.Has(o) {
			r.displace(o, square.Square(s), t.made)
		}
	}
	r.date()
	r.tellMade(true)
	if other := t.side.Other(); r.offered[other] && r.offeredAt[other] < t.made {
		if _, touched := t.ledger.Deliberate(t.move.From()); !touched { // he moved from afar
			r.loseOffer()
		}
	}
	p := played{move: t.move, by: t.side, made: t.made, completed: laws.Never, broken: t.broken, turn: *t}
	r.moves = append(r.moves, p)
	if n := len(r.moves); n > 2 {
		r.moves[n-3].turn = turn{} // nobody goes back so far
	}
	r.hist.Push(t.move)
	r.open, r.noted, r.ending, r.charged = nil, nil, nil, false
	if t.broken {
		r.openClaim(t.breach)
	}
	r.begin()
	r.premoved(&p.turn)
	if early := r.press; early != nil && early.side == p.by {
		r.press = nil
		if r.notFor(early, p.made) {
			r.refuse(early)
		} else {
			r.complete(early.side, early.at, early.ev)
		}
	}
}

// tellMade tells that the move that stands is made. What a pawn became is sure only when he pressed, or the game went on, where the
// sensors can't tell.
func (r *Referee) tellMade(sure bool) {
	t := &r.turn
	if t.move == rules.NoMove || t.told == t.move || t.guessed(r.opt.Kind) && !sure || r.comesLate(t.made) {
		return
	}
	r.date()
	t.told = t.move
	breach, broken := r.breach()
	again := broken && t.broken && breach == t.breach
	t.breach, t.broken = breach, broken
	r.arrive(t.side)
	before := t.p
	r.say(Made, t.made, t.side, Ruling{Move: t.move, Before: &before, Ply: len(r.moves) + 1, Open: broken && r.opt.Level != Off})
	if broken && !again && r.opt.Level != Off {
		r.say(Breached, t.made, t.side, Ruling{Move: t.move, Before: &before, Breach: breach, Article: breach.Article, Ply: len(r.moves) + 1})
	}
	if n := len(r.moves); n > 1 && r.e.CompletedByNext.Value {
		r.completeByNext(t.made)
	}
}

// breach is what the move that stands breaks.
func (r *Referee) breach() (laws.Breach, bool) {
	t := &r.turn
	if r.opt.Level == Off {
		return laws.Breach{}, false
	}
	if t.owed != rules.NoMove && t.owed != t.move {
		o := t.intended()
		return laws.Breach{Reason: o.Reason, Article: r.e.Article(o.Reason), Piece: o.Piece, Victim: o.Victim, Move: o.Move}, true
	}
	return r.e.Breach(&t.p, &t.ledger, t.move)
}

// touched tells what a touch leads to.
func (r *Referee) touched(o square.Square, at int64) {
	r.tellObligation(at)
	if first, ok := r.turn.ledger.Deliberate(o); !ok || first != at {
		return
	}
	if r.turn.p.At(o).Color() != r.turn.side {
		return // it may as well be the other's hand
	}
	r.loseClaim(at)
	r.loseOffer()
	r.arrive(r.turn.side)
	if r.clock != nil && r.clock.State().Face.Phase == clock.Ready && r.turn.side == r.clock.State().Face.Turn {
		r.clocked(r.clock.Start(max(at, r.clock.State().Now)))
	}
}

// tellObligation tells what the player having the move owes.
func (r *Referee) tellObligation(at int64) {
	t := &r.turn
	o := r.Obligation()
	if t.owed != rules.NoMove {
		o = t.intended()
	}
	o.Moves = nil // they are the next one's room
	before := t.p
	r.say(Obliged, at, t.side, Ruling{Obligation: o, Before: &before, Article: r.e.Article(o.Reason)})
}

// Obligation is what the player having the move owes now. Its moves are valid until it is asked for again.
func (r *Referee) Obligation() laws.Obligation {
	return r.e.Obligation(&r.turn.p, &r.turn.ledger, r.room)
}

func (r *Referee) adjusting(at int64) bool {
	for i := len(r.turn.acts) - 1; i >= 0; i-- {
		if a := &r.turn.acts[i]; a.do == says {
			return at-a.at < laws.DefaultTiming().Adjust
		}
	}
	return false
}

// ChoiceEnds reports whether it is too late to say what the pawn became that the other of a side, which has the move, promoted last: the side
// has touched a man since, or, where there is an arbiter, the move was pressed for. It returns the article by which a choice stands, too.
func (r *Referee) ChoiceEnds(side rules.Color) (ends bool, article string) {
	t, n := &r.turn, len(r.moves)
	replied := t.ledger.Touched() || t.move != rules.NoMove
	pressed := r.opt.Level == Arbiter && !r.opt.Auto && n > 0 && r.moves[n-1].completed != laws.Never
	return t.side == side && (replied || pressed), r.e.Article(laws.PromotionChosen)
}

// Restart is before how many moves of each player a game begun with reversed colours is begun anew; 0 for never.
func (r *Referee) Restart() int { return r.e.ColoursRestart.Value }
