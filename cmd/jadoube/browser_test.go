package main

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

var picture = flag.Bool("picture", false, "take docs/page.png anew")

// tab is a browser's tab that looks at a running board.
type tab struct {
	t   *testing.T
	ctx context.Context
}

func openTab(t *testing.T, url string) *tab {
	t.Helper()
	opts := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.WindowSize(1280, 900))
	for _, f := range []string{"disable-dev-shm-usage", "disable-background-networking", "disable-component-update", "disable-sync", "disable-quic"} {
		opts = append(opts, chromedp.Flag(f, true))
	}
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Minute)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewExecAllocator(ctx, opts...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	b := &tab{t, ctx}
	b.do(chromedp.Navigate(url))
	b.until(`document.querySelectorAll('button[data-square]').length === 64 && document.querySelector('#link').dataset.state === 'live'`)
	return b
}

func (b *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	if err := chromedp.Do(b.ctx, steps...); err != nil {
		b.t.Fatalf("browser: %v", err)
	}
}

// until waits for a JavaScript expression to be true.
func (b *tab) until(expression string) {
	b.t.Helper()
	var ok bool
	var err error
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if ok, err = chromedp.Run(b.ctx, chromedp.Evaluate[bool](expression)); ok {
			return
		}
	}
	b.shoot("failed")
	b.t.Fatalf("never true on the page: %s (%v)", expression, err)
}

func (b *tab) click(squares ...string) {
	b.t.Helper()
	for _, s := range squares {
		b.do(chromedp.Click(`button[data-square="` + s + `"]`))
		time.Sleep(120 * time.Millisecond) // a hand takes longer
	}
}

// told waits until the move list has a move at its end.
func (b *tab) told(ply int, san string) {
	b.t.Helper()
	b.until(fmt.Sprintf(`document.querySelector('#moves [data-ply="%d"]')?.dataset.san === %q`, ply, san))
	time.Sleep(300 * time.Millisecond)
}

func (b *tab) square(name, attribute, want string) {
	b.t.Helper()
	b.until(fmt.Sprintf(`(document.querySelector('button[data-square="%s"]').dataset.%s ?? "") === %q`, name, attribute, want))
}

// artefacts is the folder for pictures that a person should look at.
func artefacts() string {
	if dir := os.Getenv("JADOUBE_ARTEFACTS"); dir != "" {
		return dir
	}
	return "../../artefacts"
}

func (b *tab) shoot(name string) []byte {
	b.t.Helper()
	png, err := chromedp.Run(b.ctx, chromedp.FullScreenshot(100))
	if err == nil {
		err = os.MkdirAll(artefacts(), 0o755)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(artefacts(), name+".png"), png, 0o644)
	}
	if err != nil {
		b.t.Errorf("picture %s: %v", name, err)
	}
	return png
}

// TestGameInBrowser plays a game by clicking: captures in either order, castling with its prompt, an
// illegal move put back, a promotion. Page, files and replay must agree on it.
func TestGameInBrowser(t *testing.T) {
	if _, err := exec.LookPath("chromium"); err != nil {
		t.Skip("SKIP: chromium is not installed: apt-get install chromium")
	}
	folder := t.TempDir()
	daemon, addr := serve(t, "--listen", "127.0.0.1:0", "--data", folder)
	if text := get(t, addr, "/"); !strings.Contains(text, "/assets/") {
		t.Skip("SKIP: the page is not bundled: run make ui")
	}
	b := openTab(t, "http://"+addr+"/")
	b.playGame()

	want := "e4 d5 exd5 c6 dxc6 Nf6 Nf3 e6 cxb7 Be7 Be2 O-O bxa8=Q Qd5 O-O Qxf3"
	b.until(`document.querySelectorAll('#moves [data-ply].settled').length === 16`)
	shown, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](
		`[...document.querySelectorAll('#moves [data-ply]')].map(m => m.dataset.san).join(" ")`))
	if err != nil || shown != want {
		t.Errorf("the page shows %q, %v; want %q", shown, err, want)
	}
	b.shoot("game-end-desktop")
	b.do(chromedp.EmulateViewport(390, 844))
	b.shoot("game-end-phone")

	live := events(t, addr)
	if got := sans(get(t, addr, "/api/pgn")); got != want {
		t.Errorf("the download holds %q, want %q", got, want)
	}
	daemon.stop(t)
	files, _ := filepath.Glob(filepath.Join(folder, "*.trace"))
	if len(files) != 1 {
		t.Fatalf("traces: %v", files)
	}
	kept, err := os.ReadFile(strings.TrimSuffix(files[0], ".trace") + ".pgn")
	if got := sans(string(kept)); err != nil || got != want {
		t.Errorf("the file holds %q, %v; want %q", got, err, want)
	}
	if got := sans(output(t, "replay", files[0])); got != want {
		t.Errorf("replay finds %q, want %q", got, want)
	}
	sameEvents(t, live, output(t, "replay", "--events", files[0]))
}

