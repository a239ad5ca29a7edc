package pgn

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"jadoube/rules"
)

// TestPgnExtract lets an independent program, Debian's pgn-extract, read what Write writes: it must complain about
// nothing and understand the same moves.
func TestPgnExtract(t *testing.T) {
	extract, err := exec.LookPath("pgn-extract")
	if err != nil {
		if extract, err = exec.LookPath("/usr/games/pgn-extract"); err != nil {
			t.Skip("pgn-extract isn't installed")
		}
	}
	games := writtenGames()
	var text strings.Builder
	for _, g := range games {
		text.WriteString(g.String())
	}
	file := filepath.Join(t.TempDir(), "games.pgn")
	if err := os.WriteFile(file, []byte(text.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(extract, "-Wuci", "--notags", "--nocomments", "--nonags", "--novars", "--noresults", "-s", file)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil || stderr.Len() > 0 {
		t.Fatalf("%v: %s", err, stderr.String())
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n\n")
	if len(lines) != len(games) {
		t.Fatalf("pgn-extract finds %d games, not %d", len(lines), len(games))
	}
	for i, g := range games {
		if got := strings.ToLower(strings.Join(strings.Fields(lines[i]), " ")); got != ucis(g) {
			t.Errorf("pgn-extract understands %s, not %s", got, ucis(g))
		}
	}
}

func ucis(g *Game) string {
	var words []string
	p, _ := g.Start()
	for _, m := range g.Moves {
		words = append(words, p.UCI(m.Move))
		p = p.Play(m.Move)
	}
	return strings.Join(words, " ")
}

// writtenGames are games with all that can be written, from several positions.
func writtenGames() (games []*Game) {
	r := rand.New(rand.NewPCG(5, 5))
	for _, fen := range []string{
		rules.StartFEN, "r3k2r/pppq1ppp/8/8/8/8/PPPQ1PPP/R3K2R b KQkq - 3 12", "8/PPP4k/8/8/8/8/4Kppp/8 w - - 0 1",
		"rk2r3/pp1p1ppp/8/8/8/8/PPPP1PPP/RK2R3 w KQkq - 0 1",
	} {
		for range 10 {
			g := &Game{}
			g.SetTag("White", `O"Brien \ Co`)
			p := rules.MustFEN(fen)
			g.SetStart(p)
			g.Line = randomLine(r, p, 60, 2)
			for _, m := range g.Moves {
				p = p.Play(m.Move)
			}
			if p.InCheck() && !p.HasLegalMove() {
				g.Result = [2]Result{BlackWins, WhiteWins}[p.Turn()]
			}
			games = append(games, g)
		}
	}
	return games
}
