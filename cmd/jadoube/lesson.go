package main

import (
	"slices"

	"jadoube/rules"
	"jadoube/rules/openings"
	"jadoube/rules/square"
)

// lesson is what a teacher points at in a position. docs/explain.md tells what each field means.
type lesson struct {
	Checkers           []square.Square    `json:"checkers"`
	DoubleCheck        bool               `json:"double_check"`
	CheckingMoves      []checkingMove     `json:"checking_moves"`
	Material           material           `json:"material"`
	Pieces             []pieceFacts       `json:"pieces"`
	Captures           []capture          `json:"captures"`
	Exchanges          []exchange         `json:"exchanges"`
	ExchangeSacrifices []string           `json:"exchange_sacrifices"`
	Pins               []pin              `json:"pins"`
	DoubleAttacks      []doubleAttack     `json:"double_attacks"`
	DoubleAttackMoves  []string           `json:"double_attack_moves"`
	PassedPawns        []passedPawn       `json:"passed_pawns"`
	Files              files              `json:"files"`
	Development        sides[development] `json:"development"`
	Opening            *opening           `json:"opening"`
}

type checkingMove struct {
	UCI  string `json:"uci"`
	Kind string `json:"kind"` // direct, discovered or double
}

// material is in pawns.
type material struct {
	sides[float64]
	Balance float64 `json:"balance"` // White's less Black's
}

type pieceFacts struct {
	Square    square.Square   `json:"square"`
	Piece     string          `json:"piece"` // FEN letter
	Attackers []square.Square `json:"attackers"`
	Defenders []square.Square `json:"defenders"`
	Hanging   bool            `json:"hanging"`
	Loss      float64         `json:"loss"` // in pawns
}

type capture struct {
	UCI  string  `json:"uci"`
	Wins float64 `json:"wins"` // in pawns
}

type exchange struct {
	UCI     string   `json:"uci"`
	Replies []string `json:"replies"`
}

type pin struct {
	Pinned   square.Square `json:"pinned"`
	By       square.Square `json:"by"`
	To       square.Square `json:"to"`
	Absolute bool          `json:"absolute"`
}

type doubleAttack struct {
	By      square.Square   `json:"by"`
	Targets []square.Square `json:"targets"`
}

type passedPawn struct {
	Square square.Square `json:"square"`
	Moves  int           `json:"moves"` // to promote, at least
}

// files are named by their letters.
type files struct {
	Open     []string        `json:"open"`
	HalfOpen sides[[]string] `json:"half_open"`
	Blocked  sides[[]string] `json:"blocked"`
}

type development struct {
	Out        []square.Square `json:"out"`
	Home       []square.Square `json:"home"`
	Pawns      []square.Square `json:"pawns"`
	Held       []square.Square `json:"centre_held"`
	Controlled []square.Square `json:"centre_controlled"`
	Castling   []string        `json:"castling"` // short, long
}

type opening struct {
	ECO    string   `json:"eco"`
	Name   string   `json:"name"`
	Class  string   `json:"class"`
	Gambit bool     `json:"gambit"`
	Moves  []string `json:"moves"` // SAN
}

func lessonOf(pos *rules.Position, chess960 bool) lesson {
	name := namer(pos, chess960)
	moves := sorted(pos.LegalMoves(nil), name)
	return lesson{
		Checkers:           squares(pos.Checkers()),
		DoubleCheck:        pos.Checkers().Len() > 1,
		CheckingMoves:      checkingMoves(pos, moves, name),
		Material:           materialOf(pos),
		Pieces:             piecesOf(pos),
		Captures:           capturesOf(pos, moves, name),
		Exchanges:          exchangesOf(pos, moves, chess960),
		ExchangeSacrifices: each(sorted(pos.ExchangeSacrifices(), name), name),
		Pins:               bySide(pos.Pins, func(p rules.Pin) pin { return pin(p) }),
		DoubleAttacks: bySide(pos.DoubleAttacks, func(a rules.DoubleAttack) doubleAttack {
			return doubleAttack{a.By, squares(a.Targets)}
		}),
		DoubleAttackMoves: each(sorted(pos.DoubleAttackMoves(), name), name),
		PassedPawns:       passedPawns(pos),
		Files:             filesOf(pos),
		Development:       sidesOf(func(c rules.Color) development { return developmentOf(pos, c) }),
		Opening:           openingOf(pos),
	}
}

