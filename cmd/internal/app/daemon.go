package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"jadoube/boardstate"
	"jadoube/boardstate/game"
	"jadoube/boardstate/teacher"
	"jadoube/cmd/internal/access"
	"jadoube/cmd/internal/config"
	"jadoube/cmd/internal/engine"
	"jadoube/cmd/internal/store"
	"jadoube/cmd/internal/web"
	"jadoube/hw"
	"jadoube/ledmatrix"
	"jadoube/rules"
	"jadoube/rules/pgn"
	"jadoube/sensors"
	"jadoube/sensors/sim"
	"jadoube/sensors/trace"
)

// settings are what the daemon needs of the config.
type settings struct {
	board    config.Board
	buttons  config.Buttons
	buzzer   config.Buzzer
	wires    func() hw.Wiring
	kind     sensors.Kind
	scan     int64 // ms between two scans, 0 = unknown
	lever    bool
	debounce sensors.Debounce
	lifts    bool
	laws     trace.Header // of which only Laws, Level, Clock, Rated, First, Default and Outside are set
	tags     []pgn.Tag
	play     config.Game // of which lifts, laws and tags are: what the next game is to be like
	data     string
	leds     config.LEDs
	lights   lightSettings
	engine   engine.Settings
	side     string // that the engine plays, or "none"
	level    engine.Level
	think    time.Duration   // of the engine about a move, 0 = what its clock allows
	help     [2]teacher.Help // of each side
	takeback time.Duration   // for how long a bad move may be taken back
	menus    config.Menu
	policy   access.Policy
	log      *slog.Logger

	database   store.Options
	unfinished string // what becomes of a game that was cut off: "resume", "ask" or "abort"
	pruning    pruning
	machine    machine
	retry      time.Duration // how long a disk that failed is left alone
}

// daemon owns one board and the game on it. One loop does everything that touches the game; the
// rest of the program asks the loop, or reads the copies that it leaves behind mu.
type daemon struct {
	settings
	began  time.Time
	sim    *sim.Board     // nil when the board is a real one
	source sensors.Source // whose readings are taken: the board
	game   *game.Session

	time        timeline
	frame       sensors.Frame // what the sensors say
	before      []string      // the texts of the recording's games before this one
	recording   *kept         // in the database
	chronicle   chronicle     // of the recording
	beginning   beginning     // as rollOver saw it last
	calendar    calendar      // of the recording
	last        int64         // the newest event that is to be kept
	noted       int64         // ms in the recording: the database has heard of the time up to here
	away        int64         // ms in the recording at which the board was last read, before it was taken up again; -1 once it is read
	readings    chan sensors.Reading
	unread      chan trouble // why a board or buttons couldn't be read
	orders      chan order
	calls       chan func() // what others want to be done in the loop
	devices     *access.Book
	meters      *meters
	ended       chan struct{} // closed when the loop is
	rec         *recorder
	journal     *journal
	files       *pgnFiles
	lights      *lights
	keys        sensors.Source // buttons; nil when there are none
	hummer      *buzzer
	kept        *keeper
	unrecorded  bool              // it was told that what is played doesn't reach the disk
	lit         map[string]string // the picture on the LEDs, by the squares of the game
	ill         []web.Health      // how the parts are that have failed once
	opponent    *opponent
	tutor       *tutor
	menu        menu
	progress    map[string]teacher.Progress // by player
	begun       config.Game                 // play as it was when the record was begun
	configured  config.Game                 // play as the config last had it
	reviews     chan reviewed
	evaluations []*evaluation // the newest last; written by the loop, behind mu
	marks       marks         // of the game that is played
	marksBefore marks         // of the game before it

	mu    sync.RWMutex
	state web.State
	text  string // the PGN
	base  int64  // the board's time when the recording began
	tape  *tape  // the raw record, nil when there is none
}

// order is a command on its way to the loop.
type order struct {
	web.Command
	done chan<- error
}

