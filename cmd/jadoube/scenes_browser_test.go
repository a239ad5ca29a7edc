package main

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"jadoube/cmd/internal/web/webtest"

	"github.com/chromedp/chromedp"
)

// scene is something to look at on the page beyond its bare views.
type scene struct {
	name, view string
	before     func()   // has the board be in it
	open       []string // what is pushed, one after the other, to see it
	wait       string   // what is true then
}

// TestScenes looks at what games, arbiters and questions bring onto the page, as TestViewsFit does at its views: in each language, through the
// widest and the narrowest window, and through each when there is time. The pictures are for people to look at.
func TestScenes(t *testing.T) {
	t.Run("teacher", func(t *testing.T) {
		b, stop := gamesOnPage(t, teachersBoard)
		defer stop()
		b.older()
		game := webtest.Value[string](b.Tab, `location.hash.slice(1)`)
		b.scenes(b.teachersScenes(strings.TrimPrefix(webtest.Value[string](b.Tab, `location.host`), "http://"), game))
	})
	t.Run("arbiter", func(t *testing.T) {
		addr, stop := launchWith(t, t.TempDir(), strings.Replace(strictBoard, `"strict"`, `"arbiter"`, 1))
		defer stop()
		b := openTab(t, addr)
		b.scenes(b.arbitersScenes(addr))
	})
}

// handle moves men on the simulated board: "e2 e4" lifts one and places it.
func handle(t *testing.T, addr string, squares ...string) {
	t.Helper()
	held := false
	for _, s := range squares {
		post(t, addr, fmt.Sprintf(`{"do":%q,"square":%q}`, map[bool]string{false: "lift", true: "place"}[held], s))
		held = !held
		time.Sleep(80 * time.Millisecond) // a hand takes longer
	}
}

func (b *tab) teachersScenes(addr, game string) []scene {
	t := b.t
	begin := func(fen string) {
		_, _ = ask(t, addr, `{"do":"press","key":"pause"}`) // no clock runs into another game
		post(t, addr, `{"do":"new","sure":true,"fen":"`+fen+`"}`)
	}
	press := func(key string) { post(t, addr, `{"do":"press","key":"`+key+`"}`) }
	place := func(square string) { post(t, addr, `{"do":"place","square":"`+square+`"}`) }
	dialog := `document.querySelector("dialog[open]") !== null`
	return []scene{
		{name: "new-game", view: "play", open: []string{"#new-game", "#new-position summary"}, wait: dialog},
		{name: "game", view: game, wait: `document.querySelector('#game-view .position')?.complete`},
		{name: "lifted", view: "play", before: func() { handle(t, addr, "e2", "e4", "e7", "e5", "g1", "f3", "b8", "c6", "f1", "c4", "d8") }},
		{name: "sure", view: "learn", before: func() { place("d8") }, open: []string{`[data-lesson-name="rook"] button`}, wait: dialog},
		{name: "wrong", view: "play", before: func() { handle(t, addr, "d8"); place("d3"); time.Sleep(time.Second) }},
		{name: "back", view: "play", before: func() {
			handle(t, addr, "d3", "d8")
			time.Sleep(time.Second)
			press("takeback")
			time.Sleep(300 * time.Millisecond)
		}},
		{name: "promotion", view: "play", before: func() {
			begin("r3k2r/1P3ppp/2n5/4p3/2B1P3/5N2/PPP2PPP/R3K2R w KQkq - 0 1")
			handle(t, addr, "b7", "b8")
		}, wait: `!document.querySelector("#choices").hidden`},
		{name: "mated", view: "play", before: func() { begin("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1"); handle(t, addr, "f7", "g7") }, wait: `!document.querySelector("#result").hidden`},
		{name: "lesson", view: "play", before: func() { post(t, addr, `{"do":"lesson","lesson":"mate","player":"Anna","sure":true}`) }, wait: `!document.querySelector("#lesson-now").hidden`},
		{name: "learning", view: "learn"},
		{name: "lights", view: "board", before: func() {
			post(t, addr, `{"do":"lesson"}`)
			begin("")
			webtest.Value[bool](b.Tab, `(fetch("/api/bench", {method: "POST", headers: {"Content-Type": "application/json"}, body: '{"do":"lights"}'}), true)`)
		}, wait: `document.querySelector("[data-light][data-wire]") !== null`},
		{name: "options", view: "settings", open: []string{"#options details:nth-of-type(1) summary", "#options details:nth-of-type(2) summary"}},
		{name: "devices", view: "settings", open: []string{"#devices-open"}, wait: dialog},
	}
}

func (b *tab) arbitersScenes(addr string) []scene {
	t := b.t
	press := func(key string) { post(t, addr, `{"do":"press","key":"`+key+`"}`) }
	return []scene{
		{name: "start", view: "play"},
		{name: "breach", view: "arbiter", before: func() {
			press("black")
			handle(t, addr, "g1", "g1", "e2", "e4")
			press("white")
			time.Sleep(500 * time.Millisecond)
			press("claim-black touch")
		}},
		{name: "breach", view: "play"},
		{name: "offer", view: "play", before: func() {
			press("arbiter confirm")
			handle(t, addr, "e7", "e5")
			press("draw-black")
			press("black")
			time.Sleep(500 * time.Millisecond)
		}},
		{name: "stands", view: "play", before: func() { press("pause disturbance") }},
		{name: "stands", view: "arbiter", before: func() {
			press("arbiter add white 60")
			press("arbiter illegal black")
			press("arbiter confirm")
		}},
		{name: "over", view: "arbiter", before: func() { press("resume"); press("resign-white") }},
		{name: "over", view: "play"},
	}
}

// scenes looks at each of them.
func (b *tab) scenes(list []scene) {
	origin := webtest.Value[string](b.Tab, `location.origin`)
	for _, s := range list {
		if s.before != nil {
			s.before()
		}
		for _, at := range looks() {
			if !slow() && at.lang == "fa" && at.theme == "light" {
				continue // the dark has it
			}
			b.Media("prefers-color-scheme:"+at.theme, "prefers-reduced-motion:reduce")
			b.text("1")
			b.Load(origin+"/?lang="+at.lang, windows[0].width, windows[0].height)
			b.stage(s)
			for i, w := range windows {
				if !slow() && i > 0 && i < len(windows)-1 {
					continue
				}
				b.resize(w)
				b.Fits(fmt.Sprintf("%s %s in %s at %d", s.view, s.name, at.lang, w.width))
				b.Shoot(fmt.Sprintf("scene-%s-%s-%s-%s-%d", shownIn(s.view), s.name, at.lang, at.theme, w.width))
			}
		}
	}
}

// shownIn is the page's section for the fragment of an address.
func shownIn(view string) string {
	if strings.HasPrefix(view, "game-") {
		return "games"
	}
	return view
}

// stage goes to a scene on the page.
func (b *tab) stage(s scene) {
	b.t.Helper()
	webtest.Value[bool](b.Tab, `(location.hash = "#`+s.view+`", true)`)
	b.Until(`!document.querySelector('#view-` + shownIn(s.view) + `').hidden`)
	for _, selector := range s.open {
		b.push(selector)
	}
	if s.wait != "" {
		b.Until(s.wait)
	}
	time.Sleep(150 * time.Millisecond) // what the view asks for comes
}

// resize looks at the page through another window, in text of another size.
func (b *tab) resize(w window) {
	b.t.Helper()
	b.Do(chromedp.EmulateViewport(w.width, w.height))
	webtest.Value[bool](b.Tab, `(document.documentElement.style.setProperty("--text", "`+w.text+`"), true)`)
	time.Sleep(50 * time.Millisecond)
}
