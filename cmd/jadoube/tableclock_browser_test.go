package main

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"

	"jadoube/cmd/internal/web/webtest"
)

// TestTableClockInBrowser has a tablet be the chess clock: each half of its screen shows a time as large as it can and is pressed as a lever
// is, by a finger or the keyboard; which one runs is seen by more than its colour; in all languages, upright and lying, White's times stand
// on the same side.
func TestTableClockInBrowser(t *testing.T) {
	addr, stop := launchWith(t, t.TempDir(), strictBoard)
	defer stop()
	b := openTab(t, addr, "prefers-reduced-motion:reduce")
	b.push("#to-clock")
	b.Until(`document.body.dataset.view === "clock"`)
	b.push(`[data-half="black"]`)
	b.Until(`document.querySelector('[data-half="white"]').classList.contains("runs") && document.querySelector('[data-half="white"] .going').getBoundingClientRect().width > 10`)
	b.Until(`document.querySelector('[data-half="white"] .shows').textContent === "4:58"`)
	handle(t, addr, "e2", "e4")
	b.Until(`document.querySelector('[data-half="white"]').focus() === undefined`)
	b.Do(chromedp.KeyEvent(" "))
	b.Until(`document.querySelector('[data-half="black"]').classList.contains("runs")`)
	b.push("[data-stop]")
	b.Until(`document.querySelector(".between .says").textContent.includes("The clocks stand")`)
	b.push("[data-stop]")
	b.Until(`document.querySelector('[data-half="black"]').classList.contains("runs")`)
	const swap = `(document.querySelector("[data-swap]").click(), true)`
	const inOrder = `(() => {
		const [w, k] = ["white", "black"].map(s => document.querySelector('[data-half="' + s + '"]').getBoundingClientRect())
		return innerWidth > innerHeight ? w.left < k.left : w.top > k.top
	})()`
	for _, lang := range []string{"en", "fa", "ar"} {
		for _, size := range [][2]int64{{1180, 820}, {820, 1180}, {390, 844}, {740, 360}, {360, 740}} {
			b.Load("http://"+addr+"/?lang="+lang+"#clock", size[0], size[1])
			b.Until(`document.querySelector('[data-half="black"].runs') !== null`)
			at := fmt.Sprintf("%s-%dx%d", lang, size[0], size[1])
			b.Fits("the clock in " + at)
			b.Shoot("table-clock-" + at)
			big := webtest.Value[bool](b.Tab, `(() => {
				const half = document.querySelector('[data-half="white"]'), r = half.getBoundingClientRect(), time = half.querySelector(".shows").getBoundingClientRect()
				return time.width >= r.width * .35 && time.height >= Math.min(r.height, r.width) * .15 && r.bottom <= innerHeight && document.documentElement.scrollHeight <= innerHeight
			})()`)
			if !big {
				t.Errorf("%s: the times are small, or the clock is larger than the screen", at)
			}
			if !webtest.Value[bool](b.Tab, inOrder) {
				t.Errorf("%s: White's half isn't on the left, or at the foot", at)
			}
			webtest.Value[bool](b.Tab, swap)
			if webtest.Value[bool](b.Tab, inOrder) {
				t.Errorf("%s: swapping leaves the halves where they were", at)
			}
			webtest.Value[bool](b.Tab, swap)
		}
	}
	b.push("#clocks a")
	b.Until(`document.body.dataset.view === "play"`)
	if wrong := b.Complaints(); len(wrong) > 0 {
		t.Errorf("the page's console: %q", wrong)
	}
}
