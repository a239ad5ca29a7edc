package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"jadoube/cmd/internal/web/webtest"
	"jadoube/rules"
	"jadoube/rules/pgn"
	"jadoube/rules/square"

	"github.com/chromedp/chromedp"
)

const engineBoard = `
[board]
lever = true

[game]
clock = "1500+10"

[opponent]
move-time = 30
`

// wholeGame is a game that White plays by the page's mouse and keyboard, and Black's engine.
type wholeGame struct {
	*tab
	guide *guide
	start rules.Position
	line  []rules.Move
	pos   rules.Position
}

func (g *wholeGame) play(m rules.Move) {
	g.line, g.pos = append(g.line, m), g.pos.Play(m)
}

func (g *wholeGame) takeBack(n int) {
	line := g.line[:len(g.line)-n]
	g.line, g.pos = nil, g.start
	for _, m := range line {
		g.play(m)
	}
}

// carryOut does with the hands what a move asks for: the victim's square is clicked twice, once to lift him.
func (g *wholeGame) carryOut(m rules.Move) {
	g.t.Helper()
	from, to, victim := m.From().String(), m.To().String(), g.pos.Victim(m)
	switch {
	case m.IsCastle():
		king, rook := m.CastleTo()
		g.click(from, king.String(), to, rook.String()) // to is where the rook stood
	case victim == m.To():
		g.click(from, to, to)
	case victim != square.None:
		g.click(from, to, victim.String())
	case len(g.line)%4 == 0:
		g.byKeyboard(from, to)
	default:
		g.click(from, to)
	}
}

// white plays a move and presses the lever.
func (g *wholeGame) white(m rules.Move) {
	g.t.Helper()
	san := g.pos.SAN(m)
	g.carryOut(m)
	if m.Promotion() == rules.Queen {
		g.Until(`document.querySelector('#choices [data-promote="queen"]').ariaPressed === "true"`)
		g.Do(chromedp.Click(`#tray .spare [data-piece="Q"]`)) // the pawn is exchanged for a wooden queen
		g.click(m.To().String(), m.To().String())
	}
	g.shown(len(g.line)+1, san)
	g.play(m)
	g.push(`[data-press="white"]`)
}

func (g *wholeGame) shown(ply int, san string) {
	g.t.Helper()
	g.Until(fmt.Sprintf(`document.querySelector('#moves [data-ply="%d"]')?.dataset.san === %q`, ply, san))
}

// black waits for the engine's move, makes it on the board as the lights lead, and presses the engine's lever.
func (g *wholeGame) black() rules.Move {
	g.t.Helper()
	last := fmt.Sprintf(`document.querySelector('#moves [data-ply="%d"]')`, len(g.line)+1)
	g.Until(last + ` !== null`)
	m, err := g.pos.ParseUCI(webtest.Value[string](g.Tab, last+`.dataset.uci`))
	if err != nil {
		g.t.Fatalf("the engine's move on the page: %v", err)
	}
	g.Square(m.From().String(), "led", "do-next")
	g.carryOut(m)
	if m.Promotion() != rules.NoRole {
		letter := strings.ToLower(string(m.Promotion().Letter()))
		g.prompted("replace-pawn")
		g.Do(chromedp.Click(`#tray .spare [data-piece="` + letter + `"]`))
		g.click(m.To().String(), m.To().String())
	}
	g.Until(`!(document.querySelector('#prompt').dataset.key ?? "").match(/^play-|^castle-|^remove-|^replace-/)`)
	g.play(m)
	g.push(`[data-press="black"]`)
	return m
}