func newDaemon(s settings, driver ledmatrix.Driver) (*daemon, error) {
	d := &daemon{
		settings: s, began: time.Now(), away: -1,
		readings: make(chan sensors.Reading, 64), unread: make(chan trouble), orders: make(chan order), ended: make(chan struct{}),
		calls: make(chan func()), devices: access.New(s.policy), meters: newMeters(), progress: map[string]teacher.Progress{},
		begun: s.play, configured: s.play,
	}
	if _, real := boards[s.board.Kind]; real {
		board := newWired(&s, d.clock)
		d.source = board
		if s.leds.Own() {
			driver = &boardLights{board: board, config: s.leds}
		}
	} else {
		d.simulate()
	}
	d.keys, d.hummer = newButtons(s.buttons, s.wires, d.clock), newBuzzer(s.buzzer, s.wires)
	d.rec = newRecorder(s.data, s.log)
	d.menu = newMenu(&s)
	d.opponent, d.tutor, d.reviews = newOpponent(&s), newTutor(&s), make(chan reviewed, 4)
	d.rec.retry = s.retry
	d.lights = newLights(driver, s.lights, s.log)
	d.state = web.State{Health: []web.Health{}, Lights: d.lights.looks()}
	d.meters.watch(d)
	return d, d.begin()
}

// simulate puts the men up on a simulated board.
func (d *daemon) simulate() {
	start := rules.StartPosition()
	d.sim = sim.NewBoard(d.kind, d.lever, boardstate.Men(&start), d.clock)
	d.source = d.sim
}

// clock is the board's time: ms since the daemon began.
func (d *daemon) clock() int64 { return time.Since(d.began).Milliseconds() }

// newGame begins a recording, and a game on what stands on the board. After an error nothing has changed.
func (d *daemon) newGame(fen string) error { return d.newGameAt(fen, d.clock()) }

// newGameAt is newGame with the time of the board at which the recording begins.
func (d *daemon) newGameAt(fen string, base int64) error {
	now := d.machine.now()
	sure := d.machine.trusted()
	opt := game.Options{Kind: d.kind, Scan: d.scan, FEN: fen, Debounce: d.debounce, Lifts: d.lifts, Tags: d.gameTags(now, sure)}
	laws := d.laws
	laws.Lever = d.lever
	if laws.Level != "" {
		opt.Laws = LawsOf(&laws)
	}
	g, err := game.NewSession(opt)
	if err != nil {
		return err
	}
	h := d.header(&opt)
	frame, err := h.Start()
	if err != nil {
		return err
	}
	name := d.rec.freeName(now, sure)
	if err := d.rec.begin(h, name, d.last); err != nil {
		return err
	}
	d.begun, d.tutor.silent = d.play, silences(d.laws.Level)
	d.game, d.before, d.frame, d.time, d.chronicle = g, nil, frame, timeline{base: base}, chronicle{}
	d.calendar = calendar{began: now, dated: sure, anchor: now, sure: sure}
	d.recording = &kept{tape: d.rec.text(), Recording: store.Recording{
		Name: name, Header: d.rec.headerText(), Began: now, Dated: sure, Boot: d.machine.boot, Uptime: d.machine.uptime(), Hands: d.hands(),
	}}
	d.mu.Lock()
	d.tape, d.base = d.rec.text(), d.time.base
	d.mu.Unlock()
	d.publish(g.Begin())
	return nil
}

