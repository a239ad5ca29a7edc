// Package webtest looks at the page with a real browser, for tests; it knows how the page names its squares,
// and must not know the board behind it.
package webtest

import (
	"bytes"
	"context"
	"fmt"
	"image/color"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"
)

// Sizes of windows in which the page is looked at, in CSS pixels.
const (
	DesktopWidth, DesktopHeight = 1280, 860
	PhoneWidth, PhoneHeight     = 390, 844
)

const (
	lifetime = 4 * time.Minute  // of a tab
	patience = 20 * time.Second // with what shall become true
)

// Tab is a tab of a browser. What can't be done with it ends its test.
type Tab struct {
	t   *testing.T
	ctx context.Context

	mu    sync.Mutex
	wrong []string
}

// Open starts a browser for one test; the test is skipped where there is none.
func Open(t *testing.T) *Tab {
	t.Helper()
	exe, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("SKIP: chromium is not installed: apt-get install chromium")
	}
	opts := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(exe), chromedp.NoSandbox)
	for _, f := range []string{"disable-dev-shm-usage", "disable-background-networking", "disable-component-update", "disable-sync", "disable-quic"} {
		opts = append(opts, chromedp.Flag(f, true))
	}
	ctx, cancel := context.WithTimeout(t.Context(), lifetime)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewExecAllocator(ctx, opts...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	b := &Tab{t: t, ctx: ctx}
	// The browser lives as long as the context that starts it.
	if err := chromedp.Do(ctx, chromedp.Navigate("about:blank")); err != nil {
		t.Fatalf("chromium does not start: %v", err)
	}
	b.listen()
	return b
}

// listen keeps what the console says: refused content, exceptions, failed requests.
func (b *Tab) listen() {
	messages := chromedp.Console(b.ctx)
	go func() {
		for m, err := range messages {
			if err != nil {
				return
			}
			b.mu.Lock()
			b.wrong = append(b.wrong, fmt.Sprintf("%s: %s", m.Type, m.Text))
			b.mu.Unlock()
		}
	}()
}

// Complaints is what the page's console has said.
func (b *Tab) Complaints() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return append([]string{}, b.wrong...)
}

// Load opens the page in a window of a size and waits until it is live.
func (b *Tab) Load(url string, width, height int64) {
	b.t.Helper()
	b.Do(chromedp.EmulateViewport(width, height), chromedp.Navigate(url))
	b.Until(`document.querySelectorAll('button[data-square]').length === 64 && document.querySelector('#link').dataset.state === 'live'
		&& document.querySelectorAll('#men [data-piece]').length > 0`)
}

// Before runs a script in each document that is loaded from now on, before its own.
func (b *Tab) Before(script string) {
	b.t.Helper()
	if _, err := chromedp.Call(b.ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script}); err != nil {
		b.t.Fatal(err)
	}
}

// Do takes steps one after the other.
func (b *Tab) Do(steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		b.t.Fatalf("browser: %v (console: %q)", err, b.Complaints())
	}
}

// Value is what a JavaScript expression is on the page.
func Value[T any](b *Tab, expression string) T {
	b.t.Helper()
	v, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		b.t.Fatalf("browser: %s: %v", expression, err)
	}
	return v
}

// Until waits for a JavaScript expression to be true.
func (b *Tab) Until(expression string) {
	b.t.Helper()
	var ok bool
	var err error
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if ok, err = chromedp.Run(b.ctx, chromedp.Evaluate[bool](expression)); ok {
			return
		}
	}
	b.Shoot("failed")
	b.t.Fatalf("never true on the page: %s (%v; console: %q)", expression, err, b.Complaints())
}

// Square waits for an attribute of a square's button, "" for none: led, man, differs, sensor.
func (b *Tab) Square(name, attribute, want string) {
	b.t.Helper()
	b.Until(fmt.Sprintf(`(document.querySelector('button[data-square="%s"]').dataset.%s ?? "") === %q`, name, attribute, want))
}

