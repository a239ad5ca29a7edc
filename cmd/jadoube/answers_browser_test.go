package main

import (
	"strings"
	"testing"

	"jadoube/cmd/internal/web/webtest"
)

// TestHintInBrowser: the button gives a hint to who has chosen nothing, first the man, then where to; it isn't offered to a side whose help
// has no hints.
func TestHintInBrowser(t *testing.T) {
	addr, stop := launch(t, t.TempDir(), "serve", "--listen", "127.0.0.1:0")
	defer stop()
	b := openTab(t, addr, "prefers-reduced-motion:reduce")
	b.push("#hint")
	b.Until(`document.querySelectorAll('[data-square][data-led="hint"]').length === 1`)
	b.prompted("teach-hint-piece")
	b.push("#hint")
	b.Until(`document.querySelectorAll('[data-square][data-led="hint"]').length === 2`)
	b.both("hint")
	b.view("learn")
	b.push(`[data-side="black"] [data-step="hints"]`)
	b.Until(`!document.querySelector('[data-side="black"] [data-step="hints"]').checked`)
	b.view("play")
	b.Until(`!document.querySelector("#hint").hidden`) // it is White's move
	b.click("g1", "f3")
	b.told(1, "Nf3")
	b.Until(`document.querySelector("#hint").hidden`)
	if text := get(t, addr, "/api/pgn"); !strings.Contains(text, "1. Nf3 {[%help hints]}") {
		t.Error(text)
	}
	if refused := webtest.Value[string](b.Tab, `document.querySelector("#refusal").textContent`); refused != "" {
		t.Errorf("refused: %s", refused)
	}
}