// loop runs until ctx ends or the board does. Readers have then been given all events; the record may
// still be on its way to the disk.
func (d *daemon) loop(ctx context.Context) error {
	defer close(d.ended)
	boardErr := make(chan error, 1)
	go func() { boardErr <- d.readAll(ctx); close(boardErr) }()
	defer letGo(boardErr)
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	pulse := time.NewTimer(time.Hour)
	defer pulse.Stop()
	for {
		d.gesture()
		if d.menu.leaving {
			d.finish()
			return nil
		}
		d.oppose()
		d.arm(timer)
		d.armPulse(pulse)
		select {
		case <-ctx.Done():
			d.finish()
			return nil
		case err := <-boardErr:
			d.finish()
			return err
		case r := <-d.readings:
			d.take(r)
		case t := <-d.unread:
			d.meters.unread.Inc()
			d.health(t.part, t.text)
			if t.text != "" {
				d.standStill()
			}
		case text := <-d.hummer.trouble:
			d.health("buzzer", text)
		case o := <-d.orders:
			err := d.obey(ctx, o.Command)
			d.picture(nil) // with what no event tells
			o.done <- err
		case f := <-d.calls:
			f()
		case text := <-d.rec.trouble:
			d.health("recording", text)
		case text := <-d.journal.trouble:
			d.health("database", text)
		case text := <-d.files.trouble:
			d.health("pgn files", text)
		case text := <-d.lights.trouble:
			d.health("leds", text)
		case a := <-d.opponent.player.Answers():
			d.answered(a)
		case text := <-d.opponent.player.Trouble():
			d.engineTrouble(text)
		case found := <-d.reviews:
			d.showReview(found)
		case <-d.tutor.timer.C:
			if err := d.goOn(ctx); err != nil {
				d.log.Error("the lesson can't go on", "error", err)
			}
			d.refresh()
		case <-d.opponent.timer.C: // the engine's move may be played
		case <-d.menu.timer.C: // hands have held something for long enough
		case <-pulse.C:
			d.beat()
		case <-timer.C:
			// One millisecond is left out: a reading of this very millisecond may still come,
			// and what it changes comes before what the millisecond's end would say.
			d.publish(d.game.Advance(d.time.pass(d.clock() - 1)))
			d.report(d.goAlong())
			d.dateAgain()
		}
		d.leaveLesson()
		d.rollOver()
	}
}

// arm sets the timer to when the game will have something to say, or the time of day may have been set.
func (d *daemon) arm(timer *time.Timer) {
	wait, now := time.Minute, d.clock()
	if at, ok := d.game.Next(); ok {
		wait = ms(at + 1 + d.time.base - now)
	}
	if p := d.tutor.playback; p != nil {
		if at, ok := p.next(now); ok {
			wait = min(wait, ms(at+1-now))
		}
	}
	timer.Reset(max(wait, time.Millisecond))
}

// letGo waits for the board to be closed, so that nobody finds its wires in use; but not for one that hangs.
func letGo(closed <-chan error) {
	for patience := time.After(time.Second); ; {
		select {
		case _, open := <-closed:
			if !open {
				return
			}
		case <-patience:
			return
		}
	}
}

// trouble is what is wrong with a part, "" when it is well again.
type trouble struct{ part, text string }

// readAll reads the board, and the buttons beside it, until ctx or the board ends.
func (d *daemon) readAll(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	var wg sync.WaitGroup
	if d.keys != nil {
		wg.Go(func() { d.read(ctx, "buttons", d.keys) })
	}
	d.read(ctx, "board", d.source)
	cancel()
	wg.Wait()
	return nil
}

// read brings a source's readings to the loop, and what kept it from being read.
func (d *daemon) read(ctx context.Context, part string, source sensors.Source) {
	defer source.Close()
	ill := false
	for {
		r, err := source.Next(ctx)
		if ctx.Err() != nil || errors.Is(err, io.EOF) {
			return
		}
		if t := (trouble{part: part}); err != nil || ill {
			if ill = err != nil; ill {
				t.text = fmt.Sprintf("%s: %v", source, err)
			}
			select {
			case d.unread <- t:
			case <-ctx.Done():
				return
			}
		}
		if ill {
			continue
		}
		select {
		case d.readings <- r:
		case <-ctx.Done():
			return
		}
	}
}

// take writes a reading down, then lets the game have it. What can't be written down is no reading: the
// game must be what its record says.
func (d *daemon) take(r sensors.Reading) {
	if d.tutor.playback != nil {
		d.followed(r)
		return
	}
	r.Changes = d.news(r.Changes)
	if r.Gap > 0 && d.away >= 0 {
		r.Gap = d.unwatched(&r)
	}
	if d.unseen(r.Press) {
		d.log.Warn("the clock doesn't run on: " + errUnseen.Error())
		return
	}
	if r.Press != nil && d.inLesson(r.Press) != nil {
		d.log.Info("a button", "key", r.Press.Key, "answer", errInLesson)
		r.Press = nil
	}
	if len(r.Changes) == 0 && r.Press == nil && r.Gap == 0 {
		return
	}
	r.T = d.time.reading(r.T)
	if r.Gap > 0 {
		d.tutor.asked = r.T // nobody saw how what has changed came about
	}
	if err := d.rec.write(r); err != nil {
		d.health("board", "a reading was left out: "+err.Error())
		return
	}
	d.frame.Apply(r.Changes)
	d.meters.reading(&r)
	events := d.heard(d.game.Read(r))
	var out []store.Event
	if len(events) > 0 {
		out = d.show(events)
	}
	d.keep([]sensors.Reading{r}, out, events)
	if r.Press != nil && d.tutor.asking && d.saysGoOn(r.Press) {
		d.goOnPlaying()
	}
	if r.Press == nil {
		d.health("board", "")
		d.warn()
	}
	if r.Press != nil {
		d.menuKey(r.Press)
		d.answerOffer(r.Press)
	}
	if r.Press != nil && r.Press.Key == "hint" {
		if err := d.hint(); err != nil {
			d.log.Info("a button asked for a hint", "answer", err)
		}
	}
}

