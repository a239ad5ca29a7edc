package app

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"jadoube/boardstate/clock"
	"jadoube/boardstate/game"
	"jadoube/cmd/internal/engine"
	"jadoube/cmd/internal/web"
	"jadoube/rules"
	"jadoube/sensors"
)

// How long, in ms, the engine's move waits for the players' hands.
const (
	unsettledWait = 1500   // after a move that may still be amended
	promotionWait = 3000   // after one by which a pawn became what may still be chosen
	leverWait     = 15_000 // after one that its player hasn't completed by his lever, though the clock runs
	takebackWait  = 4000   // after moves were taken back, or the key said so: more may follow
	refusedWait   = 1000   // after a move that the game didn't take; twice as long after each further one in the same position
	refusedTwice  = 6      // so often it is twice as long at the most
)

// opponent is the engine that plays a side. It belongs to the daemon's loop; the engine thinks elsewhere.
//
//	            its turn                 answer, hands quiet
//	waiting ────────────────▶ thinking ──────────────────────▶ the move is announced, the board leads it
//	   ▲                         │  takeback, amendment, result: the search is stopped
//	   └─────────────────────────┘
type opponent struct {
	player *engine.Player
	on     bool
	side   rules.Color
	level  engine.Level
	think  time.Duration // about a move; 0 = what the clock allows

	games int64          // so many have begun
	line  line           // the game as it was seen last
	asked string         // what the engine thinks about or has answered: line.key; "" for nothing
	ready *engine.Answer // its answer, until it can be played
	tried refused
	score *engine.Score // what it thought of its own position when it played last; nil for unknown
	after int64         // ms of the board: not before
	timer *time.Timer   // when the answer can be played
	told  web.Opponent
}

func newOpponent(s *settings) *opponent {
	o := &opponent{player: engine.NewPlayer(s.engine, s.log), level: s.level, think: s.think, timer: time.NewTimer(time.Hour)}
	o.sit(s.side)
	return o
}

// line is a game as an engine is told it.
type line struct {
	n     int64 // the last event that is contained
	key   string
	start rules.Position
	moves []rules.Move
	pos   rules.Position
	last  game.MoveShown // the zero value when there is none
}

// lineNow reads the game as it has been told.
func (d *daemon) lineNow() (l line, err error) {
	l.n = d.state.N
	if l.start, err = rules.ParsePosition(d.state.Start); err != nil {
		return l, err
	}
	l.pos = l.start
	var key strings.Builder
	fmt.Fprintf(&key, "%d %s", d.opponent.games, d.state.Start)
	for _, m := range d.state.Moves {
		move, err := l.pos.ParseUCI(m.UCI)
		if err != nil {
			return l, err
		}
		l.moves, l.pos, l.last = append(l.moves, move), l.pos.Play(move), game.MoveShown(m)
		key.WriteString(" " + m.UCI)
	}
	l.key = key.String()
	return l, nil
}

// hear notes what the events mean for the opponent.
func (o *opponent) hear(events []game.Event, now int64) {
	for i := range events {
		switch e := &events[i]; {
		case e.Type == game.Setup:
			o.games++
			o.score = nil
		case e.Type == game.Takeback, e.Type == game.Press && e.Key == "takeback": // the men follow
			o.after = now + takebackWait
		}
	}
}

// oppose keeps the engine thinking about the position on the board as long as it is to move there, and plays its move
// when that is ready and nobody's hand is on the board. The loop calls it after everything that happens.
func (d *daemon) oppose() {
	o := d.opponent
	if !o.on || d.tutor.lesson != nil || d.tutor.playback != nil || d.tutor.asking {
		return
	}
	if o.line.n != d.state.N {
		l, err := d.lineNow()
		if err != nil {
			d.log.Error("the game can't be told to the engine", "error", err)
			return
		}
		o.line = l
	}
	l := &o.line
	if d.state.Result != nil || !d.game.Begun() || l.pos.Turn() != o.side || !l.pos.HasLegalMove() {
		o.rest()
		d.tellOpponent("waiting")
		return
	}
	if d.tutor.moment.trial != nil {
		return // the engine is heard about the move first
	}
	if l.key != o.asked {
		o.asked, o.ready = l.key, nil
		d.askEngine(engine.Query{Game: o.games, Start: l.start, Moves: l.moves, Level: o.level, Limit: d.limit(), Purpose: forMove(l.key)})
		d.tellOpponent("thinking")
	}
	if o.ready == nil {
		return
	}
	if wait := d.handsBusy(); wait > 0 {
		o.timer.Reset(time.Duration(wait) * time.Millisecond)
		return
	}
	d.playAnswer()
}

