package main

import (
	"os"
	"path/filepath"
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

// TestGamesInBrowser looks for a game on the page, opens it, and steps through it.
func TestGamesInBrowser(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "evening.pgn")
	if err := os.WriteFile(file, []byte(twoGames), 0o600); err != nil {
		t.Fatal(err)
	}
	output(t, "games", "import", "--data", filepath.Join(folder, "jadoube-data"), file)
	addr, stop := launch(t, folder, "serve", "--listen", "127.0.0.1:0")
	defer stop()
	b := openTab(t, addr, "prefers-reduced-motion:reduce")
	b.push("#to-games")
	b.Until(`document.querySelectorAll('#games-list li').length === 2`)
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
	if bad := webtest.Value[string](b.Tab, unfit); bad != "" {
		t.Error(bad)
	}
	webtest.Value[bool](b.Tab, `(location.hash = "", true)`)
	b.Until(`document.querySelector('#view-games').hidden && document.querySelector('#board').offsetParent != null`)
}
