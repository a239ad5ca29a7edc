package game_test

import (
	"strings"
	"testing"

	"jadoube/boardstate/game"
)

// TestMateAfterTheFlag: Black's flag falls at 310500, and he mates after it. Where flags decide the move is none any more, whether it was
// shown, settled or told before; where they don't, the mate counts, and an arbiter is told of the flag.
func TestMateAfterTheFlag(t *testing.T) {
	const opening = "500 press black\n2000 -f2\n2500 +f3\n3000 press white\n4000 -e7\n4500 +e5\n5500 press black\n7000 -g2\n7500 +g4\n13000 press white\n"
	for _, c := range []struct{ name, laws, late string }{
		{"lifted after it", "2023", "312000 -d8\n312500 +h4\n314000 press black\n"},
		{"set down after it", "2023", "310300 -d8\n310700 +h4\n"},
		{"set down at once after it", "2001", "310000 -d8\n310505 +h4\n"},
		{"and pressed", "2023", "310000 -d8\n310550 +h4\n310700 press black\n"},
		{"and answered", "2023", "310000 -d8\n310520 +h4\n310700 -a2\n310900 +a3\n"},
	} {
		for level, want := range map[string]string{"strict": "1-0 flag", "arbiter": "0-1 checkmate", "trainer": "0-1 checkmate", "off": "0-1 checkmate"} {
			t.Run(c.name+", "+level, func(t *testing.T) {
				g, events := recorded(t, "laws "+c.laws+"\nclock 300\nlever yes\nlevel "+level+"\n"+opening+c.late+"340000 press pause\n")
				if result, reason := g.Result(); result+" "+reason != want {
					t.Fatalf("%s %s, want %s", result, reason, want)
				}
				strict, told := level == "strict", g.PGN().String()
				if strict == strings.Contains(told, "Qh4#") {
					t.Error(told)
				}
				late := func(e *game.Event) bool { return e.UCI == "d8h4" && (e.Type == game.Made || e.Type == game.Completed) }
				if n := count(events, late); strict && n != 0 || !strict && n != 2 {
					t.Errorf("made and completed are told %d times", n)
				}
				flag := func(e *game.Event) bool {
					return e.Type == game.Advice && e.Key == "flag-first" && e.Side == "black" && *e.At == 310_500
				}
				if n := count(events, flag); (n == 1) != (level == "arbiter") {
					t.Errorf("the arbiter is told of the flag %d times", n)
				}
				// Whoever follows the events sees the moves that the record has.
				var f follower
				for i := range events {
					f.take(t, events[i])
				}
				if got, want := strings.Join(f.line, " "), uciOf(g); got != want {
					t.Errorf("told are %s, recorded %s", got, want)
				}
			})
		}
	}
	g, _ := recorded(t, "laws 2023\nclock 300\nlever yes\nlevel arbiter\n"+opening+"310300 -d8\n310700 +h4\n340000 press arbiter result 1-0 flag\n")
	if told := g.PGN().String(); !strings.Contains(told, `[Termination "time forfeit"]`) || !strings.Contains(told, "Qh4# 1-0") {
		t.Error("the arbiter's ruling:", told)
	}
}
