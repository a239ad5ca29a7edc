package game_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"jadoube/boardstate/game"
	"jadoube/rules"
	"jadoube/sensors"
	"jadoube/sensors/sim"
)

// course is a kind of play on a kind of board, and the share of its games that must be read exactly.
type course struct {
	profile sim.Profile
	kind    sensors.Kind
	scans   []int64
	want    float64
}

func (c course) String() string {
	name := c.profile.Name
	switch {
	case c.scans[0] < 80:
	case name == sim.Club.Name:
		name = "slow"
	default:
		name = "slow-" + name
	}
	return name + "-" + c.kind.String()
}

var (
	brisk  = []int64{2, 5, 10, 20}
	dozing = []int64{80, 160}
)

// courses are all that a board meets.
func courses() (all []course) {
	kinds := []sensors.Kind{sensors.Occupancy, sensors.Colour, sensors.Piece}
	for _, p := range []sim.Profile{sim.Clean, sim.Club, sim.Blitz} {
		for _, k := range kinds {
			all = append(all, course{p, k, brisk, 1})
		}
	}
	for _, p := range []sim.Profile{sim.Rough, sim.Gaps} {
		all = append(all, course{p, kinds[0], brisk, 0.97}, course{p, kinds[1], brisk, 0.99}, course{p, kinds[2], brisk, 0.99})
	}
	for _, k := range kinds {
		all = append(all, course{sim.Club, k, dozing, 0.95})
	}
	for _, k := range kinds {
		all = append(all, course{sim.Blitz, k, dozing, 0.98})
	}
	return all
}

// scores are what came of a course.
type scores struct {
	games, exact int
	wrong        int // provisional moves that the game doesn't have there
	amended      int // amendments of settled moves
	readings     int
	spent        time.Duration
	allocs       uint64
	each         []int64 // ns for each reading
	shown        []int64 // ms from a move's last contact to its being shown
	settled      []int64 // ms from a move's last contact to its being settled
}

// row is a line of the table in docs/recognition.md.
func (s *scores) row(name string) string {
	per := func(n int) float64 { return float64(n) / float64(max(1, s.games)) }
	readings := float64(max(1, s.readings))
	return fmt.Sprintf("| %s | %d of %d | %.2f | %.3f | %s | %s | %s | %.1f | %.0f | %.0f |",
		name, s.exact, s.games, per(s.wrong), per(s.amended), spread(s.shown, 1), spread(s.settled, 1), spread(s.each, 1000),
		float64(s.spent.Nanoseconds())/1e3/readings, float64(s.allocs)/readings, float64(s.games)/s.spent.Seconds())
}

const tableHead = `| play and sensors | games read exactly | wrong provisional moves a game | amendments a game | contact to shown, ms | contact to settled, ms | a change, µs | mean, µs | allocations a change | games/s |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |`

// spread gives the median, the 90th and the 99th percentile, in units.
func spread(values []int64, unit int64) string {
	if len(values) == 0 {
		return "-"
	}
	slices.Sort(values)
	at := func(share int) int64 { return values[(len(values)-1)*share/100] / unit }
	return fmt.Sprintf("%d / %d / %d", at(50), at(90), at(99))
}

// played are the games of testdata/games.txt: moves and result.
func played(t testing.TB) (games [][]rules.Move, results []string) {
	t.Helper()
	text, err := os.ReadFile("testdata/games.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		i := strings.LastIndexByte(line, ' ')
		moves, err := sim.ParseMoves(rules.StartPosition(), line[:i])
		if err != nil {
			t.Fatal(err)
		}
		games, results = append(games, moves), append(results, line[i+1:])
	}
	return games, results
}

