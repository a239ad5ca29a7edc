package rules

import "jadoube/rules/square"

// OpenFiles returns the files without any pawn, whole files as sets of squares.
func (p *Position) OpenFiles() square.Set {
	return p.filesWithout(White) & p.filesWithout(Black)
}

// HalfOpenFiles returns the files on which c has no pawn but the opponent has.
func (p *Position) HalfOpenFiles(c Color) square.Set {
	return p.filesWithout(c) &^ p.filesWithout(c.Other())
}

// BlockedFiles returns the open files on which the opponent's minor piece stands protected and shuts them for c's rooks
// and queen.
func (p *Position) BlockedFiles(c Color) square.Set {
	them := c.Other()
	var blocked square.Set
	for s := range ((p.Pieces(them, Bishop) | p.Pieces(them, Knight)) & p.OpenFiles()).Squares() {
		if p.Defenders(s) != 0 {
			blocked |= file(s.File())
		}
	}
	return blocked
}

func (p *Position) filesWithout(c Color) square.Set {
	files := square.All
	for s := range p.Pieces(c, Pawn).Squares() {
		files &^= file(s.File())
	}
	return files
}

// file returns the squares of a file, none when it is off the board.
func file(n int) square.Set {
	if n < 0 || n > 7 {
		return 0
	}
	return square.FileA << n
}
