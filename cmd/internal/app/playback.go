package app

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"jadoube/boardstate"
	"jadoube/boardstate/game"
	"jadoube/cmd/internal/web"
	"jadoube/rules"
	"jadoube/rules/pgn"
	"jadoube/rules/square"
	"jadoube/sensors"
)

// nextShows is for how long the board rests after a move before the next is lit.
const nextShows = 400 * time.Millisecond

// playback is a game of the library that is followed on the board: lights lead its moves, one after the other, as somebody
// makes them. It reads the board with a session of its own for each move, so that no record has what is done meanwhile;
// the game of the daemon hears at the end that the board wasn't read for a while.
//
//	             all men stand                 made
//	setting up ────────────────▶ a move is lit ─────▶ the next one …  over
//	     ▲                            │ another move was made, or a ply is asked for
//	     └────────────────────────────┘
type playback struct {
	about web.GameRow
	fens  []string // before the first move, after it, …
	moves []string // UCI
	sans  []string
	ply   int // so many have been made

	opt   game.Options
	deaf  square.Set    // sensors that are broken: they are taken to say what is expected of them
	board *game.Session // from the position after ply moves
	lit   bool          // its next move is announced
	base  int64         // ms of the board: when board began
	rest  int64         // ms of the board: until then nothing more is lit

	saw   string        // the frame as it was told last
	began int64         // ms of the board: since when the daemon's game hears nothing
	frame sensors.Frame // what the sensors say, by the board's own squares
	stood sensors.Frame // simulated board: the men as they stood before
	off   []sensors.Contact
}

// newPlayback reads a game of the library. One without moves can't be followed.
func newPlayback(row web.GameRow, g *pgn.Game) (*playback, error) {
	pos, err := g.Start()
	if err != nil {
		return nil, err
	}
	if len(g.Moves) == 0 {
		return nil, web.Refuse("game %d has no moves that could be followed", row.ID)
	}
	p := &playback{about: row, fens: []string{pos.FEN()}}
	for i := range g.Moves {
		m := g.Moves[i].Move
		p.moves, p.sans = append(p.moves, pos.UCI(m)), append(p.sans, pos.SAN(m))
		pos = pos.Play(m)
		p.fens = append(p.fens, pos.FEN())
	}
	return p, nil
}

// seek begins from the position after so many moves at a moment of the board, in ms; where other men stand they are led there first.
// frame is by the game's squares.
func (p *playback) seek(ply int, now int64, frame sensors.Frame) error {
	p.ply, p.base, p.lit = ply, now, false
	opt := p.opt
	frame = p.heard(ply, frame)
	opt.FEN, opt.Start = fresh(p.fens[ply]), &frame
	s, err := game.NewSession(opt)
	if err != nil {
		return fmt.Errorf("the position after ply %d: %w", ply, err)
	}
	p.board = s
	s.Begin()
	return nil
}

// men are what the sensors say when all men stand after so many moves.
func (p *playback) men(ply int) sensors.Frame {
	pos := rules.MustFEN(p.fens[ply]) // which the rules have written
	f := boardstate.Men(&pos)
	return f.As(p.opt.Kind)
}

// heard is a frame in which broken sensors say what is expected after so many moves.
func (p *playback) heard(ply int, frame sensors.Frame) sensors.Frame {
	want := p.men(ply)
	for s := range p.deaf.Squares() {
		frame[s] = want[s]
	}
	return frame
}

// fresh is a FEN whose half-moves are counted anew: games were played on after seventy-five moves without a capture.
func fresh(fen string) string {
	fields := strings.Fields(fen)
	if len(fields) > 4 {
		fields[4] = "0"
	}
	return strings.Join(fields, " ")
}

// read takes a reading, by the game's squares.
func (p *playback) read(r sensors.Reading) {
	r.Changes = slices.DeleteFunc(r.Changes, func(c sensors.Change) bool { return p.deaf.Has(c.Square) })
	p.board.Read(r)
}

// advance lets time pass up to a moment of the board and lights the next move when the last is made.
func (p *playback) advance(now int64, frame func() sensors.Frame) error {
	p.board.Advance(now - p.base)
	switch {
	case p.board.Now().Prompt == "new-game": // men that came home ask for none here
		return p.seek(p.ply, now, frame())
	case !p.board.Begun():
		return nil
	}
	if !p.lit {
		return p.light(now)
	}
	made := p.board.Moves()
	if len(made) == 0 || !p.ahead(made) {
		return p.seek(p.ply, now, frame())
	}
	if ply := p.ply + len(made); p.board.Now().Prompt != "" || p.heard(ply, frame()) != p.men(ply) {
		return nil
	}
	p.rest = now + nextShows.Milliseconds()
	return p.seek(p.ply+len(made), now, frame())
}

