// Package game knows a game on a board: it turns sensor readings and presses into one numbered
// record of events, and the record into PGN. It knows no clock, file or network: time comes in as a
// value, and the same readings always give the same events, byte for byte.
package game

import (
	"fmt"

	"jadoube/boardstate"
	"jadoube/boardstate/referee"
	"jadoube/rules"
	"jadoube/rules/pgn"
	"jadoube/rules/square"
	"jadoube/sensors"
)

// Options say what game is played on what board.
type Options struct {
	Kind     sensors.Kind
	Scan     int64  // ms between two scans, 0 = unknown
	FEN      string // position at the start; "" = the initial position
	Chess960 bool
	Tags     []pgn.Tag        // in the order they are to be written
	Start    *sensors.Frame   // what the sensors say at the start; nil = exactly the position. See [Game.Begin]
	Debounce sensors.Debounce // the zero value suits Scan
	Lifts    bool             // see [boardstate.Options]
	Laws     referee.Options  // Kind is the one above; the zero value keeps nothing
}

// resultQuiet is for how many ms two kings must stand on the centre squares before they are taken
// for a result, resultAnswer for how many more when the players are asked whether they mean it; illegalAfter for how many a man may stand where nothing explains it before the board
// says so; pushQuiet for how many ms a man that is pushed over the squares must rest on one to have arrived.
const (
	resultQuiet  = 3000
	resultAnswer = 5000
	illegalAfter = 700
	pushQuiet    = 150
	choiceTime   = 6000 // for how many ms after a promotion that would end the game another piece may be chosen
)

// Game is a game on a board. It is not safe for concurrent use.
type Game struct {
	opt        Options
	start      rules.Position
	tracker    *boardstate.Tracker
	stable     *sensors.Debouncer
	turned     bool            // White sits at the board's eighth rank; the readings come turned already
	setting    bool            // the men are still being set up
	raw        sensors.Frame   // what the sensors say
	known      sensors.Frame   // what is known of the men that stand, while setting or over
	stood      rules.Position  // of the story in which all men stood on their squares last
	mark       boardstate.Mark // … as the tracker knows it
	recovering bool            // the men are led back to there
	agreed     int64           // ms: since when moves explain what stands instead; -1 when they don't
	guide      guide
	asked      asked      // what the session asks the players
	deaf       square.Set // squares whose sensors were broken in the game before
	story      boardstate.Story
	shown      []shown
	taken      int   // takebacks told
	leap       int   // so many moves went back at once since the last new one
	backAt     int64 // ms: when the button said that moves are taken back, -1 for never
	resumed    bool  // what was told since the men were knocked over is being unsaid
	homeward   bool  // the men stand at home, and nobody took the moves back one after another
	doubts     []doubt
	most       []shown    // the settled moves before the last of them went back
	broken     square.Set // squares whose sensors were told to be broken
	now        int64
	n          int64
	out        []Event
	over       bool
	outcome             // when it is over
	mistaken   *outcome // what the arbiter put right last since then; nil: nothing
	reopened   bool     // it was over once, and goes on by the arbiter's word
	overruled  bool     // … and the men don't stand in it yet
	image      picture
	lights     map[string]string // the image as it was told last
	prompt     prompt
	promptArgs map[string]string
	wrong      square.Set  // squares told to be illegal
	offer      rules.Color // who offered a draw, when offered
	offered    bool
	offeredAt  int64 // ms: when
	asking     signAsked
	buf        []sensors.Stable
	men        men
	came       [64]int64        // ms: when the man who stands on a square was set down
	legacy     *referee.Legacy  // what the game before it left, which it goes on; nil for none
	ref        *referee.Referee // nil: the Laws aren't kept, and there is no clock
	line       []referee.Move   // what he was told last
	voided     rules.Move       // counts no more, or was taken back at a word, and still stands on the board; NoMove
	voidedAt   int              // moves before it
	counts     rules.Move       // counts in its place; NoMove
	unsure     bool             // the result stood, and could still be claimed to break the touch rules, when the recording ended
	ruledOut   bool             // what stands was ruled to be an illegal move, and nothing has changed since: it is no other either
	ruledBack  bool             // the men are led back since it was ruled or asked for; a legal move instead will do
	ruledAt    int64            // ms: when
	complete   bool             // a move was completed, and nobody has asked yet whether it ends the game
	resuming   bool             // the clock is to run on as soon as the men stand
	menu       rest
	saying     saying
	lines      tried // when the game is analysed
	doubtUntil int64 // ms: until then a mate may be claimed to break the touch rules; 0: none stands
}

