package rules

import (
	"fmt"
	"strconv"
	"strings"

	"jadoube/rules/square"
)

// FENError says which field of a FEN can't be read.
type FENError struct {
	Field string // "fields", "placement", "turn", "castling", "en passant", "half-moves", "full move"
	Value string // what was found
	Want  string // what was expected
}

func (e *FENError) Error() string {
	return fmt.Sprintf("fen: %s %s: expected %s", e.Field, clip(e.Value), e.Want)
}

// clip quotes a value for an error, the beginning of it where it is long.
func clip(value string) string {
	const most = 100
	if len(value) <= most {
		return strconv.Quote(value)
	}
	return fmt.Sprintf("%q… (%d bytes)", value[:most], len(value))
}

// maxCounter bounds both counters of a FEN. The longest possible game is shorter; counting on stops there.
const maxCounter = 9999

// ParseFEN reads Forsyth-Edwards Notation: six fields, of which the counters may be missing (then 0 and 1).
// Castling is read in all its forms: KQkq, where a letter means the outermost rook on that side of the king (X-FEN),
// and the rook's file (Shredder-FEN, "HAha"). A full-move number of 0, which some programs write, is read as 1.
// Errors are *FENError. What stands on the board is not judged: see [Setup.Position].
func ParseFEN(s string) (Setup, error) {
	var p Setup
	f := strings.Fields(s)
	if len(f) < 4 || len(f) > 6 {
		return p, &FENError{"fields", s, "4 to 6 fields parted by blanks: placement turn castling en-passant [half-moves full-move]"}
	}
	f = append(f, []string{"0", "1"}[len(f)-4:]...)
	if err := p.parsePlacement(f[0]); err != nil {
		return p, err
	}
	switch f[1] {
	case "w":
	case "b":
		p.Turn = Black
	default:
		return p, &FENError{"turn", f[1], "w or b"}
	}
	if err := p.parseCastling(f[2]); err != nil {
		return p, err
	}
	if err := p.parseEnPassant(f[3]); err != nil {
		return p, err
	}
	return p, p.parseCounters(f[4], f[5])
}

// ParsePosition reads a FEN of a position that can be played on. Its errors are ParseFEN's *FENError and
// Setup.Position's *SetupError.
func ParsePosition(s string) (Position, error) {
	setup, err := ParseFEN(s)
	if err != nil {
		return Position{}, err
	}
	return setup.Position()
}

// MustFEN returns the position of a FEN that is known to be good; it panics when it is not. For tests and tables.
func MustFEN(s string) Position {
	p, err := ParsePosition(s)
	if err != nil {
		panic(err)
	}
	return p
}

func (p *Setup) parsePlacement(s string) error {
	ranks := strings.Split(s, "/")
	if len(ranks) != 8 {
		return &FENError{"placement", s, fmt.Sprintf("8 ranks parted by /, not %d", len(ranks))}
	}
	for i, r := range ranks {
		if err := p.parseRank(7-i, r); err != nil {
			return err
		}
	}
	return nil
}

func (p *Setup) parseRank(rank int, s string) error {
	file := 0
	for i := range len(s) {
		if c := s[i]; c >= '1' && c <= '8' {
			file += int(c - '0')
			continue
		}
		pc, ok := ParsePiece(s[i])
		if !ok {
			return &FENError{"placement", s, fmt.Sprintf("only pnbrqkPNBRQK and 1-8 on rank %d", rank+1)}
		}
		if file < 8 {
			p.Board[square.At(file, rank)] = pc
		}
		file++
	}
	if file != 8 {
		return &FENError{"placement", s, fmt.Sprintf("8 squares on rank %d, not %d", rank+1, file)}
	}
	return nil
}

func (p *Setup) parseCastling(s string) error {
	if s == "-" {
		return nil
	}
	for i := range len(s) {
		rook := p.rookOfLetter(s[i])
		if rook == square.None {
			return &FENError{"castling", s, "-, some of KQkq, or files of rooks as in HAha"}
		}
		if p.Castling.Has(rook) {
			return &FENError{"castling", s, fmt.Sprintf("each right once, not the one with %s twice", rook)}
		}
		p.Castling |= rook.Set()
	}
	return nil
}

// rookOfLetter returns the square that a letter of the castling field means, None when the letter means nothing.
// Where there is no rook to mean, it is the corner.
func (p *Setup) rookOfLetter(letter byte) square.Square {
	c := White
	if letter >= 'a' {
		c, letter = Black, letter-'a'+'A'
	}
	switch {
	case letter >= 'A' && letter <= 'H':
		return square.At(int(letter-'A'), c.backRank())
	case letter == 'K':
		return p.outerRook(c, 7)
	case letter == 'Q':
		return p.outerRook(c, 0)
	}
	return square.None
}

