package app

import (
	"cmp"
	"fmt"
	"maps"
	"os/exec"
	"slices"
	"strings"
	"time"

	"jadoube/boardstate/game"
	"jadoube/boardstate/gesture"
	"jadoube/boardstate/teacher"
	"jadoube/cmd/internal/config"
	"jadoube/cmd/internal/engine"
	"jadoube/cmd/internal/web"
	"jadoube/rules"
	"jadoube/rules/square"
	"jadoube/sensors"
)

// menu acts on what hands say to the board itself. What it recognises it presses: the record has the keys "menu", and with each choice its
// words, and what a choice does to the game as the key for that. It belongs to the daemon's loop.
type menu struct {
	config.Menu
	shown    bool     // there are lights to answer with
	lever    bool     // the players' keys are a lever's two ends, not two buttons
	controls []string // as they are written

	sign    gesture.Sign
	chooser *gesture.Chooser // nil while the board is no menu
	control *string          // chosen, and put in force when all men stand
	timer   *time.Timer
	pressed struct {
		key string
		at  int64 // ms of the board
	}
	leaving bool // the program is to end
}

func newMenu(s *settings) menu {
	return menu{
		Menu: s.menus, shown: s.leds.Kind != "sim" || s.board.Kind == "sim", lever: s.buttons.Lever != "" || s.board.Kind == "dgt",
		controls: s.menus.Controls(), timer: time.NewTimer(time.Hour),
	}
}

// checkMenuWords refuses the words of choices: they are made on the board.
func checkMenuWords(p sensors.Press) error {
	if p.Key == "menu" && p.Args != "" && p.Args != game.MenuCloses {
		return fmt.Errorf("press menu %s: what the menu offers is chosen on the board; expected menu or menu close", p.Args)
	}
	return nil
}

// gesture looks at the hands. The loop calls it after everything that happens.
func (d *daemon) gesture() {
	for d.heedHands() {
	}
	d.lightMenu()
	d.waitForHands()
}

// offersMenu reports whether hands may open the menu, as far as that isn't the game's to say: it is wanted, lights can answer, and nothing
// else is led on the board.
func (d *daemon) offersMenu() bool {
	return d.menu.On && d.menu.shown && d.tutor.lesson == nil && d.tutor.playback == nil
}

// mayGesture reports whether hands may open the menu now.
func (d *daemon) mayGesture() bool { return d.offersMenu() && d.game.Look().Free }

// heedHands does what the hands ask for, and reports whether that may have changed what they say.
func (d *daemon) heedHands() bool {
	m := &d.menu
	look := d.game.Look()
	look.T = d.clock()
	look.Free = look.Free && d.offersMenu()
	if !d.game.MenuOpen() {
		m.chooser = nil
		if !m.sign.Look(&look) {
			return false
		}
		d.key("menu", "")
		return true
	}
	if m.chooser == nil {
		m.sign, m.control = gesture.Sign{}, nil
		m.chooser = gesture.NewChooser(&look, d.choices())
	}
	chosen, left := m.chooser.Look(&look)
	switch {
	case left:
		d.closeMenu()
	case chosen != nil:
		d.choose(chosen.Word)
	case m.control != nil && look.Frame == look.Home:
		d.setControl(*m.control)
	default:
		return false
	}
	return true
}

// aboutMenu is the menu as the page names it; nil when it isn't open and nothing opens it now.
func (d *daemon) aboutMenu() *web.Menu {
	m := &d.menu
	if !d.game.MenuOpen() || d.game.Over() {
		if d.tutor.lesson != nil || d.tutor.playback != nil || d.game.Check(sensors.Press{Key: "menu"}) != nil {
			return nil
		}
		return &web.Menu{Choices: []web.MenuChoice{}}
	}
	about := &web.Menu{Open: true, Choices: []web.MenuChoice{}}
	for _, c := range d.choices() {
		word, arg, _ := strings.Cut(c.Word, " ")
		if word == "clock" {
			arg = cmp.Or(m.controls[slices.Index(m.Clocks, arg)], "none")
		}
		about.Choices = append(about.Choices, web.MenuChoice{Square: c.Square, Word: word, Arg: arg})
	}
	return about
}

