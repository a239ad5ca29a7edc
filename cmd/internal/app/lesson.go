package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"jadoube/boardstate"
	"jadoube/boardstate/game"
	"jadoube/boardstate/teacher"
	"jadoube/cmd/internal/web"
	"jadoube/rules"
	"jadoube/sensors"
)

// praiseTime is how long a solved exercise is looked at before the next begins; replyTime how long an exercise's opponent
// seems to think.
const (
	praiseTime = 2 * time.Second
	replyTime  = 800 * time.Millisecond
)

// lesson is a lesson that is being taken.
type lesson struct {
	player   string // whose progress it is
	exercise teacher.Exercise
	start    rules.Position
	mark     teacher.Mark
	standing teacher.Standing
	wrong    rules.Move // the last move, when it is to be taken back; else NoMove
	at       int64      // ms of the board: when the next exercise begins, or the reply is made; 0 for never
	done     bool       // it was the last exercise
}

// startLesson begins a lesson for a player, where he stopped; "" ends the one that is being taken.
func (d *daemon) startLesson(ctx context.Context, c *web.Command) error {
	t, name, player := d.tutor, c.Lesson, c.Player
	if name == "" {
		d.endLesson()
		return nil
	}
	if t.silent {
		return errSilent
	}
	all := teacher.Of(name)
	if len(all) == 0 {
		return fmt.Errorf("lesson %q: expected %s", name, strings.Join(teacher.Lessons(), ", "))
	}
	if err := d.spare(c); err != nil {
		return err
	}
	d.stopFollowing()
	e, ok := d.progress[player].Next(name)
	if !ok {
		e = all[0] // once more
	}
	d.opponent.rest()
	return d.exercise(ctx, e, player)
}

// exercise puts an exercise up.
func (d *daemon) exercise(ctx context.Context, e teacher.Exercise, player string) error {
	start, err := e.Start()
	if err != nil {
		return err
	}
	d.tutor.lesson = &lesson{player: player, exercise: e, start: start, mark: d.progress[player][e.ID]}
	d.tutor.lesson.mark.Solved = false
	if err := d.setUp(ctx, e.FEN); err != nil {
		d.tutor.lesson = nil
		return err
	}
	d.marks.lesson = e.ID
	d.tellLesson(e.ID, player)
	d.refresh()
	return nil
}

// endLesson ends the lesson that is being taken, if there is one.
func (d *daemon) endLesson() {
	if d.tutor.lesson != nil {
		d.tutor.lesson = nil
		d.tellLesson("", "")
	}
	d.refresh()
}

// leaveLesson ends the lesson when the game on the board isn't its exercise any more: another was begun.
func (d *daemon) leaveLesson() {
	if l := d.tutor.lesson; l != nil && d.game.Now().Start != l.start.FEN() {
		d.endLesson()
	}
}

// errInLesson is why a press of those that end games is refused in a lesson.
var errInLesson = errors.New("in a lesson nobody resigns, claims or offers a draw: end the lesson first")

// endsGames are the words before the side in presses that end a game, or may.
var endsGames = []string{"resign", "draw", "decline", "claim"}

// inLesson refuses the presses that would end an exercise as if it were a game.
func (d *daemon) inLesson(p *sensors.Press) error {
	if what, _, _ := strings.Cut(p.Key, "-"); d.tutor.lesson != nil && slices.Contains(endsGames, what) {
		return errInLesson
	}
	return nil
}

// tellLesson tells which exercise a player has been given, so that it is known when the program is started again; "" for
// none.
func (d *daemon) tellLesson(exercise, player string) {
	d.publish(d.game.Note(d.time.pass(d.clock()), game.Event{Type: game.Lesson, Key: exercise, Text: player}))
}

// resumeLesson goes on with the exercise that was being done when the game was cut off. What the board shows must still be
// the exercise: where it isn't, the lesson is over, and that is told when the game goes on.
func (d *daemon) resumeLesson() {
	told := &d.chronicle.lesson
	if told.Key == "" {
		return
	}
	for _, name := range teacher.Lessons() {
		for _, e := range teacher.Of(name) {
			start, err := e.Start()
			if e.ID != told.Key || err != nil {
				continue
			}
			line, ok := d.lineFrom(start)
			if !ok || d.tutor.silent {
				break
			}
			l := &lesson{player: told.Text, exercise: e, start: start, mark: d.progress[told.Text][e.ID]}
			d.tutor.lesson, d.marks.lesson = l, e.ID
			l.judge(d, line)
			l.mark.Solved = l.standing.State == teacher.Solved
			return
		}
	}
	d.log.Info("the lesson that was cut off is over: the board shows something else", "exercise", told.Key)
	d.publish(d.game.Note(d.time.told, game.Event{Type: game.Lesson}))
}

