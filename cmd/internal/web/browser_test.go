package web

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// browser is one tab of a real browser that looks at a fake board.
type browser struct {
	t     *testing.T
	ctx   context.Context
	board *fakeBoard
	url   string
	mu    sync.Mutex
	wrong []string // what the page's console complained about
}

func openBrowser(t *testing.T) *browser {
	t.Helper()
	exe, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("chromium is not installed: apt-get install chromium")
	}
	b := newFakeBoard()
	s, err := New(b, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !s.Bundled() {
		t.Skip("the page is not bundled: run make")
	}
	srv := httptest.NewServer(s.Handler())
	t.Cleanup(srv.Close)
	t.Cleanup(s.endStreams)
	opts := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(exe), chromedp.NoSandbox)
	for _, f := range []string{"disable-dev-shm-usage", "disable-background-networking", "disable-component-update", "disable-sync", "disable-quic"} {
		opts = append(opts, chromedp.Flag(f, true))
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewExecAllocator(ctx, opts...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	br := &browser{t: t, ctx: ctx, board: b, url: srv.URL}
	br.listen()
	return br
}

// listen keeps what the console says: refused content, exceptions, failed requests.
func (b *browser) listen() {
	// The browser lives as long as the context that starts it.
	if err := chromedp.Do(b.ctx, chromedp.Navigate("about:blank")); err != nil {
		b.t.Fatalf("chromium does not start: %v", err)
	}
	messages := chromedp.Console(b.ctx)
	go func() {
		for m, err := range messages {
			if err != nil {
				return
			}
			b.mu.Lock()
			b.wrong = append(b.wrong, fmt.Sprintf("%s: %s", m.Type, m.Text))
			b.mu.Unlock()
		}
	}()
}

func (b *browser) do(steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, 15*time.Second)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		b.t.Fatalf("browser: %v (console: %q)", err, b.complaints())
	}
}

func (b *browser) complaints() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return append([]string{}, b.wrong...)
}

// until waits for a JavaScript expression to be true.
func (b *browser) until(expression string) {
	b.t.Helper()
	var ok bool
	var err error
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if ok, err = chromedp.Run(b.ctx, chromedp.Evaluate[bool](expression)); ok {
			return
		}
	}
	b.shoot("failed")
	b.t.Fatalf("never true: %s (%v; console: %q)", expression, err, b.complaints())
}

// text waits until an element's text holds want.
func (b *browser) text(selector, want string) {
	b.t.Helper()
	b.until(fmt.Sprintf("document.querySelector(%q)?.textContent.includes(%q) === true", selector, want))
}

func (b *browser) click(squares ...string) {
	b.t.Helper()
	for _, s := range squares {
		b.do(chromedp.Click(`button[data-square="` + s + `"]`))
	}
}

func (b *browser) move(from, to string) {
	b.t.Helper()
	b.click(from, to)
	b.until(fmt.Sprintf(`document.querySelector('[data-square="%s"]').dataset.man !== undefined`, to))
}

// shoot keeps a picture of the page in the folder JADOUBE_ARTEFACTS.
func (b *browser) shoot(name string) {
	b.t.Helper()
	dir := os.Getenv("JADOUBE_ARTEFACTS")
	if dir == "" {
		dir = b.t.TempDir()
	}
	png, err := chromedp.Run(b.ctx, chromedp.FullScreenshot(100))
	if err == nil {
		err = os.MkdirAll(dir, 0o755)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "page-"+name+".png"), png, 0o644)
	}
	if err != nil {
		b.t.Fatalf("screenshot %s: %v", name, err)
	}
}

// media sets what the page's style sheets ask for.
func (b *browser) media(features ...string) {
	var list []*emulation.MediaFeature
	for _, f := range features {
		name, value, _ := strings.Cut(f, ":")
		list = append(list, &emulation.MediaFeature{Name: name, Value: value})
	}
	if _, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: list}); err != nil {
		b.t.Fatal(err)
	}
}

func (b *browser) calm() {
	b.t.Helper()
	if wrong := b.complaints(); len(wrong) > 0 {
		b.t.Errorf("the page's console: %q", wrong)
	}
}

// fits fails when something on the page is wider than the window.
func (b *browser) fits(name string) {
	b.t.Helper()
	over, err := chromedp.Run(b.ctx, chromedp.Evaluate[int](`document.documentElement.scrollWidth - innerWidth`))
	if err != nil || over > 0 {
		b.t.Errorf("%s: the page is %d px wider than the window (%v)", name, over, err)
	}
}

