package rules

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// finals returns the last positions of recorded games that began as games do.
func finals(b *testing.B) (out []Position) {
	files, _ := filepath.Glob("../../shared/traces/*/*.want")
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			b.Fatal(err)
		}
		first, _, _ := strings.Cut(string(text), "\n")
		p := StartPosition()
		for _, word := range strings.Fields(first) {
			m, err := p.ParseUCI(word)
			if err != nil {
				p = StartPosition()
				break
			}
			p = p.Play(m)
		}
		if p != StartPosition() {
			out = append(out, p)
		}
	}
	if out == nil {
		b.Skip("no recorded games here")
	}
	return out
}

// BenchmarkCanWin asks both questions of the last positions of recorded games.
func BenchmarkCanWin(b *testing.B) {
	positions := finals(b)
	for _, mode := range []struct {
		name  string
		nodes int
	}{{"exact", ExactNodes}, {"quick", QuickNodes}} {
		b.Run(mode.name, func(b *testing.B) {
			b.ReportAllocs()
			questions, nodes, unknown := 0, 0, 0
			for b.Loop() {
				p := &positions[questions/2%len(positions)]
				w := CanWin(p, Color(questions&1), WinOptions{Nodes: mode.nodes})
				questions, nodes, unknown = questions+1, nodes+w.Nodes, unknown+b2i(w.Answer == Unknown)
			}
			b.ReportMetric(float64(nodes)/float64(questions), "nodes/op")
			b.ReportMetric(100*float64(unknown)/float64(questions), "%unknown")
		})
	}
}
