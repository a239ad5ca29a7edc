package app

import (
	"encoding/json"
	"log/slog"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"jadoube/boardstate/game"
	"jadoube/cmd/internal/config"
	"jadoube/cmd/internal/engine/enginetest"
	"jadoube/cmd/internal/web"
	"jadoube/ledmatrix/simled"
	"jadoube/rules/square"
)

// toMenu are hands that open the menu over kings on these squares.
func toMenu(white, black string) string {
	return " 700 -" + white + " 300 -" + black + " 1700 +" + black + " 200 +" + white + " 500 "
}

// menuAtHome opens the menu before the first move.
var menuAtHome = toMenu("e1", "e8")

// actOut acts out a row of words on the simulated board: "-e1" lifts, "+e1" sets down what was lifted last, "+e4K" that piece, a number
// is ms that pass, another word is a key.
func (d *daemon) actOut(t *testing.T, words string) {
	t.Helper()
	for _, w := range strings.Fields(words) {
		if ms, err := strconv.Atoi(w); err == nil && w[0] != '+' && w[0] != '-' {
			time.Sleep(time.Duration(ms) * time.Millisecond)
			continue
		}
		c := web.Command{Do: web.Press, Key: w}
		if w[0] == '+' || w[0] == '-' {
			c = web.Command{Do: web.Lift}
			if w[0] == '+' {
				c.Do = web.Place
			}
			if len(w) > 3 {
				c.Piece = w[3]
			}
			var err error
			if c.Square, err = square.Parse(w[1:3]); err != nil {
				t.Fatal(err)
			}
		}
		if err := d.Command(t.Context(), c); err != nil {
			t.Fatalf("%s: %v", w, err)
		}
	}
}

// withHands runs a simulated board in fake time.
func withHands(t *testing.T, change func(*settings), f func(t *testing.T, d *daemon)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		cfg := config.Default()
		cfg.Data.Folder, cfg.Engine.Program = t.TempDir(), "/no/such/engine"
		set := settingsOf(cfg, slog.New(slog.DiscardHandler))
		if change != nil {
			change(&set)
		}
		d, err := newDaemon(set, &simled.Panel{})
		if err != nil {
			t.Fatal(err)
		}
		during(t, d, func() { f(t, d) })
	})
}

// pressed are the presses that have been told.
func pressed(t *testing.T, d *daemon) (out []string) {
	t.Helper()
	for _, line := range told(t, d.kept) {
		var e game.Event
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatal(err)
		}
		if e.Type == game.Press && e.Key != "pause" && !strings.HasPrefix(e.Text, game.MenuLights) {
			out = append(out, strings.TrimSpace(e.Key+" "+e.Text))
		}
	}
	return out
}