// judge takes up how far an exercise has come by the moves that have been made in it.
func (l *lesson) judge(d *daemon, line []rules.Move) {
	l.wrong, l.at = rules.NoMove, 0
	l.standing = l.exercise.Judge(l.start, line)
	switch {
	case l.standing.State == teacher.Wrong:
		l.wrong = line[len(line)-1]
	case l.standing.State == teacher.Solved:
		_, more := d.progress[l.player].Next(l.exercise.Lesson)
		l.done = !more
		l.after(d, praiseTime)
	case l.standing.Reply != rules.NoMove:
		l.after(d, replyTime)
	}
}

// setUp begins a game from a position in the record that runs. On the simulated board all men stand at once.
func (d *daemon) setUp(ctx context.Context, fen string) error {
	p := sensors.Press{Key: "new", Args: fen}
	if err := d.game.Check(p); err != nil {
		return err
	}
	d.take(sensors.Reading{T: d.clock(), Press: &p})
	if d.source != sensors.Source(d.sim) {
		return nil
	}
	pos, err := rules.ParsePosition(fen)
	if err != nil {
		return err
	}
	before := d.sim.Standing()
	if err := d.sim.Arrange(boardstate.Men(&pos)); err != nil {
		return err
	}
	if after := d.sim.Standing(); before.As(d.kind) != after.As(d.kind) {
		return d.follow(ctx)
	}
	return nil
}

// heed judges the exercise after what an event tells of the moves.
func (d *daemon) heed(e *game.Event) {
	l := d.tutor.lesson
	if l == nil || e.Type == game.Move || l.standing.State == teacher.Solved {
		return
	}
	if e.Type == game.ResultShown { // nothing can be taken back any more: the exercise is put up again
		l.after(d, praiseTime)
		return
	}
	line, ok := d.lineFrom(l.start)
	if !ok {
		return
	}
	switch l.exercise.Judge(l.start, line).State {
	case teacher.Wrong:
		l.mark.Tries++
		d.learned(l)
	case teacher.Solved:
		l.mark.Solved = true
		d.learned(l)
	}
	l.judge(d, line)
}

// lineFrom are the moves that have been told, when the game began where the exercise does.
func (d *daemon) lineFrom(start rules.Position) (moves []rules.Move, ok bool) {
	if d.game.Now().Start != start.FEN() {
		return nil, false
	}
	p := start
	for _, shown := range d.game.Moves() {
		m, err := p.ParseUCI(shown.UCI)
		if err != nil {
			return nil, false
		}
		moves, p = append(moves, m), p.Play(m)
	}
	return moves, true
}

// after has the loop come back to the lesson.
func (l *lesson) after(d *daemon, wait time.Duration) {
	l.at = d.clock() + wait.Milliseconds()
	d.tutor.wake(wait)
}

// look is what the lesson shows.
func (l *lesson) look(m *teacher.Moment) teacher.Show {
	if l.standing.State == teacher.Solved {
		return teacher.Show{Words: []teacher.Words{teacher.Praise(l.done)}}
	}
	if l.standing.Reply != rules.NoMove {
		return teacher.Show{}
	}
	return l.exercise.Look(m, l.wrong)
}

// goOn does what a lesson has waited for: the opponent's reply, or the next exercise.
func (d *daemon) goOn(ctx context.Context) error {
	l := d.tutor.lesson
	if l == nil || l.at == 0 || d.clock() < l.at {
		return nil
	}
	l.at = 0
	if d.game.Over() && l.standing.State != teacher.Solved {
		return d.exercise(ctx, l.exercise, l.player)
	}
	if reply := l.standing.Reply; reply != rules.NoMove {
		pos := d.game.Position()
		d.key("move", pos.UCI(reply))
		return nil
	}
	e, more := d.progress[l.player].Next(l.exercise.Lesson)
	if !more {
		d.endLesson()
		return nil
	}
	return d.exercise(ctx, e, l.player)
}

// aboutLesson says what is being learned, for the state.
func (d *daemon) aboutLesson() *web.Exercise {
	l := d.tutor.lesson
	if l == nil {
		return nil
	}
	solved, of := d.progress[l.player].Count(l.exercise.Lesson)
	state := [...]string{"open", "solved", "wrong"}[l.standing.State]
	return &web.Exercise{Lesson: l.exercise.Lesson, ID: l.exercise.ID, State: state, Player: l.player, Solved: solved, Of: of}
}
