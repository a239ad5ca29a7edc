package pgn

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// glyphs are annotations that stand as words or behind a move, with their numbers.
var glyphs = map[string]int{
	"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6, "□": 7,
	"=": 10, "∞": 13, "+=": 14, "⩲": 14, "=+": 15, "⩱": 15, "+/-": 16, "±": 16, "-/+": 17, "∓": 17, "+-": 18, "-+": 19,
	"⨀": 22, "⟳": 32, "↑": 36, "→": 40, "=∞": 44, "⇆": 132, "⨁": 138, "⊕": 138, "∆": 140, "△": 140, "⌓": 142,
	"RR": 145, "N": 146, "D": 220,
}

// plainer writes in ASCII what people, word processors and other scripts write otherwise in results, judgements and
// numbers. The letters of moves are left to [rules.Position.ParseSAN].
var plainer = strings.NewReplacer(
	"؟", "?", "？", "?", "！", "!", "‼", "!!", "⁇", "??", "⁉", "!?", "⁈", "?!", "†", "+", "‡", "++",
	"–", "-", "—", "-", "−", "-", "‑", "-", "‐", "-", "…", "...", "½", "1/2",
	"\ufe0e", "", "\ufe0f", "", "\u200b", "", "\u200e", "", "\u200f", "",
)

// plain writes a word in ASCII as far as it has a meaning in PGN.
func plain(word string) string {
	for i := range len(word) {
		if word[i] >= utf8.RuneSelf {
			return plainer.Replace(decode(word))
		}
	}
	return word
}

// decode returns a text that is UTF-8 but for single bytes of Latin-1 as UTF-8.
func decode(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	s := scanner{in: text, ended: true}
	for c := s.next(); c != eof; c = s.next() {
		s.text = utf8.AppendRune(s.text, c)
	}
	return string(s.text)
}

// splitGlyphs parts a word from the annotations that are stuck to it, as in "Nf3!?" and "Qxd5±".
func splitGlyphs(word string) (move string, stuck []string) {
	move = strings.TrimRightFunc(word, func(c rune) bool { return c >= utf8.RuneSelf })
	if move != word {
		stuck = append(stuck, word[len(move):])
	}
	for _, suffix := range [...]string{"+/-", "-/+", "+-", "-+", "+=", "="} {
		if rest, ok := strings.CutSuffix(move, suffix); ok {
			move, stuck = rest, append(stuck, suffix)
			break
		}
	}
	if rest := strings.TrimRight(move, "!?"); rest != move {
		move, stuck = rest, append(stuck, move[len(rest):])
	}
	slices.Reverse(stuck)
	return move, stuck
}

// resultOf reads a result as people and programs write it.
func resultOf(word string) (Result, bool) {
	if word == "" || word[0] != '0' && word[0] != '1' && word[0] != '*' {
		return "", false
	}
	switch word {
	case "1-0":
		return WhiteWins, true
	case "0-1":
		return BlackWins, true
	case "1/2-1/2", "1/2":
		return Draw, true
	case "*":
		return Unfinished, true
	}
	return "", false
}

// isPassant reports whether a word says that the pawn was taken in passing.
func isPassant(word string) bool {
	switch word {
	case "e.p.", "e.p", "ep", "ep.":
		return true
	}
	return false
}

// isCheck reports whether a word is a mark of check or mate that stands apart from its move.
func isCheck(word string) bool {
	switch word {
	case "+", "++", "#", "ch", "ch.", "mate", "dbl":
		return true
	}
	return false
}

// isNull reports whether a word is a move by which the turn only passes, as in analysis.
func isNull(word string) bool {
	switch word {
	case "--", "Z0", "null", "@@@@", "<>":
		return true
	}
	return false
}