// TestMenu: what is chosen is pressed, and only that; the lights tell what is offered, held and to be confirmed.
func TestMenu(t *testing.T) {
	for name, c := range map[string]struct {
		do    string
		keys  string            // pressed, joined by ", "
		light map[string]string // of some squares, at the end; "" for dark
	}{
		"held":      {"700 -e1 300 -e8 1700", "", map[string]string{"e1": "do-next", "e8": "do-next", "e3": ""}},
		"not yet":   {"700 -e1 300 -e8 1300", "", map[string]string{"e1": "touched", "e8": "touched"}},
		"opened":    {menuAtHome, "menu", map[string]string{"a3": "setup", "h3": "touched", "b4": "setup", "d4": "touched", "f4": "hint", "h4": "may-capture", "a6": "touched", "b6": "setup", "a4": "", "g4": "", "e1": ""}},
		"left":      {menuAtHome + "-e1 200 -e8 600 +e8 100 +e1 300", "menu, menu close", map[string]string{"a3": "", "e1": ""}},
		"timed out": {menuAtHome + "61000", "menu, menu close", map[string]string{"a3": ""}},
		"level":     {menuAtHome + "-d1 100 +b3 500 -b3 300 +d1 300", "menu, menu level elo 1200", map[string]string{"b3": "touched", "h3": "setup"}},
		"side":      {menuAtHome + "-d1 100 +c4 500", "menu", map[string]string{"c4": "do-next"}},
		"grave":     {menuAtHome + "-d1 100 +h4 500 -h4 300", "menu", map[string]string{"h4": "cannot-stay"}},
		"new":       {"-e2 200 +e4 600 -e7 200 +e5 600" + toMenu("e1", "e8") + "-d1 +a4 500 -a4 500 +a4 500 -a4 100 +d1 500", "menu, menu new, menu close, new", map[string]string{"e2": "may-go", "e4": "do-next", "e7": "setup"}},
		"resign":    {"-e2 200 +e4 600 -e7 200 +e5 600" + toMenu("e1", "e8") + "-e8 500 +e8 500 -e8 500 +e8 500", "menu, menu resign black, menu close, resign-black", nil},
		"draw":      {"-e2 200 +e4 600 -e7 200 +e5 600" + toMenu("e1", "e8") + "-d1 +g4 500 -g4 500 +g4 500 -g4 100 +d1 500", "menu, menu draw, menu close, draw-white, draw-black", nil},
		"hint":      {"-e2 200 +e4 600 -e7 200 +e5 600" + toMenu("e1", "e8") + "-d1 +f4 500 -f4 500 +d1 500", "menu, menu hint, menu close", map[string]string{"a3": ""}},
		"buttons":   {"900 white 100 black 500 white 500 black 500", "white, black, menu, white, black, menu level elo 1000", map[string]string{"a3": "do-next", "h3": "setup"}},
		"slow keys": {"900 white 500 black 500", "white, black", map[string]string{"a3": ""}},
		"third key": {"900 menu 500 -d1 100 +b3 500 -b3 300 +d1 300", "menu, menu level elo 1200", map[string]string{"b3": "touched"}},
		"played on": {menuAtHome + "-e2 200 +e4 9000", "menu, menu close", map[string]string{"e2": "last-move", "e4": "last-move", "a3": ""}},
	} {
		t.Run(name, func(t *testing.T) {
			withHands(t, nil, func(t *testing.T, d *daemon) {
				d.actOut(t, c.do)
				synctest.Wait()
				if got := strings.Join(pressed(t, d), ", "); got != c.keys {
					t.Errorf("pressed %s; want %s", got, c.keys)
				}
				for sq, meaning := range c.light {
					at, _ := square.Parse(sq)
					if got := d.State().LEDs[at]; got != meaning {
						t.Errorf("%s is %q, want %q in %v", sq, got, meaning, d.State().LEDs)
					}
				}
				if name == "hint" && len(d.State().LEDs) == 0 {
					t.Error("no hint is shown")
				}
			})
		})
	}
}

// tap changes what is on a square with a man of the board in the hand, and puts it right.
func tap(square string) string { return " +" + square + " 500 -" + square + " 400 " }

// TestMenuIsReplayed: whatever was asked for, the record tells the same game again.
func TestMenuIsReplayed(t *testing.T) {
	withHands(t, nil, func(t *testing.T, d *daemon) {
		d.actOut(t, menuAtHome+"-d1"+tap("b3")+tap("h4")+tap("a3")+"+d1 300 -e1 200 -e8 300 +e8 100 +e1 900")
		d.actOut(t, "-e2 200 +e4 900 -e7 200 +e5 900")
		d.actOut(t, toMenu("e1", "e8")+"-g1 300 +f3 9000")                     // played on: a move
		d.actOut(t, toMenu("e1", "e8")+"-e8 500 +e8 20000")                    // resigned once only, then thought better of it
		d.actOut(t, "-e1 200 -e8 300 +e8 100 +e1 900 -b8 +c6 900 -f1 +b5 900") // left
		d.actOut(t, toMenu("e1", "e8")+"-h1 300"+tap("g4")+tap("g4")+"+h1 900")
		synctest.Wait()
		t.Cleanup(func() {
			live := told(t, d.kept)
			again, games := retold(t, d, files(t, d.data, "*.trace")[0])
			if !slices.Equal(live, again) {
				t.Errorf("live\n%s\nagain\n%s", strings.Join(live, "\n"), strings.Join(again, "\n"))
			}
			if want := "1. e4 e5 2. Nf3 Nc6 3. Bb5 1/2-1/2"; !strings.Contains(games, want) || !strings.Contains(d.PGN(), want) {
				t.Errorf("no %s in\n%s\n%s", want, games, d.PGN())
			}
		})
	})
}

