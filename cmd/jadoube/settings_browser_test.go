package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jadoube/cmd/internal/web/webtest"

	"github.com/chromedp/chromedp"
)

// choose has a select or a field of the page changed, as a person does.
func (b *tab) choose(selector, value string) {
	b.t.Helper()
	b.Until(`document.querySelector('` + selector + `') !== null`)
	webtest.Value[bool](b.Tab, `(() => { const e = document.querySelector('`+selector+`'); e.value = "`+value+`"; e.dispatchEvent(new Event("input", {bubbles: true})); e.dispatchEvent(new Event("change", {bubbles: true})); return true })()`)
}

// TestSettingsInBrowser sets options of the board on the page: what can be is in force, the config's file stays as it is, and all is kept over
// a restart; a value that is refused is told. A new game then has the players, clock and Laws that were asked for.
func TestSettingsInBrowser(t *testing.T) {
	folder := t.TempDir()
	const text = "# ours\n[leds]\nbrightness = 80 # bright\n"
	if err := os.WriteFile(filepath.Join(folder, "club.toml"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	serve := []string{"serve", "--config", "club.toml", "--listen", "127.0.0.1:0"}
	addr, stop := launch(t, folder, serve...)
	b := openTab(t, addr, "prefers-reduced-motion:reduce")
	b.view("settings")
	b.Until(`!document.querySelector("#set-board").hidden`)
	webtest.Value[bool](b.Tab, `(document.querySelectorAll("#options details").forEach(d => d.open = true), true)`)
	b.choose(`[id="option-leds.brightness"]`, "25")
	b.Text("#set-told", "Brightness: kept")
	b.Until(`document.querySelector('[data-back="leds.brightness"]').hidden === false`)
	b.choose(`[id="option-game.clock"]`, "a while")
	b.Until(`document.querySelector("#set-told").getAttribute("role") === "alert"`)
	b.Text("#set-told", "expected a time control")
	b.choose(`[id="option-game.level"]`, "trainer")
	b.Text("#set-told", "How the Laws are kept: kept")
	b.choose(`[id="option-engine.hash"]`, "32")
	b.Text("#set-told", "when the program is started again")
	b.Fits("settings")
	b.both("settings-open")
	if kept, err := os.ReadFile(filepath.Join(folder, "club.toml")); string(kept) != text {
		t.Errorf("the config is now %q, %v", kept, err)
	}
	state := func() (s struct {
		Lights struct{ Brightness int }
		Laws   struct{ Level, Edition string }
		Tags   map[string]string
		Clock  *clockOf
	},
	) {
		if err := json.Unmarshal([]byte(get(t, addr, "/api/state")), &s); err != nil {
			t.Fatal(err)
		}
		return s
	}
	if s := state(); s.Lights.Brightness != 25 || s.Laws.Level != "off" {
		t.Errorf("in force: %+v; the level is the next game's", s)
	}

	b.view("play")
	b.push("#new-game")
	b.Until(`document.querySelector("#new-dialog").open`)
	b.choose("#new-white", "Anna")
	b.choose("#new-clock", "300+3")
	b.choose("#new-laws", "2001")
	b.push("#new-position summary")
	b.push("#new-clear")
	for man, square := range map[string]string{"K": "e1", "k": "e8", "P": "e2"} {
		b.push(`#new-men [data-man="` + man + `"]`)
		b.push(`#new-board [data-put="` + square + `"]`)
	}
	b.both("new-game")
	b.push("#new-start")
	b.Until(`!document.querySelector("#new-dialog").open && document.querySelectorAll("#men [data-piece]").length === 3`)
	s := state()
	if s.Laws.Level != "trainer" || s.Laws.Edition != "2001" || s.Tags["White"] != "Anna" || s.Clock == nil || s.Clock.White < 300_000 {
		t.Errorf("the new game: %+v", s)
	}
	b.Text(`.place.white .name`, "Anna")
	stop()

	addr, stop = launch(t, folder, serve...)
	defer stop()
	if s := state(); s.Lights.Brightness != 25 {
		t.Errorf("after a restart: %+v", s)
	}
	b.Load("http://"+addr+"/#settings", width, height)
	webtest.Value[bool](b.Tab, `(document.querySelectorAll("#options details").forEach(d => d.open = true), true)`)
	b.push(`[data-back="leds.brightness"]`)
	b.Until(`document.querySelector('[id="option-leds.brightness"]').value === "80"`)
	if s := state(); s.Lights.Brightness != 80 {
		t.Errorf("taken back: %+v", s)
	}
	if kept, err := os.ReadFile(filepath.Join(folder, "jadoube-data", "page.toml")); strings.Contains(string(kept), "brightness") || !strings.Contains(string(kept), "hash = 32") {
		t.Errorf("kept is %q, %v", kept, err)
	}
}

// TestLettersInBrowser: digits, letters and the text's size are chosen for this device, and kept there; squares, moves and clocks read from
// left to right in every language.
func TestLettersInBrowser(t *testing.T) {
	addr, stop := launch(t, t.TempDir(), "serve", "--listen", "127.0.0.1:0")
	defer stop()
	b := openTab(t, addr, "prefers-reduced-motion:reduce")
	b.click("g1", "f3")
	b.told(1, "Nf3")
	b.view("settings")
	if got := webtest.Value[string](b.Tab, `[...document.querySelectorAll("#letters option")].map(o => o.textContent).join("|")`); got != "K Q R B N|♔ ♕ ♖ ♗ ♘" {
		t.Errorf("in English the letters can be %s", got)
	}
	b.Load("http://"+addr+"/?lang=fa#settings", webtest.PhoneWidth, webtest.PhoneHeight)
	b.choose("#digits", "persian")
	b.choose("#letters", "local")
	b.choose("#text-size", "1.45")
	b.choose(`[data-heard="move"]`, "on")
	b.view("play")
	b.Text("#moves .number", "۱.")
	b.Text(`#moves [data-ply="1"] bdi`, "اf3")
	if got := webtest.Value[string](b.Tab, `[getComputedStyle(document.querySelector('#moves bdi')).direction, getComputedStyle(document.querySelector('.clock')).direction, getComputedStyle(document.documentElement).fontSize].join(" ")`); got != "ltr ltr 23.2px" {
		t.Error(got)
	}
	for _, name := range views {
		b.view(name)
		b.Fits(name + " in large text")
		b.Shoot("large-" + name)
	}
	b.view("play")
	b.Do(chromedp.Reload())
	b.Text(`#moves [data-ply="1"] bdi`, "اf3")
}

// TestDigitsInBrowser: dates, move numbers, times and the numbers of New game follow the digits that are chosen, and read from left to right; what is
// notation, FEN, results, squares and moves, keeps its own.
func TestDigitsInBrowser(t *testing.T) {
	b, stop := gamesOnPage(t, "[game]\nclock = \"300+3\"\n\n[engine]\nprogram = \"/no/such/engine\"\n")
	defer stop()
	host := webtest.Value[string](b.Tab, `location.origin`)
	for _, c := range []struct{ lang, digits, date, number, level, laws, clock, time string }{
		{"fa", "persian", "۲۰۲۶", "۱.", "۱۶۰۰", "۲۰۲۳", "\u2066۵\u2069 دقیقه + \u2066۳\u2069", "۵:۰۰"},
		{"ar", "arabic", "٢٠٢٦", "١.", "١٦٠٠", "٢٠٢٣", "\u2066٥\u2069 د + \u2066٣\u2069", "٥:٠٠"},
		{"en", "european", "2026", "1.", "1600", "2023", "5 min + 3", "5:00"},
	} {
		b.Load(host+"/?lang="+c.lang+"#settings", width, height)
		b.choose("#digits", c.digits)
		b.view("games")
		b.Until(`document.querySelectorAll("#games-list li").length === 2`)
		b.Text("#games-list li:last-child .small", c.date)
		ordered := webtest.Value[bool](b.Tab, `(() => {
			const text = [...document.querySelector("#games-list li:last-child .small").childNodes].find(n => n.nodeType === Node.TEXT_NODE)
			const from = text.data.indexOf("`+c.date+`")
			const at = i => { const r = document.createRange(); r.setStart(text, i); r.setEnd(text, i + 1); return r.getBoundingClientRect().x }
			const last = from + text.data.slice(from).search(/[^\p{Nd}\u200e.-]/u) - 1
			return at(from) < at(from + 3) && at(from + 3) < at(last)
		})()`)
		if !ordered {
			t.Errorf("%s: the date doesn't read from left to right", c.lang)
		}
		b.Text("#games-list li:last-child .score", "1-0")
		b.older()
		b.Text("#game-view .moves .soft", c.number)
		b.Text(`#game-view [aria-current="true"]`, "Qxf7#")
		b.view("play")
		b.Text(".place.white .clock", c.time)
		b.push("#new-game")
		b.Until(`document.querySelector("#new-dialog").open`)
		text := func(selector, want string) { b.Text(selector, want) }
		text(`#new-level [value="elo 1600"]`, "Elo "+c.level)
		text(`#new-laws [value="2023"]`, c.laws)
		text(`#new-clock [value="300+3"]`, c.clock)
		b.push("#new-position summary")
		b.push("#new-clear")
		b.Until(`document.querySelector("#new-fen").value === "8/8/8/8/8/8/8/8 w - - 0 1"`)
		b.push("#new-cancel")
	}
}
