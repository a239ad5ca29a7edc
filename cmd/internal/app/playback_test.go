package app

import (
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"jadoube/cmd/internal/store"
	"jadoube/cmd/internal/web"
	"jadoube/rules/pgn"
	"jadoube/rules/square"
	"jadoube/sensors"
)

// everything has each kind of move: captures, en passant, castling, a promotion.
const everything = `[White "Anna"]
[Black "Boris"]
[Result "1-0"]

1. e4 d5 2. exd5 Nf6 3. Nf3 e5 4. dxe6 Nc6 5. exf7+ Ke7 6. Bc4 g6 7. O-O Bg7 8. d4 Qd6 9. d5 Ne5 10. Nxe5 Qxe5
11. Re1 Qxe1+ 12. Qxe1+ Kd6 13. f8=Q+ Rxf8 1-0
`

// shelved puts games into the library and returns their numbers.
func shelved(t *testing.T, d *daemon, text string) (ids []int64) {
	t.Helper()
	db := d.journal.store()
	for r := pgn.NewReader(strings.NewReader(text)); ; {
		g, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := db.Update(func(tx *store.Tx) error { _, err := tx.Import(g, "shelf.pgn"); return err }); err != nil {
			t.Fatal(err)
		}
	}
	rows, err := shelf{d}.Games(web.GameQuery{Limit: 10})
	if err != nil {
		t.Fatal(err)
	}
	for i := range rows {
		ids = append(ids, rows[len(rows)-1-i].ID)
	}
	return ids
}

func follow(t *testing.T, d *daemon, id int64, ply int) {
	t.Helper()
	if err := d.Command(t.Context(), web.Command{Do: web.Follow, Square: square.None, Game: id, Ply: ply}); err != nil {
		t.Fatal(err)
	}
}

// shining are the lights, as "e2 do-next, e4 may-go" in the order of the squares.
func shining(d *daemon) string {
	var out []string
	leds := d.State().LEDs
	for s := range square.None {
		if m, ok := leds[s]; ok {
			out = append(out, s.String()+" "+m)
		}
	}
	return strings.Join(out, ", ")
}

func prompted(d *daemon) string {
	if p := d.State().Prompt; p != nil {
		return p.Key
	}
	return ""
}

// asLed does with a hand what the lights lead to: the man that is to be taken goes first, then the one that is to move; what
// stands on the wrong square because of that goes with the next step.
func asLed(t *testing.T, d *daemon) {
	t.Helper()
	time.Sleep(time.Second)
	p := d.State().Prompt
	if p == nil {
		t.Fatalf("nothing is led: lights %s, %+v", shining(d), d.State().Following)
	}
	at := func(key string) square.Square {
		s, err := square.Parse(p.Args[key])
		if err != nil {
			t.Fatalf("%+v: %v", p, err)
		}
		return s
	}
	if p.Key == "play-capture" {
		do(t, d, web.Lift, at("square"))
		time.Sleep(300 * time.Millisecond)
	}
	from, to := at("from"), at("to")
	letter := d.State().Tray.Stands[(7-from.Rank())*8+from.File()]
	do(t, d, web.Lift, from)
	time.Sleep(300 * time.Millisecond)
	if err := d.Command(t.Context(), web.Command{Do: web.Place, Square: to, Piece: letter}); err != nil {
		t.Fatal(err)
	}
}

