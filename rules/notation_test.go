package rules

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

func TestSANWritten(t *testing.T) {
	for _, tc := range []struct{ fen, uci, san string }{
		{StartFEN, "g1f3", "Nf3"},
		{StartFEN, "e2e4", "e4"},
		{"4k3/8/8/8/7N/8/r2N1K2/8 w - - 0 1", "h4f3", "Nf3"}, // the other knight is pinned
		{"8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1", "e4e1", "Qee1"},
		{"8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", "Qh4e1"},
		{"8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h1e1", "Q1e1"},
		{"4k3/1p1p4/2N5/8/8/8/8/4K3 b - - 0 1", "b7c6", "bxc6"},
		{"4k3/8/8/3pP3/8/8/8/4RK2 w - d6 0 1", "e5d6", "exd6+"},
		{"3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "O-O-O+"},
		{"8/4P3/8/8/8/2k5/8/4K3 w - - 0 1", "e7e8n", "e8=N"},
		{"3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", "exd8=Q+"},
		{"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8", "Ra8#"},
		{"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "g1f2", "Kf2"},
		{"5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"},
		{"3k4/8/8/8/8/8/8/1K2R1R1 w - - 0 1", "g1f1", "Rgf1"},
	} {
		p := MustFEN(tc.fen)
		m, err := p.ParseUCI(tc.uci)
		if err != nil {
			t.Error(err)
			continue
		}
		if got := p.SAN(m); got != tc.san {
			t.Errorf("%s %s: got %s, want %s", tc.fen, tc.uci, got, tc.san)
		}
	}
}

func TestSANRead(t *testing.T) {
	const (
		knights = "4k3/8/6p1/8/5N2/8/8/4K3 w - - 0 1"
		promote = "8/4P3/8/8/8/2k5/8/4K3 w - - 0 1"
		takes   = "3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1"
		castle  = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
		passed  = "4k3/8/8/3pP3/8/8/8/4RK2 w - d6 0 1"
		pinned  = "4k3/8/8/8/7N/8/r2N1K2/8 w - - 0 1"
	)
	for _, tc := range []struct{ fen, text, uci string }{
		{StartFEN, "Ng1f3", "g1f3"},
		{StartFEN, "Ng1-f3", "g1f3"},
		{StartFEN, "Ngf3", "g1f3"},
		{StartFEN, "N1f3", "g1f3"},
		{StartFEN, "g1f3", "g1f3"},
		{StartFEN, "e2-e4", "e2e4"},
		{StartFEN, "e2e4", "e2e4"},
		{StartFEN, "Pe4", "e2e4"},
		{StartFEN, " e4!? ", "e2e4"},
		{StartFEN, "Nf3+", "g1f3"},
		{StartFEN, "Nf3#", "g1f3"},
		{StartFEN, "Nf3!!", "g1f3"},
		{knights, "Nf4xg6", "f4g6"},
		{knights, "Ng6", "f4g6"},
		{knights, "N:g6", "f4g6"},
		{knights, "Nxg6++", "f4g6"},
		{knights, "Nxd3", "f4d3"},
		{promote, "e8Q", "e7e8q"},
		{promote, "e8=q", "e7e8q"},
		{promote, "e8q", "e7e8q"},
		{promote, "e8(N)", "e7e8n"},
		{promote, "e8/R", "e7e8r"},
		{promote, "e7e8b", "e7e8b"},
		{promote, "e7-e8=B", "e7e8b"},
		{takes, "exd8=Q+", "e7d8q"},
		{takes, "ed8Q", "e7d8q"},
		{takes, "e7xd8=N", "e7d8n"},
		{takes, "d8=B", "e7d8b"},
		{castle, "O-O", "e1g1"},
		{castle, "0-0", "e1g1"},
		{castle, "o-o-o", "e1c1"},
		{castle, "0-0-0+!", "e1c1"},
		{castle, "OO", "e1g1"},
		{castle, "e1g1", "e1g1"},
		{passed, "exd6+", "e5d6"},
		{passed, "exd6 e.p.", "e5d6"},
		{passed, "exd6e.p.+", "e5d6"},
		{passed, "exd6ep", "e5d6"},
		{passed, "ed6", "e5d6"},
		{pinned, "Nhf3", "h4f3"},
		{passed, "e5xd6 e.p.+", "e5d6"},
		{passed, "exd6 ep!", "e5d6"},
		{castle, "O-O-O+!", "e1c1"},
		{castle, "O–O", "e1g1"},
		{castle, "0—0—0", "e1c1"},
		{promote, "e8 = Q", "e7e8q"},
		{promote, "e7–e8=N†", "e7e8n"},
		{StartFEN, "e4؟", "e2e4"},
		{StartFEN, "Nf3‼", "g1f3"},
		{StartFEN, "Nf3 ⁉", "g1f3"},
		{StartFEN, "♘f3", "g1f3"},
		{StartFEN, "♘\ufe0ef3", "g1f3"},
		{StartFEN, "e4(=)", "e2e4"},
		{StartFEN, "e2−e4", "e2e4"},
		{knights, "♘×g6", "f4g6"},
		{knights, "Nf4-xg6", ""},
		{takes, "e×d8=♕‡", "e7d8q"},
		{"8/8/4k3/8/4N3/8/4N3/4K3 w - - 0 1", "N4c3", "e4c3"},
		{"8/8/4k3/8/4N3/8/4N3/4K3 w - - 0 1", "Ne2c3", "e2c3"},
		{"4k3/1p1p4/2N5/8/8/8/8/4K3 b - - 0 1", "dxc6", "d7c6"},
	} {
		p := MustFEN(tc.fen)
		m, err := p.ParseSAN(tc.text)
		if (err != nil) != (tc.uci == "") || err == nil && p.UCI(m) != tc.uci {
			t.Errorf("%s: %q: got %s, %v, want %s", tc.fen, tc.text, m, err, tc.uci)
		}
	}
}

func TestSANRefused(t *testing.T) {
	const castle = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
	for _, tc := range []struct {
		fen, text string
		problem   Problem
	}{
		{StartFEN, "", Unreadable},
		{StartFEN, "e", Unreadable},
		{StartFEN, "e9", Unreadable},
		{StartFEN, "Xf3", Unreadable},
		{StartFEN, "--", Unreadable},
		{StartFEN, "Z0", Unreadable},
		{StartFEN, "Nf3x", Unreadable},
		{StartFEN, "e4)", Unreadable},
		{StartFEN, "Ngg1f3", Unreadable},
		{StartFEN, "O-O-O-O", Unreadable},
		{StartFEN, "+", Unreadable},
		{StartFEN, "e8=K", Unreadable},
		{StartFEN, "\xffe4", Unreadable},
		{StartFEN, "=Q", Unreadable},
		{StartFEN, "Q", Unreadable},
		{StartFEN, "Nd4", Illegal},
		{StartFEN, "e5", Illegal},
		{StartFEN, "O-O", Illegal},
		{StartFEN, "e4=Q", Illegal},
		{StartFEN, "e2e5", Illegal},
		{castle, "Kg1", Illegal},
		{castle, "Kh1", Illegal},
		{castle, "O-O-O", Illegal},
		{"8/8/4k3/8/4N3/8/4N3/4K3 w - - 0 1", "Nec3", Ambiguous},
		{"8/8/4k3/8/4N3/8/4N3/4K3 w - - 0 1", "Nc3", Ambiguous},
		{"8/4P3/8/8/8/2k5/8/4K3 w - - 0 1", "e8", Ambiguous},
		{"8/4P3/8/8/8/2k5/8/4K3 w - - 0 1", "e8=K", Unreadable},
		{"8/4P3/8/8/8/2k5/8/4K3 w - - 0 1", "e7e8", Illegal},
		{"4k3/8/8/3P4/8/8/8/4K3 w - - 0 1", "dxe6", Illegal},
	} {
		p := MustFEN(tc.fen)
		m, err := p.ParseSAN(tc.text)
		var e *MoveError
		if !errors.As(err, &e) || e.Problem != tc.problem || e.Text != tc.text || m != NoMove {
			t.Errorf("%s: %q: got %s, %v, want %s", tc.fen, tc.text, m, err, tc.problem)
		}
	}
}

// Who wrote an ambiguous move is told between which moves to choose.
func TestSANAmbiguous(t *testing.T) {
	for _, tc := range []struct{ fen, text, want string }{
		{"8/8/4k3/8/4N3/8/4N3/4K3 w - - 0 1", "Nec3", `ambiguous move "Nec3": it can mean N4c3 or N2c3`},
		{"8/4P3/8/8/8/2k5/8/4K3 w - - 0 1", "e8", `ambiguous move "e8": it can mean e8=Q or e8=R or e8=B or e8=N`},
		{"3k4/8/8/8/8/8/8/1K2R1R1 w - - 0 1", "Rf1!", `ambiguous move "Rf1!": it can mean Ref1 or Rgf1`},
	} {
		p := MustFEN(tc.fen)
		_, err := p.ParseSAN(tc.text)
		var want, got []string
		if err != nil {
			got = strings.FieldsFunc(err.Error(), func(r rune) bool { return r == ' ' })
		}
		want = strings.Fields(tc.want)
		slices.Sort(got) // the candidates come in the order of the legal moves
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: got %v, want %s", tc.fen, err, tc.want)
		}
	}
}

func TestUCI(t *testing.T) {
	for _, tc := range []struct{ fen, text, uci, uci960 string }{
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "e1g1", "e1h1"},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1h1", "e1g1", "e1h1"},
		{"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", "e8c8", "e8a8"},
		{"4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1", "e1b1", "e1b1", "e1b1"},
		{"4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1", "e1c1", "e1b1", "e1b1"},
		{"4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", "f1g1", "f1g1"},
		{"4k3/8/8/8/8/8/8/1R1K2R1 w GB - 0 1", "d1g1", "d1g1", "d1g1"},
		{"4k3/8/8/8/8/8/8/RK5R w HA - 0 1", "b1g1", "b1h1", "b1h1"}, // the king's destination
		{"4k3/8/8/8/8/8/8/RK5R w HA - 0 1", "b1a1", "b1a1", "b1a1"},
		{"4k3/8/8/8/8/8/8/RK5R w HA - 0 1", "b1c1", "b1c1", "b1c1"}, // a step, though castling ends there too
		{"4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1", "f1g1", "f1g1", "f1g1"},
		{"4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1", "f1c1", "f1b1", "f1b1"},
		{"4k3/4P3/8/8/8/8/8/3K4 b - - 0 1", "e8e7", "e8e7", "e8e7"},
		{"8/4P3/8/8/8/2k5/8/4K3 w - - 0 1", "e7e8n", "e7e8n", "e7e8n"},
	} {
		p := MustFEN(tc.fen)
		m, err := p.ParseUCI(tc.text)
		if err != nil || p.UCI(m) != tc.uci || p.UCI960(m) != tc.uci960 {
			t.Errorf("%s %s: got %s, %s, %v", tc.fen, tc.text, p.UCI(m), p.UCI960(m), err)
		}
	}
}