var errUnseen = errors.New("the board hasn't been read since the program was started: nobody knows how the men stand")

// unseen reports whether a press would let the clock run on although nobody has seen the board since the game was taken up.
func (d *daemon) unseen(p *sensors.Press) bool {
	return p != nil && p.Key == "resume" && d.away >= 0 && d.sim == nil
}

// standStill stops the clocks when the board or the buttons can't be read any more: a fault takes nobody's time. A clock at the board goes
// its own way.
func (d *daemon) standStill() {
	if c := d.game.Clock(); c != nil && c.Running != "" && !d.laws.Outside {
		d.key("pause", "defect")
	}
}

// key presses a key now, for the record and the game.
func (d *daemon) key(key, args string) {
	d.take(sensors.Reading{T: d.clock(), Press: &sensors.Press{Key: key, Args: args}})
}

// news are the changes that change something.
func (d *daemon) news(changes []sensors.Change) []sensors.Change {
	return slices.DeleteFunc(slices.Clone(changes), func(c sensors.Change) bool {
		return c.Square.Valid() && d.frame[c.Square] == c.To
	})
}

// health tells how a part is: what is wrong with it, "" when it is well.
func (d *daemon) health(part, text string) { d.healthIs(part, "failed", text) }

// healthIs is health with a word for what isn't well.
func (d *daemon) healthIs(part, state, text string) {
	i := slices.IndexFunc(d.ill, func(h web.Health) bool { return h.Part == part })
	if i < 0 && text == "" || i >= 0 && d.ill[i].Text == text {
		return
	}
	if text == "" {
		state = "ok"
	}
	d.publish(d.game.Note(d.time.pass(d.clock()), game.Event{Type: game.Health, Part: part, State: state, Text: text}))
	d.tellRecorded()
}

// note keeps what a health event says of a part, whether the daemon or the game tells it.
func (d *daemon) note(e game.Event) {
	d.ill = slices.DeleteFunc(d.ill, func(h web.Health) bool { return h.Part == e.Part })
	d.ill = append(d.ill, web.Health{Part: e.Part, State: e.State, Text: e.Text})
	d.log.Warn("health", "part", e.Part, "state", e.State, "text", e.Text)
}

// end ends the game's recording. The pause at its end keeps how long the board stood quiet, so that
// whoever replays the record waits as long.
func (d *daemon) end() {
	d.pause()
	d.close(d.game.Finish())
}

func (d *daemon) pause() {
	if d.time.read {
		d.key("pause", "")
	}
}

// close ends the recording with the events of the game's end.
func (d *daemon) close(events []game.Event) {
	events = d.heard(events)
	d.journal.add(d.entry(nil, d.show(events), events, true))
	d.rec.pgn(d.book(), d.last)
	d.rec.end()
}

// finish ends the program's part in the game. A game that isn't over goes on when the program is started again: readers
// are told how the record ends for now, as a replay of it does, but that isn't kept.
func (d *daemon) finish() {
	d.stopFollowing()
	d.pause()
	if events := d.game.Finish(); d.game.Over() || !d.time.read {
		d.close(events)
	} else {
		if events = d.heard(events); len(events) > 0 {
			d.show(events)
		}
		d.rec.pgn(d.book(), d.last)
		d.rec.end()
	}
	d.kept.close()
}

