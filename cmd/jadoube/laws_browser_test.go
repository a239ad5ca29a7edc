package main

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"jadoube/cmd/internal/web/webtest"
)

const strictBoard = `
[board]
lever = true

[game]
level = "strict"
clock = "300"
`

// clockOf is what a running board's clock shows.
type clockOf struct {
	White, Black  int64
	Running, Flag string
}

func (b *tab) clock(addr string) (c clockOf) {
	b.t.Helper()
	var state struct{ Clock *clockOf }
	if err := json.Unmarshal([]byte(get(b.t, addr, "/api/state")), &state); err != nil || state.Clock == nil {
		b.t.Fatalf("no clock: %v", err)
	}
	return *state.Clock
}

func (b *tab) prompted(key string) {
	b.t.Helper()
	b.Until(`document.querySelector('#prompt').dataset.key === "` + key + `"`)
}

func (b *tab) push(selector string) {
	b.t.Helper()
	b.Until(`document.querySelector('` + selector + `')?.offsetParent != null`)
	webtest.Value[bool](b.Tab, `(document.querySelector('`+selector+`').click(), true)`)
}

// TestClockInBrowser sees on the page who is waited for, how many moves are to be made, which time runs, and why none does, and that a new
// game ends none whose clock runs.
func TestClockInBrowser(t *testing.T) {
	config := strings.Replace(strictBoard, `"300"`, "\"40/5400:900\"\ndefault-time = \"600\"", 1)
	addr, stop := launchWith(t, t.TempDir(), config)
	defer stop()
	b := openTab(t, addr, "prefers-reduced-motion:reduce")
	text := func(selector string) string {
		return webtest.Value[string](b.Tab, `document.querySelector('`+selector+`').textContent`)
	}
	if got := text(".place.white .more") + text(".place.black .more"); got != "not here yet, 10:00not here yet, 10:00" {
		t.Errorf("before anybody is there the page says %q", got)
	}
	b.push(`[data-side="black"] [data-say="arrive"]`)
	b.Until(`document.querySelector('.place.black .more').textContent === "40 to the control"`)
	post(t, addr, `{"do":"press","key":"start"}`)
	b.Until(`document.querySelector('.place.white').classList.contains("runs")`)
	b.Until(`document.querySelector('.place.white .more').textContent.startsWith("not here yet, 9:5")`)
	b.click("e2", "e4")
	b.told(1, "e4")
	b.push(`[data-press="white"]`)
	b.Until(`document.querySelector('.place.white .more').textContent === "39 to the control"`)
	if _, answer := ask(t, addr, `{"do":"new"}`); !strings.Contains(answer, "the clock runs") {
		t.Errorf("a new game is answered with %q", answer)
	}
	post(t, addr, `{"do":"press","key":"pause disturbance"}`)
	b.Until(`document.querySelector('#stands').textContent === "The clocks stand: a disturbance."`)
	post(t, addr, `{"do":"press","key":"resume"}`)
	b.Until(`document.querySelector('#stands').hidden && document.querySelector('.place.black').classList.contains("runs")`)
	post(t, addr, `{"do":"press","key":"arbiter clock black 754 3"}`)
	b.Until(`document.querySelector('.place.black .more').textContent === "37 to the control"`)
}

// TestTouchMoveInBrowser touches a knight and puts it back, gets the prompt, plays a pawn instead, has the opponent claim it, and sees
// the position restored and the clock right.
func TestTouchMoveInBrowser(t *testing.T) {
	folder := t.TempDir()
	addr, stop := launchWith(t, folder, strictBoard)
	b := openTab(t, addr, "prefers-reduced-motion:reduce")
	b.push(`[data-press="black"]`)
	b.Until(`document.querySelector('.place.white').classList.contains("runs")`)
	b.click("g1", "g1")
	b.prompted("must-move")
	b.both("laws-owed")
	b.click("e2", "e4")
	b.told(1, "e4")
	b.push(`[data-press="white"]`)
	b.prompted("may-claim")
	pressed := b.clock(addr)
	if pressed.Running != "black" || pressed.Black > 300_000 || pressed.White >= 300_000 {
		t.Errorf("after White's press the clock shows %+v", pressed)
	}
	b.both("laws-claim")
	b.push(`[data-side="black"] [data-say="claim"]`)
	b.prompted("put-back")
	b.Until(`document.querySelectorAll('#moves [data-ply]').length === 0`)
	if c := b.clock(addr); c.Running != "white" || c.Black != 300_000 || c.White > pressed.White {
		t.Errorf("after the claim the clock shows %+v; Black's thinking is given back, White had %d at his press", c, pressed.White)
	}
	b.click("e4", "e2")
	b.prompted("must-move")
	b.click("g1", "f3")
	b.told(1, "Nf3")
	b.push(`[data-press="white"]`)
	b.Until(`document.querySelectorAll('#moves [data-ply].settled').length === 1`)
	b.push(`[data-side="black"] [data-say="draw"]`)
	until(t, "Black's offer refused: he hasn't moved (5.2.3)", func() bool {
		return slices.ContainsFunc(events(t, addr), func(e string) bool {
			return strings.Contains(e, `"type":"offer","side":"black"`) && strings.Contains(e, `"state":"refused"`)
		})
	})
	b.Until(`document.querySelector('.place.black').classList.contains("runs") && document.querySelector('#prompt').dataset.key !== "draw-offered"`)
	b.push(`[data-side="black"] [data-say="resign"]`)
	b.push(`[data-side="black"] [data-say="resign"]`) // sure
	b.Until(`!document.querySelector('#result').hidden`)

	live := events(t, addr)
	stop()
	files, _ := filepath.Glob(filepath.Join(folder, "jadoube-data", "*.trace"))
	if len(files) != 1 {
		t.Fatalf("traces: %v", files)
	}
	sameEvents(t, live, output(t, "replay", "--events", files[0]))
	if pgn := output(t, "replay", files[0]); !strings.Contains(pgn, "\n1. Nf3 1-0\n") {
		t.Errorf("the record is\n%s", pgn)
	}
}