func TestUCIRefused(t *testing.T) {
	for _, tc := range []struct {
		text    string
		problem Problem
	}{
		{"", Unreadable},
		{"e2", Unreadable},
		{"0000", Unreadable},
		{"e2e9", Unreadable},
		{"E2E4", Unreadable},
		{"e2e4k", Unreadable},
		{"e2e4Q", Unreadable},
		{"e2e4qq", Unreadable},
		{"i2e4", Unreadable},
		{"e2e4p", Unreadable},
		{"e2e5", Illegal},
		{"e7e5", Illegal},
		{"e4e5", Illegal},
		{"e2e4q", Illegal},
		{"e1g1", Illegal},
	} {
		p := StartPosition()
		m, err := p.ParseUCI(tc.text)
		var e *MoveError
		if !errors.As(err, &e) || e.Problem != tc.problem || m != NoMove {
			t.Errorf("%q: got %s, %v, want %s", tc.text, m, err, tc.problem)
		}
	}
}

// In Chess960 the rook that castles may have shaded its king, and king or rook may stay where they are.
func TestCastling(t *testing.T) {
	for _, tc := range []struct {
		name, fen string
		castles   []string
		after     string // of the first
	}{
		{"rook shades king", "4k3/8/8/8/8/8/8/qR1K3R w KQ - 0 1", []string{"d1h1"}, "4k3/8/8/8/8/8/8/qR3RK1 b - - 1 1"},
		{"king and rook change places", "4k3/8/8/8/8/8/8/5KR1 w K - 0 1", []string{"f1g1"}, "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},
		{"king stays", "4k3/8/8/8/8/8/8/6KR w K - 0 1", []string{"g1h1"}, "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},
		{"rook stays", "4k3/8/8/8/8/8/8/3RK3 w Q - 0 1", []string{"e1d1"}, "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"},
		{"inner rook in the way", "4k3/8/8/8/8/8/8/RR2K3 w Q - 0 1", nil, ""},
		{"through check", "4k3/8/8/8/8/8/6r1/R3K2R w KQ - 0 1", []string{"e1a1"}, "4k3/8/8/8/8/8/6r1/2KR3R b - - 1 1"},
		{"out of check", "3k4/8/8/8/8/8/4r3/R3K2R w KQ - 0 1", nil, ""},
		{"rook under attack", "1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", []string{"e1a1"}, "1r2k3/8/8/8/8/8/8/2KR4 b - - 1 1"},
		{"clocks go on", "4k3/8/8/8/8/8/8/4K2R w K - 7 1", []string{"e1h1"}, "4k3/8/8/8/8/8/8/5RK1 b - - 8 1"},
	} {
		p := MustFEN(tc.fen)
		var castles []string
		var after string
		for _, m := range p.LegalMoves(nil) {
			if m.IsCastle() {
				castles = append(castles, p.UCI960(m))
				q := p.Play(m)
				after = q.FEN()
			}
		}
		if !slices.Equal(castles, tc.castles) || after != tc.after {
			t.Errorf("%s: got %v, %s", tc.name, castles, after)
		}
	}
}