// Text waits until an element's text holds want.
func (b *Tab) Text(selector, want string) {
	b.t.Helper()
	b.Until(fmt.Sprintf("document.querySelector(%q)?.textContent.includes(%q) === true", selector, want))
}

// Click clicks on squares.
func (b *Tab) Click(squares ...string) {
	b.t.Helper()
	for _, s := range squares {
		b.Do(chromedp.Click(`button[data-square="` + s + `"]`))
	}
}

// Processor is the time that the tab's main thread has used, whatever else the machine does.
func (b *Tab) Processor() time.Duration {
	b.t.Helper()
	_, err := chromedp.Call(b.ctx, performance.Enable, performance.EnableParams{TimeDomain: performance.EnableTimeDomainThreadTicks})
	if err != nil {
		b.t.Fatal(err)
	}
	found, err := chromedp.Call(b.ctx, performance.GetMetrics, cdp.Empty{})
	if err != nil {
		b.t.Fatal(err)
	}
	for _, m := range found.Metrics {
		if m.Name == "TaskDuration" {
			return time.Duration(m.Value * float64(time.Second))
		}
	}
	b.t.Fatal("the browser doesn't tell how long its tasks take")
	return 0
}

// unfit lists what doesn't fit in the view that is shown, or in the question that is open over it: the page wider than the window, words that are cut, and controls or
// words that lie over one another.
const unfit = `(() => {
	const out = []
	const stage = document.querySelector("dialog[open]") ?? document.body
	const page = stage === document.body ? document.scrollingElement : stage
	if (page.scrollWidth > page.clientWidth + 1) out.push("page " + page.scrollWidth + " > " + page.clientWidth)
	const name = e => e.tagName.toLowerCase() + (e.id ? "#" + e.id : "") + " “" + e.textContent.trim().slice(0, 30) + "”"
	const seen = e => e.checkVisibility({visibilityProperty: true, opacityProperty: true}) && !e.closest(".unseen, .sprite, #board, [aria-hidden=true], dialog:not([open])")
	const words = e => [...e.childNodes].some(n => n.nodeType === Node.TEXT_NODE && n.data.trim())
	const pen = document.createElement("canvas").getContext("2d")
	const needs = select => { // words, and what stands around them: the arrow takes 16 pixels
		const s = getComputedStyle(select)
		pen.font = s.font
		return pen.measureText(select.selectedOptions[0]?.textContent ?? "").width + parseFloat(s.paddingLeft) + parseFloat(s.paddingRight) + 16
	}
	const leaves = [...stage.querySelectorAll("*")].filter(e => seen(e) && (words(e) || e.matches("input, select, button, textarea, svg.icon, .clock")))
	for (const e of leaves) {
		if (e.scrollWidth > e.clientWidth + 2 && e.clientWidth > 0 && getComputedStyle(e).display !== "inline" && !e.matches("input")) out.push("cut: " + name(e))
		if (e.matches("select") && needs(e) > e.clientWidth) out.push("cut: " + name(e) + " " + e.value + " " + e.clientWidth + " < " + Math.ceil(needs(e)))
		const r = e.getBoundingClientRect()
		if (r.width > 0 && (r.left < -1 || r.right > innerWidth + 1) && !e.closest("[data-scrolls]")) out.push("outside: " + name(e))
	}
	const fixed = e => e.closest("#views, dialog menu") // what scrolls passes under them
	for (let i = 0; i < leaves.length; i++) {
		for (let j = i + 1; j < leaves.length; j++) {
			const [a, b] = [leaves[i], leaves[j]]
			if (a.contains(b) || b.contains(a) || !fixed(a) !== !fixed(b)) continue
			const [p, q] = [a.getBoundingClientRect(), b.getBoundingClientRect()]
			const w = Math.min(p.right, q.right) - Math.max(p.left, q.left)
			const h = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top)
			if (w > 2 && h > 2) out.push("overlap: " + name(a) + " and " + name(b))
		}
	}
	return out.slice(0, 12).join("; ")
})()`

