package app

import (
	"slices"
	"strings"

	"jadoube/boardstate/game"
	"jadoube/cmd/internal/store"
	"jadoube/cmd/internal/web"
	"jadoube/rules/pgn"
	"jadoube/rules/square"
	"jadoube/sensors"
)

// movesTold are the types of events that say what the moves are.
var movesTold = []game.Type{game.Setup, game.Provisional, game.Withdrawn, game.Move, game.Amended, game.Takeback, game.ResultShown}

// publish tells events and has them kept.
func (d *daemon) publish(events []game.Event) { d.tell(d.heard(events)) }

// heard are events as everybody but the game hears of them: the engine has, and the teacher had a hand in them.
func (d *daemon) heard(events []game.Event) []game.Event {
	if len(events) == 0 {
		return nil
	}
	d.opponent.hear(events, d.clock())
	d.hummer.hear(events)
	return d.teach(events)
}

// tell is publish for what has been heard.
func (d *daemon) tell(events []game.Event) {
	if len(events) > 0 {
		d.keep(nil, d.show(events), events)
	}
}

// show draws the events' lights and tells the readers. It numbers the events and returns them as they are to be kept.
func (d *daemon) show(events []game.Event) []store.Event {
	for i := range events {
		d.meters.event(&events[i])
		switch events[i].Type {
		case game.Setup: // the lights and the sensors of the game before
			d.lightUp(nil)
			d.ill = slices.DeleteFunc(d.ill, func(h web.Health) bool { return strings.HasPrefix(h.Part, game.SensorPart) })
		case game.Provisional, game.Withdrawn, game.Move:
			d.display(&events[i])
		case game.LEDs:
			d.lightUp(events[i].LEDs)
		case game.Health:
			d.note(events[i])
		}
	}
	out := d.kept.add(events)
	d.picture(events)
	d.kept.tell()
	return out
}

// picture draws the state anew that readers find.
func (d *daemon) picture(events []game.Event) {
	moves, text := d.state.Moves, d.text // written by this loop alone
	if tellsOf(events, movesTold...) {
		moves, text = d.moves(), d.pgn(d.game.PGN(), &d.marks)
	}
	state := d.snapshot(d.kept.lastNumber(), moves)
	d.mu.Lock()
	d.state, d.text = state, text
	d.mu.Unlock()
}

// keep hands what happened at one moment to the database, and to the files what they may say when it is safe there.
func (d *daemon) keep(readings []sensors.Reading, out []store.Event, events []game.Event) {
	d.journal.add(d.entry(readings, out, events, false))
	if tellsOf(events, game.Setup, game.Move, game.Amended, game.Takeback, game.Ambiguous, game.ResultShown) {
		d.rec.pgn(d.book(), d.last)
	}
}

// entry is what happened at one moment, as it is to be kept; over says that the recording is.
func (d *daemon) entry(readings []sensors.Reading, out []store.Event, events []game.Event, over bool) *entry {
	for i := range events {
		d.chronicle.take(&events[i])
	}
	if n := len(out); n > 0 {
		d.last = out[n-1].N
	}
	d.noted = d.time.told
	e := &entry{rec: d.recording, readings: readings, events: out, told: d.time.told, hands: d.hands()}
	switch {
	case over:
		e.games, e.end = d.played(true, true), d.machine.now()
	case tellsOf(events, movesTold...) || tellsOf(events, game.Ambiguous, game.Illegal, game.Restore):
		e.games = d.played(tellsOf(events, game.Setup), false)
	}
	return e
}

// onBoard is a picture by the board's own squares, which are those of its LEDs.
func (d *daemon) onBoard(leds map[string]string) map[string]string {
	out := make(map[string]string, len(leds))
	for name, meaning := range leds {
		if sq, err := square.Parse(name); err == nil {
			out[d.game.OnBoard(sq).String()] = meaning
		}
	}
	return out
}

// tellsOf reports whether an event of one of the types is among them.
func tellsOf(events []game.Event, types ...game.Type) bool {
	return slices.ContainsFunc(events, func(e game.Event) bool { return slices.Contains(types, e.Type) })
}

// book is the text of all games of the recording, as a replay prints them.
func (d *daemon) book() string {
	games, ended := d.game.Games(false), d.game.Ended()
	for _, g := range games[min(len(d.before), ended):ended] {
		d.before = append(d.before, d.pgn(g, &d.marksBefore)) // it won't change any more
	}
	texts := slices.Clone(d.before)
	for _, g := range games[ended:] { // the one that is played, which may have lost its only move again
		texts = append(texts, d.pgn(g, &d.marks))
	}
	return strings.Join(texts, "\n")
}

func (d *daemon) pgn(g *pgn.Game, m *marks) string {
	m.write(g)
	text, err := Text(g)
	if err != nil {
		d.log.Error("a game has no PGN", "error", err)
	}
	return text
}

func (d *daemon) moves() []web.Move {
	shown := d.game.Moves()
	moves := make([]web.Move, len(shown))
	for i, m := range shown {
		moves[i] = web.Move(m)
	}
	return moves
}

func (d *daemon) snapshot(last int64, moves []web.Move) web.State {
	now := d.game.Now()
	if t := d.tutor; t.shows {
		now.LEDs, now.Prompt, now.PromptArgs = t.leds, t.prompt.Key, t.prompt.Args
	}
	if p := d.tutor.playback; p != nil {
		now.Frame = p.board.Now().Frame
	}
	s := web.State{
		N: last, FEN: now.FEN, Start: now.Start, Tags: now.Tags, Frame: now.Frame, Turned: d.game.Turned(), LEDs: map[square.Square]string{},
		Sim: d.sim != nil, Board: web.Info{Kind: d.kind.String(), Scan: d.scan, Lever: d.lever}, Lights: d.state.Lights,
		Recording: web.Recording{On: d.recorded(), File: d.rec.file()}, Tray: d.tray(), Moves: moves, Health: append([]web.Health{}, d.ill...), Opponent: d.opponent.about(),
		Help: d.tutor.aboutHelp(), Lesson: d.aboutLesson(), Review: d.tutor.aboutReview(), Learning: d.aboutProgress(), Next: d.aboutNext(), Following: d.aboutFollowing(), Menu: d.aboutMenu(),
	}
	for name, meaning := range now.LEDs {
		if sq, err := square.Parse(name); err == nil {
			s.LEDs[sq] = meaning
		}
	}
	if now.Prompt != "" {
		s.Prompt = &web.Prompt{Key: now.Prompt, Args: now.PromptArgs}
	}
	if c := d.game.Clock(); c != nil {
		s.Clock = &web.Clock{
			T: c.T, White: c.White, Black: c.Black, Running: c.Running, Turn: c.Turn, Reason: c.Reason, Flag: c.Flag,
			WhiteMoves: c.WhiteMoves, BlackMoves: c.BlackMoves, Away: c.Away, Until: c.Until,
		}
	}
	s.Laws = web.Laws(d.game.Laws())
	if d.game.Over() {
		result, reason := d.game.Result()
		s.Result = &web.Result{Result: result, Reason: reason}
	}
	return s
}

func (d *daemon) tray() *web.Tray {
	if d.sim == nil {
		return nil
	}
	var standing sensors.Frame
	for s, c := range d.sim.Standing() {
		standing[d.game.OnBoard(square.Square(s))] = c
	}
	t := &web.Tray{Stands: standing.String()}
	for _, c := range d.sim.Off() {
		t.Off += string(c.Letter())
	}
	return t
}
