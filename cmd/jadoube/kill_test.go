package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"jadoube/cmd/internal/store"
	"jadoube/rules"
	"jadoube/rules/pgn"
)

// process is a daemon in a process of its own, which can be killed.
type process struct {
	cmd    *exec.Cmd
	addr   string
	errs   bytes.Buffer
	killed atomic.Bool
}

// self is this test, which is the program when it is called so: see programs.
func self(t testing.TB) string {
	t.Helper()
	file, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// begin starts the program as users do.
func begin(t testing.TB, program, config, data string, env ...string) (*process, io.Reader) {
	t.Helper()
	p := &process{cmd: exec.Command(program, "serve", "--config", config, "--listen", "127.0.0.1:0", "--data", data)}
	p.cmd.Args[0] = "jadoube" // see programs
	p.cmd.Env = append(os.Environ(), env...)
	p.cmd.Stderr = &p.errs
	out, err := p.cmd.StdoutPipe()
	if err == nil {
		err = p.cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.cmd.Process.Kill() })
	return p, out
}

// serveApart starts the program and waits until it serves.
func serveApart(t testing.TB, config, data string, env ...string) *process {
	t.Helper()
	return serveProgram(t, self(t), config, data, env...)
}

func serveProgram(t testing.TB, program, config, data string, env ...string) *process {
	t.Helper()
	p, out := begin(t, program, config, data, env...)
	line, _ := bufio.NewReader(out).ReadString('\n')
	found := pageAt.FindStringSubmatch(line)
	if found == nil {
		p.cmd.Wait()
		t.Fatalf("serve says %q, %s", line, p.errs.String())
	}
	p.addr = found[1]
	return p
}

func (p *process) kill() {
	p.killed.Store(true)
	p.cmd.Process.Kill()
	p.cmd.Wait()
}