// outerRook returns c's rook that is nearest to a corner (file 0 or 7) of the back rank and on that side of the king;
// the corner itself when there is none.
func (p *Setup) outerRook(c Color, corner int) square.Square {
	rank, step := c.backRank(), 1
	if corner == 7 {
		step = -1
	}
	for file := corner; file >= 0 && file < 8; file += step {
		s := square.At(file, rank)
		if p.Board[s] == MakePiece(c, Rook) && p.kingBeyond(c, s, step) {
			return s
		}
	}
	return square.At(corner, rank)
}

// kingBeyond reports whether c's king stands on the same rank as s, in a direction from it.
func (p *Setup) kingBeyond(c Color, s square.Square, step int) bool {
	for file := s.File() + step; file >= 0 && file < 8; file += step {
		if p.Board[square.At(file, s.Rank())] == MakePiece(c, King) {
			return true
		}
	}
	return false
}

func (p *Setup) parseEnPassant(s string) error {
	p.EnPassant = square.None
	if s == "-" {
		return nil
	}
	e, err := square.Parse(s)
	if err != nil || e.Rank() != 2 && e.Rank() != 5 {
		return &FENError{"en passant", s, "- or a square on the third or sixth rank"}
	}
	p.EnPassant = e
	return nil
}

func (p *Setup) parseCounters(half, full string) (err error) {
	if p.HalfMoves, err = parseCounter("half-moves", half); err != nil {
		return err
	}
	p.FullMove, err = parseCounter("full move", full)
	p.FullMove = max(p.FullMove, 1)
	return err
}

func parseCounter(field, s string) (int, error) {
	n, err := strconv.ParseUint(s, 10, 32)
	if err != nil || n > maxCounter {
		return 0, &FENError{field, s, fmt.Sprintf("a number from 0 to %d", maxCounter)}
	}
	return int(n), nil
}

// FEN writes the setup in six fields. Castling is in X-FEN: KQkq, and the rook's file where it isn't the outermost.
func (p Setup) FEN() string { return p.fen((*Setup).letterOfRook) }

// ShredderFEN is FEN with castling rights by the rooks' files, HAha for ordinary chess.
func (p Setup) ShredderFEN() string {
	return p.fen(func(_ *Setup, _ Color, s square.Square) byte { return 'A' + byte(s.File()) })
}

// fen writes the setup with a letter, in upper case, for each castling right.
func (p *Setup) fen(letter func(*Setup, Color, square.Square) byte) string {
	b := make([]byte, 0, 96)
	b = p.appendPlacement(b)
	if p.Turn == White {
		b = append(b, " w "...)
	} else {
		b = append(b, " b "...)
	}
	b = p.appendCastling(b, letter)
	b = append(b, ' ')
	b = append(b, p.EnPassant.String()...)
	b = append(b, ' ')
	b = strconv.AppendInt(b, int64(p.HalfMoves), 10)
	b = append(b, ' ')
	b = strconv.AppendInt(b, int64(p.FullMove), 10)
	return string(b)
}

func (p *Setup) appendPlacement(b []byte) []byte {
	for rank := 7; rank >= 0; rank-- {
		var empty byte
		for file := range 8 {
			pc := p.Board[square.At(file, rank)]
			if pc == NoPiece {
				empty++
				continue
			}
			if empty > 0 {
				b = append(b, '0'+empty)
				empty = 0
			}
			b = append(b, pc.Letter())
		}
		if empty > 0 {
			b = append(b, '0'+empty)
		}
		if rank > 0 {
			b = append(b, '/')
		}
	}
	return b
}

func (p *Setup) appendCastling(b []byte, letter func(*Setup, Color, square.Square) byte) []byte {
	before := len(b)
	for _, c := range [2]Color{White, Black} {
		for file := 7; file >= 0; file-- {
			if s := square.At(file, c.backRank()); p.Castling.Has(s) {
				b = append(b, letter(p, c, s)+byte(c)*('a'-'A'))
			}
		}
	}
	if len(b) == before {
		b = append(b, '-')
	}
	return b
}

// letterOfRook returns the letter for a castling right in upper case.
func (p *Setup) letterOfRook(c Color, s square.Square) byte {
	rook := p.Board[s] == MakePiece(c, Rook)
	switch {
	case rook && p.kingBeyond(c, s, -1) && p.outerRook(c, 7) == s:
		return 'K'
	case rook && p.kingBeyond(c, s, 1) && p.outerRook(c, 0) == s:
		return 'Q'
	}
	return 'A' + byte(s.File())
}

// FEN writes the position. The en passant square is there only when a capture on it is legal.
func (p *Position) FEN() string {
	return p.Setup().FEN()
}

// ShredderFEN writes the position as [Setup.ShredderFEN] does, for programs of Chess960 that know no X-FEN.
func (p *Position) ShredderFEN() string { return p.Setup().ShredderFEN() }
