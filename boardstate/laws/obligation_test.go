package laws

import (
	"slices"
	"strings"
	"testing"

	"jadoube/rules"
)

const (
	start    = rules.StartFEN
	exchange = "rnbqkbnr/ppp1pppp/8/3p4/4P3/2N5/PPPP1PPP/R1BQKBNR w KQkq - 0 2"       // e4 and Nc3 can take d5
	castles  = "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 1" // both ways
	attacked = "r3k2r/p1pp1ppp/bpn2n2/4p3/4P3/2N2N2/PPPP1PPP/R1B1K2R w KQkq - 0 1"    // f1 is attacked; Kd1 is the king's only move
	stuck    = "r3k2r/p1pp1ppp/bpn2n2/4p3/4P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 1"    // as attacked, and the king has no move
	passing  = "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3"        // exd6 en passant
	promotes = "3r4/4P1k1/8/8/8/8/6K1/8 w - - 0 1"                                    // e8 and exd8
	two      = "4n3/3P1P2/8/8/8/8/6K1/k7 w - - 0 1"                                   // dxe8 and fxe8
	oneSided = "r3k2r/p1pp1ppp/bpn2n2/4p3/4P3/2N2N2/PPPP1PPP/R3K2R w KQkq - 0 1"      // only O-O-O
	chess960 = "2r1k2r/pppppppp/8/8/8/8/PPPPPPPP/1R3KR1 w GBhc - 0 1"                 // king f1, rooks b1 and g1
	oneRook  = "r3k2r/p1pp1ppp/bpn2n2/4p3/4P3/2N2N1R/PPPP1PPP/R1BQK3 w Qkq - 0 1"     // as stuck, without the rook on h1
	staying  = "6k1/8/8/8/8/8/7P/6KR w H - 0 1"                                       // castling leaves the king where it is
	onlyOne  = "k7/8/b7/8/8/7p/r6P/6KR w H - 0 1"                                     // and is the only legal move
	mated    = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"        // nothing is legal
	fork     = "4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1"                                  // exd5 and exf5
	pinned   = "4r1k1/8/8/8/8/8/4B3/R3K3 w Q - 0 1"                                   // Be2 can't move, nothing castles with h1
	gone     = "r3k2r/p1pp1ppp/bpn2n2/4p3/4P3/2N2N2/PPPP1PPP/R1B1K2R w Qkq - 0 1"     // as attacked, and castling with h1 is gone for good
	goneToo  = "r3k2r/p1pp1ppp/bpn2n2/4p3/4P3/2N2N2/PPPP1PPP/R1BQK2R w Qkq - 0 1"     // as stuck, and castling with h1 is gone for good
	middle   = "4k3/8/8/8/R3K2R/8/8/R6R w - - 0 1"                                    // nobody castles from e4
	boxed    = "1r2b1k1/8/8/8/3P4/K2R4/1r1P4/8 w - - 0 1"                             // the king has no move, the rook has
	castled  = "6k1/8/8/8/8/8/5PPP/5RK1 w - - 0 1"                                    // the rook has been to f1
	inCheck  = "4r1k1/8/8/8/8/8/6N1/R3K2R w KQ - 0 1"                                 // no castling: the king is in check
)

