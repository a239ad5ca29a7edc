package rules

import "testing"

func TestOutcome(t *testing.T) {
	for _, c := range []struct {
		fen  string
		want Outcome
	}{
		{StartFEN, None},
		{"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", Checkmate},
		{"R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", Checkmate},
		{"k6R/8/1K6/8/8/8/8/8 b - - 150 100", Checkmate},
		{"7k/8/8/8/8/8/8/KR6 w - - 99 80", None},
		{"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Stalemate},
		{"8/8/4k3/8/8/3K4/8/8 w - - 0 1", DeadPosition},
		{"8/8/4k3/8/8/3KN3/8/8 w - - 0 1", DeadPosition},
		{"8/8/4k3/5b2/8/3KB3/8/8 w - - 0 1", None},         // bishops on squares of either colour: a helpmate exists
		{"8/8/4k3/4b3/8/3KB3/8/8 w - - 0 1", DeadPosition}, // both on dark squares
		{"8/8/4k3/5n2/8/3KN3/8/8 w - - 0 1", None},         // a knight each: a helpmate exists
		{"8/8/4k3/8/8/3KP3/8/8 w - - 0 1", None},
	} {
		p := MustFEN(c.fen)
		if got := p.Outcome(); got != c.want {
			t.Errorf("%s: %s, want %s", c.fen, got, c.want)
		}
	}
}
