package app

import (
	"slices"

	"jadoube/rules"
	"jadoube/rules/square"
	"jadoube/sensors"
)

// beginning is how far the game that is played had begun when the loop looked last.
type beginning struct {
	game  *toldGame
	stood bool // all its men stood
}

// rollOver begins a recording with each game. A game that begins when the one before it has been played goes into a record
// of its own, in the moment in which its men stand: both records then tell by themselves what was told. The loop asks
// after everything that happens. Where a game has begun unseen, with moves that were first taken for something else, or
// with a sensor that is passed over, or its clock is the one at the board, whose times were told before, it stays where it
// is, and the next game is asked about.
func (d *daemon) rollOver() {
	now := beginning{d.chronicle.now(), d.game.Begun()}
	if now == d.beginning {
		return
	}
	d.beginning = now
	played := slices.ContainsFunc(d.chronicle.games, (*toldGame).happened)
	if !played || d.tutor.lesson != nil || d.laws.Outside {
		return
	}
	first, ok := d.game.Fresh()
	if !ok {
		return
	}
	fen := d.game.Now().Start
	if pos, err := rules.ParsePosition(fen); err != nil || !pos.Standard() {
		return // a record's header names the rules of all its games
	}
	if fen == rules.StartFEN {
		fen = ""
	}
	wires, turned, opponent, at := d.frame, d.game.Turned(), d.chronicle.opponent, d.time.base+d.time.told
	d.end()
	if err := d.newGameAt(fen, at-leadTime); err != nil {
		d.log.Error("the next game has no record of its own", "error", err)
		return
	}
	d.log.Info("a record begins with the game", "recording", d.recording.Name)
	d.leadIn(at, first, wires, turned)
	if opponent.Type != "" {
		d.publish(d.game.Note(d.time.told, opponent))
	}
	d.beginning = beginning{d.chronicle.now(), d.game.Begun()}
}

// leadTime is how many ms a record begins before what is known of the board from the one before it.
const leadTime = 3

// leadIn tells a record that has just begun, with a position on a board that stands straight, what the sensors said when
// the game began, at a time of the board, which way round the board stands, and what hands have done since.
func (d *daemon) leadIn(at int64, first, wires sensors.Frame, turned bool) {
	if changes := between(d.frame, first); len(changes) > 0 {
		d.take(sensors.Reading{T: at - leadTime + 1, Gap: 1, Changes: changes})
	}
	if d.game.Turned() != turned {
		d.take(sensors.Reading{T: at - leadTime + 2, Press: &sensors.Press{Key: "flip"}})
	}
	if changes := between(d.frame, wires); len(changes) > 0 {
		d.take(sensors.Reading{T: at, Changes: changes})
	}
}

// between are the changes that lead from one picture of the board to another.
func between(from, to sensors.Frame) (changes []sensors.Change) {
	for s, c := range to {
		if from[s] != c {
			changes = append(changes, sensors.Change{Square: square.Square(s), To: c})
		}
	}
	return changes
}
