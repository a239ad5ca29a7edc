package rules

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"jadoube/rules/square"
)

// sanTwin reads algebraic notation the slow way: it takes the text apart with no regard to speed and holds it against
// all legal moves.
type sanTwin struct {
	castle          string // "O-O", "O-O-O" or nothing
	role, promotion Role
	file, rank      int // -1 when not told
	to              square.Square
}

func parseSANTwin(p *Position, s string) (Move, error) {
	var t sanTwin
	if !t.read(s) {
		detail := "expected algebraic notation, as in e4, Nbd7, exd8=Q+ or O-O"
		if slices.Contains([]string{"--", "Z0", "null", "0000", "@@@@"}, s) {
			detail = "a null move is no move of a game"
		}
		return NoMove, &MoveError{s, Unreadable, detail}
	}
	if t.castle == "" && t.role == NoRole && t.file >= 0 && t.rank >= 0 {
		return t.coordinates(p, s)
	}
	var fits []Move
	var names []string
	for _, m := range p.LegalMoves(nil) {
		if t.fits(p, m) {
			fits, names = append(fits, m), append(names, p.SAN(m))
		}
	}
	switch len(fits) {
	case 1:
		return fits[0], nil
	case 0:
		return NoMove, &MoveError{s, Illegal, "no legal move of " + p.Turn().String() + " fits"}
	}
	return NoMove, &MoveError{s, Ambiguous, "it can mean " + strings.Join(names, " or ")}
}

func (t *sanTwin) coordinates(p *Position, s string) (Move, error) {
	uci := square.At(t.file, t.rank).String() + t.to.String()
	if t.promotion != NoRole {
		uci += strings.ToLower(string(t.promotion.Letter()))
	}
	m, err := p.ParseUCI(uci)
	if err != nil {
		err.(*MoveError).Text = s
	}
	return m, err
}

func (t *sanTwin) fits(p *Position, m Move) bool {
	switch {
	case m.IsCastle():
		return m.isShort() && t.castle == "O-O" || !m.isShort() && t.castle == "O-O-O"
	case t.castle != "":
		return false
	}
	role := p.At(m.From()).Role()
	return m.To() == t.to && (role == t.role || t.role == NoRole && role == Pawn) &&
		(t.promotion == NoRole || t.promotion == m.Promotion()) &&
		(t.file < 0 || t.file == m.From().File()) && (t.rank < 0 || t.rank == m.From().Rank())
}

func (t *sanTwin) read(s string) bool {
	*t = sanTwin{file: -1, rank: -1}
	s = unmarkedTwin(plain.Replace(s))
	switch strings.ToUpper(strings.ReplaceAll(s, "0", "O")) {
	case "O-O", "OO":
		t.castle = "O-O"
		return true
	case "O-O-O", "OOO":
		t.castle = "O-O-O"
		return true
	}
	bare, closed := strings.CutSuffix(s, ")")
	if bare == "" {
		return false
	}
	if last := bare[len(bare)-1:]; !strings.Contains("12345678", last) {
		t.promotion = map[string]Role{"N": Knight, "B": Bishop, "R": Rook, "Q": Queen}[strings.ToUpper(last)]
		if bare = bare[:len(bare)-1]; strings.HasSuffix(bare, "(") == closed {
			bare = strings.TrimRight(bare, "=/(")
		}
		if t.promotion == NoRole {
			return false
		}
	} else if closed {
		return false
	}
	return len(bare) >= 2 && t.readSquares(bare)
}

// readSquares reads what stands before the promotion.
func (t *sanTwin) readSquares(s string) bool {
	to, err := square.Parse(s[len(s)-2:])
	if err != nil {
		return false
	}
	t.to, s = to, s[:len(s)-2]
	if len(s) > 1 && strings.Contains("x:-X", s[len(s)-1:]) {
		s = s[:len(s)-1]
	}
	if s != "" {
		if t.role = roleOf(s[0]); t.role != NoRole {
			s = s[1:]
		}
	}
	if s != "" && strings.Contains("abcdefgh", s[:1]) {
		t.file, s = int(s[0]-'a'), s[1:]
	}
	if s != "" && strings.Contains("12345678", s[:1]) {
		t.rank, s = int(s[0]-'1'), s[1:]
	}
	return s == ""
}

