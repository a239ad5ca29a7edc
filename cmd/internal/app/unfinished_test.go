package app

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"jadoube/rules/square"
)

// TestUnfinishedOnTheBoard: the lights and the prompt say that a game that was cut off waits; hands go on with it or end it, and a man
// held in thought does neither.
func TestUnfinishedOnTheBoard(t *testing.T) {
	sign := toMenu("e1", "e8")
	lit := map[string]string{"e1": "do-next", "e8": "do-next", "f3": "last-move"}
	offered := map[string]string{"a4": "may-capture", "b4": "may-go", "c4": "", "e1": ""}
	for name, c := range map[string]struct {
		do    string
		asked bool
		keys  string // pressed, joined by ", "
		moves int    // at the end
		light map[string]string
	}{
		"waits":               {"60000", true, "", 3, lit},
		"a man in thought":    {"-b8 9000", true, "", 3, map[string]string{"e1": "do-next", "e8": "do-next", "b8": "touched", "c6": "may-go"}},
		"put back":            {"-b8 9000 +b8 900 -e8 5000 +e8 900", true, "", 3, lit},
		"a move":              {"-b8 300 +c6 900", false, "", 4, map[string]string{"e1": "", "e8": "", "c6": "last-move"}},
		"the last man back":   {"-f3 300 +g1 900", true, "", 2, map[string]string{"e1": "do-next", "e8": "do-next"}}, // as if it hadn't been let go of
		"moves back":          {"-f3 300 +g1 300 -e5 300 +e7 900", false, "", 1, map[string]string{"e1": "", "e8": ""}},
		"the clock's lever":   {"700 black 100", false, "black", 3, map[string]string{"e1": "", "f3": "last-move"}},
		"with a man in hand":  {"-b8 900 black 100", true, "black", 3, nil},
		"the key resume":      {"700 resume 100", false, "resume", 3, map[string]string{"e1": ""}},
		"men knocked":         {"-f3 20 -e4 20 -d2 20 -c2 2000", true, "", 2, map[string]string{"e1": "", "e8": ""}}, // led back first
		"the sign":            {sign, true, "menu", 3, offered},
		"the sign, and no":    {sign + "-e1 200 -e8 600 +e8 100 +e1 900", true, "menu, menu close", 3, lit},
		"go on":               {sign + "-g2 100 +b4 500 -b4 300 +g2 900", false, "menu, menu go-on, menu close", 3, map[string]string{"e1": "", "b4": ""}},
		"end, chosen once":    {sign + "-g2 100 +a4 500 -a4 300", true, "menu", 3, map[string]string{"a4": "cannot-stay"}},
		"end":                 {sign + "-g2 100 +a4 500 -a4 300 +a4 500 -a4 300 +g2 900", false, "menu, menu new, menu close, new", 0, map[string]string{"e4": "do-next"}},
		"end, not in 15 s":    {sign + "-g2 100 +a4 500 -a4 300 +g2 20000", true, "menu", 3, offered},
		"the menu afterwards": {"-b8 300 +c6 900" + sign, false, "menu", 4, map[string]string{"a4": "may-capture", "b4": "setup", "d4": "touched"}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newBench()
				folder := cutInPlay(t, b, nil)
				d := b.daemonOn(t, folder, func(s *settings) { s.unfinished = "ask" })
				during(t, d, func() {
					time.Sleep(time.Second)
					d.actOut(t, c.do)
					synctest.Wait()
					st := d.State()
					if got := strings.Join(pressed(t, d), ", "); got != c.keys {
						t.Errorf("pressed %s; want %s", got, c.keys)
					}
					if d.tutor.asking != c.asked {
						t.Errorf("asked still: %v", d.tutor.asking)
					}
					if len(st.Moves) != c.moves {
						t.Errorf("moves: %v", st.Moves)
					}
					for sq, meaning := range c.light {
						at, _ := square.Parse(sq)
						if got := st.LEDs[at]; got != meaning {
							t.Errorf("%s is %q, want %q in %v", sq, got, meaning, st.LEDs)
						}
					}
					if asks := st.Prompt != nil && st.Prompt.Key == askResume; asks != (c.light["e1"] == "do-next" && c.asked) && c.light != nil {
						t.Errorf("prompt %+v", st.Prompt)
					}
				})
			})
		})
	}
}

