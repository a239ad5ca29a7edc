package web

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"jadoube/cmd/internal/web/webtest"
	"jadoube/rules/square"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// browser is a tab that looks at a fake board.
type browser struct {
	*webtest.Tab
	t      *testing.T
	board  *fakeBoard
	server *Server
	url    string
}

func openBrowser(t *testing.T) *browser {
	t.Helper()
	b := newFakeBoard()
	s, err := New(b, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !s.Bundled() {
		t.Skip("the page is not bundled: run make")
	}
	opened := &browser{webtest.Open(t), t, b, s, ""}
	opened.serve()
	return opened
}

// serve serves the page, with the options that the server has now.
func (b *browser) serve() {
	srv := httptest.NewServer(b.server.Handler())
	b.t.Cleanup(srv.Close)
	b.t.Cleanup(b.server.endStreams)
	b.url = srv.URL
}

func (b *browser) load(width, height int64) {
	b.t.Helper()
	b.Load(b.url, width, height)
}

func (b *browser) move(from, to string) {
	b.t.Helper()
	b.Click(from, to)
	b.Until(fmt.Sprintf(`document.querySelector('[data-square="%s"]').dataset.man !== undefined`, to))
}

// calm fails when the page's console has said anything but what is expected.
func (b *browser) calm(expected ...string) {
	b.t.Helper()
	wrong := slices.DeleteFunc(b.Complaints(), func(text string) bool {
		return slices.ContainsFunc(expected, func(part string) bool { return strings.Contains(text, part) })
	})
	if len(wrong) > 0 {
		b.t.Errorf("the page's console: %q", wrong)
	}
}

func TestPagePlaysOnTheSimulatedBoard(t *testing.T) {
	b := openBrowser(t)
	b.Media("prefers-color-scheme:light")
	b.load(webtest.DesktopWidth, webtest.DesktopHeight)
	b.Text("#prompt", "White to move")
	b.Shoot("page-desktop-start")

	b.Click("e2")
	b.Until(`document.querySelector('[data-square="e2"]').dataset.led === 'touched'`)
	b.Until(`document.querySelector('[data-square="e2"]').dataset.differs === 'missing'`)
	b.Until(`document.querySelector('#tray .hand [data-piece="P"]').ariaPressed === 'true'`)
	b.Shoot("page-desktop-lifted")
	b.Click("e4")
	b.Until(`document.querySelector('#moves [data-ply="1"].provisional')?.dataset.san === 'e4'`)
	b.move("d7", "d5")
	b.Until(`document.querySelector('#moves [data-ply="1"].settled') !== null`)
	b.Click("e4", "d5", "d5") // lifts the pawn, lifts the victim, places the pawn
	b.Text("#tray .off [data-piece=\"p\"]", "")
	b.Until(`document.querySelectorAll('#men [data-piece]').length === 31`)

	b.move("g8", "f6")
	b.move("g1", "f3")
	b.move("b8", "c6")
	b.move("f1", "c4")
	b.move("a7", "a6")
	b.move("e1", "g1")
	b.Text("#prompt", "Now move the rook from h1 to f1.")
	b.Until(`document.querySelector('#prompt').dataset.key === 'castle-rook' && document.querySelector('[data-square="f1"]').dataset.led === 'do-next'`)
	b.Shoot("page-desktop-castling")
	b.Click("h1", "f1")
	b.Until(`document.querySelector('#prompt').dataset.key === ''`)

	b.Click("e7", "d7")
	b.Until(`document.querySelector('[data-square="d7"]').dataset.led === 'cannot-stay'`)
	b.Text("#prompt", "cannot stay there")
	b.Until(`getComputedStyle(document.querySelector('[data-at="d7"] > .light')).color === 'rgb(22, 23, 24)'`)
	b.Until(`document.querySelector('[data-at="d7"] > .light').getAnimations()[0].startTime === 0`) // in step with all others
	b.Shoot("page-desktop-illegal")
	b.Fits("desktop")
	b.calm()
}

func TestPageOnAPhoneInTheDark(t *testing.T) {
	b := openBrowser(t)
	b.Media("prefers-color-scheme:dark", "prefers-reduced-motion:reduce")
	b.board.setUp("r3k2r/1P3ppp/2n5/4p3/2B1P3/5N2/PPP2PPP/R3K2R w KQkq - 0 1")
	b.load(webtest.PhoneWidth, webtest.PhoneHeight)
	b.move("b7", "b8")
	b.Until(`document.querySelector('#prompt').dataset.key === 'choose-promotion'`)
	b.Shoot("page-phone-promotion")
	b.Do(chromedp.Click(`#tray .spare [data-piece="Q"]`))
	b.Click("b8", "b8") // lifts the pawn, places the queen
	b.Until(`document.querySelector('[data-square="b8"]').dataset.man === 'Q' && document.querySelector('#prompt').dataset.key === ''`)
	b.move("e8", "e7")
	b.board.end("1-0", "checkmate")
	b.Text("#result", "1–0 · White won by checkmate")
	b.Do(chromedp.Evaluate[chromedp.Void](`for (const d of document.querySelectorAll('details')) d.open = true; document.querySelector('#all-sensors').click()`))
	b.Until(`document.querySelectorAll('#grid .sees').length > 10`)
	b.Shoot("page-phone-dark")
	b.Fits("phone")
	b.Media("prefers-color-scheme:light")
	b.Shoot("page-phone-light")
	b.calm()
}

func TestPageByKeyboard(t *testing.T) {
	b := openBrowser(t)
	b.load(webtest.DesktopWidth, webtest.DesktopHeight)
	b.Do(chromedp.Focus(`[data-square="e2"]`), chromedp.KeyEvent(kb.Enter))
	b.Until(`document.querySelector('[data-square="e2"]').ariaLabel.includes('lifted, the game has a white pawn here')`)
	b.Do(chromedp.KeyEvent(kb.Escape))
	b.Until(`document.querySelector('[data-square="e2"]').ariaLabel === 'e2, white pawn'`)
	b.Do(chromedp.KeyEvent(kb.Enter), chromedp.KeyEvent(kb.ArrowUp), chromedp.KeyEvent(kb.ArrowUp), chromedp.KeyEvent(" "))
	b.Until(`document.querySelector('#moves [data-ply="1"]')?.dataset.san === 'e4'`)
	b.Text("#say", "White: e4")
	b.Until(`document.activeElement.dataset.square === 'e4'`)
	b.Do(chromedp.Click("#flip"), chromedp.Focus(`[data-square="e4"]`), chromedp.KeyEvent(kb.ArrowUp), chromedp.KeyEvent(kb.ArrowLeft))
	b.Until(`document.activeElement.dataset.square === 'f3'`)
	b.calm()
}

// newGame opens the dialog for a new game, which shows what is in force when the daemon has told it.
func (b *browser) newGame() {
	b.Do(chromedp.Click("#new-game"))
	b.Until(`document.querySelector("#new-dialog").open`)
}

func TestPageStartsANewGameAndShowsRefusals(t *testing.T) {
	b := openBrowser(t)
	b.load(webtest.DesktopWidth, webtest.DesktopHeight)
	b.newGame()
	b.Do(chromedp.Click("#new-position summary"), chromedp.SendKeys("#new-fen", "nonsense"), chromedp.Click("#new-start"))
	b.Text("#new-refusal", "expected at least 4 fields")
	b.Shoot("page-desktop-new-game")
	b.Do(chromedp.Click("#new-cancel"))
	b.newGame()
	b.Do(chromedp.SendKeys("#new-fen", "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"), chromedp.Click("#new-start"))
	b.Until(`document.querySelectorAll('#men [data-piece]').length === 3`)
	b.Text("#prompt", "Black to move")
	b.Do(chromedp.Click(`[data-side="black"] [data-say="draw"]`))
	b.Text("#log", "Pressed: Black, Draw")
}

func TestPageShowsARealBoard(t *testing.T) {
	b := openBrowser(t)
	f := b.board
	f.state.Sim, f.state.Tray, f.state.Board.Kind = false, nil, "colour"
	row := strings.Repeat(".", 16)
	f.state.Frame = strings.Repeat("b", 16) + row + row + strings.Repeat("w", 16)
	b.load(webtest.DesktopWidth, webtest.DesktopHeight)
	b.Until(`document.querySelector('#tray').hidden && document.querySelectorAll('#grid [data-differs]').length === 0`)

	f.tell("sensors", map[string]any{"frame": "w" + strings.Repeat("b", 15) + row + "b" + row[1:] + "." + strings.Repeat("w", 15)})
	b.Until(`document.querySelector('[data-square="a8"]').dataset.differs === 'other'`)
	b.Until(`document.querySelector('[data-square="a4"]').dataset.differs === 'extra' && document.querySelector('[data-square="a4"]').dataset.man === 'b'`)
	b.Until(`document.querySelector('[data-square="a2"]').dataset.differs === 'missing'`)
	b.Until(`document.querySelectorAll('#men [data-piece]').length === 30`)
	b.Shoot("page-desktop-real")

	fen := "rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR b KQkq - 0 1"
	f.tell("provisional", map[string]any{"ply": 1, "uci": "a2a3", "san": "a3", "fen": fen})
	b.Until(`document.querySelector('#moves .provisional')?.dataset.san === 'a3'`)
	f.tell("withdrawn", map[string]any{"ply": 1, "uci": "a2a3"})
	b.Until(`document.querySelector('#moves [data-ply]') === null`)
	b.Text("#say", "a3 is not played after all")
	b.Text("#prompt", "White to move")

	f.mu.Lock()
	f.state.Moves = []Move{{Ply: 1, UCI: "a2a4", SAN: "a4", FEN: fen, Settled: true}}
	f.mu.Unlock()
	f.tell("amended", map[string]any{"from_ply": 1, "old": []string{"a2a3"}, "new": []string{"a2a4"}, "fen": fen})
	b.Until(`document.querySelector('#moves .settled')?.dataset.san === 'a4'`)
	f.tell("health", map[string]any{"part": "leds", "state": "failed", "text": "chip 3 does not answer"})
	b.Text("#health", "Lights: chip 3 does not answer")
	b.Do(chromedp.Evaluate[chromedp.Void](`document.querySelector('[data-square="e2"]').click()`))
	if got := f.commands(); len(got) > 0 {
		t.Errorf("a click on a real board's picture sent %v", got)
	}
	b.calm()
}

func TestPageFindsItsWayBackAfterALostConnection(t *testing.T) {
	b := openBrowser(t)
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	serve := func(board Board, ln net.Listener) (stop func()) {
		s, err := New(board, Options{})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error)
		go func() { ended <- s.Serve(ctx, ln) }()
		return func() {
			cancel()
			if err := <-ended; err != nil && err != http.ErrServerClosed {
				t.Errorf("serve ended with %v", err)
			}
		}
	}
	address := ln.Addr().String()
	b.url = "http://" + address
	stop := serve(b.board, ln)
	b.load(webtest.DesktopWidth, webtest.DesktopHeight)
	stop()
	b.Until(`document.querySelector('#link').dataset.state === 'lost'`)
	b.Shoot("page-desktop-lost")
	other := newFakeBoard() // another run: its events are numbered anew
	other.setUp("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
	if ln, err = net.Listen("tcp", address); err != nil {
		t.Fatal(err)
	}
	defer serve(other, ln)()
	b.Until(`document.querySelector('#link').dataset.state === 'live' && document.querySelectorAll('#men [data-piece]').length === 3`)
	b.move("e2", "e4")
	b.Until(`document.querySelector('#moves [data-ply="1"]')?.dataset.san === 'e4'`)
}

// TestPageSaysNothingInEmptyFrames: who can say nothing has no frame: an engine, and everybody when a game is over or one of the library is followed.
func TestPageSaysNothingInEmptyFrames(t *testing.T) {
	b := openBrowser(t)
	b.board.state.Opponent = &Opponent{Side: "black", State: "waiting"}
	b.load(webtest.DesktopWidth, webtest.DesktopHeight)
	frames := func(want string) {
		t.Helper()
		b.Until(`[...document.querySelectorAll("#says fieldset")].filter(f => f.checkVisibility()).map(f => f.dataset.side).join() === "` + want + `"`)
	}
	frames("white")
	b.board.tell("opponent", map[string]any{"side": "black", "state": "gone"})
	frames("white,black")
	b.board.end("1-0", "by decision")
	frames("")
	b.Until(`!document.querySelector("#says-title").checkVisibility()`)
	b.board.mu.Lock()
	b.board.state.Result, b.board.state.Following = nil, &Following{Game: 1, White: "Anna", Black: "Boris", FEN: startFEN, Moves: []Move{}, Of: 1, SAN: "e4", State: "move"}
	b.board.mu.Unlock()
	b.board.tell("help", map[string]any{"key": "follow-begin"})
	b.Until(`!document.querySelector("#following").hidden`)
	frames("")
	b.calm()
}

// TestPageHelps: an opponent, a hint, a lesson and steps of help are asked for by the page's own buttons.
func TestPageHelps(t *testing.T) {
	b := openBrowser(t)
	b.board.state.Help = Ladders{White: []string{"moves"}, Black: []string{}}
	b.board.state.Opponent = &Opponent{Side: "black", Level: "elo 1600", Engine: "Fish 1", State: "thinking"}
	b.board.state.Lesson = &Exercise{Lesson: "knight", ID: "knight-2", State: "open", Solved: 1, Of: 4}
	b.board.state.Review = []Spot{{Ply: 3, Prompt: Prompt{"review-spot", map[string]string{"move": "2", "side": "white", "san": "g4", "better": "d4"}}}}
	b.board.state.Learning = Learning{Lessons: []LessonSize{{"rook", 4}, {"knight", 4}}, Players: []Learner{{"Anna", map[string]int{"rook": 4, "knight": 1}}}}
	b.load(webtest.DesktopWidth, webtest.DesktopHeight)
	b.Text("#opponent", "Fish 1 is thinking.")
	b.Do(chromedp.Click(`#hint`), chromedp.Click(`#to-learn`))
	b.Text("#learning", "The knight: 1 of 4")
	b.Text("#learning .spots", "Move 2, White: g4 was played. Better was d4.")
	b.Until(`document.querySelector('[data-side="white"] [data-step="moves"]').checked && !document.querySelector('[data-side="black"] [data-step="moves"]').checked`)
	b.Shoot("page-desktop-help")
	b.Fits("help")
	b.Do(chromedp.SendKeys("#learner", "Anna"))
	b.Until(`document.querySelector('[data-lesson-name="rook"]').dataset.solved === "all" && document.querySelector('[data-lesson-name="knight"] progress').value === 1`)
	b.Do(chromedp.Click(`[data-help="end"]`), chromedp.Click(`#learning [data-side="white"] [data-step="attacked"]`),
		chromedp.Click(`[data-lesson-name="rook"] button`))
	b.Until(`location.hash === "#play"`)
	b.newGame()
	b.Do(chromedp.Evaluate[chromedp.Void](
		`const s = document.querySelector('#new-side'); s.value = 'black'; s.dispatchEvent(new Event('change')); document.querySelector('#new-level').value = 'elo 1600'`))
	b.Shoot("page-desktop-opponent")
	b.Do(chromedp.Click("#new-start"))
	b.Until(`!document.querySelector('#new-dialog').open`)
	want := []Command{
		{Do: Hint, Square: square.None},
		{Do: Lesson, Square: square.None},
		{Do: Help, Square: square.None, Side: "white", Steps: "moves attacked"},
		{Do: Lesson, Square: square.None, Lesson: "rook", Player: "Anna"},
		{Do: NewGame, Square: square.None, Side: "black", Level: "elo 1600"},
	}
	if got := b.board.commands(); !slices.Equal(got, want) {
		t.Errorf("the page sent %v", got)
	}
	b.calm()
}

// fakeBench is a bench that asks for one square and then has found nothing.
type fakeBench struct {
	mu    sync.Mutex
	state BenchState
	got   []string
}

func (f *fakeBench) Bench() BenchState {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.state
}

func (f *fakeBench) Begin(_ context.Context, what string, sure bool) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.got = append(f.got, fmt.Sprint(what, " ", sure))
	if !sure {
		return ErrPlaying
	}
	if what == "lights" {
		f.state = BenchState{What: what, Running: true, Lines: []Line{}, Done: 0, Total: 16, LEDs: map[square.Square]string{}}
		for s := range square.None {
			f.state.LEDs[s] = "red"
		}
		return nil
	}
	f.state = BenchState{What: what, Running: true, Lines: []Line{{Text: "Now one piece goes over all squares."}}, Done: 3, Total: 64, Now: Line{"Move it to d1.", "Move it to %v.", []string{"d1"}}}
	return nil
}