func (d *daemon) closeMenu() {
	d.menu.chooser, d.menu.control = nil, nil
	d.key("menu", game.MenuCloses)
}

// lightMenu has the game show what the gestures say, or its own lights again. They are pressed too, so that a replay shows them.
func (d *daemon) lightMenu() {
	m := &d.menu
	var lights map[square.Square]string
	switch {
	case m.chooser != nil:
		lights = m.chooser.Lights()
	case m.sign.Answered():
		pos := d.game.Position()
		lights = map[square.Square]string{pos.King(rules.White): "do-next", pos.King(rules.Black): "do-next"}
	}
	words := ""
	for _, s := range slices.Sorted(maps.Keys(lights)) {
		words += " " + s.String() + " " + lights[s]
	}
	if words = strings.TrimSpace(words); words != d.game.MenuLights() && !d.game.Over() {
		d.key("menu", strings.TrimSpace(game.MenuLights+" "+words))
	}
}

// waitForHands has the loop come back when time alone tells something.
func (d *daemon) waitForHands() {
	m := &d.menu
	at, ok := m.sign.Next()
	if m.chooser != nil {
		at, ok = m.chooser.Next(), true
	}
	if ok {
		m.timer.Reset(time.Duration(max(1, at-d.clock())) * time.Millisecond)
	}
}

// chord is within how many ms two buttons are pressed together.
const chord = 300

// menuKey does what the players' buttons do in the menu: White's goes on, Black's takes. Both together open it, where they are no clock's. A
// lever that is moved to and fro says nothing of that: it can't be pressed at both ends.
func (d *daemon) menuKey(p *sensors.Press) {
	m := &d.menu
	if m.lever || p.Key != "white" && p.Key != "black" {
		return
	}
	last, now := m.pressed, d.clock()
	m.pressed.key, m.pressed.at = p.Key, now
	switch {
	case m.chooser != nil && p.Key == "white":
		m.chooser.Step(now)
	case m.chooser != nil:
		if chosen, left := m.chooser.Take(now); left {
			d.closeMenu()
		} else if chosen != nil {
			d.choose(chosen.Word)
		}
	case d.offersMenu() && last.key != "" && last.key != p.Key && now-last.at <= chord && d.game.Clock() == nil:
		if look := d.game.Look(); look.Free && look.Frame == look.Home {
			d.key("menu", "")
		}
	}
}

// The ranks of the menu: the engine's levels, what is to be done, time controls.
const (
	levelRank   = 2
	doRank      = 3
	controlRank = 5
)

// choices are what the menu offers now, from a3 on.
func (d *daemon) choices() (out []gesture.Choice) {
	if d.tutor.asking {
		return unfinishedChoices
	}
	m, o := &d.menu, d.opponent
	moves := len(d.game.Moves())
	add := func(file, rank int, word, light string, grave bool) {
		out = append(out, gesture.Choice{Square: square.At(file, rank), Word: word, Light: light, Grave: grave})
	}
	setting := func(is bool) string {
		if is {
			return "touched"
		}
		return "setup"
	}
	for i, level := range m.Levels {
		l, _ := engine.ParseLevel(level)
		add(i, levelRank, "level "+level, setting(l == o.level), false)
	}
	if moves > 0 {
		add(0, doRank, "new", "may-capture", true)
	}
	add(1, doRank, "side white", setting(o.on && o.side == rules.Black), false)
	add(2, doRank, "side black", setting(o.on && o.side == rules.White), false)
	add(3, doRank, "side both", setting(!o.on), false)
	add(4, doRank, "analyse", setting(d.game.Analysed()), false)
	if pos := d.game.Position(); pos.HasLegalMove() && !d.tutor.silent {
		add(5, doRank, "hint", "hint", false)
	}
	if moves > 0 {
		add(6, doRank, "draw", "may-go", true)
	}
	if m.ShutDown != "none" {
		add(7, doRank, "shut-down", "may-capture", true)
	}
	if moves == 0 {
		now := d.laws.Clock
		if m.control != nil {
			now = *m.control
		}
		for i, control := range m.controls {
			add(i, controlRank, "clock "+m.Clocks[i], setting(control == now), false)
		}
		return out
	}
	pos := d.game.Position()
	for _, side := range []rules.Color{rules.White, rules.Black} {
		if !o.on || o.side != side {
			out = append(out, gesture.Choice{Square: pos.King(side), Word: "resign " + side.String(), Light: "may-capture", Grave: true})
		}
	}
	return out
}