// cutInPlay is what is kept of a game of three moves when the power fails.
func cutInPlay(t *testing.T, b *bench, change func(*settings)) (folder string) {
	t.Helper()
	d := b.daemonOn(t, t.TempDir(), change)
	during(t, d, func() {
		d.actOut(t, "-e2 300 +e4 900 -e7 300 +e5 900 -g1 300 +f3 900")
		folder = cutOff(t, d)
	})
	return folder
}

// TestUnfinishedUnderAnArbiter: no gesture of the hands and no player's button says anything; the arbiter does, or the page.
func TestUnfinishedUnderAnArbiter(t *testing.T) {
	for _, level := range []string{"arbiter", "rated"} {
		synctest.Test(t, func(t *testing.T) {
			laws := func(s *settings) {
				s.laws.Level, s.laws.Rated = "arbiter", level == "rated"
				s.unfinished = "ask"
			}
			b := newBench()
			d := b.daemonOn(t, cutInPlay(t, b, laws), laws)
			during(t, d, func() {
				d.actOut(t, "1000 -e1 300 -e8 1700 +e8 200 +e1 900 black 900")
				synctest.Wait()
				if st := d.State(); !d.tutor.asking || len(st.LEDs) > 0 && st.LEDs[square.E1] != "" || d.game.MenuOpen() {
					t.Errorf("%s: asked %v, lit %v", level, d.tutor.asking, st.LEDs)
				}
				d.actOut(t, "resume 100")
				if d.tutor.asking {
					t.Errorf("%s: asked still", level)
				}
			})
		})
	}
}

// TestUnfinishedAgainstAnEngine: the engine waits for the answer.
func TestUnfinishedAgainstAnEngine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench()
		d := b.daemonOn(t, cutInPlay(t, b, nil), func(s *settings) { s.unfinished = "ask" })
		d.opponent.sit("black")
		during(t, d, func() {
			time.Sleep(20 * time.Second)
			if d.opponent.asked != "" {
				t.Error("the engine thinks already")
			}
			d.actOut(t, "resume 100")
			synctest.Wait()
			if d.opponent.asked == "" {
				t.Error("the engine doesn't think")
			}
		})
	})
}

// TestUnfinishedWithAWordOpen: what a player may claim, was offered or must move is asked when the players have said that the game goes on,
// and not before.
func TestUnfinishedWithAWordOpen(t *testing.T) {
	for _, c := range []struct{ then, play string }{
		{"draw-offered", "-e2 300 +e4 300 white 300 -e7 300 +e5 300 draw-black 100 black 900"},
		{"may-claim", "-g1 900 +g1 900 -e2 300 +e4 300 white 900"},
		{"must-move", "-e2 300 +e4 300 white 300 -e7 300 +e5 300 black 300 -b1 900 +b1 900"},
	} {
		t.Run(c.then, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newBench()
				asks := func(d *daemon, want string) {
					t.Helper()
					if p := d.State().Prompt; p == nil || p.Key != want {
						t.Errorf("prompt %+v, not %s", p, want)
					}
				}
				ask := func(s *settings) { clocked(s); s.unfinished = "ask" }
				d := b.daemonOn(t, t.TempDir(), ask)
				var folder string
				during(t, d, func() {
					d.actOut(t, "start 900 "+c.play)
					asks(d, c.then)
					folder = cutOff(t, d)
				})
				again := b.daemonOn(t, folder, ask)
				during(t, again, func() {
					time.Sleep(time.Second)
					synctest.Wait()
					asks(again, askResume)
					again.actOut(t, "resume 900")
					asks(again, c.then)
				})
			})
		})
	}
}