// unmarkedTwin takes marks off the end until there are none.
func unmarkedTwin(s string) string {
	for before := ""; before != s; {
		before = s
		s = strings.TrimRight(s, "+#!?=")
		for _, suffix := range []string{"e.p.", "e.p", "ep", "mate", "ch", "dbl", "(=)"} {
			s = strings.TrimSuffix(s, suffix)
		}
	}
	return s
}

// agreeOnSAN compares the two ways to read a text: the move, and every word of what is refused.
func agreeOnSAN(tb testing.TB, p *Position, s string) {
	tb.Helper()
	m, err := p.ParseSAN(s)
	want, wantErr := parseSANTwin(p, s)
	var e, wantE *MoveError
	if errors.As(err, &e) != errors.As(wantErr, &wantE) || m != want || e != nil && *e != *wantE {
		tb.Fatalf("%s: %q is read as %s, %v; the twin says %s, %v", p.FEN(), s, m, err, want, wantErr)
	}
}

// spellings are the ways in which people and programs write a legal move, and some in which nobody does.
func spellings(p *Position, m Move) []string {
	san, from, to := p.SAN(m), m.From().String(), m.To().String()
	bare := strings.TrimRight(san, "+#")
	list := []string{
		san, bare, bare + "!?", bare + "+", bare + "e.p.", p.UCI(m), p.UCI960(m), strings.ReplaceAll(bare, "x", ""), strings.ReplaceAll(san, "O", "0"),
		strings.Replace(bare, "=", "", 1), from + "-" + to, from + "x" + to, to, from[:1] + to, from[1:] + to, bare + "=Q", bare + "=n", bare + "(R)", "P" + bare,
		bare[1:], strings.ToLower(bare),
	}
	for _, piece := range "NBRQKP" {
		for _, origin := range []string{"", from[:1], from[1:], from} {
			list = append(list, string(piece)+origin+to)
		}
	}
	return list
}

// babble is what may look like a move.
func babble(r *rand.Rand) string {
	b := make([]byte, r.IntN(8))
	for i := range b {
		const letters = "abcdefgh12345678abcdefgh12345678KQRBNPx+#=-O0o!?/()ep.: "
		b[i] = letters[r.IntN(len(letters))]
	}
	return string(b)
}

// TestSANTwin compares over random games, ordinary and of Chess960, and the hard positions of our suite, with moves
// written in all manners, moves of other positions, and nonsense.
func TestSANTwin(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	last := StartPosition()
	compare := func(p *Position, _ Move) {
		moves := p.LegalMoves(nil)
		for range min(3, len(moves)) {
			for _, s := range spellings(p, moves[r.IntN(len(moves))]) {
				agreeOnSAN(t, p, s)
				agreeOnSAN(t, &last, s)
			}
			agreeOnSAN(t, p, babble(r))
		}
		last = *p
	}
	games := depthOf(8, 400)
	if testing.Short() {
		games = 2
	}
	for range games {
		randomGame(r, randomStart(r), 200, compare)
	}
	fens := slices.Clone(fuzzFENs)
	for _, l := range readPerft(t, "testdata/perft.epd") {
		fens = append(fens, l.fen)
	}
	for _, fen := range fens {
		if p, err := ParsePosition(fen); err == nil {
			for range games / 2 {
				randomGame(r, p, 6, compare)
			}
		}
	}
}

// TestIsLegal asks it of every number that a move can have.
func TestIsLegal(t *testing.T) {
	positions := samplePositions(depthOf(20, 400))
	for _, fen := range fuzzFENs {
		if p, err := ParsePosition(fen); err == nil {
			positions = append(positions, p)
		}
	}
	for _, p := range positions {
		legal := p.LegalMoves(nil)
		for n := range 1 << 16 {
			if m := Move(n); p.IsLegal(m) != slices.Contains(legal, m) {
				t.Fatalf("%s: %04x (%s): legal %v", p.FEN(), n, m, p.IsLegal(m))
			}
		}
	}
}
