package app

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"jadoube/boardstate/game"
	"jadoube/boardstate/referee"
	"jadoube/boardstate/teacher"
	"jadoube/cmd/internal/web"
	"jadoube/ledmatrix"
	"jadoube/rules"
	"jadoube/rules/square"
	"jadoube/sensors"
)

// tutor shows the players what the teacher says. It stands between the game and everybody who hears of it: it changes
// nothing in the game and its record, only the lights and words that are shown. It belongs to the daemon's loop.
type tutor struct {
	silent   bool // nobody may be helped: the Laws are kept by an arbiter, or strictly (11.3.1, 12.6 of 2023)
	help     [2]teacher.Help
	patience time.Duration // for how long a bad move may be taken back
	timer    *time.Timer   // when time alone changes what is shown

	moment   turn
	lesson   *lesson
	playback *playback // a game of the library that is followed
	review   review

	asking bool  // the players haven't said yet whether the game that was cut off goes on
	asked  int64 // ms in the recording: what was done up to then is no answer
	shows  bool  // what was told last is not only the game's own
	leds   map[string]string
	prompt web.Prompt
	said   []teacher.Words
}

// turn is what is known of the moment since the last move.
type turn struct {
	lifted  square.Set // men that were lifted in this position
	putBack square.Set // of them those that stand where they stood
	tried   *teacher.Try
	verdict *teacher.Verdict
	until   int64 // ms of the board: so long the verdict is shown
	trial   *trial
	asked   int // hints
	advice  *teacher.Advice
	waits   int64 // ms of the board: so long the hint waits for an engine's advice
}

func newTutor(s *settings) *tutor {
	return &tutor{silent: silences(s.laws.Level), help: s.help, patience: s.takeback, timer: time.NewTimer(time.Hour), leds: map[string]string{}}
}

// active reports whether anything else is shown than what the game itself shows.
func (t *tutor) active() bool { return t.asking || t.helps() }

// helps reports whether anybody is helped otherwise than by the game itself.
func (t *tutor) helps() bool {
	asks := func(h teacher.Help) bool { return h&^teacher.Hints != teacher.Usual } // a hint is shown when it is asked for
	return t.playback != nil || !t.silent && (t.lesson != nil || t.moment.asked > 0 || slices.ContainsFunc(t.help[:], asks))
}

// silences reports whether nobody may be helped at a level of the Laws.
func silences(level string) bool {
	return level == referee.Arbiter.String() || level == referee.Strict.String()
}

var errSilent = errors.New("no help is given where an arbiter or the strict Laws rule: see [game] level in the config")

// teach replaces the lights and prompts among the events by those that the teacher makes of them, and adds what it says.
func (d *daemon) teach(events []game.Event) []game.Event {
	for i := range events {
		d.attend(&events[i])
	}
	if t := d.tutor; !t.active() && !t.shows {
		return events
	}
	out := slices.DeleteFunc(slices.Clone(events), func(e game.Event) bool { return e.Type == game.LEDs || e.Type == game.Prompt })
	return append(out, d.taught(events[len(events)-1].T)...)
}

// taught are the events, of a time, that tell what is shown otherwise than it was told last.
func (d *daemon) taught(at int64) (out []game.Event) {
	t := d.tutor
	now := d.game.Now()
	show := d.look(&now)
	d.credit(&show)
	leds, said := d.overlay(&now, &show), spoken(&now, &show)
	if t.asks(said.Key) {
		said = web.Prompt{Key: askResume}
	}
	if t.playback != nil {
		leds, said = t.playback.shows()
	}
	add := func(e game.Event) {
		e.T = at
		out = append(out, e)
	}
	for _, w := range show.Words {
		if !slices.ContainsFunc(t.said, func(o teacher.Words) bool { return same(o, w) }) {
			add(game.Event{Type: game.Help, Key: w.Key, Args: w.Args})
		}
	}
	if !maps.Equal(leds, t.leds) {
		t.leds = leds
		add(game.Event{Type: game.LEDs, LEDs: leds})
	}
	if said.Key != t.prompt.Key || !maps.Equal(said.Args, t.prompt.Args) {
		t.prompt = said
		add(game.Event{Type: game.Prompt, Key: said.Key, Args: said.Args})
	}
	t.said, t.shows = show.Words, t.active()
	return out
}