// TestResultPutRightInBrowser gives a game up by mistake, has the arbiter's view say another result, take that back, and let the game go on.
func TestResultPutRightInBrowser(t *testing.T) {
	addr, stop := launchWith(t, t.TempDir(), strictBoard)
	b := openTab(t, addr, "prefers-reduced-motion:reduce")
	b.push(`[data-press="black"]`)
	b.click("e2", "e4")
	b.told(1, "e4")
	b.push(`[data-press="white"]`)
	post(t, addr, `{"do":"press","key":"resign-white"}`)
	shows := func(result string) { b.Until(`document.querySelector('#result').dataset.result === "` + result + `"`) }
	shows("0-1")
	b.view("arbiter")
	b.Until(`document.querySelector('[data-rule="void"]').offsetParent === null`) // it is too late for that
	b.Do(chromedp.SetValue(`#arbiter-other`, "1/2-1/2"))
	b.push(`#arbiter-other ~ button`)
	shows("1/2-1/2")
	b.Text("#arbiter-log", "Arbiter: result 1/2-1/2 by decision: accepted.")
	b.push(`#rulings section:not([hidden]) [data-rule="undo"]`)
	shows("0-1")
	b.push(`#rulings section:not([hidden]) [data-rule="resume"]`)
	shows("")
	b.Until(`document.querySelector('[data-rule="void"]').offsetParent !== null`)
	stop()
}

// TestArbitersClocksInBrowser: an arbiter sees both sides' clocks and counts beside each other, on a table and on a phone, in every language: whose
// runs, how many moves are to be made, whose flag is down, and the illegal moves that are counted, also after a pardon.
func TestArbitersClocksInBrowser(t *testing.T) {
	addr, stop := launchWith(t, t.TempDir(), strings.Replace(strictBoard, `"300"`, `"40/5400:900"`, 1))
	defer stop()
	post(t, addr, `{"do":"new","white":"Anna","black":"A player with an exceedingly long name of his own"}`)
	b := openTab(t, addr, "prefers-reduced-motion:reduce")
	b.push(`[data-press="black"]`)
	b.view("arbiter")
	face := func(side, want string) {
		t.Helper()
		b.Text(`[data-face="`+side+`"]`, want)
	}
	face("white", "Anna")
	face("white", "40 to the control")
	b.Until(`document.querySelector('[data-face="white"].runs .time').textContent === "1:29:58" && document.querySelector('[data-face="black"] .time').textContent === "1:30:00"`)
	for _, side := range []string{"white", "black"} {
		face(side, "illegal moves: 0")
	}
	b.push(`[data-rule="illegal black"]`)
	face("black", "illegal moves: 1")
	b.push(`[data-rule="pardon black"]`)
	face("black", "illegal moves: 0")
	b.push(`[data-rule="illegal white"]`)
	face("white", "illegal moves: 1")
	for _, lang := range []string{"en", "fa", "ar"} {
		for _, size := range [][2]int64{{width, height}, {webtest.PhoneWidth, webtest.PhoneHeight}, {320, 600}} {
			b.Load("http://"+addr+"/?lang="+lang+"#arbiter", size[0], size[1])
			b.Until(`document.querySelector('[data-face="white"] .time').checkVisibility()`)
			b.Fits(lang)
			b.Shoot("arbiter-clocks-" + lang)
			at := webtest.Value[[]float64](b.Tab, `["white", "black"].flatMap(s => { const r = document.querySelector('[data-face="' + s + '"] .time').getBoundingClientRect(); return [r.top, parseFloat(getComputedStyle(document.querySelector('[data-face="' + s + '"] .time')).fontSize)] })`)
			if at[0] != at[2] || at[1] < 24 {
				t.Errorf("%s at %d: White's clock is at %v px with letters of %v px, Black's at %v", lang, size[0], at[0], at[1], at[2])
			}
		}
	}
	post(t, addr, `{"do":"press","key":"arbiter clock white 1"}`)
	b.Load("http://"+addr+"/#arbiter", width, height)
	face("white", "the flag has fallen")
}

// TestChoiceInBrowser: where the Laws are kept the pieces that a pawn may become are offered until one is chosen, and no longer.
func TestChoiceInBrowser(t *testing.T) {
	addr, stop := launchWith(t, t.TempDir(), strictBoard)
	defer stop()
	b := openTab(t, addr, "prefers-reduced-motion:reduce")
	b.push("#new-game")
	b.Until(`document.querySelector("#new-dialog").open`)
	b.choose("#new-fen", "7k/P7/8/8/8/8/8/K7 w - - 0 1")
	b.push("#new-start")
	b.Until(`!document.querySelector("#new-dialog").open && document.querySelectorAll("#men [data-piece]").length === 3`)
	b.push(`[data-press="black"]`)
	b.click("a7", "a8")
	b.told(1, "a8=Q+")
	b.push(`#choices [data-promote="rook"]`)
	b.told(1, "a8=R+")
	b.Until(`document.querySelector("#choices").hidden`)
	b.Until(`!document.querySelector("#prompt").textContent.includes("another")`)
}