// choose does what was chosen. What only sets something leaves the menu open.
func (d *daemon) choose(word string) {
	m := &d.menu
	d.key("menu", word)
	what, arg, _ := strings.Cut(word, " ")
	switch what {
	case "level":
		d.answer(d.setOpponent("", arg))
	case "side":
		d.answer(d.setOpponent(map[string]string{"white": "black", "black": "white", "both": "none"}[arg], ""))
	case "clock":
		m.control = &m.controls[slices.Index(m.Clocks, arg)]
	case "analyse":
		d.analyse()
	default:
		d.closeMenu()
		d.act(what, arg)
		return
	}
	if m.chooser != nil {
		m.chooser.Offer(d.choices())
	}
}

// act does what ends the menu.
func (d *daemon) act(what, arg string) {
	switch what {
	case "new":
		d.key("new", "")
	case goOnWord:
		d.goOnPlaying()
	case "resign":
		d.key("resign-"+arg, "")
	case "draw":
		d.draw()
	case "hint":
		pos := d.game.Position()
		d.tutor.help[pos.Turn()] |= teacher.Hints // who asks for one has chosen them
		d.answer(d.hint())
	case "shut-down":
		d.log.Info("shut down from the board", "then", d.menu.ShutDown)
		d.menu.leaving = true
	}
}

// answer logs why something asked for on the board can't be.
func (d *daemon) answer(err error) {
	if err != nil {
		d.log.Info("asked for on the board", "answer", err)
	}
}

// analyse begins to keep what is taken back as variations, with nobody but the players moving; or ends it.
func (d *daemon) analyse() {
	if d.game.Analysed() {
		d.key("analyse", "off")
		return
	}
	d.answer(d.setOpponent("none", ""))
	d.key("analyse", "")
}

// draw ends the game by agreement of the two players at the board, or offers a draw to the engine.
func (d *daemon) draw() {
	if o := d.opponent; o.on {
		d.key("draw-"+o.side.Other().String(), "")
		return
	}
	d.key("draw-white", "")
	d.key("draw-black", "")
}

// setControl begins a recording with another time control. All men stand, and nothing has been played.
func (d *daemon) setControl(control string) {
	m := &d.menu
	m.control = nil
	if control == d.laws.Clock || len(d.game.Moves()) > 0 {
		return
	}
	before := d.play
	timed := before
	timed.Clock = cmp.Or(control, "none")
	d.wants(timed)
	start := d.game.Now().Start
	if start == rules.StartFEN {
		start = ""
	}
	d.closeMenu()
	d.end()
	if err := d.newGame(start); err != nil {
		d.log.Error("a game with another clock can't begin", "error", err)
		d.wants(before)
		return
	}
	d.key("menu", "")
}

// switchOff switches the computer off when that was chosen.
func (d *daemon) switchOff() error {
	if !d.menu.leaving || d.menu.ShutDown != "machine" {
		return nil
	}
	if out, err := exec.Command("systemctl", "poweroff").CombinedOutput(); err != nil {
		return fmt.Errorf("systemctl poweroff: %w: %s: see docs/board-alone.md for what allows it", err, strings.TrimSpace(string(out)))
	}
	return nil
}
