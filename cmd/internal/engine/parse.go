package engine

import (
	"strconv"
	"strings"
)

// kind says what a line of an engine's output is.
type kind uint8

const (
	nothing kind = iota // nothing that is known, or known and of no use
	ident
	option
	uciOK
	readyOK
	info
	best
)

// message is one line of an engine's output. Which fields are set depends on the kind.
type message struct {
	kind   kind
	name   string // ident: "name" or "author"
	text   string // ident: the value; best: the move
	option Option
	info   Info
}

// Info is what an engine says while it thinks. Moves are as it wrote them, nobody has looked whether they are legal.
type Info struct {
	Line  int // from 1: the rank of the line among those asked for
	Depth int // plies
	Score Score
	PV    []string // the line, UCI
}

// Score is how good a position is for the side to move.
type Score struct {
	Centipawns int
	Mate       bool // mate is seen, and Centipawns means nothing
	In         int  // moves to the mate: of the side to move when positive, else against it; 0 = it is mated
}

// mateValue is the value of a mate on the board.
const mateValue = 30_000

// Value orders scores by one number: centipawns, with mates beyond all others and the sooner the further, 30 000 for a
// mate on the board.
func (s Score) Value() int {
	switch {
	case !s.Mate:
		return max(-mateValue/2, min(s.Centipawns, mateValue/2))
	case s.In > 0:
		return mateValue - s.In
	}
	return -mateValue - s.In
}

// parse reads a line. As the interface wants it, words before the first that is known are passed over, and a line without
// one says nothing. A line whose first known word is followed by what makes no sense says nothing either.
func parse(line string) message {
	words := strings.Fields(line)
	for i, w := range words {
		rest := words[i+1:]
		switch w {
		case "uciok":
			return message{kind: uciOK}
		case "readyok":
			return message{kind: readyOK}
		case "id":
			return parseIdent(rest)
		case "option":
			return parseOption(rest)
		case "info":
			return parseInfo(rest)
		case "bestmove":
			if len(rest) == 0 {
				return message{}
			}
			return message{kind: best, text: rest[0]}
		}
	}
	return message{}
}

func parseIdent(words []string) message {
	if len(words) < 2 || words[0] != "name" && words[0] != "author" {
		return message{}
	}
	return message{kind: ident, name: words[0], text: strings.Join(words[1:], " ")}
}

// parseInfo reads what follows "info". It says nothing unless it has a line with an exact score.
func parseInfo(words []string) message {
	m := message{kind: info, info: Info{Line: 1}}
	scored := false
	for i := 0; i < len(words); i++ {
		rest := words[i+1:]
		switch words[i] {
		case "string":
			return message{}
		case "depth":
			m.info.Depth, _ = number(rest, 0)
		case "multipv":
			m.info.Line, _ = number(rest, 0)
		case "score":
			m.info.Score, scored = parseScore(rest)
		case "lowerbound", "upperbound":
			return message{}
		case "pv":
			m.info.PV = rest
			i = len(words)
		}
	}
	if !scored || len(m.info.PV) == 0 || m.info.Line < 1 {
		return message{}
	}
	return m
}

func parseScore(words []string) (s Score, ok bool) {
	if len(words) == 0 {
		return s, false
	}
	n, ok := number(words, 1)
	switch words[0] {
	case "cp":
		return Score{Centipawns: n}, ok
	case "mate":
		return Score{Mate: true, In: n}, ok
	}
	return s, false
}

// maxNumber bounds what an engine may say: more is no sense but a slip.
const maxNumber = 1 << 31

func number(words []string, i int) (int, bool) {
	if i >= len(words) {
		return 0, false
	}
	n, err := strconv.ParseInt(words[i], 10, 64)
	if err != nil || n > maxNumber || n < -maxNumber {
		return 0, false
	}
	return int(n), true
}