// hinted asks twice and reads from the lights which move is advised.
func (g *wholeGame) hinted() rules.Move {
	g.t.Helper()
	g.push("#hint")
	g.Until(`document.querySelectorAll('[data-square][data-led="hint"]').length === 1`)
	from := webtest.Value[string](g.Tab, `document.querySelector('[data-square][data-led="hint"]').dataset.square`)
	g.push("#hint")
	g.Until(`document.querySelectorAll('[data-square][data-led="hint"]').length === 2`)
	to := webtest.Value[string](g.Tab, `[...document.querySelectorAll('[data-square][data-led="hint"]')].map(s => s.dataset.square).find(s => s !== "`+from+`")`)
	for _, m := range g.pos.LegalMoves(nil) {
		if m.From().String() == from && g.pos.UCI(m)[2:4] == to {
			return m
		}
	}
	g.t.Fatalf("%s: the lights advise %s%s", g.pos.FEN(), from, to)
	return rules.NoMove
}

// quiet reports whether a move can be taken back by hand without a man from beside the board.
func quiet(before *rules.Position, m rules.Move) bool {
	return !m.IsCastle() && m.Promotion() == rules.NoRole && !before.IsCapture(m)
}

// killEngine ends the engine of the daemon that this test started: the child of a child.
func (g *wholeGame) killEngine() {
	g.t.Helper()
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	parents, names := map[int]int{}, map[int]string{}
	for _, file := range stats {
		text, _ := os.ReadFile(file) // those that have ended meanwhile have none
		name, rest, ok := strings.Cut(string(text), ") ")
		if fields := strings.Fields(rest); ok && len(fields) > 1 {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(file)))
			parents[pid], _ = strconv.Atoi(fields[1])
			names[pid] = name
		}
	}
	for pid, name := range names {
		if strings.HasSuffix(name, "(stockfish") && parents[parents[pid]] == os.Getpid() {
			if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
				g.t.Fatal(err)
			}
			return
		}
	}
	g.t.Fatal("the daemon's engine isn't running")
}

// TestWholeGameInBrowser plays a game against an engine through the page, from its dialog to its place among the games: with a hint
// that is followed, a takeback, castling, a promotion, and an engine that is killed in the middle.
func TestWholeGameInBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIP: a whole game takes a minute")
	}
	guide := newGuide(t)
	folder := t.TempDir()
	addr, stop := launchWith(t, folder, engineBoard)
	b := openTab(t, addr, "prefers-reduced-motion:reduce")
	g := &wholeGame{tab: b, guide: guide, start: rules.StartPosition(), pos: rules.StartPosition()}
	b.push("#new-game")
	b.Until(`document.querySelector("#new-dialog").open`)
	webtest.Value[bool](b.Tab, `((side, level) => {
		side.value = "black"; side.dispatchEvent(new Event("change")); level.value = "elo 1400"; return true
	})(document.querySelector("#new-side"), document.querySelector("#new-level"))`)
	b.push("#new-start")
	b.Until(`!document.querySelector("#new-dialog").open`)
	b.push(`[data-press="black"]`) // starts White's clock
	g.playOn()

	b.Until(`!document.querySelector('#result').hidden`)
	want := g.sans()
	shown := webtest.Value[[]string](b.Tab, `[...document.querySelectorAll('#moves [data-ply]')].map(m => m.dataset.san)`)
	if !slices.Equal(shown, want) {
		t.Errorf("the page shows %v; played were %v", shown, want)
	}
	b.Shoot("whole-game-end")
	g.find(addr, want)
	stop()
	files, _ := filepath.Glob(filepath.Join(folder, "jadoube-data", "*.trace"))
	if len(files) != 1 {
		t.Fatalf("traces: %v", files)
	}
	replayed := output(t, "replay", files[0])
	if got := sans(replayed); got != strings.Join(want, " ")+" "+result(replayed) {
		t.Errorf("replay finds %q, want %q", got, want)
	}
}

