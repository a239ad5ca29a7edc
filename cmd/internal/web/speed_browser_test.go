package web

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"jadoube/cmd/internal/web/webtest"

	"github.com/chromedp/chromedp"
)

// A slow phone in a weak wireless network, as a board's is: a processor of a quarter of this machine's, 5 Mbit/s, 25 ms for each of five answers, one
// after the other: the connection, the page, its script, the state, the events.
const (
	slower  = 4
	answers = 5 * 25 * time.Millisecond
	speed   = 5_000_000 / 8 // bytes a second

	bearable = 2 * time.Second // the processor's time is longer, too, on a machine that has other work
)

// TestPageIsQuick measures what docs/benchmarks.md says of the page: when it can be used on a slow phone, and how long after an event its move is
// drawn. What the phone would take is reckoned from the processor's time, so that it doesn't matter what else this machine does.
func TestPageIsQuick(t *testing.T) {
	b := openBrowser(t)
	bytes := len(b.server.assets.page.gzip)
	for _, part := range b.server.assets.parts {
		bytes += len(part.gzip)
	}
	var usable []time.Duration
	for range 3 {
		b.Do(chromedp.Navigate("about:blank"))
		before := b.Processor()
		b.load(webtest.PhoneWidth, webtest.PhoneHeight)
		used := b.Processor() - before
		usable = append(usable, slower*used+answers+time.Duration(bytes)*time.Second/speed)
		t.Logf("the processor was used for %v, a slow phone would need %v", used, usable[len(usable)-1])
	}
	webtest.Value[bool](b.Tab, `(window.drawn = {}, new MutationObserver(() => requestAnimationFrame(() => {
		const n = document.querySelectorAll("#moves [data-ply]").length
		drawn[n] ??= performance.timeOrigin + performance.now()
	})).observe(document.querySelector("#moves"), {childList: true, subtree: true}), true)`)
	const moves = 20
	told := make([]time.Time, moves+1)
	for n := 1; n <= moves; n++ {
		time.Sleep(100 * time.Millisecond)
		told[n] = time.Now()
		b.board.tell("move", map[string]any{"ply": n, "uci": "e2e4", "san": fmt.Sprint("e", n), "fen": startFEN})
	}
	b.Until(fmt.Sprintf(`drawn[%d] !== undefined`, moves))
	drawn := webtest.Value[map[string]float64](b.Tab, `drawn`)
	var waits []time.Duration
	for n := 1; n <= moves; n++ {
		if at, ok := drawn[fmt.Sprint(n)]; ok {
			waits = append(waits, time.UnixMicro(int64(at*1000)).Sub(told[n]))
		}
	}
	slices.Sort(waits)
	t.Logf("%d of %d moves drawn: median %v, slowest %v", len(waits), moves, waits[len(waits)/2], waits[len(waits)-1])
	if median := waits[len(waits)/2]; len(waits) < moves/2 || median > 100*time.Millisecond {
		t.Errorf("the median of %d moves was drawn %v after its event, more than 100 ms", len(waits), median)
	}
	if best := slices.Min(usable); best > bearable {
		t.Errorf("a slow phone could use the page after %v at the best, more than %v", best, bearable)
	}
}