func (b *tab) playGame() {
	b.t.Helper()
	b.click("e2", "e4")
	b.told(1, "e4")
	b.click("d7", "d5")
	b.told(2, "d5")
	b.click("e4", "d5", "d5") // own pawn, the victim, the square again
	b.told(3, "exd5")
	b.click("c7", "c6")
	b.told(4, "c6")
	b.click("c6", "d5", "c6") // the victim first
	b.told(5, "dxc6")
	b.byKeyboard("g8", "f6")
	b.told(6, "Nf6")
	b.click("g1", "f3")
	b.told(7, "Nf3")
	b.click("e7", "e6")
	b.told(8, "e6")
	b.click("c6", "b7", "b7")
	b.told(9, "cxb7")
	b.click("f8", "e7")
	b.told(10, "Be7")
	b.click("f1", "e2")
	b.told(11, "Be2")
	b.castle()
	b.click("b7", "a8", "a8")
	b.told(13, "bxa8=Q")
	b.do(chromedp.Click(`#choices [data-promote="queen"]`))
	b.do(chromedp.Click(`#tray .spare [data-piece="Q"]`)) // and the pawn is exchanged for a wooden queen
	b.click("a8", "a8")
	b.square("a8", "man", "Q")
	b.illegal()
	b.click("d8")
	time.Sleep(300 * time.Millisecond)
	if png := b.shoot("lifted-desktop"); *picture {
		if err := os.WriteFile("../../docs/page.png", png, 0o644); err != nil {
			b.t.Error(err)
		}
	}
	b.click("d5")
	b.told(14, "Qd5")
	b.click("e1", "g1", "h1", "f1")
	b.told(15, "O-O")
	b.click("d5", "f3", "f3")
	b.told(16, "Qxf3")
}

// castle puts the king two squares aside and asks for the prompt, in words and lights.
func (b *tab) castle() {
	b.t.Helper()
	b.click("e8", "g8")
	b.until(`document.querySelector('#prompt').dataset.key === "castle-rook"`)
	b.until(`/rook.*h8.*f8/.test(document.querySelector('#prompt').textContent)`)
	b.square("h8", "led", "do-next")
	b.shoot("castling-desktop")
	b.do(chromedp.EmulateViewport(390, 844))
	b.shoot("castling-phone")
	b.do(chromedp.EmulateViewport(1280, 900))
	b.click("h8", "f8")
	b.told(12, "O-O")
	b.until(`(document.querySelector('#prompt').dataset.key ?? "") !== "castle-rook"`)
	b.square("h8", "led", "")
}

// illegal sets the black knight where it can't go, sees that said, and puts it back.
func (b *tab) illegal() {
	b.t.Helper()
	b.click("b8", "b5")
	b.square("b5", "led", "cannot-stay")
	b.until(`document.querySelector('#prompt').dataset.key === "put-back"`)
	b.shoot("illegal-desktop")
	red, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](
		`getComputedStyle(document.documentElement).getPropertyValue("--cannot-stay").trim()`))
	if err != nil || red == "" {
		b.t.Errorf("an illegal square has no colour: %q %v", red, err)
	}
	b.click("b5", "b8")
	b.square("b5", "led", "")
	b.until(`(document.querySelector('#prompt').dataset.key ?? "") === ""`)
}

// byKeyboard moves with the arrow keys, Enter and the space bar.
func (b *tab) byKeyboard(from, to string) {
	b.t.Helper()
	b.do(chromedp.Focus(`button[data-square="` + from + `"]`))
	b.do(chromedp.KeyEvent(kb.Enter))
	for range int(to[0]) - int(from[0]) {
		b.do(chromedp.KeyEvent(kb.ArrowRight))
	}
	for range int(from[0]) - int(to[0]) {
		b.do(chromedp.KeyEvent(kb.ArrowLeft))
	}
	for range int(from[1]) - int(to[1]) {
		b.do(chromedp.KeyEvent(kb.ArrowDown))
	}
	b.do(chromedp.KeyEvent(" "))
}

func get(t *testing.T, addr, path string) string {
	t.Helper()
	resp, err := http.Get("http://" + addr + path)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s %v", path, resp.Status, err)
	}
	return string(text)
}

// events reads the numbered events that have been, up to the one that the state contains.
func events(t *testing.T, addr string) []string {
	t.Helper()
	var state struct{ N int64 }
	if err := json.Unmarshal([]byte(get(t, addr, "/api/state")), &state); err != nil {
		t.Fatal(err)
	}
	resp, err := http.Get("http://" + addr + "/api/events?after=0")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var out []string
	for lines := bufio.NewScanner(resp.Body); int64(len(out)) < state.N && lines.Scan(); {
		if text, is := strings.CutPrefix(lines.Text(), `data: {"n":`); is {
			out = append(out, `{"n":`+text)
		}
	}
	return out
}

// sameEvents compares what was told live with what a replay of the trace tells, byte for byte.
func sameEvents(t *testing.T, live []string, replayed string) {
	t.Helper()
	again := strings.Split(strings.TrimSpace(replayed), "\n")
	for i := range min(len(live), len(again)) {
		if live[i] != again[i] {
			t.Fatalf("event %d was told live as\n%s\nand by the replay as\n%s", i+1, live[i], again[i])
		}
	}
	if len(live) == 0 || len(again) < len(live) {
		t.Fatalf("%d events were told live, %d by the replay", len(live), len(again))
	}
}

func output(t *testing.T, args ...string) string {
	t.Helper()
	var out, errs console
	if status := run(t.Context(), args, strings.NewReader(""), &out, &errs); status != 0 {
		t.Fatalf("%v: exit status %d: %s", args, status, errs.String())
	}
	return out.String()
}

// sans are the moves of a PGN text without numbers and result.
func sans(text string) string {
	_, moves, _ := strings.Cut(text, "\n\n")
	var out []string
	for _, w := range strings.Fields(moves) {
		if w != "*" && !strings.HasSuffix(w, ".") {
			out = append(out, w)
		}
	}
	return strings.Join(out, " ")
}
