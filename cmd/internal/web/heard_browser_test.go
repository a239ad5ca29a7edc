package web

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"jadoube/cmd/internal/web/webtest"

	"github.com/chromedp/chromedp"
)

// ears stand in for the browser's sound and speech before the page is loaded: they keep the notes that are started, in Hz, and the words that are
// said with their language, in window.heard and window.said. The voices are English and Persian ones.
const ears = `
window.heard = []
window.said = []
class Node { constructor(_, o) { this.o = o; this.gain = {setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {}} } connect(to) { return to } start() { heard.push(this.o.frequency) } stop() {} }
window.AudioContext = class { constructor() { this.currentTime = 0; this.state = "running"; this.destination = {} } }
window.OscillatorNode = Node
window.GainNode = Node
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text } }
Object.defineProperty(window, "speechSynthesis", {value: {
	getVoices: () => [{lang: "en-GB", name: "Alice"}, {lang: "fa-IR", name: "Ziba"}],
	addEventListener() {},
	speak(u) { said.push(u.lang + ": " + u.text) },
}})`

// listener is a tab with ears in a language, whose settings a person has set by JSON before; "" for one who hasn't.
func listener(t *testing.T, lang, settings string) *browser {
	t.Helper()
	b := openBrowser(t)
	script := ears
	if settings != "" {
		script += fmt.Sprintf("\nlocalStorage.setItem('jadoube', %q)", settings)
	}
	b.Before(script)
	b.Load(b.url+"/?lang="+lang, webtest.PhoneWidth, webtest.PhoneHeight)
	return b
}

// happening is an event, and what is to be heard of it.
type happening struct {
	kind    string
	members map[string]any
	sound   string    // the switch of its sound, "" for none
	notes   []float64 // Hz
	spoken  string    // the switch of its words, "" for none
	words   map[string]string
}

// happenings have each kind of sound and of words, and events without.
func happenings() []happening {
	move := func(ply int, san string) map[string]any {
		return map[string]any{"ply": ply, "uci": "e2e4", "san": san, "fen": startFEN}
	}
	says := func(en, fa string) map[string]string {
		return map[string]string{"en": "en-GB: " + en, "fa": "fa-IR: " + fa}
	}
	flag := map[string]any{"white": 0, "black": 60000, "running": "white", "turn": "white", "flag": "white"}
	return []happening{
		{"touched", map[string]any{"square": "e2"}, "touch", []float64{880}, "", nil},
		{"provisional", move(1, "e4"), "move", []float64{240, 180}, "moves", says("pawn to e4", "پیاده به e4")},
		{"move", move(1, "e4"), "", nil, "", nil}, // settled: it was heard already
		{"move", move(2, "Nbxd7"), "capture", []float64{300, 160}, "moves", says("knight b takes d7", "اسب b می\u200cگیرد d7")},
		{"move", move(3, "Qh5+"), "check", []float64{660, 880}, "moves", says("queen to h5, check", "وزیر به h5، کیش")},
		{"move", move(4, "O-O-O"), "move", []float64{240, 180}, "moves", says("castles long", "قلعهٔ بزرگ")},
		{
			"prompt",
			map[string]any{"key": "put-back", "args": map[string]string{"from": "e7", "to": "d7"}},
			"wrong",
			[]float64{150, 120},
			"prompts", says("Put the piece on e7 back to d7.", "مهرهٔ خانهٔ e7 را به d7 برگردانید."),
		},
		{"prompt", map[string]any{"key": ""}, "", nil, "", nil},
		{"illegal", map[string]any{"square": "e7"}, "wrong", []float64{150, 120}, "", nil},
		{"press", map[string]any{"key": "white"}, "press", []float64{520}, "", nil},
		{"press", map[string]any{"key": "takeback"}, "", nil, "", nil},
		{"offer", map[string]any{"state": "offered", "side": "white"}, "offer", []float64{520, 390}, "", nil},
		{"clock", map[string]any{"clock": flag}, "time", []float64{1000, 1000, 1000}, "", nil},
		{
			"result",
			map[string]any{"result": "1-0", "reason": "checkmate"},
			"result",
			[]float64{392, 523, 659},
			"results", says("1–0 · White won by checkmate", "۱–۰ · سفید برد با مات"),
		},
	}
}

