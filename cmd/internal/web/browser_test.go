package web

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"jadoube/cmd/internal/web/webtest"
	"jadoube/rules/square"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// browser is a tab that looks at a fake board.
type browser struct {
	*webtest.Tab
	t     *testing.T
	board *fakeBoard
	url   string
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
	tab := webtest.Open(t)
	srv := httptest.NewServer(s.Handler())
	t.Cleanup(srv.Close)
	t.Cleanup(s.endStreams)
	return &browser{tab, t, b, srv.URL}
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

func (b *browser) calm() {
	b.t.Helper()
	if wrong := b.Complaints(); len(wrong) > 0 {
		b.t.Errorf("the page's console: %q", wrong)
	}
}

// fits fails when something on the page is wider than the window.
func (b *browser) fits(name string) {
	b.t.Helper()
	if over := webtest.Value[int](b.Tab, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
		b.t.Errorf("%s: the page is %d px wider than the window", name, over)
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
	b.fits("desktop")
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
	b.fits("phone")
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

func TestPageStartsANewGameAndShowsRefusals(t *testing.T) {
	b := openBrowser(t)
	b.load(webtest.DesktopWidth, webtest.DesktopHeight)
	b.Do(chromedp.Click("#new-game"), chromedp.Click("#new-position summary"), chromedp.SendKeys("#new-fen", "nonsense"), chromedp.Click("#new-start"))
	b.Text("#new-refusal", "expected at least 4 fields")
	b.Shoot("page-desktop-new-game")
	b.Do(chromedp.Click("#new-cancel"), chromedp.Click("#new-game"),
		chromedp.SendKeys("#new-fen", "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"), chromedp.Click("#new-start"))
	b.Until(`document.querySelectorAll('#men [data-piece]').length === 3`)
	b.Text("#prompt", "Black to move")
	b.Do(chromedp.Click(`[data-press="black"]`))
	b.Text("#log", "Pressed: black")
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
	b.Text("#health", "leds: chip 3 does not answer")
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
	b.fits("help")
	b.Do(chromedp.SendKeys("#learner", "Anna"))
	b.Until(`document.querySelector('[data-lesson-name="rook"]').dataset.solved === "all" && document.querySelector('[data-lesson-name="knight"] progress').value === 1`)
	b.Do(chromedp.Click(`[data-help="end"]`), chromedp.Click(`#learning [data-side="white"] [data-step="attacked"]`),
		chromedp.Click(`[data-lesson-name="rook"] button`))
	b.Until(`location.hash === "#play"`)
	b.Do(chromedp.Click("#new-game"), chromedp.Evaluate[chromedp.Void](
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
