package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jadoube/cmd/internal/web/webtest"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// tab is a browser's tab that looks at a running board.
type tab struct {
	*webtest.Tab
	t *testing.T
}

const width, height = 1280, 900 // of the page's picture

func openTab(t *testing.T, addr string, media ...string) *tab {
	t.Helper()
	if text := get(t, addr, "/"); !strings.Contains(text, "/assets/") {
		t.Skip("SKIP: the page is not bundled: run make ui")
	}
	b := &tab{webtest.Open(t), t}
	b.Media(media...)
	b.Load("http://"+addr+"/", width, height)
	return b
}

func (b *tab) click(squares ...string) {
	b.t.Helper()
	for _, s := range squares {
		b.Click(s)
		time.Sleep(120 * time.Millisecond) // a hand takes longer
	}
}

// told waits until the move list has a move at its end.
func (b *tab) told(ply int, san string) {
	b.t.Helper()
	b.Until(fmt.Sprintf(`document.querySelector('#moves [data-ply="%d"]')?.dataset.san === %q`, ply, san))
	time.Sleep(300 * time.Millisecond)
}

// both takes a picture of the page on a table and one on a phone.
func (b *tab) both(name string) {
	b.t.Helper()
	b.Shoot(name + "-desktop")
	b.Do(chromedp.EmulateViewport(webtest.PhoneWidth, webtest.PhoneHeight))
	b.Shoot(name + "-phone")
	b.Do(chromedp.EmulateViewport(width, height))
}

// launchWith has the program serve with a config, as launch does.
func launchWith(t *testing.T, folder, config string) (addr string, stop func()) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(folder, "board.toml"), []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	return launch(t, folder, "serve", "--config", "board.toml", "--listen", "127.0.0.1:0")
}

