package main

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"jadoube/cmd/internal/web/webtest"

	"github.com/chromedp/chromedp"
)

// TestLanguagesInBrowser opens the page in every language, on a table and on a phone: it reads in its direction, nothing is cut, and
// the board, moves and clocks stay as they are.
func TestLanguagesInBrowser(t *testing.T) {
	addr, stop := launchWith(t, t.TempDir(), strictBoard)
	defer stop()
	b := openTab(t, addr, "prefers-reduced-motion:reduce")
	b.push(`[data-press="black"]`)
	b.click("g1", "g1")
	b.click("e2", "e4")
	b.told(1, "e4")
	b.push(`[data-press="white"]`)
	b.prompted("may-claim")
	for lang, dir := range map[string]string{"en": "ltr", "fa": "rtl", "ar": "rtl"} {
		b.Load("http://"+addr+"/?lang="+lang, width, height)
		b.prompted("may-claim")
		if got := webtest.Value[string](b.Tab, `getComputedStyle(document.body).direction + " " + document.documentElement.lang`); got != dir+" "+lang {
			t.Errorf("%s: the page reads %q", lang, got)
		}
		files := webtest.Value[bool](b.Tab, `(() => { const x = s => document.querySelector('[data-square="' + s + '"]').getBoundingClientRect().x; return x("a1") < x("h1") })()`)
		if !files {
			t.Errorf("%s: the board is mirrored", lang)
		}
		for _, size := range [][2]int64{{width, height}, {webtest.PhoneWidth, webtest.PhoneHeight}} {
			b.Do(chromedp.EmulateViewport(size[0], size[1]))
			b.Fits(fmt.Sprint(lang, " at ", size[0]))
		}
		b.Do(chromedp.EmulateViewport(width, height))
		b.both("language-" + lang)
	}
}

// names are words of the Latin script that stay: the program's, formats', a scale's, keys', and values that are typed.
const names = `jadoube|PGN|FEN|SVG|PNG|Elo|trace|Enter|Esc|laws|none`

// TestNoEnglishInBrowser: in Persian and Arabic no view, with all its details open, has a word of English, after things have happened that are told:
// save an arbiter's own words, names of openings, and the name of a file.
func TestNoEnglishInBrowser(t *testing.T) {
	addr, stop := launchWith(t, t.TempDir(), strings.Replace(strictBoard, `"strict"`, `"arbiter"`, 1))
	defer stop()
	b := openTab(t, addr, "prefers-reduced-motion:reduce")
	press := func(key string) { post(t, addr, `{"do":"press","key":"`+key+`"}`) }
	press("black")
	b.click("g1", "g1", "e2", "e4")
	b.told(1, "e4")
	press("white")
	for _, key := range []string{"claim-black touch", "draw-white", "decline-black", "pause disturbance", "arbiter illegal black", "resume", "arbiter result 1-0 by decision", "arbiter result 0-1 by decision"} {
		press(key)
		time.Sleep(50 * time.Millisecond)
	}
	for _, lang := range []string{"fa", "ar"} {
		b.Load("http://"+addr+"/?lang="+lang, width, height)
		for _, name := range views {
			b.view(name)
			time.Sleep(200 * time.Millisecond) // what the view asks for comes
			webtest.Value[bool](b.Tab, `(document.querySelectorAll("main details").forEach(d => d.open = true), true)`)
			found := webtest.Value[[]string](b.Tab, `(() => {
				const out = []
				const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
				for (let n = walker.nextNode(); n; n = walker.nextNode()) {
					const e = n.parentElement
					if (!e.checkVisibility() || e.closest("script, style, [dir=ltr]:not(#board), #language, #log [data-type=ruling], #arbiter-log [data-type=ruling], #games-list")) continue
					const words = n.data.replace(/\u2066[^\u2069]*[ ,][^\u2069]*\u2069/g, "").match(/[A-Za-z]{2,}/g) ?? []
					if (words.some(w => !/^(`+names+`)$/.test(w))) out.push(n.data.trim())
				}
				for (const e of document.querySelectorAll("[aria-label], [title], [placeholder]:not([dir=ltr])")) {
					for (const a of ["aria-label", "title"]) {
						const text = e.getAttribute(a) ?? ""
						if (e.checkVisibility() && e.id !== "recording" && (text.match(/[A-Za-z]{2,}/g) ?? []).some(w => !/^(`+names+`)$/.test(w))) out.push(a + ": " + text)
					}
				}
				return [...new Set(out)]
			})()`)
			for _, text := range found {
				t.Errorf("%s in %s has %q", name, lang, text)
			}
		}
	}
}