// Fits fails the test when something on the page doesn't fit: see unfit.
func (b *Tab) Fits(what string) {
	b.t.Helper()
	if bad := Value[string](b, unfit); bad != "" {
		b.t.Errorf("%s: %s", what, bad)
	}
}

// Media sets what the page's style sheets ask for, as in "prefers-color-scheme:dark".
func (b *Tab) Media(features ...string) {
	b.t.Helper()
	var list []*emulation.MediaFeature
	for _, f := range features {
		name, value, _ := strings.Cut(f, ":")
		list = append(list, &emulation.MediaFeature{Name: name, Value: value})
	}
	if _, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: list}); err != nil {
		b.t.Fatal(err)
	}
}

// Shoot takes a picture of the whole page and keeps it for people to look at: in the folder
// JADOUBE_ARTEFACTS, else in artefacts beside go.mod.
func (b *Tab) Shoot(name string) []byte {
	b.t.Helper()
	whole := chromedp.FullScreenshot(100)
	if Value[bool](b, `document.scrollingElement.scrollHeight <= innerHeight`) {
		whole = chromedp.CaptureScreenshot() // beyond its window Chromium draws a page that reads from right to left beside its place
	}
	shot, err := chromedp.Run(b.ctx, whole)
	dir := Artefacts()
	if err == nil {
		err = os.MkdirAll(dir, 0o755)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, name+".png"), shot, 0o644)
	}
	if err != nil {
		b.t.Errorf("picture %s: %v", name, err)
	}
	return shot
}

// Screen is a picture of what the window shows.
func (b *Tab) Screen() []byte {
	b.t.Helper()
	shot, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		b.t.Fatal(err)
	}
	return shot
}

// Artefacts is the folder for what tests leave to be looked at: that of JADOUBE_ARTEFACTS, else artefacts beside go.mod.
func Artefacts() string {
	if dir := os.Getenv("JADOUBE_ARTEFACTS"); dir != "" {
		return dir
	}
	return filepath.Join(root(), "artefacts")
}

// root is the project's folder; tests run in their package's.
func root() string {
	dir := "."
	for range 8 {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		dir = filepath.Join("..", dir)
	}
	return dir
}

// Middle is the colour that is drawn in the middle of a square.
func (b *Tab) Middle(square string) color.RGBA {
	b.t.Helper()
	at := Value[[]float64](b, fmt.Sprintf(`(() => { const r = document.querySelector('button[data-square="%s"]').getBoundingClientRect();
		return [r.x + r.width / 2 + scrollX, r.y + r.height / 2 + scrollY] })()`, square))
	shot, err := chromedp.Run(b.ctx, chromedp.FullScreenshot(100))
	if err != nil {
		b.t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(shot))
	if err != nil {
		b.t.Fatal(err)
	}
	return color.RGBAModel.Convert(img.At(int(at[0]), int(at[1]))).(color.RGBA)
}

// Forget empties the browser's store of what it has loaded.
func (b *Tab) Forget() {
	b.t.Helper()
	if _, err := chromedp.Call(b.ctx, network.ClearBrowserCache, cdp.Empty{}); err != nil {
		b.t.Fatal(err)
	}
}

// Slow has the browser be so many times slower than this machine, on a line of so many bytes a second, each answer of which takes a while.
func (b *Tab) Slow(times float64, speed float64, wait time.Duration) {
	b.t.Helper()
	if _, err := chromedp.Call(b.ctx, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: times}); err != nil {
		b.t.Fatal(err)
	}
	line := &network.Conditions{Latency: float64(wait.Milliseconds()), DownloadThroughput: speed, UploadThroughput: speed}
	if _, err := chromedp.Call(b.ctx, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{MatchedNetworkConditions: []*network.Conditions{line}}); err != nil {
		b.t.Fatal(err)
	}
}