// playOn plays the game to its end.
func (g *wholeGame) playOn() {
	g.t.Helper()
	castled, promoted, hinted, killed, tookBack := false, false, false, false, false
	for g.pos.HasLegalMove() && g.pos.Outcome() == rules.None {
		m := g.guide.choose(g.start, g.line, &g.pos)
		if !hinted && len(g.line) >= 4 {
			m, hinted = g.hinted(), true
		}
		castled, promoted = castled || m.IsCastle(), promoted || m.Promotion() == rules.Queen
		before := g.pos
		if !killed && tookBack && len(g.line) >= 10 {
			g.killEngine()
			killed = true
			g.white(m)
			g.Until(`!document.querySelector('#health').hidden && document.querySelector('#health [data-part="engine"]')?.textContent.includes("ended")`)
			g.Shoot("engine-killed")
			g.black()
			g.Until(`document.querySelector('#health [data-part="engine"]') === null`) // it is well again
			continue
		}
		g.white(m)
		if !g.pos.HasLegalMove() || g.pos.Outcome() != rules.None {
			break
		}
		middle := g.pos
		reply := g.black()
		if !tookBack && hinted && castled && quiet(&before, m) && quiet(&middle, reply) && g.pos.HasLegalMove() {
			tookBack = true
			g.click(reply.To().String(), reply.From().String(), m.To().String(), m.From().String())
			g.Until(fmt.Sprintf(`document.querySelectorAll('#moves [data-ply]').length === %d`, len(g.line)-2))
			g.takeBack(2)
		}
	}
	if !castled || !promoted || !hinted || !killed || !tookBack {
		g.t.Errorf("castled %v, promoted %v, hinted %v, killed %v, took back %v in %v", castled, promoted, hinted, killed, tookBack, g.sans())
	}
}

func (g *wholeGame) sans() (out []string) {
	p := g.start
	for _, m := range g.line {
		out, p = append(out, p.SAN(m)), p.Play(m)
	}
	return out
}

// find looks for the game under Games, and for the times in its record.
func (g *wholeGame) find(addr string, want []string) {
	g.t.Helper()
	g.push("#to-games")
	g.push("#games-list a")
	g.Until(`document.querySelectorAll('#game-view [data-ply]').length > 0`)
	if got := webtest.Value[[]string](g.Tab, `[...document.querySelectorAll('#game-view button[data-ply]')].map(m => m.textContent)`); !slices.Equal(got, want) {
		g.t.Errorf("among the games stands %v; played were %v", got, want)
	}
	g.push(`#game-view [data-step="first"]`)
	g.push(`#game-view [data-step="forward"]`)
	g.Until(`/^\d+:\d\d/.test(document.querySelector('#game-view .said').textContent)`) // White's clock after his first move
	g.Shoot("whole-game-found")
	href := webtest.Value[string](g.Tab, `document.querySelector('#game-view a[href$=".pgn"]').getAttribute("href")`)
	text := get(g.t, addr, href)
	var state struct{ Result struct{ Result string } }
	if err := json.Unmarshal([]byte(get(g.t, addr, "/api/state")), &state); err != nil {
		g.t.Fatal(err)
	}
	r := pgn.NewReader(strings.NewReader(text))
	game, err := r.Next()
	if err != nil {
		g.t.Fatalf("%v in\n%s", err, text)
	}
	if string(game.Result) != state.Result.Result || len(game.Moves) != len(want) {
		g.t.Errorf("the record has %d moves and %s; the page said %s after %d", len(game.Moves), game.Result, state.Result.Result, len(want))
	}
	for i := range game.Moves {
		left, clk := game.Moves[i].Clock()
		_, emt := game.Moves[i].Elapsed()
		if !clk || left <= 0 || !emt && i > 0 { // before the first move nobody had moved
			g.t.Errorf("ply %d, %s: %%clk %v (%v), %%emt %v in\n%s", i+1, want[i], clk, left, emt, text)
			return
		}
	}
	if !strings.Contains(text, "[%help hints]") || !strings.Contains(text, `[BlackType "program"]`) {
		g.t.Errorf("neither hint nor engine in\n%s", text)
	}
}

// result is the result at the end of a PGN text.
func result(text string) string {
	words := strings.Fields(text)
	return words[len(words)-1]
}
