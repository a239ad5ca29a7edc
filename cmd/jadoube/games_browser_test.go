package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jadoube/cmd/internal/web/webtest"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

const twoGames = `[Event "Club evening"]
[Date "2026.11.29"]
[White "Anna"]
[Black "Boris"]
[Result "1-0"]

1. e4 {[%clk 0:05:00]} e5 2. Bc4 Nc6 3. Qh5 {An early queen.} Nf6 4. Qxf7# 1-0

[Event "Club evening"]
[Date "2026.11.30"]
[White "Boris"]
[Black "Anna"]
[Result "1/2-1/2"]

1. d4 d5 1/2-1/2
`

// gamesOnPage starts a daemon with two games in its library, and shows them on the page.
func gamesOnPage(t *testing.T, config string) (b *tab, stop func()) {
	t.Helper()
	folder := t.TempDir()
	file := filepath.Join(folder, "evening.pgn")
	for path, text := range map[string]string{file: twoGames, filepath.Join(folder, "config.toml"): config} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	output(t, "games", "import", "--data", filepath.Join(folder, "jadoube-data"), file)
	addr, stop := launch(t, folder, "serve", "--config", "config.toml", "--listen", "127.0.0.1:0")
	b = openTab(t, addr, "prefers-reduced-motion:reduce")
	b.push("#to-games")
	b.Until(`document.querySelectorAll('#games-list li').length === 2`)
	return b, stop
}

// older opens the older of the games.
func (b *tab) older() {
	b.t.Helper()
	b.push("#games-list li:last-child a")
	b.Until(`document.querySelector('#game-view [aria-current="true"]')?.textContent === "Qxf7#"`)
}

// TestGamesInBrowser looks for a game on the page, opens it, and steps through it.
func TestGamesInBrowser(t *testing.T) {
	b, stop := gamesOnPage(t, "")
	defer stop()
	b.both("games")
	webtest.Value[bool](b.Tab, `(document.querySelector('#games-search [name=result]').value = "1-0", document.querySelector('#games-search button').click(), true)`)
	b.Until(`document.querySelectorAll('#games-list li').length === 1`)
	b.push("#games-list a")
	b.Until(`document.querySelector('#game-view [aria-current="true"]')?.textContent === "Qxf7#"`)
	b.Until(`document.querySelector('.position').complete && document.querySelector('.position').naturalWidth > 0`)
	b.both("game")
	b.Do(chromedp.KeyEvent(kb.ArrowLeft), chromedp.KeyEvent(kb.ArrowLeft))
	b.Until(`document.querySelector('.said').textContent === "An early queen."`)
	b.Do(chromedp.KeyEvent(kb.Home), chromedp.KeyEvent(kb.ArrowRight))
	b.Until(`document.querySelector('.said').textContent === "5:00"`)
	b.Fits("games")
	webtest.Value[bool](b.Tab, `(location.hash = "", true)`)
	b.Until(`document.querySelector('#view-games').hidden && document.querySelector('#board').offsetParent != null`)
}

// TestGraphInBrowser has the engine look at a game; what it finds is drawn, told in words, and leads to the moves.
func TestGraphInBrowser(t *testing.T) {
	newGuide(t) // without an engine the test is skipped
	b, stop := gamesOnPage(t, "")
	defer stop()
	b.older()
	b.push(`[data-graph="begin"]`)
	b.Until(`document.querySelectorAll('.graph details li').length === 8`)
	b.Until(`document.querySelector('[data-graph="begin"]').hidden && document.querySelector('[data-graph="stop"]').hidden`)
	label := webtest.Value[string](b.Tab, `document.querySelector('.plot [role="img"]').getAttribute('aria-label')`)
	if !strings.Contains(label, "the last: #.") || !strings.Contains(label, "Most was given away with 3... Nf6.") {
		t.Errorf("the graph is told as %q", label)
	}
	b.Until(`document.querySelector('.graph details').textContent.includes("4. Qxf7# #")`)
	b.Until(`document.querySelector('.said').textContent === "#"`)
	b.Do(chromedp.KeyEvent(kb.Home))
	b.Until(`/^[+-]?0\.\d\d$/.test(document.querySelector('.said').textContent)`) // nothing has happened yet
	b.both("graph")
	webtest.Value[bool](b.Tab, `(box => document.querySelector('.plot').dispatchEvent(new MouseEvent("click", {bubbles: true, clientX: box.right - 1, clientY: box.top + 5})))(document.querySelector('.plot').getBoundingClientRect())`)
	b.Until(`document.querySelector('#game-view [aria-current="true"]')?.textContent === "Qxf7#"`)
	b.Fits("games")
}