const desktopWidth, desktopHeight, phoneWidth, phoneHeight = 1280, 860, 390, 844

func (b *browser) load(width, height int64) {
	b.t.Helper()
	b.do(chromedp.EmulateViewport(width, height), chromedp.Navigate(b.url))
	b.until(`document.querySelector('#link').dataset.state === 'live' && document.querySelectorAll('#men [data-piece]').length > 0`)
}

func TestPagePlaysOnTheSimulatedBoard(t *testing.T) {
	b := openBrowser(t)
	b.media("prefers-color-scheme:light")
	b.load(desktopWidth, desktopHeight)
	b.text("#prompt", "White to move")
	b.shoot("desktop-start")

	b.click("e2")
	b.until(`document.querySelector('[data-square="e2"]').dataset.led === 'touched'`)
	b.until(`document.querySelector('[data-square="e2"]').dataset.differs === 'missing'`)
	b.until(`document.querySelector('#tray .hand [data-piece="P"]').ariaPressed === 'true'`)
	b.shoot("desktop-lifted")
	b.click("e4")
	b.until(`document.querySelector('#moves [data-ply="1"].provisional')?.dataset.san === 'e4'`)
	b.move("d7", "d5")
	b.until(`document.querySelector('#moves [data-ply="1"].settled') !== null`)
	b.click("e4", "d5", "d5") // lifts the pawn, lifts the victim, places the pawn
	b.text("#tray .off [data-piece=\"p\"]", "")
	b.until(`document.querySelectorAll('#men [data-piece]').length === 31`)

	b.move("g8", "f6")
	b.move("g1", "f3")
	b.move("b8", "c6")
	b.move("f1", "c4")
	b.move("a7", "a6")
	b.move("e1", "g1")
	b.text("#prompt", "Now move the rook from h1 to f1.")
	b.until(`document.querySelector('#prompt').dataset.key === 'castle-rook' && document.querySelector('[data-square="f1"]').dataset.led === 'do-next'`)
	b.shoot("desktop-castling")
	b.click("h1", "f1")
	b.until(`document.querySelector('#prompt').dataset.key === ''`)

	b.click("e7", "d7")
	b.until(`document.querySelector('[data-square="d7"]').dataset.led === 'cannot-stay'`)
	b.text("#prompt", "cannot stay there")
	b.shoot("desktop-illegal")
	b.fits("desktop")
	b.calm()
}

func TestPageOnAPhoneInTheDark(t *testing.T) {
	b := openBrowser(t)
	b.media("prefers-color-scheme:dark", "prefers-reduced-motion:reduce")
	b.board.setUp("r3k2r/1P3ppp/2n5/4p3/2B1P3/5N2/PPP2PPP/R3K2R w KQkq - 0 1")
	b.load(phoneWidth, phoneHeight)
	b.move("b7", "b8")
	b.until(`document.querySelector('#prompt').dataset.key === 'choose-promotion'`)
	b.shoot("phone-promotion")
	b.do(chromedp.Click(`#tray .spare [data-piece="Q"]`))
	b.click("b8", "b8") // lifts the pawn, places the queen
	b.until(`document.querySelector('[data-square="b8"]').dataset.man === 'Q' && document.querySelector('#prompt').dataset.key === ''`)
	b.move("e8", "e7")
	b.board.end("1-0", "checkmate")
	b.text("#result", "1–0 · White won by checkmate")
	b.do(chromedp.Evaluate[chromedp.Void](`for (const d of document.querySelectorAll('details')) d.open = true; document.querySelector('#all-sensors').click()`))
	b.until(`document.querySelectorAll('#grid .sees').length > 10`)
	b.shoot("phone-dark")
	b.fits("phone")
	b.media("prefers-color-scheme:light")
	b.shoot("phone-light")
	b.calm()
}

func TestPageByKeyboard(t *testing.T) {
	b := openBrowser(t)
	b.load(desktopWidth, desktopHeight)
	b.do(chromedp.Focus(`[data-square="e2"]`), chromedp.KeyEvent(kb.Enter))
	b.until(`document.querySelector('[data-square="e2"]').ariaLabel.includes('lifted, the game has a white pawn here')`)
	b.do(chromedp.KeyEvent(kb.Escape))
	b.until(`document.querySelector('[data-square="e2"]').ariaLabel === 'e2, white pawn'`)
	b.do(chromedp.KeyEvent(kb.Enter), chromedp.KeyEvent(kb.ArrowUp), chromedp.KeyEvent(kb.ArrowUp), chromedp.KeyEvent(" "))
	b.until(`document.querySelector('#moves [data-ply="1"]')?.dataset.san === 'e4'`)
	b.text("#say", "White: e4")
	b.until(`document.activeElement.dataset.square === 'e4'`)
	b.do(chromedp.Click("#flip"), chromedp.Focus(`[data-square="e4"]`), chromedp.KeyEvent(kb.ArrowUp), chromedp.KeyEvent(kb.ArrowLeft))
	b.until(`document.activeElement.dataset.square === 'f3'`)
	b.calm()
}