// shown is a move that was told, in the words in which it was.
type shown struct {
	boardstate.Played
	uci, san, fen string
	settled       bool
	left          int64 // ms that the mover had left when it was completed; -1 for unknown
}

// New begins a game. It fails when the FEN can't be read or the position is refused.
func New(opt Options) (*Game, error) {
	pos := rules.StartPosition()
	if opt.FEN != "" {
		var err error
		if pos, err = rules.ParsePosition(opt.FEN); err != nil {
			return nil, fmt.Errorf("fen %q: %w", opt.FEN, err)
		}
	}
	g := begin(pos, opt)
	if err := g.hire(); err != nil {
		return nil, err
	}
	return g, nil
}

// begin makes the game that starts from pos.
func begin(pos rules.Position, opt Options) *Game {
	if opt.Debounce == (sensors.Debounce{}) {
		opt.Debounce = sensors.DebounceFor(opt.Scan)
	}
	g := &Game{opt: opt, start: pos, stood: pos, backAt: -1, lights: map[string]string{}}
	g.tracker = boardstate.New(pos, boardstate.Options{Kind: opt.Kind, Scan: opt.Scan, Lifts: opt.Lifts, Stand: g.completedStand()})
	g.raw = g.tracker.Frame()
	if opt.Start != nil {
		g.setting = *opt.Start != g.raw
		g.raw = *opt.Start
	}
	g.known = g.raw
	g.stable = sensors.NewDebouncer(opt.Debounce, g.raw)
	g.men.stand(&pos)
	g.story, g.mark = g.tracker.Story(), g.tracker.Mark()
	return g
}

// Begin returns the events that open the record. Where the sensors say something else than the position,
// the men are set up first: what is missing is told, nothing is taken for a move, and the game begins
// with the reading that makes the position stand.
func (g *Game) Begin() []Event {
	g.out = nil
	g.emit(g.setupEvent())
	g.emit(Event{Type: Sensors, Frame: g.stable.Frame().String()})
	if g.ref != nil && g.legacy == nil {
		g.ref.Begin(g.now)
		g.heed()
	}
	if g.setting {
		g.tell()
	}
	return g.out
}

func (g *Game) setupEvent() Event {
	e := Event{Type: Setup, FEN: g.start.FEN(), Chess960: g.opt.Chess960}
	if len(g.opt.Tags) > 0 {
		e.Tags = tagMap(g.opt.Tags)
	}
	if g.turned {
		e.Turned = &g.turned
	}
	return e
}

// Next tells when Advance will have something to say if nothing else happens.
func (g *Game) Next() (at int64, ok bool) {
	if !g.menu.open {
		at, ok = g.tracker.Next()
	}
	soonest := func(t int64) {
		if !ok || t < at {
			at, ok = t, true
		}
	}
	if t, is := g.stable.Next(); is {
		soonest(t)
	}
	if g.over {
		return at, ok
	}
	if g.ref != nil && !g.setting {
		if t, is := g.ref.Next(); is {
			soonest(t)
		}
		if g.doubtUntil > g.now {
			soonest(g.doubtUntil)
		}
	}
	if n := len(g.story.Moves); n > 0 {
		if t := g.restsAt(&g.story.Moves[n-1]); t > g.now {
			soonest(t)
		}
	}
	if t := g.backRestsAt(); g.story.Taken > g.taken && t > g.now {
		soonest(t)
	}
	if g.choosing() {
		if t := g.shown[len(g.shown)-1].Made + choiceTime; t > g.now {
			soonest(t)
		}
	}
	for _, list := range [][]boardstate.Away{g.story.Placed, g.story.Lifted} {
		for _, a := range list {
			for _, since := range [...]int64{a.Since, g.came[a.Square]} {
				if t := since + illegalAfter; t > g.now {
					soonest(t)
				}
			}
		}
	}
	if t := g.agreed + otherwiseAfter; g.recovering && g.agreed >= 0 && t > g.now {
		soonest(t)
	}
	if t := g.story.SignAt + resultQuiet; g.signed() && t > g.now {
		soonest(t)
	}
	if g.asksSign() {
		soonest(g.asking.at + resultQuiet + resultAnswer)
	}
	return at, ok
}

// Advance lets time pass up to and including ms and returns what there is to tell.
func (g *Game) Advance(ms int64) []Event {
	g.out = nil
	g.advance(ms)
	return g.out
}