func (f *fakeBench) Answer(text string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.got = append(f.got, "answer "+text)
	f.state.Running, f.state.Now, f.state.Config = false, Line{}, "[board]\nkind = \"hall\"\n"
	f.state.Lines = append(f.state.Lines, Line{Text: "c2 and c7 are swapped", Key: "%v and %v are swapped", Args: []string{"c2", "c7"}}, Line{Text: "8  . . .", Key: "%s", Args: []string{"8  . . ."}})
	return nil
}

func (f *fakeBench) End() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.state.Running, f.state.LEDs = false, nil
}

// light shows something else.
func (f *fakeBench) light(leds map[square.Square]string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.state.LEDs = leds
}

// TestPageTriesTheLights: an admin sees on the page's board what the lights should show, colours as they are and meanings in their rhythm, in words
// of the page's language; on a simulated board too, which has nothing else to try.
func TestPageTriesTheLights(t *testing.T) {
	b := openBrowser(t)
	bench := &fakeBench{state: BenchState{Lines: []Line{}}}
	b.server.Bench = bench
	b.serve()
	lit := func(square string) string {
		return fmt.Sprintf(`getComputedStyle(document.querySelector('[data-wire="%s"]'), "::before")`, square)
	}
	b.Load(b.url+"/?lang=fa#board", webtest.PhoneWidth, webtest.PhoneHeight)
	b.Until(`!document.querySelector("#bench").hidden && document.querySelector('[data-bench="doctor"]').hidden`)
	b.board.tell("move", map[string]any{"ply": 1, "uci": "e2e4", "san": "e4", "fen": startFEN})
	b.Do(chromedp.Click(`[data-bench="lights"]`))
	b.Text("#sure-what", "بازی در این مدت منتظر می\u200cماند.")
	b.Do(chromedp.Click("#sure-yes"))
	b.Text(".bench-now", "سرخ")
	b.Until(`document.querySelector(".bench-now").lang === "fa" && document.querySelectorAll('[data-wire][data-light="red"]').length === 64 && ` + lit("e4") + `.backgroundColor === "rgb(255, 0, 0)"`)
	b.Until(`document.querySelector('[data-bench="answer"]').offsetParent !== null && document.querySelector("#bench-word").offsetParent === null`) // nothing is to be written
	b.Fits("the lights")
	b.Shoot("bench-lights")
	all := map[square.Square]string{}
	for s := range square.None {
		all[s] = "cannot-stay"
	}
	bench.light(all)
	b.Text(".bench-now", "نمی\u200cتواند بماند")
	b.Until(lit("h8") + `.animationName === "blink-cannot-stay"`)
	bench.light(map[square.Square]string{square.C3: "white"})
	b.Text(".bench-now", "می\u200cگذرد")
	b.Until(`[...document.querySelectorAll("[data-light][data-wire]")].map(c => c.dataset.wire).join() === "c3"`)
	b.Do(chromedp.Click(`[data-bench="end"]`))
	b.Until(`document.querySelectorAll("[data-light][data-wire]").length === 0 && document.querySelector(".bench").hidden`)
	if want := []string{"lights false", "lights true"}; !slices.Equal(bench.got, want) {
		t.Errorf("the page asked for %q; want %q", bench.got, want)
	}
	b.calm("status of 409")
}