func TestPageStartsANewGameAndShowsRefusals(t *testing.T) {
	b := openBrowser(t)
	b.load(desktopWidth, desktopHeight)
	b.do(chromedp.Click("#new-game"), chromedp.SendKeys("#new-fen", "nonsense"), chromedp.Click("#new-start"))
	b.text("#new-refusal", "expected at least 4 fields")
	b.shoot("desktop-new-game")
	b.do(chromedp.Click("#new-cancel"), chromedp.Click("#new-game"),
		chromedp.SendKeys("#new-fen", "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"), chromedp.Click("#new-start"))
	b.until(`document.querySelectorAll('#men [data-piece]').length === 3`)
	b.text("#prompt", "Black to move")
	b.do(chromedp.Click(`[data-press="black"]`))
	b.text("#log", "Pressed: black")
}

func TestPageShowsARealBoard(t *testing.T) {
	b := openBrowser(t)
	f := b.board
	f.state.Sim, f.state.Tray, f.state.Board.Kind = false, nil, "colour"
	row := strings.Repeat(".", 16)
	f.state.Frame = strings.Repeat("b", 16) + row + row + strings.Repeat("w", 16)
	b.load(desktopWidth, desktopHeight)
	b.until(`document.querySelector('#tray').hidden && document.querySelectorAll('#grid [data-differs]').length === 0`)

	f.tell("sensors", map[string]any{"frame": "w" + strings.Repeat("b", 15) + row + "b" + row[1:] + "." + strings.Repeat("w", 15)})
	b.until(`document.querySelector('[data-square="a8"]').dataset.differs === 'other'`)
	b.until(`document.querySelector('[data-square="a4"]').dataset.differs === 'extra' && document.querySelector('[data-square="a4"]').dataset.man === 'b'`)
	b.until(`document.querySelector('[data-square="a2"]').dataset.differs === 'missing'`)
	b.until(`document.querySelectorAll('#men [data-piece]').length === 30`)
	b.shoot("desktop-real")

	fen := "rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR b KQkq - 0 1"
	f.tell("provisional", map[string]any{"ply": 1, "uci": "a2a3", "san": "a3", "fen": fen})
	b.until(`document.querySelector('#moves .provisional')?.dataset.san === 'a3'`)
	f.tell("withdrawn", map[string]any{"ply": 1, "uci": "a2a3"})
	b.until(`document.querySelector('#moves [data-ply]') === null`)
	b.text("#say", "a3 is not played after all")
	b.text("#prompt", "White to move")

	f.mu.Lock()
	f.state.Moves = []Move{{Ply: 1, UCI: "a2a4", SAN: "a4", FEN: fen, Settled: true}}
	f.mu.Unlock()
	f.tell("amended", map[string]any{"from_ply": 1, "old": []string{"a2a3"}, "new": []string{"a2a4"}, "fen": fen})
	b.until(`document.querySelector('#moves .settled')?.dataset.san === 'a4'`)
	f.tell("health", map[string]any{"part": "leds", "state": "failed", "text": "chip 3 does not answer"})
	b.text("#health", "leds: chip 3 does not answer")
	b.do(chromedp.Evaluate[chromedp.Void](`document.querySelector('[data-square="e2"]').click()`))
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
	b.load(desktopWidth, desktopHeight)
	stop()
	b.until(`document.querySelector('#link').dataset.state === 'lost'`)
	b.shoot("desktop-lost")
	other := newFakeBoard() // another run: its events are numbered anew
	other.setUp("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
	if ln, err = net.Listen("tcp", address); err != nil {
		t.Fatal(err)
	}
	defer serve(other, ln)()
	b.until(`document.querySelector('#link').dataset.state === 'live' && document.querySelectorAll('#men [data-piece]').length === 3`)
	b.move("e2", "e4")
	b.until(`document.querySelector('#moves [data-ply="1"]')?.dataset.san === 'e4'`)
}