// each converts a list; the result is never null.
func each[T, U any](list []T, convert func(T) U) []U {
	converted := make([]U, 0, len(list))
	for _, x := range list {
		converted = append(converted, convert(x))
	}
	return converted
}

// bySide lists what is asked of White, then of Black.
func bySide[T, U any](ask func(rules.Color) []T, convert func(T) U) []U {
	return each(append(ask(rules.White), ask(rules.Black)...), convert)
}

func squares(set square.Set) []square.Square {
	list := []square.Square{}
	for s := range set.Squares() {
		list = append(list, s)
	}
	return list
}

func checkingMoves(pos *rules.Position, moves []rules.Move, name func(rules.Move) string) []checkingMove {
	checks := []checkingMove{}
	for _, m := range moves {
		if kind := pos.CheckBy(m); kind != rules.NoCheck {
			checks = append(checks, checkingMove{name(m), kind.String()})
		}
	}
	return checks
}

func materialOf(pos *rules.Position) material {
	return material{
		sidesOf(func(c rules.Color) float64 { return pos.Material(c).Pawns() }),
		pos.Balance().Pawns(),
	}
}

func piecesOf(pos *rules.Position) []pieceFacts {
	pieces := []pieceFacts{}
	for s := range pos.Occupied().Squares() {
		pc := pos.At(s)
		them := pc.Color().Other()
		loss := pos.StaticExchange(s, them)
		pieces = append(pieces, pieceFacts{
			s, pc.String(), squares(pos.Attackers(s, them)), squares(pos.Defenders(s)), loss > 0, loss.Pawns(),
		})
	}
	return pieces
}

func capturesOf(pos *rules.Position, moves []rules.Move, name func(rules.Move) string) []capture {
	captures := []capture{}
	for _, m := range moves {
		if pos.IsCapture(m) {
			captures = append(captures, capture{name(m), pos.ExchangeOf(m).Pawns()})
		}
	}
	return captures
}

// exchangesOf returns the captures that can be answered by taking back a piece of equal value.
func exchangesOf(pos *rules.Position, moves []rules.Move, chess960 bool) []exchange {
	exchanges := []exchange{}
	for _, m := range moves {
		q := pos.Play(m)
		replies := slices.DeleteFunc(q.LegalMoves(nil), func(r rules.Move) bool {
			return r.To() != m.To() || !pos.IsExchange(m, r)
		})
		if len(replies) > 0 {
			name := namer(&q, chess960)
			exchanges = append(exchanges, exchange{uci(pos, m, chess960), each(sorted(replies, name), name)})
		}
	}
	return exchanges
}

func passedPawns(pos *rules.Position) []passedPawn {
	return each(squares(pos.PassedPawns(rules.White)|pos.PassedPawns(rules.Black)), func(s square.Square) passedPawn {
		return passedPawn{s, pos.MarchOf(s)}
	})
}

func filesOf(pos *rules.Position) files {
	return files{
		Open:     fileLetters(pos.OpenFiles()),
		HalfOpen: sidesOf(func(c rules.Color) []string { return fileLetters(pos.HalfOpenFiles(c)) }),
		Blocked:  sidesOf(func(c rules.Color) []string { return fileLetters(pos.BlockedFiles(c)) }),
	}
}

// fileLetters names whole files.
func fileLetters(set square.Set) []string {
	return each(squares(set&square.Rank1), func(s square.Square) string { return s.String()[:1] })
}

func developmentOf(pos *rules.Position, c rules.Color) development {
	d := pos.Development(c)
	return development{
		squares(d.Out), squares(d.Home), squares(d.Pawns), squares(d.Held), squares(d.Controlled),
		castlings(d.Castling, pos.King(c)),
	}
}

// castlings names the castlings that have not been lost, by their rooks.
func castlings(rooks square.Set, king square.Square) []string {
	wings := []string{}
	for s := range rooks.Squares() {
		if s > king {
			wings = append([]string{"short"}, wings...)
		} else {
			wings = append(wings, "long")
		}
	}
	return wings
}

// openingOf returns the line that ends in the position, null when none is known.
func openingOf(pos *rules.Position) *opening {
	o, ok := openings.Load().ByPosition(pos)
	if !ok {
		return nil
	}
	at := rules.StartPosition()
	return &opening{o.ECO, o.Name, o.Class().String(), o.Gambit(), each(o.Moves, func(m rules.Move) string {
		san := at.SAN(m)
		at = at.Play(m)
		return san
	})}
}