// TestPageShowsTheBoardsHealth: numbers of each square, what is wrong in words, and the examination step by step, asked about a game that is
// played; in each language, on a table and on a phone.
func TestPageShowsTheBoardsHealth(t *testing.T) {
	b := openBrowser(t)
	bench := &fakeBench{state: BenchState{Lines: []Line{}}}
	b.server.Bench = bench
	b.serve()
	wires := Wires{Scans: 123456, Retries: 7, Errors: 1, Squares: map[square.Square]Wire{}, Warnings: []string{"c3: bounces"}}
	for s := range square.None {
		wires.Squares[s] = Wire{Changes: int64(s) * 31, Flickers: int64(s) % 3, Level: 500 + int(s), Rest: 500}
	}
	b.board.state.Sim, b.board.state.Tray = false, nil
	b.board.state.Board = Info{Kind: "occupancy", Scan: 5, Name: "mcp23017 0x20 0x21 0x22 0x23", Wires: &wires}
	b.board.state.Health = []Health{{"sensor c3", "failed", "says what can't be, so it is passed over"}, {"leds", "ok", ""}}
	b.board.state.Moves = []Move{{Ply: 1, UCI: "e2e4", SAN: "e4", FEN: startFEN}}
	for _, lang := range []string{"en", "fa", "ar"} {
		for _, width := range []int64{webtest.PhoneWidth, webtest.DesktopWidth} {
			b.Load(b.url+"/?lang="+lang+"#board", width, webtest.PhoneHeight)
			b.Do(chromedp.Click(`[name="counted"][value="changes"]`)) // the page may be still there
			b.Until(`document.querySelector('[data-wire="h8"]').textContent === "1953" && document.querySelector('[data-wire="c3"]').dataset.suspicious === ""`)
			b.Do(chromedp.Click(`[name="counted"][value="level"]`))
			b.Until(`document.querySelector('[data-wire="a1"]').textContent === "500"`)
			b.Text("#diagnosis", "mcp23017 0x20")
			b.Fits(fmt.Sprintf("the board in %s at %d", lang, width))
			b.Shoot(fmt.Sprintf("board-%s-%d", lang, width))
		}
	}
	b.Load(b.url+"/?lang=fa#board", webtest.PhoneWidth, webtest.PhoneHeight)
	b.Do(chromedp.Click(`[data-bench="doctor"]`))
	b.Text("#sure-what", "بازی در این مدت منتظر می\u200cماند.")
	b.Do(chromedp.Click("#sure-yes"))
	b.Text(".bench-now", "آن را به \u2066d1\u2069 ببرید.")
	b.Until(`document.querySelector('[data-wire="d1"]').dataset.asked === "" && document.querySelector("#bench progress").value === 3`)
	b.Until(`document.querySelector("#bench-word").labels[0].textContent === "پاسخ نوشتاری" && document.querySelector("#bench-word").offsetParent !== null`)
	b.Fits("the bench")
	b.Until(`document.querySelector(".bench-now").lang === "fa" && document.querySelector(".bench-lines li").lang === "en"`) // no words are known of the latter
	b.Shoot("bench-phone")
	b.Do(chromedp.SendKeys("#bench-word", "a1 b2"), chromedp.Click(`[data-bench="answer"]`))
	b.Text(".bench-lines", "\u2066c2\u2069 و \u2066c7\u2069 جابه\u200cجا شده\u200cاند")
	b.Until(`[...document.querySelectorAll(".bench-lines li")].map(li => li.lang).join() === "en,fa,en" && document.querySelector(".bench-lines li:last-child").textContent === "8  . . ."`)
	b.Until(`decodeURIComponent(document.querySelector("#bench [download]").href).includes('kind = "hall"')`)
	if want := []string{"doctor false", "doctor true", "answer a1 b2"}; !slices.Equal(bench.got, want) {
		t.Errorf("the page asked for %q; want %q", bench.got, want)
	}
	b.calm("status of 409")
}

