package app

import (
	"errors"
	"time"

	"jadoube/boardstate/teacher"
	"jadoube/cmd/internal/engine"
	"jadoube/cmd/internal/web"
	"jadoube/rules"
)

// How long an engine thinks about a hint, how many moves it compares, and how long, in ms, a hint waits for it at most.
const (
	hintTime  = 600 * time.Millisecond
	hintLines = 3
	hintWait  = 4000
)

// forHint is the purpose of a query for advice in a position, its FEN.
type forHint string

var errNoHint = errors.New("no hint: no game is being played")

// hint advises the side to move: first which man, then where to. An engine that is to move is asked to play at once.
func (d *daemon) hint() error {
	o, t := d.opponent, d.tutor
	if o.asked != "" {
		if o.after = 0; o.ready == nil {
			o.player.Hurry()
		}
		return nil
	}
	pos := d.game.Position()
	switch {
	case t.playback != nil:
		return errFollowing
	case t.silent:
		return errSilent
	case !d.game.Begun() || d.game.Over() || !pos.HasLegalMove():
		return errNoHint
	case t.lesson == nil && !t.help[pos.Turn()].Has(teacher.Hints):
		return web.Refuse("no hint: hints aren't among %s's help; add them under Learn, or to %[1]s in [teacher] of the config", pos.Turn())
	}
	if t.moment.asked == 0 && t.hasEngine(d) {
		t.moment.waits = d.clock() + hintWait
		t.wake(hintWait * time.Millisecond)
		d.askEngine(engine.Query{Game: o.games, Start: pos, Limit: engine.Limit{Time: hintTime}, Lines: hintLines, Purpose: forHint(pos.FEN())})
	}
	t.moment.asked = min(t.moment.asked+1, 2)
	if t.lesson != nil {
		t.lesson.mark.Helped = true
	}
	d.refresh()
	return nil
}

// hasEngine reports whether an engine can be asked: there is one, and it isn't in trouble.
func (t *tutor) hasEngine(d *daemon) bool {
	for _, h := range d.ill {
		if h.Part == "engine" && h.State == "failed" {
			return false
		}
	}
	_, err := engine.Find(d.engine.Program)
	return err == nil
}

// advised takes in an engine's advice on a position.
func (d *daemon) advised(a *engine.Answer, fen forHint) {
	t := d.tutor
	if pos := d.game.Position(); pos.FEN() != string(fen) || t.moment.asked == 0 {
		return
	}
	t.moment.advice, t.moment.waits = adviceOf(a), 0
	d.refresh()
}

// adviceOf is an engine's answer as the teacher knows it.
func adviceOf(a *engine.Answer) *teacher.Advice {
	out := &teacher.Advice{}
	for _, l := range a.Lines {
		out.Lines = append(out.Lines, teacher.Line{Moves: l.Moves, Value: rules.Centipawns(l.Score.Value())})
	}
	if len(out.Lines) == 0 {
		out.Lines = []teacher.Line{{Moves: []rules.Move{a.Move}}}
	}
	return out
}