func (g *Game) advance(ms int64) {
	for {
		at, ok := g.Next()
		if !ok || at > ms {
			break
		}
		g.now = max(g.now, at)
		if !g.menu.open {
			g.tracker.Advance(at)
		}
		g.believe(g.stable.Advance(g.buf[:0], at))
		g.tell()
	}
	g.now = max(g.now, ms)
}

// Read takes one reading and returns what there is to tell. Readings come in the order of time.
func (g *Game) Read(r sensors.Reading) []Event {
	g.out = nil
	g.advance(r.T - 1)
	g.now = max(g.now, r.T)
	if len(r.Changes) > 0 {
		g.ruledOut = false
	}
	g.raw.Apply(r.Changes)
	article, chosen := g.choiceStands(r.Press)
	if g.setting {
		g.setUp()
	} else {
		heard := r
		if chosen {
			heard.Press = nil
		}
		g.menu.take(heard, &g.raw, g.tracker.Read)
	}
	g.believe(g.stable.Take(g.buf[:0], r.T, r.Changes))
	if r.Gap > 0 && g.ref != nil {
		g.ref.Advance(g.now)
		g.ref.Gap(r.Gap)
	}
	over := g.over
	if r.Press != nil {
		g.press(r.Press)
		if chosen {
			pos := g.Position()
			g.emit(Event{Type: Press, Key: r.Press.Key, Side: pos.Turn().Other().String(), State: "refused", Reason: "chosen", Article: article, At: &r.T})
		}
	}
	g.tell()
	if r.Press != nil && g.ref != nil && !over && !g.over && (!g.setting || arrives(r.Press)) && !g.menu.keeps(r.Press) {
		if r.Press.Key != "resume" || g.mayResume() {
			g.ref.Press(r.Press)
		}
		g.heed()
		g.tell()
	}
	return g.out
}

// setUp takes in what changed while the men are set up. The debouncer needn't wait any more when all of
// them stand: no bounce makes 64 contacts right at once.
func (g *Game) setUp() {
	want := g.tracker.Frame()
	if g.setting = except(g.raw, want, g.deaf) != want; !g.setting {
		g.stable, g.guide = sensors.NewDebouncer(g.opt.Debounce, g.raw), guide{}
		g.emit(Event{Type: Sensors, Frame: g.raw.String()})
		if g.ref != nil {
			g.ref.Sensors(g.raw)
		}
	}
}

// Finish ends the recording: what is provisional is settled as it stands.
func (g *Game) Finish() []Event {
	g.out = nil
	g.advance(g.now)
	if g.over {
		return nil
	}
	g.menu.close(g.tracker.Read)
	g.tracker.Finish()
	g.lookAgain()
	g.story.Settled = len(g.story.Moves)
	if !g.stillVoid() {
		if !g.restoring() { // what stands wrong makes no moves
			g.tellMoves(true)
		}
		for i := range g.shown {
			g.settle(i) // also those that the cheapest story doesn't have, which the men left when they went home
		}
	}
	if g.ref != nil && !g.setting {
		g.consult()
		if !g.over {
			g.ref.Finish()
			g.heed()
		}
		if g.doubtUntil > 0 && !g.over {
			g.unsure = true
			g.end(g.ref.Verdict())
		}
	}
	if !g.over && g.kept() && !g.setting && len(g.shown) > 0 && g.choosing() { // nobody chose otherwise
		if result, reason := g.ref.Verdict(); reason == rules.Checkmate.String() || reason == rules.Stalemate.String() {
			g.end(result, reason)
		}
	}
	if g.over {
		return g.out
	}
	if g.story.Sign != "" {
		g.asking.result = g.story.Sign
	}
	if g.endAsSigned(); !g.over {
		g.tellDoubts()
	}
	g.tellLights()
	return g.out
}

// Over reports whether the game has a result.
func (g *Game) Over() bool { return g.over }

// Result returns the result as PGN writes it, "*" while there is none, and the reason in a word.
func (g *Game) Result() (result, reason string) {
	if g.result == "" {
		return "*", ""
	}
	return g.result, g.reason
}

// Position returns the position after the last move shown.
func (g *Game) Position() rules.Position {
	if len(g.shown) == 0 {
		return g.start
	}
	return *g.shown[len(g.shown)-1].After
}

func (g *Game) emit(e Event) {
	g.n++
	e.N, e.T = g.n, g.now
	g.out = append(g.out, e)
}

// Note puts an event of the daemon's own (health, recording) into the record at time t, which may
// not lie before the last reading.
func (g *Game) Note(t int64, e Event) []Event {
	g.out = nil
	g.advance(t)
	g.emit(e)
	return g.out
}