// TestMenuClock: another time control begins another recording, as soon as all men stand.
func TestMenuClock(t *testing.T) {
	withHands(t, nil, func(t *testing.T, d *daemon) {
		d.actOut(t, menuAtHome+"-d1"+tap("c6"))
		if st := d.State(); st.Clock != nil || st.LEDs[square.C6] != "touched" {
			t.Errorf("clock %+v, lights %v", st.Clock, st.LEDs)
		}
		d.actOut(t, "+d1 500")
		if st := d.State(); st.Clock == nil || st.Clock.White != 180_000 || st.LEDs[square.C6] != "touched" || st.LEDs[square.A6] != "setup" || st.Next.Clock != "180+2" {
			t.Errorf("clock %+v, the next game's %q, lights %v", st.Clock, st.Next.Clock, st.LEDs)
		}
		d.actOut(t, "-e1 200 -e8 300 +e8 100 +e1 900 -e2 +e4 900 -e7 +e5 9000")
		synctest.Wait()
		if st := d.State(); len(st.Moves) != 2 || st.Clock.Running != "white" || st.Clock.White > 182_000 || st.Now-st.Clock.T < 5000 {
			t.Errorf("%d moves, clock %+v, now %d", len(st.Moves), st.Clock, st.Now)
		}
		if text := d.PGN(); !strings.Contains(text, `[TimeControl "180+2"]`) {
			t.Error(text)
		}
		d.actOut(t, toMenu("e1", "e8")) // no clock is offered any more
		if st := d.State(); st.LEDs[square.C6] != "" || st.LEDs[square.A4] != "may-capture" {
			t.Errorf("lights %v", st.LEDs)
		}
	})
}

// TestAnalyse: what is taken back stays in the record as variations, and variations of these.
func TestAnalyse(t *testing.T) {
	withHands(t, nil, func(t *testing.T, d *daemon) {
		d.actOut(t, "-e2 200 +e4 2500 -e4 200 +e2 3000 -d2 200 +d4 2500 -g8 200 +f6 2500") // not analysed yet
		d.actOut(t, toMenu("e1", "e8")+"-d1"+tap("e4")+"+d1 300 -e1 200 -e8 300 +e8 100 +e1 900")
		d.actOut(t, "-c2 +c4 2500 -e7 +e6 2500 -b1 +c3 2500")              // 2. c4 e6 3. Nc3
		d.actOut(t, "-c3 +b1 3000 -g1 +f3 2500")                           // 3. Nf3
		d.actOut(t, "-f3 +g1 3000 -e6 +e7 3000 -g7 +g6 2500")              // 2... g6
		d.actOut(t, "-g6 +g7 3000 -c4 +c2 3000 -c1 +f4 2500 -d7 +d5 2500") // 2. Bf4 d5
		synctest.Wait()
		want := "1. d4 Nf6 2. Bf4 (2. c4 e6 (2... g6) 3. Nc3 (3. Nf3)) 2... d5 *"
		if text := strings.Join(strings.Fields(d.PGN()), " "); !strings.HasSuffix(text, want) {
			t.Errorf("%s\nwant %s", text, want)
		}
		d.actOut(t, "-d5 +d7 3000") // the line that was left goes on where nothing else was played
		synctest.Wait()
		if text := strings.Join(strings.Fields(d.PGN()), " "); !strings.HasSuffix(text, want) {
			t.Errorf("%s\nwant %s", text, want)
		}
		t.Cleanup(func() {
			if _, games := retold(t, d, files(t, d.data, "*.trace")[0]); !strings.HasSuffix(strings.Join(strings.Fields(games), " "), want) {
				t.Errorf("again %s", games)
			}
		})
	})
}

// TestNoMenu: where gestures would be touches, help or darkness, none opens it; nor is a choice taken from elsewhere.
func TestNoMenu(t *testing.T) {
	sign, play := toMenu("e1", "e8"), "-e2 200 +e4 900 -e7 200 +e5 900 "
	for name, c := range map[string]struct {
		change func(*settings)
		do     string
		opens  bool
	}{
		"usual":               {nil, play + sign, true},
		"switched off":        {func(s *settings) { s.menus.On = false }, sign, false},
		"without lights":      {func(s *settings) { s.leds.Kind, s.board.Kind = "sim", "" }, sign, false},
		"a trainer, at first": {func(s *settings) { s.laws.Level = "trainer" }, sign, true},
		"a trainer, later":    {func(s *settings) { s.laws.Level = "trainer" }, play + sign, false},
		"an arbiter":          {func(s *settings) { s.laws.Level = "arbiter" }, sign, false},
		"rated":               {func(s *settings) { s.laws.Level, s.laws.Rated = "arbiter", true }, sign, false},
		"strict":              {func(s *settings) { s.laws.Level = "strict" }, sign, false},
		"a clock's buttons":   {func(s *settings) { s.laws.Level, s.laws.Clock = "off", "300" }, "900 white 100 black 500", false},
		"setting up":          {nil, play + "new 500" + sign, false},
		"after a result":      {nil, play + "resign-white 500" + sign, false},
		"coloured":            {func(s *settings) { s.kind = 1 }, play + sign, true},
		"seeing pieces":       {func(s *settings) { s.kind = 2 }, play + sign, true},
	} {
		t.Run(name, func(t *testing.T) {
			withHands(t, c.change, func(t *testing.T, d *daemon) {
				d.actOut(t, c.do)
				synctest.Wait()
				if got := slices.Contains(pressed(t, d), "menu"); got != c.opens {
					t.Errorf("opened %v, want %v", got, c.opens)
				}
				byKey := c.opens || name == "switched off" || name == "without lights" || name == "a clock's buttons"
				if got := d.State().Menu; (got != nil) != byKey || got != nil && (got.Open != c.opens || (len(got.Choices) > 0) != c.opens) {
					t.Errorf("the page is told of the menu %+v; want open %v", got, c.opens)
				}
				for _, key := range []string{"menu shut-down", "menu level full"} {
					if err := d.Command(t.Context(), web.Command{Do: web.Press, Key: key}); err == nil {
						t.Errorf("%s was taken", key)
					}
				}
			})
		})
	}
}

