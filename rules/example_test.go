package rules_test

import (
	"errors"
	"fmt"

	"jadoube/rules"
	"jadoube/rules/square"
)

// A game is a position and moves, by their names or from a list.
func ExamplePosition_Play() {
	p := rules.StartPosition()
	for _, san := range []string{"e4", "e5", "Nf3"} {
		m, err := p.ParseSAN(san)
		if err != nil {
			fmt.Println(err)
			return
		}
		p = p.Play(m)
	}
	fmt.Println(p.FEN())
	// Output: rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2
}

func ExamplePosition_LegalMoves() {
	p := rules.MustFEN("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1")
	for _, m := range p.LegalMoves(nil) {
		if q := p.Play(m); q.Outcome() == rules.Checkmate {
			fmt.Println(p.SAN(m), p.UCI(m))
		}
	}
	// Output: Ra8# a1a8
}

func ExampleParsePosition() {
	_, err := rules.ParsePosition("4k3/8/8/8/8/8/8/4K3 w K - 0 1")
	fmt.Println(err)
	var refused *rules.SetupError
	if errors.As(err, &refused) {
		fmt.Println(refused.Reason, refused.Square)
	}
	// Output:
	// impossible position: a right to castle with the rook on h1, where no rook of that side stands at home
	// castling_without_rook h1
}

func ExampleSetup_Position() {
	s := rules.EmptySetup()
	s.Board[square.E1] = rules.MakePiece(rules.White, rules.King)
	s.Board[square.E8] = rules.MakePiece(rules.Black, rules.King)
	s.Board[square.H1] = rules.MakePiece(rules.White, rules.Rook)
	s.Castling = square.Of(square.H1)
	p, err := s.Position()
	fmt.Println(p.FEN(), err)
	// Output: 4k3/8/8/8/8/8/8/4K2R w K - 0 1 <nil>
}

func ExamplePosition_ParseSAN() {
	p := rules.MustFEN("4k3/8/8/3pP3/8/8/8/R3K2R w KQ d6 0 1")
	for _, text := range []string{"0-0", "exd6 e.p.", "Ra1-a8++", "Rf1", "Kf3"} {
		m, err := p.ParseSAN(text)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(text, "is", p.SAN(m))
	}
	// Output:
	// 0-0 is O-O
	// exd6 e.p. is exd6
	// Ra1-a8++ is Ra8+
	// Rf1 is Rf1
	// illegal move "Kf3": no legal move of white fits
}

// Two knights may go to c3, and the text doesn't tell which.
func ExampleMoveError() {
	p := rules.MustFEN("4k3/8/8/8/4N3/8/4N3/4K3 w - - 0 1")
	_, err := p.ParseSAN("Nc3")
	var refused *rules.MoveError
	if errors.As(err, &refused) && refused.Problem == rules.Ambiguous {
		fmt.Println(err)
	}
	// Output: ambiguous move "Nc3": it can mean N2c3 or N4c3
}

// In Chess960 the king's destination may be too near to mean castling.
func ExamplePosition_UCI() {
	for _, fen := range []string{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "1k6/8/8/8/8/8/8/R4KR1 w GA - 0 1"} {
		p := rules.MustFEN(fen)
		m, err := p.ParseSAN("O-O")
		fmt.Println(p.UCI(m), p.UCI960(m), err)
	}
	// Output:
	// e1g1 e1h1 <nil>
	// f1g1 f1g1 <nil>
}

// The knights have gone out and back once; Black thinks of bringing them home again.
func ExampleHistory_Claims() {
	h := rules.NewHistory(rules.StartPosition())
	for _, san := range []string{"Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1"} {
		m, err := h.Current().ParseSAN(san)
		if err != nil {
			fmt.Println(err)
			return
		}
		h.Push(m)
	}
	for _, c := range h.Claims() {
		fmt.Println(c.Rule, h.Current().SAN(c.Move))
	}
	// Output: threefold Ng8
}

func ExampleHistory_Outcome() {
	h := rules.NewHistory(rules.MustFEN("7k/8/8/8/8/8/8/KR6 w - - 149 100"))
	m, err := h.Current().ParseUCI("b1b2")
	if err != nil {
		fmt.Println(err)
		return
	}
	h.Push(m)
	fmt.Println(h.Outcome(), h.Current().Outcome())
	// Output: seventyfive_moves none
}

// A loop over many positions reuses its memory.
func ExamplePosition_PlayTo() {
	p := rules.StartPosition()
	moves := p.LegalMoves(make([]rules.Move, 0, rules.MaxMoves))
	var next rules.Position
	replies := 0
	for _, m := range moves {
		p.PlayTo(m, &next)
		replies += next.CountLegalMoves()
	}
	fmt.Println(len(moves), replies)
	// Output: 20 400
}

// The bishop pins the knight to its queen.
func ExamplePosition_Pins() {
	p := rules.MustFEN("rnbqkb1r/ppp2ppp/4pn2/3p2B1/2PP4/2N5/PP2PPPP/R2QKBNR b KQkq - 3 4")
	for _, pin := range p.Pins(rules.Black) {
		fmt.Println(pin.Pinned, "is pinned by", pin.By, "to", pin.To, pin.Absolute)
	}
	// Output: f6 is pinned by g5 to d8 false
}

// Queen and rook stand behind each other against a pawn, but the queen would have to take first.
func ExamplePosition_StaticExchange() {
	p := rules.MustFEN("4k3/8/2p5/3p4/8/3Q4/3R4/4K3 w - - 0 1")
	fmt.Println(p.Attackers(square.D5, rules.White), p.Defenders(square.D5), p.StaticExchange(square.D5, rules.White).Pawns())
	// Output: {d3} {c6} 0
}

// White's flag falls, Black's flag falls: can the other still mate?
func ExampleCanWin() {
	p := rules.MustFEN("k7/8/1K6/8/8/8/8/7R w - - 0 1")
	for _, c := range []rules.Color{rules.White, rules.Black} {
		w := rules.CanWin(&p, c, rules.WinOptions{})
		fmt.Printf("%s: %s %v %q\n", c, w.Answer, w.Line, w.Reason)
	}
	wall := rules.MustFEN("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1")
	fmt.Println(rules.CanWin(&wall, rules.White, rules.WinOptions{}).Reason)
	fmt.Println(rules.IsDead(&wall, rules.WinOptions{Nodes: rules.QuickNodes}))
	// Output:
	// white: yes [h1h8] ""
	// black: no [] "bare_king"
	// unreachable
	// yes
}