var steps = []struct {
	name, fen, acts string
	reason          Reason
	owed            string // piece, then x and victim, as far as there are
	moves           string // a few of many when it ends with …
}{
	{"step 1: the game is over", mated, "e1@0", Free, "", ""},
	{"step 1: nothing touched", start, "", Free, "", "a2a3 b1c3 …"},
	{"step 2, 4.4c: castling through an attacked square, another move of the king", attacked, "e1@0 e1g1@800", CannotCastle, "e1", "e1d1"},
	{"step 2, 4.4c: the king has none", stuck, "e1@0 e1g1@800", CannotCastle, "", "d2d3 a2a3 …"},
	{"step 2, 4.4c: castling on the other side included", oneSided, "e1@0 e1g1@800", CannotCastle, "e1", "e1c1 e1d1"},
	{"step 2, 4.4c: a rook touched afterwards isn't owed", stuck, "e1@0 e1g1@800 e1@1500 -e1@1600 h1@2000", CannotCastle, "", "d2d3 …"},
	{"step 2, 4.3a: a knight was touched before", castles, "f3@0 -f3@500 e1@900 e1g1@1500", OwnTouched, "f3", "f3d4 f3e5 f3g1 f3g5 f3h4"},
	{"step 3, 4.4a: king, then rook", castles, "e1@0 h1@700", KingAndRook, "e1", "e1g1"},
	{"step 3, 4.4a: the long side", castles, "e1@0 a1@700", KingAndRook, "e1", "e1c1"},
	{"step 3, 4.4a: together, the rook a little earlier", castles, "h1@0 e1@79", KingAndRook, "e1", "e1g1"},
	{"step 3, 4.4a: the first rook counts", castles, "e1@0 h1@500 a1@900", KingAndRook, "e1", "e1g1"},
	{"step 3, 4.4c: castling is illegal", attacked, "e1@0 h1@700", CannotCastle, "e1", "e1d1"},
	{"step 3, 4.4c: in check", inCheck, "e1@0 a1@700", CannotCastle, "e1", "e1d1 e1d2 e1f1 e1f2"},
	{"step 3, 4.4c: castling is illegal and the king has no move", stuck, "e1@0 h1@700", CannotCastle, "", "a2a3 h1f1 …"},
	{"step 3, 4.3a: a knight was touched before", castles, "c3@0 -c3@500 e1@900 h1@1500", OwnTouched, "c3", "c3a4 c3b1 c3b5 c3d1 c3d5 c3e2"},
	{"step 3, 4.4a: what was touched before can't move", castles, "f2@0 -f2@400 e1@900 h1@1500", KingAndRook, "e1", "e1g1"},
	{"step 3, 4.4c: castling with this rook is gone for good", gone, "e1@0 h1@700", CannotCastle, "e1", "e1d1"},
	{"step 3, 4.4c: gone for good, and the king has no move", goneToo, "e1@0 h1@700", CannotCastle, "", "a2a3 h1f1 …"},
	{"step 3, 4.3a: nobody castles from there", middle, "e4@0 h1@700", OwnTouched, "e4", "e4d3 e4d4 e4d5 e4e3 e4e5 e4f3 e4f4 e4f5"},
	{"step 3, 4.3a: nor with such a rook", middle, "e4@0 h4@700", OwnTouched, "e4", "e4d3 e4d4 e4d5 e4e3 e4e5 e4f3 e4f4 e4f5"},
	{"step 3, 4.3a: the king has no move there, and the rook is owed", boxed, "a3@0 d3@700", OwnTouched, "d3", "d3b3 d3c3 d3e3 d3f3 d3g3 d3h3"},
	{"step 3, 4.3a: a king that has castled", castled, "g1@0 f1@700", OwnTouched, "g1", "g1h1"},
	{"step 3, 4.3a: together, nobody castles from there", middle, "h1@0 e4@79", OwnTouched, "h1+e4", "e4d3 e4d4 e4d5 e4e3 e4e5 e4f3 e4f4 e4f5 h1b1 h1c1 h1d1 h1e1 h1f1 h1g1 h1h2 h1h3"},
	{"step 3, 4.4a: a rook that stands elsewhere comes between", "r3k2r/8/8/R7/8/8/8/R3K2R w KQkq - 0 1", "e1@0 a5@300 h1@700", KingAndRook, "e1", "e1g1"},
	{"step 2, 4.3a: two squares away from there is no castling", boxed, "a3@0 a3c3@700 a3@1500 -a3@1600 d3@2000", OwnTouched, "d3", "d3b3 d3c3 d3e3 d3f3 d3g3 d3h3"},
	{"step 4, 4.4b: rook, then king", castles, "h1@0 e1@80", OwnTouched, "h1", "h1f1 h1g1"},
	{"step 4, 4.4b: the other side isn't barred, but the rook is owed", castles, "h1@0 -h1@300 e1@900 a1@1500", OwnTouched, "h1", "h1f1 h1g1"},
	{"step 5, 4.3c: own, then enemy", exchange, "c3@0 d5@700", BothTouched, "c3xd5", "c3d5"},
	{"step 5, 4.3c: enemy, then own", exchange, "d5@0 e4@700", BothTouched, "e4xd5", "e4d5"},
	{"step 5, 4.3c: the first of each", exchange, "e4@0 c3@500 d5@900 -d5@1400 e7@2000", BothTouched, "e4xd5", "e4d5"},
	{"step 5, 4.3c: en passant", passing, "e5@0 d5@700", BothTouched, "e5xd5", "e5d6"},
	{"step 5, 4.3c: promoting, all four", promotes, "d8@0 e7@700", BothTouched, "e7xd8", "e7d8b e7d8n e7d8q e7d8r"},
	{"step 5, 4.3c: own first, that capture is illegal", exchange, "g1@0 d5@700", BothTouched, "g1", "g1e2 g1f3 g1h3"},
	{"step 5, 4.3c: enemy first, that capture is illegal", exchange, "d5@0 g1@700", BothTouched, "xd5", "c3d5 e4d5"},
	{"step 5, 4.3c: the order is unclear, own first", exchange, "d5@0 g1@79", BothTouched, "g1", "g1e2 g1f3 g1h3"},
	{"step 5, 4.3c: the order is clear", exchange, "d5@0 g1@80", BothTouched, "xd5", "c3d5 e4d5"},
	{"step 6, 4.3a: the first that can move", start, "a1@0 b1@500 g1@900", OwnTouched, "b1", "b1a3 b1c3"},
	{"step 6, 4.3a: together, either of them", start, "b1@0 g1@79", OwnTouched, "b1+g1", "b1a3 b1c3 g1f3 g1h3"},
	{"step 6, 4.3a: one after the other", start, "b1@0 g1@80", OwnTouched, "b1", "b1a3 b1c3"},
	{"step 6, 4.3a: together, and only one can move", start, "a1@0 g1@79", OwnTouched, "g1", "g1f3 g1h3"},
	{"step 6, 4.3a: the second and the third together", start, "a1@0 b1@500 g1@579 e2@660", OwnTouched, "b1+g1", "b1a3 b1c3 g1f3 g1h3"},
	{"step 6, 4.3a: put back or not", start, "b1@0 -b1@400", OwnTouched, "b1", "b1a3 b1c3"},
	{"step 6, 4.3a: the king, castling included", oneSided, "e1@0", OwnTouched, "e1", "e1c1 e1d1"},
	{"step 6, 4.3b: captured by whatever can", exchange, "d5@0", EnemyTouched, "xd5", "c3d5 e4d5"},
	{"step 6, 4.3b: the first that can be captured", exchange, "d8@0 d5@500", EnemyTouched, "xd5", "c3d5 e4d5"},
	{"step 6, 4.3b: en passant", passing, "d5@0", EnemyTouched, "xd5", "e5d6"},
	{"step 6, 4.3b: together, either of them", fork, "d5@0 f5@79", EnemyTouched, "d5+f5", "e4d5 e4f5"},
	{"step 5, 4.3c: two own together, each with the first enemy piece", exchange, "e4@0 c3@79 d5@700", BothTouched, "c3+e4xd5", "c3d5 e4d5"},
	{"step 5, 4.3c: two own together, of whom one can take", exchange, "g1@0 e4@79 d5@700", BothTouched, "g1+e4", "e4d5 g1e2 g1f3 g1h3"},
	{"step 7, 4.5: the rook can't move", start, "a1@0", NoneCanMove, "", "a2a3 b1c3 …"},
	{"step 7, 4.5: a pinned piece can't move", pinned, "e2@0", NoneCanMove, "", "a1a2 e1c1 …"},
	{"step 7, 4.5: it can't be captured", start, "d7@0", NoneCanMove, "", "a2a3 b1c3 …"},
	{"step 8, 4.7: released on a legal square", castles, "f3@0 f3g5@700 f3@1500 f3h4@2100", Released, "f3", "f3g5"},
	{"step 8, 4.7: an illegal square binds to nothing", castles, "f3@0 f3f4@700", OwnTouched, "f3", "f3d4 f3e5 f3g1 f3g5 f3h4"},
	{"step 8, 4.3a: a legal square binds to nothing while another piece is owed", castles, "f3@0 -f3@400 a2@900 a2a3@1500", OwnTouched, "f3", "f3d4 f3e5 f3g1 f3g5 f3h4"},
	{"step 8, 4.7: the king two squares away", castles, "e1@0 e1g1@800 e1@1500 e1d1@2000", CastlingBegun, "e1", "e1g1"},
	{"step 8, 4.4b: the rook beside the king's way", castles, "h1@0 h1f1@700 e1@2000 e1g1@2600", Released, "h1", "h1f1"},
	{"step 8, 4.4a: the rook first, lifted together", castles, "e1@0 h1@50 h1f1@700", CastlingBegun, "e1", "e1g1"},
	{"step 8, 4.7: a pawn on the last rank, all four", promotes, "e7@0 e7e8@700", Released, "e7", "e7e8b e7e8n e7e8q e7e8r"},
	{"step 8, 4.4d: the choice is final", promotes, "e7@0 e7e8@700 e7@900 e7e8r@1500 e7@2000 e7e8q@2600", PromotionChosen, "e7", "e7e8r"},
	{"step 8, 4.4d: the new piece first", promotes, "@e8n@0", PromotionChosen, "e7", "e7e8n"},
	{"step 8, 4.4d: the new piece first, of two pawns", two, "e8@0 @e8n@700", PromotionChosen, "", "d7e8n f7e8n"},
	{"adjusting, 4.2: said before", start, "adjust@0 b1@500 -b1@900", Free, "", "a2a3 b1c3 …"},
	{"adjusting, 4.2: both colours", start, "adjust@0 b1@500 -b1@900 d8@1500 -d8@2000 g1@10000", OwnTouched, "g1", "g1f3 g1h3"},
	{"adjusting, 4.2: said too late", start, "b1@0 adjust@400 -b1@900", OwnTouched, "b1", "b1a3 b1c3"},
	{"accidental: brushed against with a piece in the hand", castles, "f3@0 d5@300 e3@400 ~e3@550", OwnTouched, "f3", "f3d4 f3e5 f3g1 f3g5 f3h4"},
	{"step 1: nothing stands there", start, "e4@0", Free, "", "a2a3 b1c3 …"},
	{"step 2, 4.3a: three squares away is no castling", stuck, "e1@0 e1b1@800 e1@1500 -e1@1600 d2@2000", OwnTouched, "d2", "d2d3 d2d4"},
	{"step 2, 4.3a: no rook is on that side", oneRook, "e1@0 e1g1@800 e1@1500 -e1@1600 d2@2000", OwnTouched, "d2", "d2d3 d2d4"},
	{"step 3, 4.4a: an enemy piece touched together with the king", castles, "c5@0 e1@79 h1@900", KingAndRook, "e1", "e1g1"},
	{"step 5, 4.3c: an enemy piece touched before king and rook", castles, "c5@0 e1@80 h1@900", BothTouched, "xc5", "e3c5"},
	{"chess960, 4.3a: the king back where castling leaves it", staying, "g1@0 -g1@500", OwnTouched, "g1", "g1f1 g1f2 g1g2 g1h1"},
	{"chess960, 4.3a: castling that leaves the king is the rook's move", staying, "h1@0", OwnTouched, "h1", "g1h1"},
	{"chess960, 4.7: and made by the rook alone", staying, "h1@0 h1f1@700", CastlingBegun, "g1", "g1h1"},
	{"chess960, 4.5: barred, but nothing else is legal", onlyOne, "h1@0 g1@700", OwnTouched, "h1", "g1h1"},
	{"chess960, 4.4a: the rook is beside the king", chess960, "f1@0 g1@500", KingAndRook, "f1", "f1g1"},
}

