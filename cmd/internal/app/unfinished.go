package app

import (
	"slices"
	"strings"

	"jadoube/boardstate/game"
	"jadoube/boardstate/gesture"
	"jadoube/boardstate/referee"
	"jadoube/rules/square"
	"jadoube/sensors"
)

// askResume is the key of the question whether a game that was cut off goes on.
const askResume = "resume-game"

// goOnWord is the menu's word for going on with it.
const goOnWord = "go-on"

// unfinishedChoices are all that the menu offers while the question is open: to end the game, chosen twice as in every game's
// menu, and to go on.
var unfinishedChoices = []gesture.Choice{
	{Square: square.At(0, doRank), Word: "new", Light: "may-capture", Grave: true},
	{Square: square.At(1, doRank), Word: goOnWord, Light: "may-go"},
}

// whenItGoesOn are the prompts that say what players may or must do when they play on: whether they do is asked before.
var whenItGoesOn = []string{"", "may-claim", "draw-offered", "must-move", "must-move-one", "must-take", "must-take-with", "must-castle"}

// asks reports whether it is asked whether the game goes on, where the game's own prompt would be another. Men who don't stand in the game are
// led back first.
func (t *tutor) asks(prompt string) bool { return t.asking && slices.Contains(whenItGoesOn, prompt) }

// ask asks the players whether the game that was cut off goes on. They answer by going on, with a move or a key, or on the page; or by the
// menu's sign, which offers both then. A man who is only lifted, and what was moved while nobody read the board, is no answer.
func (d *daemon) ask() {
	d.tutor.asking, d.tutor.asked = true, d.time.told
	d.refresh()
}

// ruled reports whether an arbiter's word is needed for the game to go on: neither hands nor the players' buttons give it.
func (d *daemon) ruled() bool {
	return d.laws.Rated || d.laws.Level == referee.Arbiter.String()
}

// saysGoOn reports whether a key answers that the game goes on. A player's button does when all men stand.
func (d *daemon) saysGoOn(p *sensors.Press) bool {
	switch p.Key {
	case "pause", "menu", "hint", "flip":
		return false
	case "resume", "start", "arbiter", "new":
		return true
	}
	if d.ruled() {
		return strings.HasPrefix(p.Key, "resign-")
	}
	look := d.game.Look()
	return look.Frame == look.Home
}

// playedOn takes an event for an answer that tells of a move made since the question was asked, or of another game.
func (d *daemon) playedOn(e *game.Event) {
	t := d.tutor
	if !t.asking {
		return
	}
	switch e.Type {
	case game.Setup, game.ResultShown:
		t.asking = false
	case game.Provisional:
		t.asking = d.ruled() || e.Made == nil || *e.Made <= t.asked
	case game.Takeback:
		t.asking = d.ruled()
	}
}

// goOnPlaying lets the game go on.
func (d *daemon) goOnPlaying() {
	d.tutor.asking = false
	d.refresh()
}
