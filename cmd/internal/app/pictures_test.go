package app

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"jadoube/boardstate/teacher"
	"jadoube/cmd/internal/render"
	"jadoube/cmd/internal/web"
	"jadoube/rules"
	"jadoube/rules/square"
)

var update = flag.Bool("update", false, "draw the pictures of the documentation anew")

// picture is a board to be drawn: what hands do there, from where, and what is pressed then.
type picture struct{ fen, do, press string }

// cut is pressed by a power cut: the game is one that waits for an answer.
const cut = "cut"

// pictures are the pictures of docs/board-alone.md and docs/playing.md.
var pictures = map[string]picture{
	"menu-sign":  {"", "700 -e1 300 -e8 1700", ""},
	"menu-start": {"", menuAtHome, ""},
	"menu-held":  {"", menuAtHome + "-d1 100 +c4 500", ""},
	"menu-sure":  {"", menuAtHome + "-d1" + tap("h4") + "+d1 300", ""},
	"menu-game":  {"r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3", "-g8 +f6 2500" + toMenu("e1", "e8"), ""},

	"unfinished": {"", "-e2 +e4 900 -e7 +e5 900 -g1 +f3 900", cut},
	"answer":     {"", "-e2 +e4 900 -e7 +e5 900 -g1 +f3 900", cut + toMenu("e1", "e8")},

	"setup":    {"", "700", "new 8/8/8/4k3/8/4K3/4P3/8 w - - 0 1"},
	"lifted":   {"", "-e2 +e4 2000 -e7 +e5 2000 -g1 500", ""},
	"capture":  {"rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "-e4 500", ""},
	"castling": {"r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4", "-e1 300 +g1 500", ""},
	"passing":  {"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", "-e5 300 +f6 500", ""},
	"wrong":    {"", "-e2 300 +e5 1500", ""},
	"check":    {"rnbqkbnr/ppp2ppp/3p4/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3", "-f1 +b5 2000", ""},
	"knocked":  {"r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4", "-f3 20 -c4 20 -f2 20 -e4 1500", ""},
	"engine":   {"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "-g1 200 +f3 2000", "move b8c6"},
	"result":   {"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "-g8 300 -g1 300 +e4K 300 +d5k 3500", ""},
	"hint":     {"rnbqkbnr/ppp2ppp/8/3pp3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3", "500 hint 100", "hint"},
	"attacked": {"rnbqkb1r/pppp1ppp/5n2/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3", "900", ""},
}

// TestPictures draws the pictures anew and compares: the pages show what a board does. With -update they are written.
func TestPictures(t *testing.T) {
	for name, c := range pictures {
		t.Run(name, func(t *testing.T) {
			withHands(t, func(s *settings) {
				help := teacher.Usual | teacher.Hints | teacher.Attacked
				s.help = [2]teacher.Help{help, help}
			}, func(t *testing.T, d *daemon) {
				if c.fen != "" {
					if err := d.Command(t.Context(), web.Command{Do: web.NewGame, Sure: true, FEN: c.fen}); err != nil {
						t.Fatal(err)
					}
				}
				d.actOut(t, c.do)
				if after, is := strings.CutPrefix(c.press, cut); is {
					d.calls <- d.ask
					d.actOut(t, after)
				} else if c.press != "" {
					press(t, d, c.press)
					d.actOut(t, "700")
				}
				synctest.Wait()
				file := filepath.Join("../../../docs/pictures", name+".svg")
				drawn := d.drawn(t)
				if *update {
					if err := os.WriteFile(file, drawn, 0o644); err != nil {
						t.Fatal(err)
					}
				}
				if text, err := os.ReadFile(file); err != nil || !bytes.Equal(text, drawn) {
					t.Errorf("%s shows something else than the board (go test -update draws it anew): %v", file, err)
				}
			})
		})
	}
}

// drawn is the simulated board as it stands and is lit. Of men in the hand the shadow is drawn where the game has them.
func (d *daemon) drawn(t *testing.T) []byte {
	t.Helper()
	st := d.State()
	setup, err := rules.ParseFEN(st.FEN)
	if err != nil {
		t.Fatal(err)
	}
	o := render.Options{Size: 320, Marks: map[square.Square]string{}}
	stand := d.sim.Standing()
	left := map[rules.Piece]int{} // how many of a kind are off
	for s := range square.All.Squares() {
		left[setup.Board[s]]++
		if at, ok := rules.ParsePiece(stand[s].Letter()); ok {
			left[at]--
		}
	}
	for s := range square.All.Squares() {
		at, ok := rules.ParsePiece(stand[s].Letter())
		switch had := setup.Board[s]; {
		case ok:
			setup.Board[s] = at
		case had != rules.NoPiece && left[had] > 0:
			o.Lifted = o.Lifted.With(s)
		default:
			setup.Board[s] = rules.NoPiece
		}
	}
	for s, meaning := range st.LEDs {
		o.Marks[s] = st.Lights.Looks[meaning].Colour
	}
	setup.Castling, setup.EnPassant = 0, square.None
	var b bytes.Buffer
	if err := render.Stand(&b, &setup, o); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestPicturesAreShown: each picture is on a page, and each on a page is drawn by the test above.
func TestPicturesAreShown(t *testing.T) {
	var shown []string
	for _, page := range []string{"board-alone.md", "playing.md"} {
		text, err := os.ReadFile(filepath.Join("../../../docs", page))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`\]\(pictures/([a-z-]+)\.svg\)`).FindAllStringSubmatch(string(text), -1) {
			shown = append(shown, m[1])
		}
	}
	for name := range pictures {
		if !slices.Contains(shown, name) {
			t.Errorf("%s is on no page", name)
		}
	}
	for _, name := range shown {
		if _, ok := pictures[name]; !ok {
			t.Errorf("%s isn't drawn by the test", name)
		}
	}
	for _, file := range files(t, "../../../docs/pictures", "*.svg") {
		if _, ok := pictures[strings.TrimSuffix(filepath.Base(file), ".svg")]; !ok {
			t.Errorf("%s is a picture of nothing", file)
		}
	}
}