func TestSteps(t *testing.T) {
	for _, c := range steps {
		t.Run(c.name, func(t *testing.T) {
			p := rules.MustFEN(c.fen)
			for _, name := range Editions() {
				o := EditionOf(name).Obligation(&p, script(t, c.acts), nil)
				checkObligation(t, name, &o, c.reason, c.owed)
				checkMoves(t, &p, o.Moves, c.moves)
			}
		})
	}
}

func checkObligation(t *testing.T, edition string, o *Obligation, reason Reason, owed string) {
	t.Helper()
	got := ""
	if o.Piece.Valid() {
		got = o.Piece.String()
	}
	for s := range o.Either.Squares() {
		got += "+" + s.String()
	}
	got = strings.TrimPrefix(got, "+")
	if o.Victim.Valid() {
		got += "x" + o.Victim.String()
	}
	if o.Reason != reason || got != owed {
		t.Errorf("%s: %v %q, want %v %q", edition, o.Reason, got, reason, owed)
	}
}

func checkMoves(t *testing.T, p *rules.Position, moves []rules.Move, want string) {
	t.Helper()
	got := strings.Fields(list(p, moves))
	slices.Sort(got)
	some, open := strings.CutSuffix(want, " …")
	if !open {
		sorted := strings.Fields(want)
		slices.Sort(sorted)
		if !slices.Equal(got, sorted) {
			t.Errorf("permitted: %v, want %v", got, sorted)
		}
		return
	}
	for _, m := range strings.Fields(some) {
		if !slices.Contains(got, m) {
			t.Errorf("%s is not permitted, only %v", m, got)
		}
	}
	if len(got) != p.CountLegalMoves() {
		t.Errorf("%d moves are permitted, %d are legal", len(got), p.CountLegalMoves())
	}
}

// TestAmbiguous: more than one piece of a colour isn't in the text of 2001 (4.3c).
func TestAmbiguous(t *testing.T) {
	p := rules.MustFEN(exchange)
	for acts, want := range map[string]bool{"e4@0 d5@500": false, "e4@0 c3@300 d5@500": true, "e4@0 c3@300": false, "d5@0 d8@100 g1@500": true} {
		for _, name := range Editions() {
			o := EditionOf(name).Obligation(&p, script(t, acts), nil)
			if o.Ambiguous != (want && name == "2001") {
				t.Errorf("%s, %s: ambiguous is %v", name, acts, o.Ambiguous)
			}
		}
	}
}

func TestObligationAllocatesNothing(t *testing.T) {
	p, e := rules.MustFEN(castles), EditionOf("2023")
	l := script(t, "h1@0 -h1@500 d6@900 -d6@1400 e1@2000 e1g1@2600 h1@3000 h1f1@4000")
	buf := make([]rules.Move, 0, rules.MaxMoves)
	if n := testing.AllocsPerRun(100, func() { e.Obligation(&p, l, buf) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