func same(a, b teacher.Words) bool { return a.Key == b.Key && maps.Equal(a.Args, b.Args) }

// attend notes what an event means for the moment.
func (d *daemon) attend(e *game.Event) {
	t := d.tutor
	switch e.Type {
	case game.Setup:
		t.leds, t.prompt, t.said, t.moment = map[string]string{}, web.Prompt{}, nil, turn{}
		t.review = review{number: t.review.number}
		if g := d.chronicle.now(); g == nil || g.happened() {
			d.marksBefore = d.marks
		}
		d.marks = marks{}
	case game.LEDs:
		if !t.shows {
			t.leds = e.LEDs
		}
	case game.Prompt:
		if !t.shows {
			t.prompt = web.Prompt{Key: e.Key, Args: e.Args}
		}
	case game.Provisional:
		t.moment = turn{}
		d.stopEvaluation() // it would be help
		if !e.Announced {
			d.judge()
		}
	case game.Amended, game.Takeback, game.Withdrawn:
		t.moment = turn{}
	case game.Touched:
		if s, err := square.Parse(e.Square); err == nil {
			t.moment.lifted = t.moment.lifted.With(s)
		}
	case game.Untouched: // also of a man whose move was taken back, who wasn't lifted from there
		if s, err := square.Parse(e.Square); err == nil && t.moment.lifted.Has(s) {
			t.moment.putBack = t.moment.putBack.With(s)
		}
	case game.Illegal:
		t.moment.tried = tried(e)
	case game.Restore:
		t.moment.tried = nil
	case game.ResultShown:
		d.weighReview(e.Result != "")
	}
	if slices.Contains(movesTold, e.Type) {
		d.playedOn(e)
		d.heed(e)
	}
}

// tried is the man that an event calls illegal, nil when it isn't clear where it came from.
func tried(e *game.Event) *teacher.Try {
	from, err := square.Parse(e.From)
	to, err2 := square.Parse(e.Square)
	if err != nil || err2 != nil {
		return nil
	}
	return &teacher.Try{From: from, To: to}
}

// wrongly is what was tried and is to be put back; nil where that isn't clear or nothing is. Of king and rook that were both moved the
// game can't say who came from where, but as castling it is clear.
func (d *daemon) wrongly(now *game.Snapshot) *teacher.Try {
	if now.Prompt != "put-back" && now.Prompt != "illegal" {
		return d.tutor.moment.tried
	}
	look := d.game.Look()
	var left, came square.Set
	for s, stands := range look.Frame {
		switch at := square.Square(s); {
		case stands == look.Home[s]:
		case stands == sensors.Nothing:
			left = left.With(at)
		default:
			came = came.With(at)
		}
	}
	pos := d.game.Position()
	if castled := teacher.Castled(&pos, left, came); castled != nil {
		return castled
	}
	return d.tutor.moment.tried
}

// judge has the teacher judge the last move, when its mover wants to be warned.
func (d *daemon) judge() {
	t := d.tutor
	pos := d.game.Position()
	if t.silent || t.lesson != nil || !t.help[pos.Turn().Other()].Has(teacher.Blunders) {
		return
	}
	before, m, ok := d.lastMove()
	if !ok {
		return
	}
	t.moment.trial = &trial{before: before, move: m, until: d.clock() + trialWait}
	if !t.hasEngine(d) {
		d.conclude()
		return
	}
	d.askTrial()
}

// lastMove is the last move that was told, and the position before it.
func (d *daemon) lastMove() (before rules.Position, m rules.Move, ok bool) {
	moves := d.game.Moves()
	if len(moves) == 0 {
		return before, m, false
	}
	fen := d.game.Now().Start
	if len(moves) > 1 {
		fen = moves[len(moves)-2].FEN
	}
	before, err := rules.ParsePosition(fen)
	if err != nil {
		return before, m, false
	}
	m, err = before.ParseUCI(moves[len(moves)-1].UCI)
	return before, m, err == nil
}

// wake has the loop look again after some time.
func (t *tutor) wake(after time.Duration) { t.timer.Reset(after + time.Millisecond) }

// warned is until when a move may be taken back that was warned of, 0 for none.
func (t *tutor) warned() int64 {
	if t.moment.verdict == nil {
		return 0
	}
	return t.moment.until
}