// ahead reports whether what was made is how the game goes on, if need be further than it was led.
func (p *playback) ahead(made []game.MoveShown) bool {
	if p.ply+len(made) > len(p.moves) {
		return false
	}
	for i, m := range made {
		if m.UCI != p.moves[p.ply+i] {
			return false
		}
	}
	return true
}

// light announces the next move.
func (p *playback) light(now int64) error {
	if p.over() || now < p.rest || len(p.board.InHand()) > 0 || p.board.Now().Prompt != "" {
		return nil
	}
	p.board.Read(sensors.Reading{T: now - p.base, Press: &sensors.Press{Key: "move", Args: p.moves[p.ply]}})
	if made := p.board.Moves(); len(made) == 0 || made[0].UCI != p.moves[p.ply] {
		return fmt.Errorf("ply %d, %s, can't be led on the board", p.ply+1, p.sans[p.ply])
	}
	p.lit = true
	return nil
}

func (p *playback) over() bool { return p.ply == len(p.moves) }

// next is the moment of the board at which there will be something new if nothing else happens.
func (p *playback) next(now int64) (at int64, ok bool) {
	at, ok = p.board.Next()
	at += p.base
	if p.rest > now && (!ok || p.rest < at) {
		at, ok = p.rest, true
	}
	return at, ok
}

// shows are the lights and words.
func (p *playback) shows() (leds map[string]string, say web.Prompt) {
	now := p.board.Now()
	leds, say = maps.Clone(now.LEDs), web.Prompt{Key: now.Prompt, Args: now.PromptArgs}
	if say.Key == "" && p.over() && p.board.Begun() {
		say = web.Prompt{Key: "follow-over", Args: map[string]string{"result": p.about.Result}}
	}
	return leds, say
}

// shown is what the page is told.
func (p *playback) shown() *web.Following {
	f := &web.Following{Game: p.about.ID, White: p.about.White, Black: p.about.Black, Result: p.about.Result, Ply: p.ply, Of: len(p.moves), FEN: p.board.Now().FEN, State: "set-up"}
	f.Moves = make([]web.Move, p.ply)
	for i := range f.Moves {
		f.Moves[i] = web.Move{Ply: i + 1, UCI: p.moves[i], SAN: p.sans[i], FEN: p.fens[i+1], Settled: true}
	}
	switch {
	case p.over() && p.board.Begun():
		f.State = "over"
	case p.lit:
		f.State, f.SAN = "move", p.sans[p.ply]
	case p.board.Begun():
		f.State = "move"
	}
	return f
}

var (
	errPlaying   = errors.New("a game is being played: end it, or begin a new one, first")
	errFollowing = errors.New("a game of the library is being followed: leave it first")
)

// underway reports whether moves have been made on the board, and the game, or what a lesson asks for, isn't over.
func (d *daemon) underway() bool {
	return d.game.Begun() && !d.game.Over() && len(d.game.Moves()) > 0
}

// playing reports whether a game is under way, and no lesson.
func (d *daemon) playing() bool { return d.tutor.lesson == nil && d.underway() }

// spare returns web.ErrPlaying for a command that would end the game that is being played, unless who gave it is sure.
func (d *daemon) spare(c *web.Command) error {
	if d.playing() && !c.Sure {
		return web.ErrPlaying
	}
	return nil
}

// startFollowing leads a game of the library on the board from the position after so many moves; one that is followed already
// goes on from there.
func (d *daemon) startFollowing(ctx context.Context, p *playback, ply int) error {
	if ply < 0 || ply > len(p.moves) {
		return fmt.Errorf("ply %d: game %d has 0 to %d", ply, p.about.ID, len(p.moves))
	}
	if old := d.tutor.playback; old != nil && old.about.ID == p.about.ID {
		return d.seek(ply)
	}
	if d.playing() {
		return errPlaying
	}
	d.stopFollowing()
	d.endLesson()
	d.opponent.rest()
	p.opt = game.Options{Kind: d.kind, Scan: d.scan, Debounce: d.debounce, Lifts: d.lifts}
	p.began, p.frame = d.clock(), d.frame
	for _, h := range d.ill {
		name, is := strings.CutPrefix(h.Part, game.SensorPart)
		if s, err := square.Parse(strings.TrimSpace(name)); is && err == nil && h.State != "ok" {
			p.deaf = p.deaf.With(s)
		}
	}
	if d.source == sensors.Source(d.sim) {
		p.stood, p.off = d.sim.Standing(), d.sim.Off()
		if err := d.standAs(ctx, p.fens[ply]); err != nil {
			return err
		}
		p.frame = d.sim.Standing().As(d.kind)
	}
	if err := p.seek(ply, d.clock(), d.turned(p.frame)); err != nil {
		return err
	}
	d.tutor.playback = p
	d.tellFollowing("follow-begin")
	return d.goAlong()
}