// do sends a command; it is false when the daemon is gone.
func (p *process) do(t *testing.T, command string) bool {
	resp, err := http.Post("http://"+p.addr+"/api/board", "application/json", strings.NewReader(command))
	if err != nil {
		return false
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode != http.StatusOK && !p.killed.Load() {
		t.Errorf("%s: %s %s", command, resp.Status, text)
	}
	return err == nil && resp.StatusCode == http.StatusOK
}

// seen is what the page shows.
type seen struct {
	N      int64
	FEN    string
	Moves  []struct{ UCI string }
	Result *struct{ Result, Reason string }
	Prompt *struct{ Key string }
	Clock  *struct {
		White, Black int64
		Running      string
	}
	Tray   struct{ Stands, Off string }
	Frame  string
	LEDs   map[string]string
	Health []struct{ Part, State, Text string }
	Board  struct {
		Wires *struct{ Scans, Retries, Errors int64 }
	}
}

func (p *process) state(t testing.TB) (s seen) {
	t.Helper()
	resp, err := http.Get("http://" + p.addr + "/api/state")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if err := json.NewDecoder(resp.Body).Decode(&s); err != nil {
		t.Fatal(err)
	}
	return s
}

// player plays random legal moves on the simulated board, lever included.
type player struct {
	rng   *rand.Rand
	pos   rules.Position
	moves []string   // completed ones of the game
	lines [][]string // all games, and ends of them that were lost, with the moves that were begun
}

// begin notes that a line begins with some moves.
func (pl *player) begin(moves []string) { pl.lines = append(pl.lines, slices.Clone(moves)) }

// step plays one move; it is false when the daemon is gone.
func (pl *player) step(t *testing.T, p *process) bool {
	var fit []rules.Move
	for _, m := range pl.pos.LegalMoves(nil) {
		next := pl.pos.Play(m)
		if m.Promotion() == rules.NoRole && !m.IsCastle() && !m.IsEnPassant() && next.HasLegalMove() && !next.InCheck() {
			fit = append(fit, m)
		}
	}
	if len(fit) == 0 || len(pl.moves) > 60 {
		pl.moves, pl.pos = nil, rules.StartPosition()
		pl.begin(nil)
		return p.do(t, `{"do":"new","fen":"","sure":true}`)
	}
	m := fit[pl.rng.IntN(len(fit))]
	uci, turn := pl.pos.UCI(m), pl.pos.Turn()
	from, to := uci[:2], uci[2:4]
	steps := []string{fmt.Sprintf(`{"do":"lift","square":%q}`, from)}
	if pl.pos.At(m.To()) != rules.NoPiece {
		steps = append(steps, fmt.Sprintf(`{"do":"lift","square":%q}`, to))
		pl.rng.Shuffle(len(steps), func(i, j int) { steps[i], steps[j] = steps[j], steps[i] })
	}
	man := pl.pos.At(m.From())
	last := len(pl.lines) - 1
	pl.lines[last] = append(pl.lines[last], uci)
	steps = append(steps, fmt.Sprintf(`{"do":"place","square":%q,"piece":%q}`, to, string(man.Letter())), fmt.Sprintf(`{"do":"press","key":%q}`, turn))
	for _, s := range steps {
		if !p.do(t, s) {
			return false
		}
		time.Sleep(time.Duration(pl.rng.IntN(12)) * time.Millisecond)
	}
	pl.pos = pl.pos.Play(m)
	pl.moves = append(pl.moves, uci)
	return true
}

// takeUp goes on from what the board shows: a move that was cut is made again from the start.
func (pl *player) takeUp(t *testing.T, p *process, s seen) {
	t.Helper()
	pl.moves, pl.pos = nil, rules.StartPosition()
	for _, m := range s.Moves {
		move, err := pl.pos.ParseUCI(m.UCI)
		if err != nil {
			t.Fatalf("the board shows %v: %v", s.Moves, err)
		}
		pl.pos = pl.pos.Play(move)
		pl.moves = append(pl.moves, m.UCI)
	}
	want, _, _ := strings.Cut(pl.pos.FEN(), " ")
	if stands(s.Tray.Stands) != want { // in the middle of a move, or one that isn't told yet
		p.do(t, `{"do":"new","fen":"","sure":true}`)
		pl.moves, pl.pos = nil, rules.StartPosition()
	}
	pl.begin(pl.moves)
}

// stands writes 64 letters as a FEN's first field.
func stands(letters string) string {
	var b strings.Builder
	for i := 0; i < 64; i += 8 {
		if i > 0 {
			b.WriteByte('/')
		}
		empty := 0
		for _, c := range []byte(letters[i : i+8]) {
			if c == '.' {
				empty++
				continue
			}
			if empty > 0 {
				fmt.Fprint(&b, empty)
			}
			empty = 0
			b.WriteByte(c)
		}
		if empty > 0 {
			fmt.Fprint(&b, empty)
		}
	}
	return b.String()
}

// kept is what a database holds.
func kept(t *testing.T, data string) (events []store.Event, games []store.Game) {
	t.Helper()
	db, err := store.Open(filepath.Join(data, store.File), store.Options{Keep: true})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if events, err = db.Events(0, 0, 1<<30); err == nil {
		games, err = db.Games(store.Filter{})
	}
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range events {
		if e.N != int64(i+1) {
			t.Fatalf("event %d stands where %d should", e.N, i+1)
		}
	}
	return events, games
}

// outside is what the files say of the game: its moves.
func outside(t *testing.T, data string) (moves []string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(data, "pgn", "current.pgn"))
	if err != nil {
		return nil
	}
	g, err := pgn.NewReader(bytes.NewReader(text)).Next()
	if err != nil {
		t.Fatalf("the file is torn: %v\n%s", err, text)
	}
	p, _ := g.Start()
	for _, m := range g.Moves {
		moves = append(moves, p.UCI(m.Move))
		p = p.Play(m.Move)
	}
	return moves
}