// look is what the teacher shows now.
func (d *daemon) look(now *game.Snapshot) teacher.Show {
	t := d.tutor
	if t.moment.trial != nil && d.clock() >= t.moment.trial.until {
		d.conclude()
	}
	if t.moment.verdict != nil && d.clock() >= t.moment.until {
		t.moment.verdict = nil
	}
	if t.playback != nil || !t.helps() || d.game.MenuLights() != "" || !d.game.Begun() || d.game.Over() && t.lesson == nil {
		return teacher.Show{}
	}
	wrong := d.wrongly(now)
	if now.Prompt != "" && wrong == nil {
		return teacher.Show{}
	}
	m := teacher.Moment{
		Position: d.game.Position(), Verdict: t.moment.verdict, Seconds: int(t.patience.Seconds()), Hand: d.game.InHand(),
		PutBack: t.moment.putBack, Tried: wrong, Asked: t.moment.asked, Advice: t.moment.advice,
	}
	if d.clock() < t.moment.waits {
		m.Asked = 0
	}
	if t.lesson != nil {
		return t.lesson.look(&m)
	}
	help := t.help
	if o := d.opponent; o.on {
		help[o.side] &= teacher.Usual // an engine needs no advice
	}
	return teacher.Look(&m, help)
}

// credit notes in the game's marks which help was given, and before which move.
func (d *daemon) credit(s *teacher.Show) {
	if s.Used == teacher.None || d.tutor.lesson != nil {
		return
	}
	pos := d.game.Position()
	side, ply := pos.Turn(), len(d.game.Moves())+1
	if s.Used.Has(teacher.Blunders) {
		side, ply = side.Other(), ply-1
	}
	d.marks.helped(side, ply, s.Used)
}

// overlay is the game's picture with what the teacher shows. The lights of a lifted man are the teacher's; what the game
// asks for is not his business, unless a man is to be put back that he explains.
func (d *daemon) overlay(now *game.Snapshot, s *teacher.Show) map[string]string {
	leds := maps.Clone(now.LEDs)
	if d.game.MenuLights() != "" {
		return leds
	}
	wrong := d.wrongly(now)
	led := wrong != nil && wrong.Rook && now.Prompt == "put-back" // the game shows which of the two goes back first
	if (now.Prompt == "" || wrong != nil && !led) && d.tutor.helps() && d.game.Begun() {
		maps.DeleteFunc(leds, func(_, meaning string) bool {
			return meaning == "touched" || meaning == "may-go" || meaning == "may-capture"
		})
	}
	for sq, meaning := range s.Lights {
		leds[sq.String()] = meaning
	}
	if d.tutor.asks(now.Prompt) && d.mayGesture() {
		for _, king := range d.game.Look().Kings {
			leds[king.String()] = ledmatrix.DoNext.String()
		}
	}
	return leds
}

// spoken is the one line of words: the game's where it asks for something, unless the teacher explains just that.
func spoken(now *game.Snapshot, s *teacher.Show) web.Prompt {
	if len(s.Words) > 0 {
		return web.Prompt{Key: s.Words[0].Key, Args: s.Words[0].Args}
	}
	return web.Prompt{Key: now.Prompt, Args: now.PromptArgs}
}

// refresh tells what is shown otherwise than before, though nothing has happened in the game.
func (d *daemon) refresh() {
	d.publish(d.game.Advance(d.time.pass(d.clock() - 1)))
	if t := d.tutor; t.active() || t.shows {
		d.tell(d.taught(d.time.told))
	}
}

// setHelp gives a side, "white" or "black", the steps of help that words name, separated by spaces.
func (d *daemon) setHelp(side, steps string) error {
	h, err := teacher.ParseHelp(strings.Fields(steps))
	if err != nil {
		return err
	}
	if d.tutor.silent {
		return errSilent
	}
	switch side {
	case "white":
		d.tutor.help[rules.White] = h
	case "black":
		d.tutor.help[rules.Black] = h
	default:
		return fmt.Errorf("side %q: expected white or black, whose help it is", cmp.Or(side, "none"))
	}
	d.refresh()
	return nil
}

// aboutHelp says who has which help, for the state.
func (t *tutor) aboutHelp() web.Ladders {
	return web.Ladders{White: t.help[rules.White].Words(), Black: t.help[rules.Black].Words()}
}
