package main

import (
	"strings"
	"testing"

	"jadoube/cmd/internal/web/webtest"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestHintInBrowser: the button gives a hint to who has chosen nothing, first the man, then where to; it isn't offered to a side whose help
// has no hints.
func TestHintInBrowser(t *testing.T) {
	addr, stop := launch(t, t.TempDir(), "serve", "--listen", "127.0.0.1:0")
	defer stop()
	b := openTab(t, addr, "prefers-reduced-motion:reduce")
	b.push("#hint")
	b.Until(`document.querySelectorAll('[data-square][data-led="hint"]').length === 1`)
	b.prompted("teach-hint-piece")
	b.push("#hint")
	b.Until(`document.querySelectorAll('[data-square][data-led="hint"]').length === 2`)
	b.both("hint")
	b.view("learn")
	b.push(`[data-side="black"] [data-step="hints"]`)
	b.Until(`!document.querySelector('[data-side="black"] [data-step="hints"]').checked`)
	b.view("play")
	b.Until(`!document.querySelector("#hint").hidden`) // it is White's move
	b.click("g1", "f3")
	b.told(1, "Nf3")
	b.Until(`document.querySelector("#hint").hidden`)
	if text := get(t, addr, "/api/pgn"); !strings.Contains(text, "1. Nf3 {[%help hints]}") {
		t.Error(text)
	}
	if refused := webtest.Value[string](b.Tab, `document.querySelector("#refusal").textContent`); refused != "" {
		t.Errorf("refused: %s", refused)
	}
}

// TestLessonInBrowser: a lesson is named on the board's page, with its end, and nobody can resign in it; without a clock there is none to press.
func TestLessonInBrowser(t *testing.T) {
	addr, stop := launch(t, t.TempDir(), "serve", "--listen", "127.0.0.1:0")
	defer stop()
	b := openTab(t, addr, "prefers-reduced-motion:reduce")
	b.Until(`document.querySelector('.clock').hidden && document.querySelector('[data-say="resign"]').offsetParent != null`)
	b.view("learn")
	b.push(`[data-lesson-name="pawn"] button`)
	b.Until(`document.querySelector('#lesson-name').textContent.startsWith("The pawn") && document.querySelector('[data-say="resign"]').offsetParent == null`)
	b.both("lesson-play")
	b.push("#lesson-end")
	b.Until(`document.querySelector('#lesson-now').hidden && document.querySelector('[data-say="resign"]').offsetParent != null`)
}

// TestLessonAsksInBrowser: a lesson ends the game that is being played only when somebody is sure of it: who cancels keeps game and view.
func TestLessonAsksInBrowser(t *testing.T) {
	addr, stop := launch(t, t.TempDir(), "serve", "--listen", "127.0.0.1:0")
	defer stop()
	b := openTab(t, addr, "prefers-reduced-motion:reduce")
	b.click("e2", "e4")
	b.told(1, "e4")
	asks := func() {
		t.Helper()
		b.view("learn")
		b.push(`[data-lesson-name="knight"] button`)
		b.Until(`document.querySelector("#sure-dialog").open`)
		b.Text("#sure-what", "It ends as it stands.")
		b.Text("#sure-yes", "End it")
	}
	asks()
	b.both("lesson-asks")
	b.push(`#sure-dialog button[value=""]`)
	b.Until(`!document.querySelector("#sure-dialog").open && location.hash === "#learn"`)
	b.view("play")
	b.Until(`document.querySelector("#lesson-now").hidden && document.querySelectorAll("#moves [data-ply]").length === 1`)
	asks()
	b.Do(chromedp.KeyEvent(kb.Escape))
	b.Until(`!document.querySelector("#sure-dialog").open && location.hash === "#learn"`)
	asks()
	b.push("#sure-yes")
	b.Until(`location.hash === "#play" && document.querySelector("#lesson-name").textContent.startsWith("The knight")`)
	b.Until(`document.querySelectorAll("#moves [data-ply]").length === 0`)
	b.view("learn")
	b.push(`[data-lesson-name="rook"] button`) // no game is played any more
	b.Until(`location.hash === "#play" && document.querySelector("#lesson-name").textContent.startsWith("The rook")`)
}

// TestAnswersInBrowser: a takeback that is asked for is answered, and told when it is made; a pawn is drawn as what it became; and the dialog
// shows the strength that was chosen last.
func TestAnswersInBrowser(t *testing.T) {
	addr, stop := launch(t, t.TempDir(), "serve", "--listen", "127.0.0.1:0")
	defer stop()
	b := openTab(t, addr, "prefers-reduced-motion:reduce")
	b.click("e2", "e4")
	b.told(1, "e4")
	b.push("#takeback")
	b.Text("#notice", "Put the pieces back")
	b.both("takeback-asked")
	b.click("e4", "e2")
	b.Text("#notice", "Taken back: e4")
	b.Until(`document.querySelector("#takeback").disabled`) // nothing is left to be taken back
	b.click("d2", "d4")
	b.told(1, "d4")
	b.Until(`document.querySelector("#notice").hidden`) // the game goes on
	b.Until(`!document.querySelector("#takeback").disabled`)
	post(t, addr, `{"do":"press","key":"resign-black"}`)
	b.Until(`document.querySelector("#takeback").disabled`) // and nothing of a game that is over
	b.push("#new-game")
	b.Until(`document.querySelector("#new-dialog").open`)
	b.choose("#new-fen", "7k/P7/8/8/8/8/8/K7 w - - 0 1")
	b.choose("#new-side", "black")
	b.Until(`document.querySelector("#new-black").disabled && !document.querySelector("#new-white").disabled`) // it goes by its own name
	b.choose("#new-level", "elo 2000")
	b.choose("#new-side", "none")
	b.push("#new-start")
	b.Until(`!document.querySelector("#new-dialog").open && document.querySelectorAll("#men [data-piece]").length === 3`)
	b.click("a7", "a8")
	b.told(1, "a8=Q+")
	b.Square("a8", "man", "Q")
	b.push(`#choices [data-promote="knight"]`)
	b.told(1, "a8=N")
	b.Square("a8", "man", "N")
	b.both("promoted-knight")
	b.push("#new-game")
	b.Until(`document.querySelector("#new-dialog").open`)
	b.Until(`document.querySelector("#new-dialog").open && document.querySelector("#new-level").value === "full"`)
}

// TestDrawOfferedInBrowser: where nobody keeps the Laws a draw that is offered is shown, to whoever comes later too; the other side can decline it,
// answer with a move, or accept.
func TestDrawOfferedInBrowser(t *testing.T) {
	addr, stop := launch(t, t.TempDir(), "serve", "--listen", "127.0.0.1:0")
	defer stop()
	b := openTab(t, addr, "prefers-reduced-motion:reduce")
	draws := func(white, black, prompt string) {
		t.Helper()
		b.Until(`["white", "black"].map(s => document.querySelector('[data-side="' + s + '"] [data-say="draw"]').textContent).join() === "` + white + "," + black + `"`)
		b.Until(`document.querySelector("#prompt").textContent === "` + prompt + `"`)
	}
	b.click("e2", "e4")
	b.told(1, "e4")
	b.push(`[data-side="white"] [data-say="draw"]`)
	draws("Draw", "Accept", "White offers a draw.")
	b.both("draw-offered")
	b.Load("http://"+addr+"/", width, height)
	draws("Draw", "Accept", "White offers a draw.")
	b.push(`[data-side="black"] [data-say="decline"]`)
	draws("Draw", "Draw", "Black to move.")
	b.push(`[data-side="white"] [data-say="draw"]`)
	draws("Draw", "Accept", "White offers a draw.")
	b.click("e7", "e5")
	b.told(2, "e5")
	draws("Draw", "Draw", "White to move.")
	b.push(`[data-side="black"] [data-say="draw"]`)
	draws("Accept", "Draw", "Black offers a draw.")
	b.push(`[data-side="white"] [data-say="draw"]`)
	b.Text("#result", "Draw by agreement")
}

// TestCutOffGameInBrowser: a game that was cut off goes on by a button of the page, or ends by one that is pressed twice.
func TestCutOffGameInBrowser(t *testing.T) {
	folder := t.TempDir()
	begin := func() (b *tab, stop func()) {
		addr, stop := launch(t, folder, "serve", "--listen", "127.0.0.1:0")
		return openTab(t, addr, "prefers-reduced-motion:reduce"), stop
	}
	b, stop := begin()
	b.click("e2", "e4")
	b.told(1, "e4")
	stop()
	b, stop = begin()
	b.prompted("resume-game")
	b.both("cut-off")
	b.push(`[data-answer="resume"]`)
	b.Until(`document.querySelector("#choices").hidden && document.querySelector("#prompt").textContent === "Black to move."`)
	stop()
	b, stop = begin()
	defer stop()
	b.prompted("resume-game")
	b.push(`[data-answer="new"]`)
	b.Text(`[data-answer="new"]`, "Sure?")
	b.told(1, "e4")
	b.push(`[data-answer="new"]`)
	b.prompted("set-up-move")
	b.Until(`document.querySelector("#choices").hidden && document.querySelectorAll("#moves [data-ply]").length === 0`)
}

// TestMenuInBrowser: the board's menu is opened and left by a button of the page, which names its squares in every language; there is no button where
// no menu is.
func TestMenuInBrowser(t *testing.T) {
	addr, stop := launch(t, t.TempDir(), "serve", "--listen", "127.0.0.1:0")
	defer stop()
	b := openTab(t, addr, "prefers-reduced-motion:reduce")
	b.push("#menu")
	b.prompted("menu")
	b.Text("#menu", "Leave the menu")
	b.Text(`[data-choice="b4"]`, "b4 You play White, the engine Black")
	b.Text(`[data-choice="a3"]`, "Engine: Elo 1000")
	b.Text(`[data-choice="a6"]`, "no clock")
	b.Text(`[data-choice="b6"]`, "b6 1 min + 0 s")
	for lang, want := range map[string]string{"fa": "دو بازیکن، بدون موتور", "ar": "لاعبان بلا محرّك"} {
		for _, size := range [][2]int64{{width, height}, {webtest.PhoneWidth, webtest.PhoneHeight}} {
			b.Load("http://"+addr+"/?lang="+lang, size[0], size[1])
			b.Text(`[data-choice="d4"]`, want)
			b.Fits(lang)
			b.Shoot("menu-" + lang)
		}
	}
	b.Load("http://"+addr+"/?lang=en", width, height)
	b.push("#menu")
	b.Until(`document.querySelector("#menu-names").hidden && document.querySelector("#menu").textContent === "Board's menu"`)
	b.push("#menu")
	b.prompted("menu")
	b.click("e2", "e4") // what isn't put right is a move
	b.Until(`document.querySelector("#menu-names").hidden`)
	b.told(1, "e4")
	b.push("#menu")
	b.Text(`[data-choice="e8"]`, "Black resigns")
	post(t, addr, `{"do":"press","key":"resign-white"}`)
	b.Until(`document.querySelector("#menu").hidden`)
}

// TestHandAfterReloadInBrowser: who loads the page again has in his hand what he had, on a simulated board, and captures with it; a player's name
// reads in its own direction; and why a position is refused is said where it can be read.
func TestHandAfterReloadInBrowser(t *testing.T) {
	addr, stop := launch(t, t.TempDir(), "serve", "--listen", "127.0.0.1:0")
	defer stop()
	b := openTab(t, addr, "prefers-reduced-motion:reduce")
	again := func() {
		b.t.Helper()
		webtest.Value[bool](b.Tab, `(window.before = true, location.reload(), true)`)
		b.Until(`!window.before && document.querySelectorAll("#men [data-piece]").length > 0`)
	}
	b.click("e2")
	b.Until(`document.querySelectorAll("#men [data-piece]").length === 31`)
	again()
	b.click("e4")
	b.told(1, "e4")
	b.click("d7", "d5")
	b.told(2, "d5")
	b.click("e4")
	again()
	b.click("d5", "d5")
	b.told(3, "exd5")
	b.Square("d5", "man", "P")
	b.push("#new-game")
	b.Until(`document.querySelector("#new-dialog").open`)
	b.choose("#new-white", "Anna (GM)")
	b.choose("#new-fen", "8/8/banana w - 0 1")
	b.push("#new-start")
	b.Until(`(() => {
		const r = document.querySelector("#new-refusal").getBoundingClientRect()
		return r.height > 0 && [r.top + 2, r.bottom - 2].every(y => document.elementFromPoint(r.left + r.width / 2, y)?.id === "new-refusal")
	})()`)
	b.choose("#new-fen", "")
	b.push("#new-start")
	b.push("#sure-yes")
	b.Text(".place.white .name", "Anna (GM)")
	b.Load("http://"+addr+"/?lang=fa", width, height)
	b.Until(`document.querySelector(".place.white .name")?.textContent === "Anna (GM)" && getComputedStyle(document.querySelector(".place.white .name")).unicodeBidi === "isolate"`)
}
