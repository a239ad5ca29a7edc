package main

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"jadoube/cmd/internal/web/webtest"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// teachersBoard shows as much as can be on the page at once.
const teachersBoard = `
[game]
level = "trainer"
clock = "300"

[engine]
program = "/no/such/engine"
`

// TestAccessible has axe-core look at each view, and at what opens over them, in the light and in the dark: in each language, on a table or
// on a phone; on both when there is time.
func TestAccessible(t *testing.T) {
	for _, at := range []struct {
		lang  string
		width int64
		deep  bool
	}{{"en", 1280, false}, {"fa", webtest.PhoneWidth, false}, {"ar", 1280, false}, {"en", webtest.PhoneWidth, true}, {"fa", 1280, true}, {"ar", webtest.PhoneWidth, true}} {
		t.Run(fmt.Sprintf("%s-%d", at.lang, at.width), func(t *testing.T) {
			if at.deep && !slow() {
				t.Skip("SKIP: takes long: set JADOUBE_SLOW=1")
			}
			b, stop := gamesOnPage(t, teachersBoard)
			defer stop()
			game := b.eventful()
			b.Load(webtest.Value[string](b.Tab, `location.origin`)+"/?lang="+at.lang, at.width, 844)
			for _, scene := range append([]string{game}, views...) {
				b.scene(scene)
				b.accessible(scene)
			}
			for _, open := range [][2]string{{"play", "#new-game"}, {"settings", "#devices-open"}} {
				b.view(open[0])
				b.push(open[1])
				b.Until(`document.querySelector("dialog[open]") !== null`)
				b.accessible(open[1])
				webtest.Value[bool](b.Tab, `(document.querySelector("dialog[open]").close(), true)`)
			}
			webtest.Value[bool](b.Tab, `(document.querySelector(".bar").append(document.createElement("button")), true)`)
			if found := b.Axe(); len(found) != 1 || !strings.HasPrefix(found[0], "button-name") {
				b.t.Errorf("of a button without a name axe-core says %q", found)
			}
		})
	}
}

// eventful makes something happen on the board and returns the scene of a game of the library.
func (b *tab) eventful() (game string) {
	b.t.Helper()
	b.older()
	game = webtest.Value[string](b.Tab, `location.hash.slice(1)`)
	b.view("play")
	b.click("e2", "e4", "e7")
	b.told(1, "e4")
	return game
}

// scene shows a view, or a game, with all of its details.
func (b *tab) scene(name string) {
	b.t.Helper()
	webtest.Value[bool](b.Tab, `(location.hash = "#`+name+`", true)`)
	view := name
	if strings.HasPrefix(name, "game-") {
		view = "games"
		b.Until(`document.querySelector('#game-view [data-ply]') !== null`)
	}
	b.Until(`!document.querySelector('#view-` + view + `').hidden`)
	time.Sleep(150 * time.Millisecond) // what the view asks for comes
	webtest.Value[bool](b.Tab, `(document.querySelectorAll("main details").forEach(d => d.open = true), true)`)
}

// accessible asks for everything in the light, and for what the dark changes in the dark.
func (b *tab) accessible(scene string) {
	b.t.Helper()
	b.Media("prefers-color-scheme:light", "prefers-reduced-motion:reduce")
	for _, found := range b.Axe() {
		b.t.Errorf("%s in the light: %s", scene, found)
	}
	b.Media("prefers-color-scheme:dark", "prefers-reduced-motion:reduce")
	for _, found := range b.Axe("color-contrast", "link-in-text-block") {
		b.t.Errorf("%s in the dark: %s", scene, found)
	}
}

// TestKeyboardReachesEverything walks through each view by the tab key: every control that is seen is reached once and in the order in which it
// is read, the focus is seen on it, nothing holds it, and each has a name; so have the squares of the board, by the arrow keys.
func TestKeyboardReachesEverything(t *testing.T) {
	b, stop := gamesOnPage(t, teachersBoard)
	defer stop()
	for _, scene := range append([]string{b.eventful()}, views...) {
		b.scene(scene)
		b.walk(scene)
	}
	b.view("play")
	b.Do(chromedp.Focus(`button[data-square][tabindex="0"]`))
	for range 7 {
		b.Do(chromedp.KeyEvent(kb.ArrowLeft), chromedp.KeyEvent(kb.ArrowDown))
	}
	for i := range 64 {
		name := webtest.Value[string](b.Tab, `document.activeElement.dataset.square + " " + document.activeElement.ariaLabel`)
		want := string(rune('a'+i%8)) + string(rune('1'+i/8))
		if !strings.HasPrefix(name, want+" "+want+", ") || !strings.Contains(name, readOn(i)) {
			t.Errorf("square %d is read as %q; want %s and %s", i, name, want, readOn(i))
		}
		if i%8 < 7 {
			b.Do(chromedp.KeyEvent(kb.ArrowRight))
		} else {
			for range 7 {
				b.Do(chromedp.KeyEvent(kb.ArrowLeft))
			}
			b.Do(chromedp.KeyEvent(kb.ArrowUp))
		}
	}
}