// rest ends the thinking about a move.
func (o *opponent) rest() {
	if o.asked != "" {
		o.asked, o.ready = "", nil
		o.player.Stop()
	}
}

// handsBusy is for how many ms the engine's move has to wait for the players, 0 when it can be played.
func (d *daemon) handsBusy() int64 {
	o := d.opponent
	until, now := max(o.after, d.tutor.warned()), d.clock()
	switch last := &o.line.last; {
	case last.Ply == 0:
	case len(last.UCI) == len("e7e8q") && d.kind != sensors.Piece:
		until = max(until, d.time.base+last.Made+promotionWait)
	case d.unpressed():
		until = max(until, d.time.base+last.Made+leverWait)
	case !last.Settled:
		until = max(until, d.time.base+last.Made+unsettledWait)
	}
	if len(d.game.InHand()) > 0 || d.askedFor() {
		until = max(until, now+unsettledWait) // what the hands do will be heard before
	}
	return max(0, until-now)
}

// unpressed reports whether the clock runs and still shows the time of the player who has moved, who is to press his lever.
func (d *daemon) unpressed() bool {
	face := d.game.Clock()
	return d.lever && face != nil && face.Running != "" && face.Running != d.opponent.side.String()
}

// askEngine has the engine think about something else than before. A look back at a game that it is asked about has to do
// with what it has said.
func (d *daemon) askEngine(q engine.Query) {
	if _, is := q.Purpose.(forReview); !is && d.tutor.review.asking {
		d.findSpots()
	}
	if _, is := q.Purpose.(forEvaluation); !is {
		d.stopEvaluation()
	}
	d.opponent.player.Ask(q)
}

// firstThings are the keys of what the players have to do before anybody moves.
var firstThings = strings.Fields("castle-rook castle-king remove-captured put-back put-on take-off illegal set-up set-up-move new-game replace-pawn menu")

// askedFor reports whether the players have been asked to do something that comes first.
func (d *daemon) askedFor() bool { return slices.Contains(firstThings, d.game.Now().Prompt) }

// limit is how long the engine may think: a fixed time, or as its clock allows.
func (d *daemon) limit() engine.Limit {
	l := engine.Limit{Time: d.opponent.think}
	face := d.game.Clock()
	control, err := clock.Parse(d.laws.Clock)
	if face == nil || err != nil || len(control.Periods) == 0 {
		return l
	}
	p, toGo := periodOf(&control, len(d.opponent.line.moves)/2)
	bonus := ms(p.Bonus)
	l.Clock = &engine.Clock{White: ms(face.White), Black: ms(face.Black), WhiteIncrement: bonus, BlackIncrement: bonus, MovesToGo: toGo}
	return l
}

func ms(n int64) time.Duration { return time.Duration(n) * time.Millisecond }

// periodOf is the period in which a player is who has made so many moves, and how many he has to make in it, 0 for all that
// are left. The last one is repeated.
func periodOf(c *clock.Control, made int) (p clock.Period, toGo int) {
	for _, p = range c.Periods {
		if p.Moves == 0 {
			return p, 0
		}
		if made < p.Moves {
			return p, p.Moves - made
		}
		made -= p.Moves
	}
	return p, p.Moves - made%p.Moves
}

