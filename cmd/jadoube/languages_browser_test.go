package main

import (
	"fmt"
	"testing"

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