// readOn is what is said of a square after eventful: e2 to e4 was played, and the pawn of e7 is in the hand.
func readOn(square int) string {
	switch rank := square / 8; {
	case square == 12, rank > 1 && rank < 6 && square != 28:
		return "empty"
	case rank < 6:
		return "white"
	}
	return "black"
}

// tabStops gives each control that is seen a number, in the order of the document, and returns those without a name.
const tabStops = `(() => {
	const seen = e => e.checkVisibility({visibilityProperty: true}) && !e.disabled && !e.closest("dialog:not([open]), [hidden]")
	const all = [...document.querySelectorAll("a[href], button, input, select, textarea, summary")].filter(seen).filter(e => e.tabIndex >= 0)
	document.querySelectorAll("[data-stop]").forEach(e => delete e.dataset.stop)
	all.forEach((e, i) => (e.dataset.stop = i))
	document.activeElement?.blur()
	document.body.tabIndex = -1
	document.body.focus()
	const name = e => e.ariaLabel || e.textContent.trim() || e.labels?.[0]?.textContent.trim() || document.getElementById(e.getAttribute("aria-labelledby"))?.textContent || e.title
	return {count: all.length, nameless: all.filter(e => !name(e)).map(e => e.outerHTML.slice(0, 120))}
})()`

// focused tells where the focus is, and whether that is seen.
const focused = `(() => {
	const e = document.activeElement
	const style = getComputedStyle(e)
	const box = e.getBoundingClientRect()
	const ring = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2 || e.closest("label")?.matches(":has(:focus-visible)") && getComputedStyle(e.closest("label")).outlineStyle !== "none"
	const inside = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth
	const foot = document.elementFromPoint(Math.min(Math.max(box.left + box.width / 2, 0), innerWidth - 1), Math.min(Math.max(box.top + box.height / 2, 0), innerHeight - 1))
	return {stop: Number(e.dataset.stop ?? -1), ring: !!ring && inside && !!foot && (e.contains(foot) || foot.contains(e) || !foot.closest("#views")), html: e.outerHTML.slice(0, 120)}
})()`

// walk presses the tab key until the focus has left the page, and back.
func (b *tab) walk(scene string) {
	b.t.Helper()
	type stops struct {
		Count    int
		Nameless []string
	}
	type place struct {
		Stop int
		Ring bool
		HTML string
	}
	all := webtest.Value[stops](b.Tab, tabStops)
	for _, html := range all.Nameless {
		b.t.Errorf("%s: no name: %s", scene, html)
	}
	reached := map[int]bool{}
	last := -1
	for range all.Count + 5 {
		b.Do(chromedp.KeyEvent(kb.Tab))
		at := webtest.Value[place](b.Tab, focused)
		if at.Stop < 0 || reached[at.Stop] {
			break // round to where it began
		}
		if !at.Ring {
			b.t.Errorf("%s: the focus isn't seen on %s", scene, at.HTML)
		}
		if at.Stop < last {
			b.t.Errorf("%s: the focus goes back from control %d to %s", scene, last, at.HTML)
		}
		reached[at.Stop], last = true, at.Stop
	}
	b.t.Logf("%s: %d of %d controls reached", scene, len(reached), all.Count)
	if len(reached) != all.Count {
		missed := webtest.Value[[]string](b.Tab, `[...document.querySelectorAll("[data-stop]")].map(e => e.outerHTML.slice(0, 90))`)
		for i, html := range missed {
			if !reached[i] {
				b.t.Errorf("%s: not reached by the tab key: %s", scene, html)
			}
		}
	}
}

// TestReducedMotion: whoever asks for no motion gets lights that shine, men that stand at once and no rows that slide.
func TestReducedMotion(t *testing.T) {
	addr, stop := launch(t, t.TempDir(), "serve", "--listen", "127.0.0.1:0")
	defer stop()
	b := openTab(t, addr, "prefers-reduced-motion:reduce")
	b.click("e2")
	b.Square("e2", "led", "touched")
	for _, view := range views {
		b.view(view)
		if n := webtest.Value[int](b.Tab, `document.getAnimations().length`); n > 0 {
			t.Errorf("%s: %d animations run", view, n)
		}
	}
	b.view("play")
	b.Media("prefers-reduced-motion:no-preference")
	b.Until(`document.getAnimations().length > 0`) // so the test would see them
}