// TestKilled kills the daemon at random moments of play. What was told outside, and every event that was kept, is there
// afterwards, once; the game goes on from there; and no move appears that nobody made.
func TestKilled(t *testing.T) {
	kills := 6
	if slow() {
		kills = 200
	} else if testing.Short() {
		kills = 2
	}
	dir := t.TempDir()
	config, data := filepath.Join(dir, "board.toml"), filepath.Join(dir, "data")
	if err := os.WriteFile(config, []byte("[board]\nsensor = \"colour\"\nlever = true\n[game]\nunfinished = \"resume\"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	pl := &player{rng: rand.New(rand.NewPCG(uint64(kills), 7)), pos: rules.StartPosition()}
	pl.begin(nil)
	moves, resumed, inHand := 0, 0, 0
	for i := range kills {
		for range pl.rng.IntN(3) { // it may also be killed before it serves
			early, _ := begin(t, self(t), config, data)
			time.Sleep(time.Duration(pl.rng.IntN(120)) * time.Millisecond)
			early.kill()
		}
		p := serveApart(t, config, data)
		if i > 0 {
			s := p.state(t)
			if len(s.Moves) > 0 {
				resumed++
			}
			if s.Tray.Off != "" {
				inHand++
			}
			pl.takeUp(t, p, s)
		}
		end := time.Now().Add(time.Duration(20+pl.rng.IntN(700)) * time.Millisecond)
		gone := make(chan struct{})
		var told []string
		var before []store.Event
		go func() {
			defer close(gone)
			time.Sleep(time.Until(end))
			told = outside(t, data)
			before, _ = kept(t, data)
			p.kill()
		}()
		for pl.step(t, p) {
			moves++
		}
		<-gone
		after, games := kept(t, data)
		if len(after) < len(before) || !slices.Equal(after[:len(before)], before) {
			t.Fatalf("kill %d: %d events were kept, then %d, or others", i, len(before), len(after))
		}
		line := strings.Join(told, " ")
		if !slices.ContainsFunc(games, func(g store.Game) bool { return strings.HasPrefix(g.Moves, line) }) {
			t.Fatalf("kill %d: a file told of %s, which isn't kept", i, line)
		}
		for _, g := range games {
			if !slices.ContainsFunc(pl.lines, func(line []string) bool { return strings.HasPrefix(strings.Join(line, " ")+" ", g.Moves+" ") }) {
				t.Fatalf("kill %d: nobody played %s; played was last %v", i, g.Moves, pl.lines[max(0, len(pl.lines)-3):])
			}
		}
	}
	p := serveApart(t, config, data)
	p.state(t)
	p.cmd.Process.Signal(os.Interrupt)
	if err := p.cmd.Wait(); err != nil {
		t.Errorf("at the end: %v %s", err, p.errs.String())
	}
	events, games := kept(t, data)
	t.Logf("%d kills, %d moves, %d times in the middle of a game, %d with a man in the hand; %d events, %d games", kills, moves, resumed, inHand, len(events), len(games))
	checkTraces(t, data)
}

// TestKilledInThought kills the daemon while a player thinks, with all men standing and with one in the air: a second of his time comes back,
// or little more on a busy machine, and each record tells the same when it is read again.
func TestKilledInThought(t *testing.T) {
	if testing.Short() {
		t.Skip("takes 12 seconds of real time")
	}
	t.Parallel()
	dir := t.TempDir()
	config, data := filepath.Join(dir, "board.toml"), filepath.Join(dir, "data")
	text := "[board]\nsensor = \"occupancy\"\nlever = true\n[game]\nlevel = \"strict\"\nclock = \"300+2\"\nunfinished = \"resume\"\n"
	if err := os.WriteFile(config, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	p := serveApart(t, config, data)
	p.do(t, `{"do":"press","key":"start"}`)
	p.hands(t, "-e2 300 +e4 300")
	p.do(t, `{"do":"press","key":"white"}`)
	had := p.state(t).Clock.Black
	for _, hand := range []string{"", "-e7 100"} {
		began := time.Now()
		p.hands(t, hand)
		time.Sleep(5 * time.Second)
		spent := time.Since(began).Milliseconds()
		p.kill()
		p = serveApart(t, config, data)
		c := p.state(t).Clock
		if back := spent - (had - c.Black); c.Running != "" || back > 2000 || back < -1000 {
			t.Errorf("after %q: %d ms of %d come back: %+v", hand, back, spent, c)
		}
		t.Logf("after %q: %d ms were spent, %d are gone", hand, spent, had-c.Black)
		had = c.Black
		p.do(t, `{"do":"press","key":"resume"}`)
	}
	p.cmd.Process.Signal(os.Interrupt)
	if err := p.cmd.Wait(); err != nil {
		t.Errorf("at the end: %v %s", err, p.errs.String())
	}
	checkTraces(t, data)
}

var (
	eventNumber  = regexp.MustCompile(`^\{"n":\d+,`)
	daemonsEvent = regexp.MustCompile(`"type":"(health|opponent|recording|lesson)"|"key":"resume-game"`)
)

// checkTraces compares what was told during each recording with what its trace tells when it is replayed.
func checkTraces(t *testing.T, data string) {
	t.Helper()
	db, err := store.Open(filepath.Join(data, store.File), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	recs, err := db.Recordings()
	if err != nil {
		t.Fatal(err)
	}
	for _, rec := range recs {
		file := filepath.Join(data, rec.Name+".trace")
		events, err := db.Events(rec.ID, 0, 1<<30)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(file); err != nil {
			continue // nobody touched a man
		}
		again := strings.Split(output(t, "replay", "--events", file), "\n")
		i := 0
		for _, e := range events {
			if daemonsEvent.MatchString(e.JSON) {
				continue
			}
			if i >= len(again) || eventNumber.ReplaceAllString(e.JSON, "") != eventNumber.ReplaceAllString(again[i], "") {
				t.Fatalf("%s: kept is\n%s\nread again is\n%s", rec.Name, e.JSON, append(again, "nothing")[i])
			}
			i++
		}
	}
}

// slow reports whether tests may take minutes.
func slow() bool { return os.Getenv("JADOUBE_SLOW") != "" }
