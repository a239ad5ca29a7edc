package pgn

import (
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"syscall"
	"testing"
	"time"

	"jadoube/rules"
)

// styles are how programs write games: moves alone as in collections, with evaluation and clock after each move as
// servers do, and with comments, judgements and variations as people do.
var styles = []string{"bare", "clocks", "annotated"}

// mixed is as many games of each style.
const mixed = "mixed"

// sample is a text of some games in one style, or mixed.
func sample(style string, games int) string {
	r := rand.New(rand.NewPCG(3, 3))
	var b strings.Builder
	for i := range games {
		s := style
		if s == mixed {
			s = styles[i%len(styles)]
		}
		if err := Write(&b, sampleGame(r, s, i)); err != nil {
			panic(err)
		}
	}
	return b.String()
}

func sampleGame(r *rand.Rand, style string, i int) *Game {
	g := &Game{Result: WhiteWins}
	for _, t := range []Tag{
		{"Event", "Club championship"},
		{"Site", "Kirchhundem"},
		{"Date", "2026.11.30"},
		{"Round", fmt.Sprint(i)},
		{"White", "Sauer, Anna"},
		{"Black", "Hahn, Boris"},
		{"WhiteElo", "1650"},
		{"BlackElo", "1712"},
		{"ECO", "C42"},
		{"TimeControl", "5400+30"},
		{"Termination", "Normal"},
	} {
		g.SetTag(t.Name, t.Value)
	}
	p := rules.StartPosition()
	for ply := range 80 {
		moves := p.LegalMoves(nil)
		if len(moves) == 0 {
			break
		}
		m := g.Append(moves[r.IntN(len(moves))])
		switch style {
		case "clocks":
			m.Comments = []string{fmt.Sprintf("[%%eval %.2f]", r.Float64()*4-2)}
			m.SetClock(time.Duration(5400-30*ply) * time.Second)
		case "annotated":
			annotate(r, &p, m)
		}
		p = p.Play(m.Move)
	}
	return g
}

func annotate(r *rand.Rand, p *rules.Position, m *Move) {
	switch r.IntN(6) {
	case 0:
		m.NAGs = []int{1 + r.IntN(6)}
	case 1:
		m.Comments = []string{"Here each side tries to make something of the pawns and the bishops, and neither gets far."}
	case 2:
		if v := randomLine(r, *p, 4, 0); len(v.Moves) > 0 {
			m.Variations = []Line{v}
		}
	}
}

// perCPU tells, beside the speed by the clock, that by the processor's time, for machines that do other work too.
func perCPU(b *testing.B, size int, run func()) {
	b.SetBytes(int64(size))
	before := cpuTime(b)
	for b.Loop() {
		run()
	}
	b.ReportMetric(float64(size)*float64(b.N)/1e6/(cpuTime(b)-before).Seconds(), "MB/cpu-s")
}

func cpuTime(b testing.TB) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkRead reads games with their moves played, each into new memory.
func BenchmarkRead(b *testing.B) {
	benchReader(b, func(r *Reader, _ *Game) error {
		_, err := r.Next()
		return err
	})
}

// BenchmarkReadTo reads them into one game.
func BenchmarkReadTo(b *testing.B) { benchReader(b, (*Reader).NextTo) }

func benchReader(b *testing.B, next func(*Reader, *Game) error) {
	for _, style := range append(styles, mixed) {
		text := sample(style, 300)
		b.Run(style, func(b *testing.B) {
			b.ReportAllocs()
			var g Game
			perCPU(b, len(text), func() {
				r := NewReader(strings.NewReader(text))
				for {
					if err := next(r, &g); err == io.EOF {
						break
					} else if err != nil {
						b.Fatal(err)
					}
				}
			})
		})
	}
}

// BenchmarkTokens only takes the text apart.
func BenchmarkTokens(b *testing.B) {
	for _, style := range append(styles, mixed) {
		text := sample(style, 300)
		b.Run(style, func(b *testing.B) {
			perCPU(b, len(text), func() {
				s := newScanner(strings.NewReader(text))
				for t := (token{kind: kindBad}); t.kind != kindEOF; {
					s.token(&t)
				}
			})
		})
	}
}

// BenchmarkWrite writes games, each to the place of the one before.
func BenchmarkWrite(b *testing.B) {
	for _, style := range append(styles, mixed) {
		text := sample(style, 300)
		games, _ := readAll(b, text)
		b.Run(style, func(b *testing.B) {
			b.ReportAllocs()
			var buf []byte
			perCPU(b, len(text), func() {
				for _, g := range games {
					var err error
					if buf, err = g.AppendText(buf[:0]); err != nil {
						b.Fatal(err)
					}
				}
			})
		})
	}
}
