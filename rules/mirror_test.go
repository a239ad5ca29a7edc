package rules

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"jadoube/rules/square"
)

// mirror is a way to look at a board: upside down with the colours exchanged, or left for right.
type mirror struct {
	name    string
	square  func(square.Square) square.Square
	swapped bool // colours
}

var (
	colourMirror = mirror{"colours", func(s square.Square) square.Square { return s ^ 56 }, true}
	fileMirror   = mirror{"files", func(s square.Square) square.Square { return s ^ 7 }, false}
)

func (m mirror) color(c Color) Color {
	if m.swapped {
		return c.Other()
	}
	return c
}

func (m mirror) set(b square.Set) (mirrored square.Set) {
	for s := range b.Squares() {
		mirrored |= m.square(s).Set()
	}
	return mirrored
}

func (m mirror) move(mv Move) Move {
	return makeMove(m.square(mv.From()), m.square(mv.To()), mv.kind())
}

func (m mirror) moves(moves []Move) (mirrored []Move) {
	for _, mv := range moves {
		mirrored = append(mirrored, m.move(mv))
	}
	slices.Sort(mirrored)
	return mirrored
}

func (m mirror) position(t *testing.T, p *Position) Position {
	t.Helper()
	s := p.Setup()
	mirrored := s
	for from, pc := range s.Board {
		if pc != NoPiece {
			pc = MakePiece(m.color(pc.Color()), pc.Role())
		}
		mirrored.Board[m.square(square.Square(from))] = pc
	}
	mirrored.Turn, mirrored.Castling = m.color(s.Turn), m.set(s.Castling)
	if s.EnPassant.Valid() {
		mirrored.EnPassant = m.square(s.EnPassant)
	}
	q, err := mirrored.Position()
	if err != nil {
		t.Fatalf("%s: %v", p.FEN(), err)
	}
	return q
}

// development mirrors what is said of it.
func (m mirror) development(d Development) Development {
	return Development{m.set(d.Out), m.set(d.Home), m.set(d.Pawns), m.set(d.Held), m.set(d.Controlled), m.set(d.Castling)}
}

func (m mirror) pins(pins []Pin) (mirrored []Pin) {
	for _, pin := range pins {
		mirrored = append(mirrored, Pin{m.square(pin.Pinned), m.square(pin.By), m.square(pin.To), pin.Absolute})
	}
	return mirrored
}

func (m mirror) attacks(attacks []DoubleAttack) (mirrored []DoubleAttack) {
	for _, a := range attacks {
		mirrored = append(mirrored, DoubleAttack{m.square(a.By), m.set(a.Targets)})
	}
	return mirrored
}

// check compares all that a teacher is told of p with what is told of its mirror image.
func (m mirror) check(t *testing.T, p *Position) {
	t.Helper()
	q := m.position(t, p)
	same := func(what string, ok bool) {
		t.Helper()
		if !ok {
			t.Fatalf("%s and, mirrored by %s, %s differ in %s", p.FEN(), m.name, q.FEN(), what)
		}
	}
	same("open files", m.set(p.OpenFiles()) == q.OpenFiles())
	same("double attack moves", slices.Equal(m.moves(p.DoubleAttackMoves()), colourless.moves(q.DoubleAttackMoves())))
	same("exchange sacrifices", slices.Equal(m.moves(p.ExchangeSacrifices()), colourless.moves(q.ExchangeSacrifices())))
	for _, mv := range p.LegalMoves(nil) {
		if !m.swapped && mv.IsCastle() {
			continue // castling has sides
		}
		same("check by "+mv.String(), p.CheckBy(mv) == q.CheckBy(m.move(mv)))
		same("the exchange of "+mv.String(), p.ExchangeOf(mv) == q.ExchangeOf(m.move(mv)))
	}
	for _, c := range [2]Color{White, Black} {
		d := m.color(c)
		same("material", p.Material(c) == q.Material(d))
		same("hanging pieces", m.set(p.Hanging(c)) == q.Hanging(d))
		same("half-open files", m.set(p.HalfOpenFiles(c)) == q.HalfOpenFiles(d))
		same("blocked files", m.set(p.BlockedFiles(c)) == q.BlockedFiles(d))
		same("passed pawns", m.set(p.PassedPawns(c)) == q.PassedPawns(d))
		same("development", m.development(p.Development(c)) == q.Development(d))
		same("pins", sameElements(m.pins(p.Pins(c)), q.Pins(d)))
		same("double attacks", sameElements(m.attacks(p.DoubleAttacks(c)), q.DoubleAttacks(d)))
		for s := range square.Square(64) {
			same("defenders", m.set(p.Defenders(s)) == q.Defenders(m.square(s)))
			same("marches", p.MarchOf(s) == q.MarchOf(m.square(s)))
			same("exchanges", p.StaticExchange(s, c) == q.StaticExchange(m.square(s), d))
		}
	}
}

// colourless changes nothing but the order.
var colourless = mirror{"nothing", func(s square.Square) square.Square { return s }, false}

func sameElements[T comparable](a, b []T) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(x T) bool { return !slices.Contains(b, x) })
}

// What holds for White holds for Black in the same place, and, but for castling, left as right.
func TestMirrored(t *testing.T) {
	games := 30
	if testing.Short() {
		games = 4
	}
	r := rand.New(rand.NewPCG(25, 26))
	for range games {
		randomGame(r, randomStart(r), 120, func(p *Position, _ Move) {
			if r.IntN(4) != 0 {
				return
			}
			colourMirror.check(t, p)
			if p.CastlingRooks() == 0 {
				fileMirror.check(t, p)
			}
		})
	}
}

func TestMirrors(t *testing.T) {
	b := square.Of(square.A1, square.B2, square.H4)
	if got := colourMirror.set(b); uint64(got) != bits.ReverseBytes64(uint64(b)) {
		t.Errorf("upside down: %s", got)
	}
	if got := fileMirror.set(b); got != square.Of(square.H1, square.G2, square.A4) {
		t.Errorf("left for right: %s", got)
	}
}