// act lets the hands of a course play the n-th game.
func (c course) act(t testing.TB, n int, moves []rules.Move, result string) *sim.Game {
	t.Helper()
	base, _ := strconv.ParseUint(os.Getenv("JADOUBE_SEED"), 10, 64)
	h := sim.Hands{Profile: c.profile, Seed: base + uint64(n), Kind: c.kind, Scan: c.scans[n%len(c.scans)], Lever: n%2 == 0}
	g, err := h.Play(rules.StartPosition(), moves, result)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// take reads an acted game and counts; it returns what was read when that is not what was played.
func (s *scores) take(t testing.TB, acted *sim.Game) (bad string) {
	t.Helper()
	x := acted.Trace
	g, err := game.New(game.Options{Kind: x.Sensor, Scan: x.Scan})
	if err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	events := g.Begin()
	runtime.ReadMemStats(&before)
	begun := time.Now()
	for _, r := range x.Readings {
		at := time.Now()
		events = append(events, g.Read(r)...)
		s.each = append(s.each, time.Since(at).Nanoseconds())
	}
	s.readings += len(x.Readings)
	events = append(events, g.Finish()...)
	s.spent += time.Since(begun)
	runtime.ReadMemStats(&after)
	s.allocs += after.Mallocs - before.Mallocs
	s.games++
	line, result := s.follow(events, acted.Moves)
	if got := strings.Join(line, " "); got != strings.Join(acted.Moves, " ") || result != acted.Result {
		return got + " " + result
	}
	s.exact++
	return ""
}

// follow counts what the events told, as a reader of them sees it, and returns the game told in the end.
func (s *scores) follow(events []game.Event, want []string) (line []string, result string) {
	result = "*"
	shown := map[int]int64{}
	for _, e := range events {
		switch e.Type {
		case game.Provisional:
			line = append(line[:min(len(line), e.Ply-1)], e.UCI)
			if e.Ply > len(want) || want[e.Ply-1] != e.UCI {
				s.wrong++
			} else if _, again := shown[e.Ply]; !again {
				shown[e.Ply] = e.T
				s.shown = append(s.shown, e.T-*e.Made)
			}
		case game.Withdrawn:
			line = line[:e.Ply-1]
		case game.Move:
			s.settled = append(s.settled, e.T-*e.Made)
		case game.Takeback:
			s.amended++
			line = line[:e.FromPly-1]
		case game.Amended:
			s.amended++
			line = append(line[:e.FromPly-1], e.New...)
		case game.ResultShown:
			result = e.Result
		}
	}
	return line, result
}

// slow reports whether the deep suites are wanted: JADOUBE_SLOW=1, as `make test-slow` sets it.
func slow() bool { return os.Getenv("JADOUBE_SLOW") != "" && !testing.Short() }

// times is how often a test does what it does: in every run, in the deep suites, and in a short run.
func times(usual, deep, short int) int {
	switch {
	case slow():
		return deep
	case testing.Short():
		return short
	}
	return usual
}

// TestRecognition reads games that people played and hands acted out, on every kind of board, and holds the shares
// that are read exactly against what is promised: 25 games a course, 500 in the deep suite. What fails is kept in the
// folder JADOUBE_KEEP as traces; JADOUBE_SEED=N has other hands play.
func TestRecognition(t *testing.T) {
	n := times(25, 500, 3)
	games, results := played(t)
	table := []string{tableHead}
	t.Cleanup(func() { t.Log("\n" + strings.Join(table, "\n")) })
	for _, c := range courses() {
		t.Run(c.String(), func(t *testing.T) {
			var s scores
			for i := range n {
				acted := c.act(t, i, games[i%len(games)], results[i%len(games)])
				if bad := s.take(t, acted); bad != "" {
					t.Logf("game %d: got  %s\n             want %s %s", i, bad, strings.Join(acted.Moves, " "), acted.Result)
					keep(t, fmt.Sprintf("%s-%03d", c, i), acted)
				}
			}
			table = append(table, s.row(c.String()))
			if float64(s.exact) < c.want*float64(n)-1e-9 {
				t.Errorf("%d of %d games read exactly, want %.0f %%", s.exact, n, 100*c.want)
			}
		})
	}
}

// keep writes a game that was misread where it can be looked at.
func keep(t testing.TB, name string, g *sim.Game) {
	folder := os.Getenv("JADOUBE_KEEP")
	if folder == "" {
		return
	}
	f, err := os.Create(filepath.Join(folder, name+".trace"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := g.Trace.Write(f); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, name+".want"), []byte(g.Want()), 0o644); err != nil {
		t.Fatal(err)
	}
}