// TestPageAnswersInItsLanguage: what the board tells, and why it does something not, is said in the page's language; what nobody has translated, as a
// slip in a config, is shown as it is after words that say so.
func TestPageAnswersInItsLanguage(t *testing.T) {
	b := openBrowser(t)
	b.board.state.Health = []Health{{"sensor c3", "failed", "says what can't be, so it is passed over"}}
	for lang, want := range map[string]struct{ health, known, filled, roles, position, unknown string }{
		"fa": {"حسگر", "بازی در جریان است", "بازی \u20667\u2069 حرکتی ندارد", "نقش مدیر", "سفید شاه ندارد", "صفحه نپذیرفت: \u2066game.clock: expected less\u2069"},
		"ar": {"مستشعر", "مباراة جارية", "المباراة \u20667\u2069 بلا نقلات", "دور مدير", "الأبيض بلا ملك", "لم تقبل الرقعة: \u2066game.clock: expected less\u2069"},
	} {
		b.Load(b.url+"/?lang="+lang, webtest.PhoneWidth, webtest.PhoneHeight)
		b.Text("#health", want.health)
		for _, c := range []struct {
			err  error
			want string
		}{
			{errors.New("a game is being played: end it, or begin a new one, first"), want.known},
			{fmt.Errorf("game 7: %w", errors.New("a game is being played: end it, or begin a new one, first")), want.known},
			{Refuse("game %d has no moves that could be followed", 7), want.filled},
			{Refuse("this needs the role %s: this device was paired as %s", "admin", "player"), want.roles},
			{&Refusal{Line{"impossible position: white has no king", "position-refused king_missing", []string{"white", "-"}}}, want.position},
			{errors.New("game.clock: expected less"), want.unknown},
		} {
			b.board.mu.Lock()
			b.board.refuse = c.err
			b.board.mu.Unlock()
			b.Do(chromedp.Click(`[data-side="white"] [data-say="draw"]`))
			b.Text("#refusal", c.want)
		}
		b.board.mu.Lock()
		b.board.refuse = nil
		b.board.mu.Unlock()
		b.Do(chromedp.Evaluate[chromedp.Void](`document.querySelector("#events").open = true`))
		b.board.tell("claim", map[string]any{"key": "touch", "side": "white", "state": "asked-accepted"})
		b.board.tell("press", map[string]any{"key": "draw-black"})
		b.board.tell("press", map[string]any{"key": "white", "side": "white", "state": "refused", "reason": "stands"})
		b.board.tell("penalty", map[string]any{"side": "black", "gain": 120000, "reason": "illegal-move"})
		b.board.tell("health", map[string]any{"part": "leds", "state": "failed", "text": ""})
		b.board.tell("offer", map[string]any{"side": "white", "state": "offered"})
		b.board.tell("result", map[string]any{"result": "1-0", "reason": "by decision"})
		b.Until(`document.querySelector("#log li").dataset.type === "result"`)
		told := webtest.Value[string](b.Tab, `[...document.querySelectorAll("#log li span")].slice(0, 7).map(s => s.textContent).join("\n")`)
		if english := regexp.MustCompile(`[A-Za-z]{2,}.*`).FindString(told); english != "" {
			t.Errorf("%s: English is told: %q in\n%s", lang, english, told)
		}
		b.Fits(lang)
	}
	b.calm("status of 400")
}