var (
	errNotSimulated = errors.New("this board isn't simulated: move the men on it")
	errEmptyHand    = errors.New("nothing is in the hand: lift a piece first, or name one")
)

// obey carries out a command; what it did to the board has been told when it returns.
func (d *daemon) obey(ctx context.Context, c web.Command) error {
	if d.sim == nil && (c.Do == web.Lift || c.Do == web.Place) {
		return errNotSimulated
	}
	switch c.Do {
	case web.Lift:
		if _, err := d.sim.Lift(d.game.OnBoard(c.Square)); err != nil {
			return err
		}
	case web.Place:
		piece, err := d.inHand(c.Piece)
		if err != nil {
			return err
		}
		if err := d.sim.Place(d.game.OnBoard(c.Square), piece); err != nil {
			return err
		}
	case web.Press:
		p, err := trace.ParsePress(c.Key)
		if err != nil {
			return err
		}
		if d.tutor.playback != nil {
			return errFollowing
		}
		if err := cmp.Or(d.inLesson(&p), d.game.Check(p), checkMenuWords(p)); err != nil {
			return err
		}
		if d.unseen(&p) {
			return errUnseen
		}
		if d.sim == nil {
			d.take(sensors.Reading{T: d.clock(), Press: &p})
			return nil
		}
		if err := d.sim.Press(p); err != nil {
			return err
		}
	case web.NewGame:
		if _, err := d.opponent.wanted(c.Level); err != nil {
			return err
		}
		if err := cmp.Or(d.game.Check(sensors.Press{Key: "new", Args: strings.TrimSpace(c.FEN)}), d.spare(&c)); err != nil {
			return err
		}
		if err := d.wish(&c); err != nil {
			return err
		}
		d.stopFollowing()
		if err := d.arrange(ctx, strings.TrimSpace(c.FEN)); err != nil {
			return err
		}
		return d.setOpponent(c.Side, c.Level)
	case web.Oppose:
		return d.setOpponent(c.Side, c.Level)
	case web.Hint:
		return d.hint()
	case web.Help:
		return d.setHelp(c.Side, c.Steps)
	case web.Lesson:
		return d.startLesson(ctx, &c)
	case web.Review:
		return d.startReview([2]bool{true, true})
	default:
		return fmt.Errorf("command %q: expected lift, place, press, new, opponent, hint, help, lesson, review, follow or evaluate", c.Do)
	}
	return d.follow(ctx)
}

// follow takes the reading that a command has just caused.
func (d *daemon) follow(ctx context.Context) error {
	select {
	case r := <-d.readings:
		d.take(r)
		d.mu.Lock()
		d.state.Tray = d.tray() // the men are where the hand put them before any sensor is believed
		d.mu.Unlock()
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// inHand is the piece of a FEN letter, or the one lifted last for 0.
func (d *daemon) inHand(letter byte) (sensors.Contact, error) {
	if letter != 0 {
		c := sensors.PieceContact(letter)
		if c == sensors.Nothing {
			return c, fmt.Errorf("piece %q: expected a FEN letter, one of PNBRQKpnbrqk", letter)
		}
		return c, nil
	}
	off := d.sim.Off()
	if len(off) == 0 {
		return sensors.Nothing, errEmptyHand
	}
	return off[len(off)-1], nil
}

// arrange begins a game from a position: on the simulated board all men stand at once, on others people set them up.
func (d *daemon) arrange(ctx context.Context, fen string) error {
	p := sensors.Press{Key: "new", Args: fen}
	if err := d.game.Check(p); err != nil {
		return err
	}
	if d.source != sensors.Source(d.sim) {
		if !reflect.DeepEqual(d.play, d.begun) {
			if err := d.anew(); err != nil {
				return err
			}
		}
		d.take(sensors.Reading{T: d.clock(), Press: &p})
		return nil
	}
	pos := rules.StartPosition()
	if fen != "" {
		var err error
		if pos, err = rules.ParsePosition(fen); err != nil {
			return err
		}
	}
	d.end()
	before := d.sim.Standing()
	if err := d.sim.Arrange(boardstate.Men(&pos)); err != nil {
		return err
	}
	if after := d.sim.Standing(); before.As(d.kind) != after.As(d.kind) {
		select {
		case <-d.readings:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return d.newGame(fen)
}