// playAnswer announces the engine's move: the board leads the players to carry it out.
func (d *daemon) playAnswer() {
	o := d.opponent
	m, ply, before := o.ready.Move, len(o.line.moves), d.marks
	d.markEngine(o.ready)
	o.score = nil
	if len(o.ready.Lines) > 0 {
		o.score = &o.ready.Lines[0].Score
	}
	o.asked, o.ready = "", nil
	d.key("move", o.line.pos.UCI(m))
	if l, err := d.lineNow(); err != nil || len(l.moves) <= ply || l.moves[ply] != m {
		d.marks = before
		o.after = d.clock() + o.tried.wait(o.line.key) // it is asked again, but not at once
	}
	d.oppose()
}

// refused counts the moves that the game didn't take in one position.
type refused struct {
	at string // line.key
	n  int
}

// wait counts one more, and returns for how many ms none is announced now.
func (r *refused) wait(at string) int64 {
	if r.at != at {
		*r = refused{at: at}
	}
	r.n++
	return refusedWait << min(r.n-1, refusedTwice)
}

// drawFrom is how many plies an engine wants to see before it agrees to a draw.
const drawFrom = 20

// answerOffer has the engine answer a draw that a press offers it, in words too: it agrees where it thought no better of its position than
// equal when it moved last, but not before some moves have been made.
func (d *daemon) answerOffer(p *sensors.Press) {
	o := d.opponent
	if !o.on || d.game.Over() || !d.game.Begun() || p.Key != "draw-"+o.side.Other().String() {
		return
	}
	answer, key := "decline-", "engine-declines"
	if o.score != nil && o.score.Value() <= 0 && len(d.game.Moves()) >= drawFrom {
		answer, key = "draw-", "engine-accepts"
	}
	d.key(answer+o.side.String(), "")
	d.publish(d.game.Note(d.time.told, game.Event{Type: game.Help, Key: key, Args: map[string]string{"side": o.side.String()}}))
}

// forMove is the purpose of a query for a move in a line.
type forMove string

// answered takes in what the engine found.
func (d *daemon) answered(a engine.Answer) {
	o := d.opponent
	switch about := a.Purpose.(type) {
	case forMove:
		if string(about) == o.asked && o.on {
			o.ready = &a
		}
	case forTrial:
		d.testified(&a, about)
	case forHint:
		d.advised(&a, about)
	case forReview:
		d.looked(&a, about)
	case forEvaluation:
		d.valued(&a, about)
	}
}

// wanted is the level that a text asks for, the present one for "".
func (o *opponent) wanted(level string) (engine.Level, error) {
	if level == "" {
		return o.level, nil
	}
	return engine.ParseLevel(level)
}

// setOpponent lets the engine play a side at a level; "" leaves either as it is. After an error nothing has changed.
func (d *daemon) setOpponent(side, level string) error {
	o := d.opponent
	to, err := o.wanted(level)
	if err != nil {
		return err
	}
	o.rest()
	o.level = to
	if o.sit(side) {
		d.tellOpponent("gone")
	}
	d.oppose()
	return nil
}

// sit has the engine play a side; "" leaves it as it is. gone is true when it played and doesn't any more.
func (o *opponent) sit(side string) (gone bool) {
	was := o.on
	switch side {
	case "white":
		o.on, o.side = true, rules.White
	case "black":
		o.on, o.side = true, rules.Black
	case "none":
		o.on = false
	}
	if o.on {
		o.player.Prepare()
	}
	return was && !o.on
}

// tellOpponent tells how the engine is, when that is something new.
func (d *daemon) tellOpponent(state string) {
	o := d.opponent
	now := web.Opponent{Side: o.side.String(), Level: o.player.Level(o.level).String(), Engine: o.player.Name(), State: state}
	if now == o.told {
		return
	}
	o.told = now
	d.publish(d.game.Note(d.time.pass(d.clock()), game.Event{Type: game.Opponent, Side: now.Side, Key: now.Level, State: state, Text: now.Engine}))
}

// about says who plays, for the state.
func (o *opponent) about() *web.Opponent {
	if !o.on {
		return nil
	}
	now := o.told
	return &now
}