// TestWhatIsHeard: events sound and are spoken, in the page's language, as far as they are switched on; at first nothing is, and where the browser
// has no voice of the language nothing is said.
func TestWhatIsHeard(t *testing.T) {
	allSounds := strings.Fields("touch move capture check wrong press offer time result")
	allWords := strings.Fields("moves prompts results")
	for _, c := range []struct {
		lang           string
		sounds, speaks []string
	}{
		{"en", nil, nil}, {"en", allSounds, allWords}, {"fa", []string{"check", "time"}, []string{"moves"}}, {"fa", nil, allWords}, {"ar", []string{"touch"}, allWords},
	} {
		settings := ""
		if c.sounds != nil || c.speaks != nil {
			settings = fmt.Sprintf(`{"sounds": ["%s"], "speaks": ["%s"]}`, strings.Join(c.sounds, `", "`), strings.Join(c.speaks, `", "`))
		}
		b := listener(t, c.lang, settings)
		var notes []float64
		var words []string
		for _, h := range happenings() {
			b.board.tell(h.kind, h.members)
			if slices.Contains(c.sounds, h.sound) {
				notes = append(notes, h.notes...)
			}
			if said := h.words[c.lang]; said != "" && slices.Contains(c.speaks, h.spoken) {
				words = append(words, said)
			}
		}
		b.Until(`!document.querySelector("#result").hidden && document.querySelector("#result").textContent !== ""`)
		if got := webtest.Value[[]float64](b.Tab, `heard`); !slices.Equal(got, notes) {
			t.Errorf("%s with %s: heard %v, want %v", c.lang, settings, got, notes)
		}
		if got := webtest.Value[[]string](b.Tab, `said`); !slices.Equal(got, words) {
			t.Errorf("%s with %s: said %q, want %q", c.lang, settings, got, words)
		}
		b.calm()
	}
}

// TestSwitchesOfWhatIsHeard: a switch lets hear at once what it is for, and holds from then on, and when the page is loaded again.
func TestSwitchesOfWhatIsHeard(t *testing.T) {
	b := listener(t, "en", "")
	hears := func(what string, notes []float64, words []string) {
		t.Helper()
		got, said := webtest.Value[[]float64](b.Tab, `heard.splice(0)`), webtest.Value[[]string](b.Tab, `said.splice(0)`)
		if !slices.Equal(got, notes) || !slices.Equal(said, words) {
			t.Errorf("%s: heard %v and %q, want %v and %q", what, got, said, notes, words)
		}
	}
	ply := 0
	check := func() {
		ply++
		b.board.tell("move", map[string]any{"ply": ply, "uci": "d1h5", "san": "Qh5+", "fen": startFEN})
		b.Until(fmt.Sprintf(`document.querySelector('#moves [data-ply="%d"]') !== null`, ply))
	}
	sound, spoken := []float64{660, 880}, []string{"en-GB: queen to h5, check"}
	b.Do(chromedp.Evaluate[chromedp.Void](`location.hash = "#settings"`), chromedp.Click(`[data-heard="check"]`))
	hears("the sound's switch", sound, nil)
	check()
	hears("a check with sound", sound, nil)
	b.Do(chromedp.Click(`[data-heard="moves"]`))
	hears("the words' switch", nil, []string{"en-GB: knight to f3"})
	check()
	hears("a check with both", sound, spoken)
	b.Load(b.url+"/?lang=en#play", webtest.DesktopWidth, webtest.DesktopHeight)
	b.Do(chromedp.Evaluate[chromedp.Void](`window.old = true; location.reload()`))
	b.Until(`!window.old && window.heard?.length === 0 && document.querySelector("#link").dataset.state === "live"`)
	check()
	hears("loaded again", sound, spoken)
	b.Do(chromedp.Evaluate[chromedp.Void](`location.hash = "#settings"`), chromedp.Click(`[data-heard="check"]`), chromedp.Click(`[data-heard="moves"]`))
	check()
	hears("switched off", nil, nil)
	b.calm("status of 404") // this board has no settings of its own
}