// TestShutDown: the program ends as it should, and the game can be gone on with.
func TestShutDown(t *testing.T) {
	withHands(t, nil, func(t *testing.T, d *daemon) {
		d.actOut(t, "-e2 200 +e4 900"+toMenu("e1", "e8")+"-d1"+tap("h4"))
		select {
		case <-d.ended:
			t.Error("ended though it was chosen only once")
		default:
		}
		d.actOut(t, "+h4 500 -h4")
		<-d.ended
		if got := pressed(t, d); !slices.Contains(got, "menu shut-down") {
			t.Error(got)
		}
		if !strings.Contains(d.PGN(), "1. e4 *") {
			t.Error(d.PGN())
		}
	})
}

// TestMenuEngine: side, level, draw and a hint against an engine.
func TestMenuEngine(t *testing.T) {
	t.Parallel()
	s, log := against(t, enginetest.Good, func(c *config.Config) { c.Menu.Levels = []string{"elo 1500", "full"} })
	s.actOut(t, menuAtHome+"-d1"+tap("a3")+tap("c4")+"+d1 500")
	if o := s.State().Opponent; o == nil || o.Side != "white" || o.Level != "elo 1500" {
		t.Fatalf("opponent %+v", o)
	}
	if len(s.State().Moves) > 0 {
		t.Fatal("it plays in the menu")
	}
	s.actOut(t, "-e1 200 -e8 300 +e8 100 +e1 500")
	s.plays(t, 1, "a2a3")
	toldIn(t, log, "setoption name UCI_Elo value 1500")
	s.actOut(t, "300 -a2 +a3 500 -e7 +e5 500")
	s.plays(t, 3, "a1a2")
	s.actOut(t, "300 -a1 +a2 500"+toMenu("e1", "e8")+"-d1"+tap("f4")+"+d1 500")
	s.until(t, "a hint", func(st web.State) bool {
		return strings.Contains(strings.Join(slices.Collect(maps.Values(st.LEDs)), " "), "hint")
	})
	s.actOut(t, toMenu("e1", "e8")+"-d1"+tap("g4")+tap("g4")+"+d1 500")
	keys := pressed(t, s.daemon)
	answer := keys[len(keys)-1]
	if result := s.State().Result; keys[len(keys)-2] != "draw-black" || (answer == "draw-white") != (result != nil) || answer != "draw-white" && answer != "decline-white" {
		t.Errorf("pressed %v, result %+v", keys, result)
	}
}

// TestMenuIsNamed: the page is told what each square of the menu is, and of the two that answer whether a game goes on.
func TestMenuIsNamed(t *testing.T) {
	withHands(t, nil, func(t *testing.T, d *daemon) {
		press(t, d, "menu")
		named := map[string]string{}
		for _, c := range d.State().Menu.Choices {
			named[c.Square.String()] = strings.TrimSpace(c.Word + " " + c.Arg)
		}
		for at, want := range map[string]string{"a3": "level elo 1000", "h3": "level full", "b4": "side white", "d4": "side both", "f4": "hint", "h4": "shut-down", "a6": "clock none", "c6": "clock 180+2"} {
			if named[at] != want {
				t.Errorf("%s is %q, want %q", at, named[at], want)
			}
		}
		lit := 0
		for _, meaning := range d.State().LEDs {
			if meaning != "" {
				lit++
			}
		}
		if lit != len(named) {
			t.Errorf("%d squares are lit, %d are named", lit, len(named))
		}
		press(t, d, "menu close")
		if m := d.State().Menu; m == nil || m.Open || len(m.Choices) > 0 {
			t.Errorf("left: %+v", m)
		}
	})
}
