// Package openings knows what the first phase of a game is called: names and codes of opening lines, found by position
// or by moves; it must not know of files, boards or engines, nor which line is good.
//
// The table lines.tsv has a line in each row: its code in the Encyclopaedia of Chess Openings (A00 to E99), its English
// name and its moves. A name is a family, as in "Sicilian Defence", or a family with a variation after a colon, which a
// comma may divide further.
package openings

import (
	_ "embed"
	"fmt"
	"strings"

	"jadoube/rules"
)

// Opening is a named line from the start of a game of ordinary chess.
type Opening struct {
	ECO   string // code, "A00" to "E99"
	Name  string
	Moves []rules.Move // the line by which the table reaches the position; other move orders may lead there too
}

// String returns code and name: "C50 Italian Game".
func (o Opening) String() string { return o.ECO + " " + o.Name }

// Family returns the name without its variation.
func (o Opening) Family() string {
	family, _, _ := strings.Cut(o.Name, ":")
	return family
}

// Class returns the class of the line by its first moves.
func (o Opening) Class() Class { return ClassOf(o.Moves) }

// Gambit reports whether the line is called a gambit: a pawn, sometimes more, is offered for development or space.
func (o Opening) Gambit() bool {
	return strings.Contains(strings.ToLower(o.Name), "gambit")
}

//go:embed lines.tsv
var lines string

// Book is the table of openings, made by [Load]. It isn't changed after that.
type Book struct {
	openings []Opening
	byKey    map[uint64]place
}

// place is where a line ends.
type place struct {
	position rules.Position
	index    int
}

// Load reads the table that is part of the program. It takes about 5 ms on a desktop, and the smallest machines need a
// noticeable fraction of a second, so load it when it is needed and keep it.
func Load() *Book {
	b, err := parse(lines)
	if err != nil {
		panic(err) // the tests load the same table
	}
	return b
}

// parse reads a table: code, name and moves in a line, parted by tabs.
func parse(table string) (*Book, error) {
	b := &Book{byKey: map[uint64]place{}}
	var r reader
	for row := range strings.Lines(table) {
		fields := strings.Split(strings.TrimSuffix(row, "\n"), "\t")
		if len(fields) != 3 {
			return nil, fmt.Errorf("openings: %q: expected code, name and moves parted by tabs", row)
		}
		moves, err := r.read(strings.Fields(fields[2]))
		if err != nil {
			return nil, fmt.Errorf("openings: %s %s: %w", fields[0], fields[1], err)
		}
		if err := b.add(Opening{fields[0], fields[1], moves}, r.last()); err != nil {
			return nil, err
		}
	}
	return b, nil
}

func (b *Book) add(o Opening, end rules.Position) error {
	if old, ok := b.byKey[end.Key()]; ok {
		return fmt.Errorf("openings: %s and %s end in the same position", b.openings[old.index], o)
	}
	b.byKey[end.Key()] = place{end, len(b.openings)}
	b.openings = append(b.openings, o)
	return nil
}

// Openings returns all lines, by code. The slice is the book's own.
func (b *Book) Openings() []Opening { return b.openings }

// ByPosition returns the line that ends in p, whichever moves led to it; false when none does. Counters don't matter.
func (b *Book) ByPosition(p *rules.Position) (Opening, bool) {
	found, ok := b.byKey[p.Key()]
	if !ok || !found.position.Same(p) {
		return Opening{}, false
	}
	return b.openings[found.index], true
}

// ByMoves returns the line that names the latest position of a game from the usual start, and after how many of its
// moves that stood; false when no position of it has a name. Positions count, so a game that goes back into a line by
// another order of moves is found. Moves from the first illegal one on are left out of account.
func (b *Book) ByMoves(moves []rules.Move) (o Opening, ply int, ok bool) {
	p := rules.StartPosition()
	for i, m := range moves {
		if !p.IsLegal(m) {
			break
		}
		p = p.Play(m)
		if found, named := b.ByPosition(&p); named {
			o, ply, ok = found, i+1, true
		}
	}
	return o, ply, ok
}

// reader reads lines that often begin like the line before.
type reader struct {
	words     []string
	moves     []rules.Move
	positions []rules.Position // after each move
}

// read returns the moves of a line in algebraic notation.
func (r *reader) read(words []string) ([]rules.Move, error) {
	same := 0
	for same < len(words) && same < len(r.moves) && words[same] == r.words[same] {
		same++
	}
	r.words, r.moves, r.positions = words, r.moves[:same:same], r.positions[:same]
	for _, word := range words[same:] {
		p := r.last()
		m, err := p.ParseSAN(word)
		if err != nil {
			return nil, err
		}
		r.moves = append(r.moves, m)
		r.positions = append(r.positions, p.Play(m))
	}
	return r.moves, nil
}

// last returns the position after the line that was read.
func (r *reader) last() rules.Position {
	if len(r.positions) == 0 {
		return rules.StartPosition()
	}
	return r.positions[len(r.positions)-1]
}