// launch starts the program as a process of its own in an empty folder, as a user does, and returns
// the page's address. stop interrupts it, which must end it well.
func launch(t *testing.T, folder string, args ...string) (addr string, stop func()) {
	t.Helper()
	var out, errs console
	cmd := exec.Command("jadoube", args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = folder, &out, &errs
	begun := time.Now()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	until(t, "serving", func() bool { return pageAt.MatchString(out.String()) || len(ended) > 0 })
	found := pageAt.FindStringSubmatch(out.String())
	if found == nil {
		t.Fatalf("%v ended: %s", args, errs.String())
	}
	get(t, found[1], "/")
	if took := time.Since(begun); took > 3*time.Second {
		t.Errorf("the page answers after %v", took)
	}
	return found[1], func() {
		t.Helper()
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		select {
		case err := <-ended:
			if err != nil {
				t.Errorf("%v: %v: %s", args, err, errs.String())
			}
		case <-time.After(patience):
			t.Errorf("%v: didn't stop", args)
		}
	}
}

// TestGameInBrowser plays a game by clicking: captures in either order, castling with its prompt, an
// illegal move put back, a promotion. Page, files and replay must agree on it.
func TestGameInBrowser(t *testing.T) {
	folder := t.TempDir()
	addr, stop := launch(t, folder, "serve", "--listen", "127.0.0.1:0")
	b := openTab(t, addr, "prefers-reduced-motion:reduce") // lights that blink are fully seen on every picture
	b.playGame()

	want := "e4 d5 exd5 c6 dxc6 Nf6 Nf3 e6 cxb7 Be7 Be2 O-O bxa8=Q Qd5 O-O Qxf3"
	b.Until(`document.querySelectorAll('#moves [data-ply].settled').length === 16`)
	shown := webtest.Value[string](b.Tab, `[...document.querySelectorAll('#moves [data-ply]')].map(m => m.dataset.san).join(" ")`)
	if shown != want {
		t.Errorf("the page shows %q; want %q", shown, want)
	}
	b.both("game-end")
	link := webtest.Value[string](b.Tab, `document.querySelector('#pgn[download]').getAttribute('href')`)

	live := events(t, addr)
	if got := sans(get(t, addr, link)); got != want {
		t.Errorf("the download holds %q, want %q", got, want)
	}
	stop()
	files, _ := filepath.Glob(filepath.Join(folder, "jadoube-data", "*.trace"))
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
	b.castle(12, "e8", "g8", "h8", "f8")
	b.click("b7", "a8", "a8")
	b.told(13, "bxa8=Q")
	b.Until(`document.querySelector('#moves [data-ply="13"].settled') !== null`) // and the choice is still open
	b.Do(chromedp.Click(`#choices [data-promote="knight"]`))
	b.told(13, "bxa8=N")
	b.Until(`document.querySelector('#choices [data-promote="knight"]').ariaPressed === "true"`)
	b.Do(chromedp.Click(`#choices [data-promote="queen"]`))
	b.told(13, "bxa8=Q")
	b.Do(chromedp.Click(`#tray .spare [data-piece="Q"]`)) // and the pawn is exchanged for a wooden queen
	b.click("a8", "a8")
	b.Square("a8", "man", "Q")
	b.illegal()
	b.click("d8")
	b.Square("d8", "led", "touched")
	b.Square("d2", "led", "may-capture")
	b.keep("play", b.Shoot("lifted-desktop"))
	b.click("d5")
	b.told(14, "Qd5")
	b.Until(`document.querySelector('#choices').hidden`)
	b.castle(15, "e1", "g1", "h1", "f1")
	b.click("d5", "f3", "f3")
	b.told(16, "Qxf3")
}

// castle puts the king two squares aside and asks for the prompt, in words and lights, until the rook
// has followed.
func (b *tab) castle(ply int, king, kingTo, rook, rookTo string) {
	b.t.Helper()
	b.click(king, kingTo)
	b.Until(`document.querySelector('#prompt').dataset.key === "castle-rook"`)
	b.Until(fmt.Sprintf(`document.querySelector('#prompt').textContent.includes("Now move the rook from %s to %s")`, rook, rookTo))
	b.Square(rook, "led", "do-next")
	b.both("castling-" + rook)
	b.click(rook, rookTo)
	b.told(ply, "O-O")
	b.Until(`(document.querySelector('#prompt').dataset.key ?? "") === ""`)
	b.Square(rook, "led", "")
}

// illegal sets the black knight where it can't go, sees that said in red, and puts it back.
func (b *tab) illegal() {
	b.t.Helper()
	b.click("b8", "b5")
	b.Square("b5", "led", "cannot-stay")
	b.Until(`document.querySelector('#prompt').dataset.key === "put-back"`)
	b.Until(`document.querySelector('[data-at="b5"] > .light > use').getAttribute('href') === "#led-cannot-stay"`)
	if color := b.colour("b5"); color != "rgb(255, 0, 0)" {
		b.t.Errorf("the light of an illegal square is %s: expected red", color)
	}
	b.both("illegal")
	b.click("b5", "b8")
	b.Square("b5", "led", "")
	b.Until(`(document.querySelector('#prompt').dataset.key ?? "") === ""`)
}

// colour is the colour of the light of a square.
func (b *tab) colour(square string) string {
	b.t.Helper()
	return webtest.Value[string](b.Tab, fmt.Sprintf(`getComputedStyle(document.querySelector('[data-at="%s"] > .light')).color`, square))
}

// byKeyboard moves with the arrow keys, Enter and the space bar.
func (b *tab) byKeyboard(from, to string) {
	b.t.Helper()
	b.Do(chromedp.Focus(`button[data-square="` + from + `"]`))
	b.Do(chromedp.KeyEvent(kb.Enter))
	for range int(to[0]) - int(from[0]) {
		b.Do(chromedp.KeyEvent(kb.ArrowRight))
	}
	for range int(from[0]) - int(to[0]) {
		b.Do(chromedp.KeyEvent(kb.ArrowLeft))
	}
	for range int(from[1]) - int(to[1]) {
		b.Do(chromedp.KeyEvent(kb.ArrowDown))
	}
	for range int(to[1]) - int(from[1]) {
		b.Do(chromedp.KeyEvent(kb.ArrowUp))
	}
	b.Do(chromedp.KeyEvent(" "))
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
	t.Logf("%d events were told live, %d by the replay", len(live), len(again))
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
