package rules

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// standardPerfts are six positions that many programs count, with depths that take about the same time.
var standardPerfts = []struct {
	fen   string
	depth int
	nodes uint64
}{
	{StartFEN, 5, 4865609},
	{"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 4085603},
	{"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674624},
	{"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4, 422333},
	{"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4, 2103487},
	{"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4, 3894594},
}

// BenchmarkPeer compares the nodes a second of CPU time with Stockfish's, which counts the last ply as Perft does.
// Each iteration is a round in which both programs count the same positions in turn; ask for some (-benchtime 9x). The
// figures are medians over the rounds.
func BenchmarkPeer(b *testing.B) {
	peer := startPeer(b)
	var theirs, counted, played []float64 // CPU seconds of each round
	var nodes uint64
	for _, s := range standardPerfts {
		nodes += s.nodes
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for b.Loop() {
		var t [3]time.Duration
		for _, s := range standardPerfts {
			p := MustFEN(s.fen)
			t[0] += peer.perft(b, s.fen, s.depth, s.nodes)
			t[1] += cpuOf(b, s.nodes, func() uint64 { return Perft(&p, s.depth) })
			t[2] += cpuOf(b, s.nodes, func() uint64 { return playedPerft(&p, s.depth) })
		}
		theirs = append(theirs, t[0].Seconds())
		counted = append(counted, t[1].Seconds())
		played = append(played, t[2].Seconds())
	}
	p := MustFEN(standardPerfts[1].fen)
	b.ReportMetric(testing.AllocsPerRun(1, func() { Perft(&p, 3); playedPerft(&p, 3) }), "allocs")
	b.ReportMetric(0, "ns/op")
	for name, seconds := range map[string][]float64{"peer": theirs, "counted": counted, "played": played} {
		ratios := make([]float64, len(seconds))
		for i := range seconds {
			ratios[i] = 100 * theirs[i] / seconds[i]
		}
		if name != "peer" {
			b.ReportMetric(median(ratios), "%"+name)
		}
		b.ReportMetric(float64(nodes)/median(seconds)/1e6, "Mnodes/s-"+name)
	}
}

func median(x []float64) float64 {
	x = slices.Sorted(slices.Values(x))
	return x[len(x)/2]
}

// cpuOf returns the CPU time that this thread needs to count, and fails when the count is wrong.
func cpuOf(b *testing.B, want uint64, count func() uint64) time.Duration {
	before := threadTime(b)
	got := count()
	took := threadTime(b) - before
	if got != want {
		b.Fatalf("counted %d, want %d", got, want)
	}
	return took
}

func threadTime(b *testing.B) time.Duration {
	const thisThread = 1 // RUSAGE_THREAD
	var u syscall.Rusage
	if err := syscall.Getrusage(thisThread, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// peer is a running Stockfish.
type peer struct {
	pid int
	in  io.Writer
	out *bufio.Scanner
}

// stockfish returns the program's path; the test is skipped where there is none.
func stockfish(tb testing.TB) string {
	for _, name := range []string{"stockfish", "/usr/games/stockfish"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	tb.Skip("no stockfish here")
	return ""
}

func startPeer(b *testing.B) *peer {
	cmd := exec.Command(stockfish(b))
	in, err := cmd.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		io.WriteString(in, "quit\n")
		cmd.Wait()
	})
	return &peer{cmd.Process.Pid, in, bufio.NewScanner(out)}
}

// perft lets the peer count and returns the CPU time that it needed.
func (s *peer) perft(b *testing.B, fen string, depth int, want uint64) time.Duration {
	s.say(b, "position fen "+fen+"\nisready", "readyok")
	before := s.time(b)
	found := s.say(b, fmt.Sprintf("go perft %d", depth), "Nodes searched: ")
	took := s.time(b) - before
	if found != strconv.FormatUint(want, 10) {
		b.Fatalf("stockfish counted %s, want %d", found, want)
	}
	return took
}

// say writes a line and returns what follows a prefix in the answer.
func (s *peer) say(b *testing.B, line, prefix string) string {
	if _, err := io.WriteString(s.in, line+"\n"); err != nil {
		b.Fatal(err)
	}
	for s.out.Scan() {
		if rest, ok := strings.CutPrefix(s.out.Text(), prefix); ok {
			return rest
		}
	}
	b.Fatalf("no %q from stockfish: %v", prefix, s.out.Err())
	return ""
}

// time is the CPU time of all the peer's threads.
func (s *peer) time(b *testing.B) (sum time.Duration) {
	threads, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", s.pid))
	if len(threads) == 0 {
		b.Skip("no /proc/…/schedstat here")
	}
	for _, path := range threads {
		text, err := os.ReadFile(path)
		if err != nil {
			b.Fatal(err)
		}
		var ns, rest int64
		if _, err := fmt.Sscan(string(text), &ns, &rest); err != nil {
			b.Fatalf("%s: %q: %v", path, text, err)
		}
		sum += time.Duration(ns)
	}
	return sum
}
