package app

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"jadoube/cmd/internal/store"
	"jadoube/cmd/internal/web"
	"jadoube/rules/pgn"
	"jadoube/rules/square"
)

// dayGames reads the file of today's games, as anybody would.
func dayGames(t *testing.T, folder string) []*pgn.Game {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, pgnFolder, time.Now().Format("2006-01-02")+".pgn"))
	if err != nil {
		t.Fatal(err)
	}
	var games []*pgn.Game
	for r := pgn.NewReader(bytes.NewReader(text)); ; {
		g, err := r.Next()
		if errors.Is(err, io.EOF) {
			return games
		}
		if err != nil || len(g.Warnings) > 0 {
			t.Fatalf("%v %v in\n%s", err, g, text)
		}
		games = append(games, g)
	}
}

// resultIn asks the day's file for its last game's result and termination, and looks for the same in the library and on the page.
func resultIn(t *testing.T, d *daemon, folder, result, termination string) {
	t.Helper()
	settle(t, d)
	time.Sleep(time.Second) // for the files
	games := dayGames(t, folder)
	if g := games[len(games)-1]; string(g.Result) != result || g.Tag("Termination") != termination {
		t.Errorf("the file says %s, %s; want %s, %s", g.Result, g.Tag("Termination"), result, termination)
	}
	list, err := d.journal.store().Games(store.Filter{})
	if err != nil || len(list) == 0 || list[len(list)-1].Result != result {
		t.Errorf("the library says %+v, %v; want %s", list, err, result)
	}
	shown := "*"
	if r := d.State().Result; r != nil {
		shown = r.Result
	}
	if shown != result {
		t.Errorf("the page shows %s, want %s", shown, result)
	}
}

// TestResultPutRight: an arbiter puts a result right when the game is over; files, library and page follow, also over a power cut, and a
// reading of the record tells the same.
func TestResultPutRight(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench()
		folder := t.TempDir()
		keeps := func(s *settings) { s.lever, s.laws.Laws, s.laws.Level, s.laws.Clock = true, "2023", "arbiter", "300" }
		moves := func(d *daemon, squares ...square.Square) {
			for i := 0; i < len(squares); i += 2 {
				do(t, d, web.Lift, squares[i])
				time.Sleep(300 * time.Millisecond)
				do(t, d, web.Place, squares[i+1])
				time.Sleep(900 * time.Millisecond)
			}
		}
		d := b.daemonOn(t, folder, keeps)
		var cut string
		during(t, d, func() {
			press(t, d, "black")
			moves(d, square.E2, square.E4)
			press(t, d, "white")
			moves(d, square.E7, square.E5)
			press(t, d, "black")
			press(t, d, "resign-white")
			resultIn(t, d, folder, "0-1", "normal")
			press(t, d, "arbiter result 1/2-1/2")
			resultIn(t, d, folder, "1/2-1/2", "adjudication")
			press(t, d, "arbiter undo")
			resultIn(t, d, folder, "0-1", "normal")
			press(t, d, "arbiter result 1-0 flag")
			resultIn(t, d, folder, "1-0", "time forfeit")
			press(t, d, "arbiter void")
			cut = cutOff(t, d)
		})
		asRecorded(t, folder)

		d = b.daemonOn(t, cut, keeps)
		during(t, d, func() {
			resultIn(t, d, cut, "1-0", "time forfeit")
			press(t, d, "arbiter undo")
			resultIn(t, d, cut, "0-1", "normal")
			press(t, d, "arbiter resume")
			resultIn(t, d, cut, "*", "unterminated")
			cut = cutOff(t, d)
		})
		asRecorded(t, d.data)

		d = b.daemonOn(t, cut, keeps)
		during(t, d, func() {
			if d.State().Result != nil {
				t.Error("the game that goes on is over again")
			}
			press(t, d, "resume")
			moves(d, square.G1, square.F3)
			press(t, d, "white")
			press(t, d, "resign-black")
			resultIn(t, d, cut, "1-0", "normal")
			if g := dayGames(t, cut); len(g) != 1 || len(g[0].Moves) != 3 {
				t.Errorf("%d games, the first with %d moves", len(g), len(g[0].Moves))
			}
		})
		asRecorded(t, cut)
	})
}

func (s *started) presses(t *testing.T, key string) {
	t.Helper()
	s.command(t, web.Command{Do: web.Press, Key: key})
}

// TestReviewedOnce: the moments of a game are shown once, whatever its result is put right to; where it goes on they are gone, and come
// when it is over again.
func TestReviewedOnce(t *testing.T) {
	t.Parallel()
	s := taught(t, "6k1/8/8/3p4/8/8/8/1Q2K3 w - - 0 1", "blunders")
	s.move(t, "b1", "e4")
	s.until(t, "the move", func(st web.State) bool { return len(st.Moves) == 1 })
	said := func() (n int) {
		for _, line := range told(t, s.kept) {
			if strings.Contains(line, `"review-spot"`) {
				n++
			}
		}
		return n
	}
	s.presses(t, "resign-white")
	s.until(t, "the moment", func(st web.State) bool { return len(st.Review) == 1 })
	s.presses(t, "arbiter result 1/2-1/2")
	s.until(t, "the other result", func(st web.State) bool { return st.Result != nil && st.Result.Result == "1/2-1/2" })
	time.Sleep(300 * time.Millisecond)
	if n := said(); n != 1 || len(s.State().Review) != 1 {
		t.Errorf("told %d times, %d moments are shown", n, len(s.State().Review))
	}
	s.presses(t, "arbiter resume")
	s.until(t, "the game", func(st web.State) bool { return st.Result == nil && len(st.Review) == 0 })
	s.presses(t, "resign-white")
	s.until(t, "the moment again", func(st web.State) bool { return len(st.Review) == 1 })
	if n := said(); n != 2 {
		t.Errorf("told %d times, want twice", n)
	}
	s.stop()
}