// TestFollowedMovesInBrowser: while a game is followed the list has its moves as far as they are made, each as it stands in the record, also after steps
// back and on and for whoever comes later; then the list has the board's own game again.
func TestFollowedMovesInBrowser(t *testing.T) {
	b, stop := gamesOnPage(t, "[engine]\nprogram = \"/no/such/engine\"\n")
	defer stop()
	origin := webtest.Value[string](b.Tab, `location.origin`)
	listed := func(want string) {
		t.Helper()
		b.Until(`[...document.querySelectorAll("#moves [data-ply]")].map(m => m.dataset.san).join(" ") === "` + want + `"`)
		b.Until(`document.querySelectorAll("#moves .provisional").length === 0 && document.querySelector("#no-moves").hidden === ` + fmt.Sprint(want != ""))
	}
	b.older()
	b.push(`[data-follow="start"]`)
	b.Until(`location.hash === "#play"`)
	listed("")
	b.click("e2", "e4")
	listed("e4")
	b.click("e7", "e5")
	listed("e4 e5")
	b.click("f1", "c4")
	listed("e4 e5 Bc4")
	b.Load(origin+"/#play", width, height)
	listed("e4 e5 Bc4")
	b.Until(`document.querySelector("#takeback").disabled && document.querySelector(".place.white .name").textContent === "Anna"`)
	b.push(`[data-follow="back"]`)
	listed("e4 e5")
	b.click("c4", "f1")
	b.push(`[data-follow="on"]`)
	listed("e4 e5 Bc4")
	b.push(`[data-follow="leave"]`)
	listed("")
	b.click("d2", "d4")
	b.told(1, "d4")
	b.Until(`document.querySelectorAll("#moves [data-ply]").length === 1`)
}

// TestFollowingInBrowser follows a game from the page: lights lead, another man is told, steps back and on, and out; and no engine is
// needed, nor a graph shown without one.
func TestFollowingInBrowser(t *testing.T) {
	b, stop := gamesOnPage(t, "[engine]\nprogram = \"/no/such/engine\"\n")
	defer stop()
	b.older()
	b.Until(`document.querySelector('.graph [role="status"]').textContent.startsWith("No engine is installed") && document.querySelector('[data-graph="begin"]').hidden`)
	b.push(`[data-follow="start"]`)
	b.Until(`location.hash === "#play"`)
	b.Text("#following", "Anna – Boris on the board")
	b.Text("#following", "Move 1 of 7: e4")
	b.Square("e2", "led", "do-next")
	b.Square("e4", "led", "may-go")
	b.click("e2", "e4")
	b.Text("#following", "Move 2 of 7: e5")
	b.click("d7", "d5")
	b.prompted("set-up-move")
	b.Square("d5", "led", "do-next")
	b.click("d5", "d7")
	b.Text("#following", "Move 2 of 7: e5")
	b.click("e7", "e5")
	b.Text("#following", "Move 3 of 7: Bc4")
	b.both("following")
	b.push(`[data-follow="back"]`)
	b.Square("e5", "led", "do-next")
	b.click("e5", "e7")
	b.Text("#following", "Move 2 of 7: e5")
	b.click("e7", "e5")
	for i, squares := range [][]string{{"f1", "c4"}, {"b8", "c6"}, {"d1", "h5"}, {"g8", "f6"}, {"h5", "f7", "f7"}} {
		b.Until(fmt.Sprintf(`document.querySelector('#following').dataset.ply === "%d"`, i+2))
		b.Square(squares[0], "led", "do-next")
		b.click(squares...)
	}
	b.prompted("follow-over")
	b.Text("#prompt", "Here the game ended: 1–0 · White won.")
	b.Fits("games")
	b.push(`[data-follow="leave"]`)
	b.Until(`document.querySelector('#following').hidden && document.querySelectorAll('#grid [data-led]').length === 0`)
	b.Text("#prompt", "White to move")
	b.click("d2", "d4")
	b.told(1, "d4")
}
