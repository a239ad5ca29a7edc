package game

import (
	"errors"
	"slices"
	"strings"

	"jadoube/boardstate"
	"jadoube/boardstate/gesture"
	"jadoube/boardstate/referee"
	"jadoube/rules"
	"jadoube/rules/square"
	"jadoube/sensors"
)

// The words after the key "menu": none opens it, MenuCloses leaves it, MenuLights is followed by what the lights say instead of the game's
// own, square and meaning in turn, and by nothing when they say no more. All others say what was chosen, which is no business of the game.
const (
	menuOpens  = ""
	MenuCloses = "close"
	MenuLights = "lights"
)

// menuMeanings are what lights of the menu can mean.
var menuMeanings = []string{"hint", "setup", "may-go", "may-capture", "touched", "do-next", "cannot-stay"}

// saying is what the lights say while hands speak to the board itself.
type saying struct {
	words string
	image picture
}

func (s *saying) read(words string) {
	*s = saying{words: words}
	fields := strings.Fields(words)
	for i := 0; i+1 < len(fields); i += 2 {
		if at, err := square.Parse(fields[i]); err == nil && slices.Contains(menuMeanings, fields[i+1]) {
			s.image.put(at, fields[i+1])
		}
	}
}

// rest keeps readings back while the board is a menu: what hands do then is no move, unless they leave it so.
type rest struct {
	open  bool
	stood sensors.Frame     // what the sensors said when it was opened
	held  []sensors.Reading // since all stood so last
}

// take hands on the readings that count now. raw is what the sensors say after r.
func (m *rest) take(r sensors.Reading, raw *sensors.Frame, pass func(sensors.Reading)) {
	switch {
	case len(r.Changes) == 0 && r.Press != nil && r.Press.Key == "menu": // nothing has happened in the game
	case m.open:
		if len(m.held) >= maxHeard {
			m.held = m.held[:0]
		}
		if m.held = append(m.held, r); *raw == m.stood {
			m.held = m.held[:0]
		}
	default:
		pass(r)
	}
}

// keeps reports whether a press is one of the menu's: its buttons are those of the clock.
func (m *rest) keeps(p *sensors.Press) bool { return m.open && (p.Key == "white" || p.Key == "black") }

// close hands on what was kept back.
func (m *rest) close(pass func(sensors.Reading)) {
	held := m.held
	*m = rest{}
	for _, r := range held {
		pass(r)
	}
}

var (
	errMenuLaws = errors.New("no menu: the Laws are kept here, and gestures would be touches")
	errNoMenu   = errors.New("no menu: no game is being played")
)

// MenuOpen reports whether the board is a menu.
func (g *Game) MenuOpen() bool { return g.menu.open }

// MenuLights returns what the lights say instead of the game's own, in the words of the key; "" when they don't.
func (g *Game) MenuLights() string { return g.saying.words }

// checkMenu returns why the board can't be a menu now, nil when it can. Where the Laws are kept it can be one only under a trainer, before
// the first move; kings can't be obliged to move then.
func (g *Game) checkMenu() error {
	level := g.opt.Laws.Level
	switch {
	case g.over, g.setting:
		return errNoMenu
	case g.opt.Laws.Rated, g.kept() && (level != referee.Trainer || len(g.shown) > 0):
		return errMenuLaws
	}
	return nil
}

// heedMenu does what the key "menu" says.
func (g *Game) heedMenu(words string) {
	what, lights, _ := strings.Cut(words, " ")
	switch {
	case what == MenuLights:
		g.saying.read(lights)
	case words == menuOpens && !g.menu.open && g.checkMenu() == nil:
		g.menu = rest{open: true, stood: g.raw}
	case words == MenuCloses && g.menu.open:
		g.saying = saying{}
		g.menu.close(g.tracker.Read)
	}
}

// Look is what gestures are recognised from. Squares whose sensors are broken say that all is well there.
func (g *Game) Look() gesture.Look {
	pos := g.storyPosition()
	men := boardstate.Men(&pos)
	home := men.As(g.opt.Kind)
	calm := !g.recovering && g.asked.key == "" && g.story.Sign == ""
	return gesture.Look{
		T: g.now, Frame: except(g.stable.Frame(), home, g.passedOver()), Home: home,
		Kings: [2]square.Square{pos.King(rules.White), pos.King(rules.Black)}, Free: calm && g.checkMenu() == nil,
	}
}