// standAs puts the men of the simulated board up for a position of a game that is followed.
func (d *daemon) standAs(ctx context.Context, fen string) error {
	pos, err := rules.ParsePosition(fen)
	if err != nil {
		return err
	}
	before := d.sim.Standing()
	if err := d.sim.Arrange(d.turned(boardstate.Men(&pos))); err != nil {
		return err
	}
	return d.passOver(ctx, before)
}

// passOver takes the reading that tells how the men of the simulated board stand otherwise than before, which nobody is to hear.
func (d *daemon) passOver(ctx context.Context, before sensors.Frame) error {
	if after := d.sim.Standing(); before.As(d.kind) == after.As(d.kind) {
		return nil
	}
	select {
	case <-d.readings:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// turned is a frame by the game's squares, of one by the board's own, or the other way round.
func (d *daemon) turned(f sensors.Frame) (out sensors.Frame) {
	for s, c := range f {
		out[d.game.OnBoard(square.Square(s))] = c
	}
	return out
}

func (d *daemon) seek(ply int) error {
	p := d.tutor.playback
	p.rest = 0
	if err := p.seek(ply, d.clock(), d.turned(p.frame)); err != nil {
		return err
	}
	return d.goAlong()
}

// goAlong tells what is to be shown of the game that is followed now.
func (d *daemon) goAlong() error {
	p := d.tutor.playback
	if p == nil {
		return nil
	}
	now := d.clock()
	err := p.advance(now, func() sensors.Frame { return d.turned(p.frame) })
	if err == nil {
		err = p.advance(now, func() sensors.Frame { return d.turned(p.frame) }) // what stands already is led on from at once
	}
	if err != nil {
		d.stopFollowing()
		return err
	}
	d.refresh()
	if frame := p.board.Now().Frame; frame != p.saw {
		p.saw = frame
		d.tell([]game.Event{{T: d.time.told, Type: game.Sensors, Frame: frame}})
	}
	d.picture(nil)
	return nil
}

// followed takes a reading while a game is followed: the game on the board hears nothing of it.
func (d *daemon) followed(r sensors.Reading) {
	p := d.tutor.playback
	p.frame.Apply(r.Changes)
	d.meters.reading(&r)
	if r.Press != nil {
		if r.Press.Key == "takeback" && p.ply > 0 {
			d.report(d.seek(p.ply - 1))
		}
		return
	}
	for i := range r.Changes {
		r.Changes[i].Square = d.game.OnBoard(r.Changes[i].Square)
	}
	r.T = max(r.T-p.base, 0)
	p.read(r)
	d.health("board", "")
	d.report(d.goAlong())
}

func (d *daemon) report(err error) {
	if err != nil {
		d.log.Error("the game can't be followed", "error", err)
	}
}

// stopFollowing leaves the game that is followed. What stands on the board otherwise than before is told to the game there as after a
// time in which nobody read the board; the men of a simulated board go back.
func (d *daemon) stopFollowing() {
	p := d.tutor.playback
	if p == nil {
		return
	}
	d.tutor.playback = nil
	if d.source == sensors.Source(d.sim) {
		d.sim.Restore(p.stood, p.off)
		p.frame = d.frame
	}
	now := d.clock()
	if changes := between(d.frame, p.frame); len(changes) > 0 {
		d.take(sensors.Reading{T: now, Gap: max(now-p.began, 1), Changes: changes})
	}
	d.tellFollowing("follow-end")
	d.refresh()
	d.tell([]game.Event{{T: d.time.told, Type: game.Sensors, Frame: d.game.Now().Frame}})
}

// tellFollowing says that a game is followed, or no longer.
func (d *daemon) tellFollowing(key string) {
	d.publish(d.game.Advance(d.time.pass(d.clock() - 1)))
	d.tell([]game.Event{{T: d.time.told, Type: game.Help, Key: key}})
}

// aboutFollowing is what is being followed, for the state.
func (d *daemon) aboutFollowing() *web.Following {
	if p := d.tutor.playback; p != nil {
		return p.shown()
	}
	return nil
}