// TestFollowedOnTheBoard leads a whole game, of which nothing stands in the record.
func TestFollowedOnTheBoard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := quiet(t)
		during(t, d, func() {
			id := shelved(t, d, everything)[0]
			before := d.State()
			follow(t, d, id, 0)
			if got := shining(d); got != "e2 do-next, e4 may-go" || prompted(d) != "play-move" {
				t.Errorf("the first move: %s, %s", got, prompted(d))
			}
			for n := 0; ; n++ {
				time.Sleep(time.Second)
				f := d.State().Following
				if f == nil || f.State == "over" || n > 60 {
					break
				}
				asLed(t, d)
			}
			if f := d.State().Following; f == nil || f.State != "over" || f.Ply != 26 || prompted(d) != "follow-over" {
				t.Fatalf("at the end %+v, %s", f, prompted(d))
			}
			if err := d.Command(t.Context(), web.Command{Do: web.Follow, Square: square.None}); err != nil {
				t.Fatal(err)
			}
			after := d.State()
			if after.Following != nil || after.FEN != before.FEN || len(after.Moves) > 0 || after.Tray.Stands != before.Tray.Stands || shining(d) != "" || prompted(d) != "" {
				t.Errorf("left with %+v", after)
			}
			move(t, d, square.D2, square.D4)
			time.Sleep(2 * time.Second)
			if moves := d.State().Moves; len(moves) != 1 || moves[0].SAN != "d4" {
				t.Errorf("the game after it has %+v", moves)
			}
			if rows, _ := (shelf{d}).Games(web.GameQuery{Limit: 10}); len(rows) != 2 {
				t.Errorf("the library has %+v", rows)
			}
		})
		traces := files(t, d.data, "*.trace")
		if len(traces) != 1 {
			t.Fatal(traces)
		}
		text, err := os.ReadFile(traces[0])
		if n := strings.Count(string(text), "\n"); err != nil || strings.Contains(string(text), "e4") || n > 12 {
			t.Errorf("the record has %d lines, %v:\n%s", n, err, text)
		}
	})
}

// TestWrongMenAreTold: another man, another move, men knocked over, and a step back, by the page and by a button.
func TestWrongMenAreTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := quiet(t)
		during(t, d, func() {
			id := shelved(t, d, everything)[0]
			follow(t, d, id, 0)
			for to, from := range map[square.Square]square.Square{square.G4: square.G1, square.D4: square.D2} { // can't be, and could
				move(t, d, from, to)
				time.Sleep(2 * time.Second)
				if got := shining(d); prompted(d) != "set-up-move" || !strings.Contains(got, from.String()+" may-go") {
					t.Errorf("a man on %v: %s, %s", to, got, prompted(d))
				}
				move(t, d, to, from)
				time.Sleep(2 * time.Second)
				if got := shining(d); got != "e2 do-next, e4 may-go" || d.State().Following.Ply != 0 {
					t.Errorf("after he was put back: %s, %s", got, prompted(d))
				}
			}
			asLed(t, d)
			time.Sleep(time.Second)
			if f := d.State().Following; f.Ply != 1 || f.SAN != "d5" {
				t.Errorf("%+v", f)
			}
			follow(t, d, id, 0)
			if got := shining(d); got != "e2 may-go, e4 do-next" || d.State().Following.State != "set-up" {
				t.Errorf("a step back: %s, %+v", got, d.State().Following)
			}
			asLed(t, d)
			time.Sleep(time.Second)
			if got := shining(d); got != "e2 do-next, e4 may-go" {
				t.Errorf("after it: %s", got)
			}
			asLed(t, d)
			time.Sleep(time.Second)
			if err := d.call(t.Context(), func() { d.take(sensors.Reading{T: d.clock(), Press: &sensors.Press{Key: "takeback"}}) }); err != nil {
				t.Fatal(err)
			}
			if f := d.State().Following; f.Ply != 0 || shining(d) != "e2 may-go, e4 do-next" {
				t.Errorf("the button led to %+v, %s", f, shining(d))
			}
			follow(t, d, id, 24)
			for n := 0; n < 60 && d.State().Following.State == "set-up"; n++ {
				step(t, d)
			}
			if got := shining(d); got != "d6 check, f7 do-next, f8 may-go" {
				t.Errorf("the last move is led by %s, %s: %+v", got, prompted(d), d.State().Following)
			}
		})
	})
}

