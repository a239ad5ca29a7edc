package scenario_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"jadoube/boardstate/laws"
	"jadoube/cmd/internal/scenario"
	"jadoube/rules"
)

// FuzzRead reads whatever a file may hold: it is refused with its name, or judged to an end.
func FuzzRead(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.json")
	for i, file := range files {
		if text, err := os.ReadFile(file); err == nil && i%8 == 0 {
			f.Add(string(text))
		}
	}
	for _, text := range []string{
		"", "null", "[]", `{"class":"occupancy"}`, `{"class":"colour","fen":"8/8/8/8/8/8/8/8 w - - 0 1"}`,
		`{"class":"colour","fen":"4k3/8/8/8/8/8/8/4K3 w - - 0 1","events":[[1e12,"flag","W"]],"setup":{"clock_ms":{"W":-1},"repetition_count":1000}}`,
		`{"class":"identity","fen":"4k3/8/8/8/8/8/8/4K3 w - - 0 1","events":[[0,"lift","e1"],[0,"reserve","e1","é"]]}`,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := scenario.Read("case.json", strings.NewReader(text))
		if err != nil {
			if !strings.HasPrefix(err.Error(), "case.json: ") {
				t.Errorf("%v doesn't name the file", err)
			}
			return
		}
		for _, edition := range laws.Editions() {
			if _, err := s.Judge(edition); err != nil && !strings.HasPrefix(err.Error(), "case.json: ") {
				t.Errorf("%v doesn't name the file", err)
			}
		}
	})
}

// boards are positions for random events.
var boards = []string{
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	"r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 1",
	"rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3",
	"3r2k1/4P2p/8/8/8/8/p5K1/1N6 b - - 0 1",
	"7k/5Q2/6K1/8/8/8/8/8 w - - 149 90",
	"4k3/pppppppp/8/8/8/8/PPPPPPPP/1R3KR1 w BG - 0 1",
}

// random writes a scenario of events that come to mind.
func random(seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 1))
	pick := func(of ...string) string { return of[r.IntN(len(of))] }
	square := func() string { return string(rune('a'+r.IntN(8))) + string(rune('1'+r.IntN(8))) }
	fen := boards[r.IntN(len(boards))]
	pos := rules.MustFEN(fen)
	men, hand := map[string]int{}, 0 // how many stand on a square, and are in the hands
	for s := range pos.Occupied().Squares() {
		men[s.String()] = 1
	}
	var events []string
	at := 0
	for range r.IntN(40) {
		at += []int{0, 1, 40, 80, 151, 400, 600, 1100, 5000, 11000}[r.IntN(10)]
		side := pick("W", "B")
		on := square()
		e := fmt.Sprintf(`"lift", "%s"`, on)
		what := r.IntN(12)
		switch {
		case what < 3 && hand > 0:
			e = fmt.Sprintf(`"place", "%s"`, on)
			men[on], hand = 1, hand-1
			what = 0
		case what == 3:
			men[on] = 1
		case what < 3 || what > 8:
			for tries := 0; men[on] == 0 && tries < 200; tries++ {
				on = square()
			}
			if men[on] == 0 {
				continue // hardly anybody stands any more
			}
			e = fmt.Sprintf(`"lift", "%s"`, on)
			men[on], hand = men[on]-1, hand+1
		}
		switch what {
		case 3:
			e = fmt.Sprintf(`"reserve", "%s", "%s"`, on, pick("Q", "R", "B", "N", "q", "r", "b", "n", "P"))
		case 4, 5:
			e = fmt.Sprintf(`"clock", "%s"`, side)
		case 6:
			e = fmt.Sprintf(`"claim", "%s:%s"`, side, pick("touch", "illegal", "threefold", "fifty", "threefold:g1f3", "fifty:e8e1"))
		case 7:
			e = fmt.Sprintf(`"%s", "%s"`, pick("adjust", "offer", "accept", "decline", "resign", "flag"), side)
		case 8:
			e = fmt.Sprintf(`"promo", "%s"`, pick("Q", "R", "B", "N"))
		}
		events = append(events, fmt.Sprintf("[%d, %s]", at, e))
	}
	setup := fmt.Sprintf(`{"mode": "%s", "supervised": %v, "repetition_count": %d, "clock_ms": {%s}}`,
		pick("standard", "rapid", "blitz"), r.IntN(4) == 0, 1+r.IntN(4), pick("", `"W": 1500`, `"W": 60000`))
	return fmt.Sprintf(`{"id": "random", "class": "%s", "fen": "%s", "setup": %s, "events": [%s]}`,
		pick("occupancy", "colour", "identity"), fen, setup, strings.Join(events, ", "))
}

// TestRandomEvents judges whatever happens at a board, twice: the answers are the same, a move is completed only if it was made, and there is no
// penalty where an arbiter watches.
func TestRandomEvents(t *testing.T) {
	n := uint64(500)
	if testing.Short() {
		n = 100
	}
	for seed := range n {
		text := random(seed)
		for _, edition := range laws.Editions() {
			var answers [2][]string
			for i := range answers {
				s, err := scenario.Read("random", strings.NewReader(text))
				if err != nil {
					t.Fatal(err)
				}
				if answers[i], err = s.Judge(edition); err != nil {
					t.Fatal(err)
				}
			}
			if !slices.Equal(answers[0], answers[1]) {
				t.Errorf("seed %d, %s: %q and %q", seed, edition, answers[0], answers[1])
			}
			checkAnswer(t, text, answers[0])
			if t.Failed() {
				t.Fatalf("seed %d, %s: %s\n%s", seed, edition, text, strings.Join(answers[0], "\n"))
			}
		}
	}
}

// checkAnswer looks for what no answer may have.
func checkAnswer(t *testing.T, text string, answer []string) {
	t.Helper()
	results, running := 0, 0
	for _, token := range answer {
		switch kind(token) {
		case "result":
			results++
		case "running":
			running++
		case "penalty":
			if strings.Contains(text, `"supervised": true`) {
				t.Errorf("%s with an arbiter", token)
			}
		case "completed":
			uci := move(token)
			if !slices.ContainsFunc(answer, func(s string) bool { return strings.HasPrefix(s, "made:"+uci) }) {
				t.Errorf("%s was never made", token)
			}
		}
	}
	if results > 1 || running > 1 || results == 1 && running == 1 {
		t.Errorf("%d results, %d clocks run", results, running)
	}
}

// FuzzJudge does the same with events that the fuzzer chooses.
func FuzzJudge(f *testing.F) {
	for seed := range uint64(8) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		s, err := scenario.Read("random", strings.NewReader(random(seed)))
		if err != nil {
			t.Fatal(err)
		}
		for _, edition := range laws.Editions() {
			answer, err := s.Judge(edition)
			if err != nil {
				t.Fatal(err)
			}
			checkAnswer(t, random(seed), answer)
		}
	})
}
