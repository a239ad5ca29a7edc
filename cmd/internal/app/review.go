package app

import (
	"errors"
	"slices"
	"time"

	"jadoube/boardstate/game"
	"jadoube/boardstate/teacher"
	"jadoube/cmd/internal/engine"
	"jadoube/cmd/internal/web"
	"jadoube/rules"
)

// reviewTime is how long an engine thinks about each position of a game that is over.
const reviewTime = 150 * time.Millisecond

// review is a look back at a game: first an engine says what it thinks of each position, where there is one, then the
// teacher picks the moments.
type review struct {
	number int // of the review, so that what an older one brings is known
	start  rules.Position
	moves  []rules.Move
	sides  [2]bool // whose moves are looked at
	advice []*teacher.Advice
	asking bool // an engine is asked about the position len(advice)
	spots  []teacher.Spot
}

// reviewed is what a review has found.
type reviewed struct {
	number int
	spots  []teacher.Spot
}

// forReview is the purpose of a query about one position of a review.
type forReview struct{ number, ply int }

var errNoMoves = errors.New("no move has been made that could be looked at")

// startReview looks back at the game on the board for some sides.
func (d *daemon) startReview(sides [2]bool) error {
	if d.tutor.silent && !d.game.Over() {
		return errSilent
	}
	start, moves := d.whole()
	if len(moves) == 0 {
		return errNoMoves
	}
	d.tutor.review = review{number: d.tutor.review.number + 1, start: start, moves: moves, sides: sides}
	r := &d.tutor.review
	if r.asking = d.opponent.asked == "" && d.tutor.hasEngine(d); r.asking {
		d.askReview()
	} else {
		d.findSpots()
	}
	return nil
}

// whole is the game on the board as it has been told: where it began, and its moves.
func (d *daemon) whole() (start rules.Position, moves []rules.Move) {
	start, err := rules.ParsePosition(d.game.Now().Start)
	if err == nil {
		moves, _ = d.lineFrom(start)
	}
	return start, moves
}

// weighReview looks back at a game that has just ended, once, whatever its result is put right to; one that goes on all the same is
// looked back at when it is over again, and nothing is shown of it until then.
func (d *daemon) weighReview(over bool) {
	r := &d.tutor.review
	if !over {
		*r = review{number: r.number + 1}
		d.stopEvaluation()
	} else if _, moves := d.whole(); !slices.Equal(r.moves, moves) {
		d.wantReview()
	}
}

// wantReview looks back at a game that has just ended, for the sides that are warned or were given a hint.
func (d *daemon) wantReview() {
	t := d.tutor
	sides := [2]bool{}
	for c, h := range t.help {
		wants := h.Has(teacher.Blunders) || d.marks.used[c].Has(teacher.Hints)
		sides[c] = wants && !(d.opponent.on && d.opponent.side == rules.Color(c))
	}
	if !t.silent && t.lesson == nil && sides != [2]bool{} {
		d.startReview(sides) // a game without moves has none to look at
	}
}

// askReview asks the engine about the next position; those in which nothing can be played need nobody.
func (d *daemon) askReview() {
	r := &d.tutor.review
	p := r.start
	for _, m := range r.moves[:len(r.advice)] {
		p = p.Play(m)
	}
	if !p.HasLegalMove() {
		r.advice = append(r.advice, nil)
		d.nextReview()
		return
	}
	d.askEngine(engine.Query{
		Game: d.opponent.games, Start: r.start, Moves: r.moves[:len(r.advice)], Limit: engine.Limit{Time: reviewTime},
		Purpose: forReview{r.number, len(r.advice)},
	})
}

// nextReview goes on after a position has been looked at.
func (d *daemon) nextReview() {
	if r := &d.tutor.review; len(r.advice) <= len(r.moves) {
		d.askReview()
	} else {
		d.findSpots()
	}
}

// looked takes in what the engine thinks of a position.
func (d *daemon) looked(a *engine.Answer, at forReview) {
	r := &d.tutor.review
	if r.asking && at == (forReview{r.number, len(r.advice)}) {
		r.advice = append(r.advice, adviceOf(a))
		d.nextReview()
	}
}

// findSpots lets the teacher pick the moments, beside the loop: without an engine a slow machine needs seconds.
func (d *daemon) findSpots() {
	r := &d.tutor.review
	r.asking = false
	found, look := d.reviews, *r
	go func() {
		found <- reviewed{look.number, teacher.Review(look.start, look.moves, look.advice, look.sides)}
	}()
}

// engineTrouble goes on without the engine where it isn't needed.
func (d *daemon) engineTrouble(text string) {
	d.health("engine", text)
	if text != "" && d.tutor.moment.trial != nil {
		d.opponent.player.Stop()
		d.conclude()
		d.refresh()
	}
	if text != "" {
		d.stopEvaluation()
	}
	if r := &d.tutor.review; text != "" && r.asking {
		d.opponent.player.Stop()
		d.findSpots()
	}
}

// showReview tells the moments that are worth another look.
func (d *daemon) showReview(found reviewed) {
	r := &d.tutor.review
	if found.number != r.number {
		return
	}
	r.spots = found.spots
	var events []game.Event
	for i := range r.spots {
		w := r.spots[i].Show().Words[0]
		events = append(events, game.Event{T: d.time.told, Type: game.Help, Ply: r.spots[i].Ply, Key: w.Key, Args: w.Args})
	}
	d.tell(events)
}

// aboutReview are the moments of the last game, for the state.
func (t *tutor) aboutReview() []web.Spot {
	out := []web.Spot{}
	for i := range t.review.spots {
		s := &t.review.spots[i]
		show := s.Show()
		out = append(out, web.Spot{
			Ply: s.Ply, FEN: s.Before.FEN(), Prompt: web.Prompt{Key: show.Words[0].Key, Args: show.Words[0].Args}, LEDs: show.Lights,
		})
	}
	return out
}