// step does one step of setting up.
func step(t *testing.T, d *daemon) {
	t.Helper()
	p := d.State().Prompt
	if p == nil {
		t.Fatalf("nothing to do: %s", shining(d))
	}
	if p.Args["from"] != "" && p.Args["to"] != "" {
		asLed(t, d)
		return
	}
	time.Sleep(time.Second)
	s, err := square.Parse(p.Args["square"] + p.Args["from"] + p.Args["to"])
	if err != nil {
		t.Fatalf("%+v: %v", p, err)
	}
	if d.State().Tray.Stands[(7-s.Rank())*8+s.File()] != '.' {
		do(t, d, web.Lift, s)
		return
	}
	letter := byte('P')
	if piece := p.Args["piece"]; piece != "" {
		letter = piece[0]
	}
	if err := d.Command(t.Context(), web.Command{Do: web.Place, Square: s, Piece: letter}); err != nil {
		t.Fatal(err)
	}
}

// onWires is a simulated board that is taken for a real one: the men on it are moved by hands alone.
type onWires struct{ sensors.Source }

// TestFollowingARealBoard: what stands otherwise at the end is told to the game as after a time in which nobody read the board.
func TestFollowingARealBoard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := quiet(t)
		d.source = onWires{d.sim}
		during(t, d, func() {
			id := shelved(t, d, everything)[0]
			follow(t, d, id, 0)
			asLed(t, d)
			time.Sleep(time.Second)
			if err := d.Command(t.Context(), web.Command{Do: web.Follow, Square: square.None}); err != nil {
				t.Fatal(err)
			}
			time.Sleep(5 * time.Second)
			if d.State().Following != nil || d.frame[square.E4] == sensors.Nothing {
				t.Errorf("the game doesn't know what stands: %s", d.frame)
			}
			do(t, d, web.Lift, square.E4)
			time.Sleep(300 * time.Millisecond)
			do(t, d, web.Place, square.E2)
			time.Sleep(5 * time.Second)
			move(t, d, square.D2, square.D4)
			time.Sleep(2 * time.Second)
			if moves := d.State().Moves; len(moves) != 1 || moves[0].SAN != "d4" {
				t.Errorf("played was %+v; %s", moves, prompted(d))
			}
		})
	})
}

// TestFollowingIsRefused while a game is played, and for what isn't there; and what it excludes is refused meanwhile.
func TestFollowingIsRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := quiet(t)
		during(t, d, func() {
			ids := shelved(t, d, everything+"\n[White \"Nobody\"]\n\n*\n")
			want := func(err error, words string) {
				t.Helper()
				if err == nil || !strings.Contains(err.Error(), words) {
					t.Errorf("%v; want %q", err, words)
				}
			}
			ask := func(c web.Command) error { c.Square = square.None; return d.Command(t.Context(), c) }
			want(ask(web.Command{Do: web.Follow, Game: 99}), "game 99: there is no such game")
			want(ask(web.Command{Do: web.Follow, Game: ids[0], Ply: 27}), "has 0 to 26")
			for _, id := range ids[1:] {
				want(ask(web.Command{Do: web.Follow, Game: id}), "has no moves")
			}
			follow(t, d, ids[0], 3)
			for _, c := range []web.Command{{Do: web.Hint}, {Do: web.Press, Key: "resign-white"}} {
				if err := ask(c); !errors.Is(err, errFollowing) {
					t.Errorf("%s: %v", c.Do, err)
				}
			}
			if err := ask(web.Command{Do: web.NewGame, Sure: true}); err != nil || d.State().Following != nil {
				t.Errorf("a new game: %v, %+v", err, d.State().Following)
			}
			move(t, d, square.E2, square.E4)
			time.Sleep(2 * time.Second)
			if err := ask(web.Command{Do: web.Follow, Game: ids[0]}); !errors.Is(err, errPlaying) {
				t.Errorf("while a game is played: %v", err)
			}
			if err := ask(web.Command{Do: web.Evaluate, Game: ids[0]}); !errors.Is(err, errPlaying) {
				t.Errorf("while a game is played: %v", err)
			}
		})
	})
}
