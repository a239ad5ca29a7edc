package rules

import (
	"math/rand/v2"
	"testing"
)

// BenchmarkSAN reads and writes the moves of random games; an operation is a move.
func BenchmarkSAN(b *testing.B) {
	type step struct {
		p   Position
		m   Move
		san string
	}
	var steps []step
	r := rand.New(rand.NewPCG(5, 6))
	for range 20 {
		randomGame(r, StartPosition(), 80, func(p *Position, m Move) {
			if m != NoMove {
				steps = append(steps, step{*p, m, p.SAN(m)})
			}
		})
	}
	run := func(name string, do func(s *step) bool) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				if s := &steps[i%len(steps)]; !do(s) {
					b.Fatal(s.p.FEN(), s.san)
				}
			}
		})
	}
	buf := make([]byte, 0, 16)
	run("read", func(s *step) bool { m, err := s.p.ParseSAN(s.san); return err == nil && m == s.m })
	run("write", func(s *step) bool { return string(s.p.AppendSAN(buf, s.m)) == s.san })
	run("legal", func(s *step) bool { return s.p.IsLegal(s.m) })
}
