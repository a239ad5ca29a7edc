package pgn

import (
	"fmt"
	"strconv"
	"strings"

	"jadoube/rules"
)

// symbol takes in a word: a move, a result, an annotation.
func (p *parser) symbol(t *token) {
	if r, ok := resultOf(t.text); ok {
		p.result(t, r)
		return
	}
	if class[t.text[len(t.text)-1]]&marksMove == 0 && !p.passing() {
		if p.top.move(t.text) == nil {
			return
		}
		p.r.s.promotion(t)
	}
	p.word(t, plain(t.text))
}

// word takes in a symbol that isn't simply a move, made plain.
func (p *parser) word(t *token, word string) {
	if r, ok := resultOf(word); ok {
		p.result(t, r)
		return
	}
	if p.passing() {
		return
	}
	if n, ok := glyphs[word]; ok {
		p.nag(t, n)
		return
	}
	l := p.top
	word = trimNumber(word)
	switch {
	case word == "" || p.suffix(t, word):
	case isNull(word) && p.depth > 1:
		if err := l.pass(); err != nil {
			p.cut(t, err, fmt.Sprintf("move %s: a null move in check", l.number()))
		}
	default:
		p.move(t, word)
	}
}

// suffix takes in what stands apart from its move: a mark of check, or that the pawn was taken in passing, both with
// what is stuck to them, as in "e.p.+!".
func (p *parser) suffix(t *token, word string) bool {
	m := p.top.last()
	if m == nil {
		return false
	}
	mark, stuck := splitGlyphs(word)
	if !isCheck(mark) && !(m.Move.IsEnPassant() && isPassant(strings.TrimRight(mark, "+#"))) {
		return false
	}
	for _, g := range stuck {
		p.glyph(t, g)
	}
	return true
}

// trimNumber takes away a move number that is stuck to a word by dots, and dots at its end.
func trimNumber(word string) string {
	if rest := strings.TrimLeft(word, "0123456789"); strings.HasPrefix(rest, ".") {
		word = strings.TrimLeft(rest, ".")
	}
	if !isPassant(word[max(0, len(word)-4):]) {
		word = strings.TrimRight(word, ".")
	}
	return word
}

// move takes in a move with what is stuck to it.
func (p *parser) move(t *token, word string) {
	l := p.top
	san, stuck := splitGlyphs(word)
	err := l.move(san)
	if err == nil {
		for _, g := range stuck {
			p.glyph(t, g)
		}
		return
	}
	if rest, r := cutResult(word); r != "" {
		if l.move(rest) == nil {
			p.result(t, r)
			return
		}
	}
	if moves := glued(l.now(), san); moves != nil {
		p.warn(t.place(), fmt.Sprintf("no gap in %q: read as %d moves", san, len(moves)))
		for _, m := range moves {
			l.push(m)
		}
		return
	}
	p.cut(t, err, fmt.Sprintf("move %s: %v", l.number(), err))
}

// cutResult parts a word from a result that is stuck to it; the result is empty when none is.
func cutResult(word string) (rest string, r Result) {
	for _, r := range [...]Result{WhiteWins, BlackWins, Draw} {
		if rest, ok := strings.CutSuffix(word, string(r)); ok {
			return rest, r
		}
	}
	return word, ""
}

// glyph adds an annotation that is stuck to the last move.
func (p *parser) glyph(t *token, g string) {
	if n, ok := glyphs[g]; ok {
		p.nag(t, n)
	} else {
		p.refuse(t.place(), nil, fmt.Sprintf("annotation %q: expected one of ! ? !! ?? !? ?!", abridged(g)))
	}
}

// maxGlued is how long a word may be that is tried as several moves.
const maxGlued = 24

// glued reads moves without a gap between them, as in "e4e5", if there is exactly one way to do so; else nil.
func glued(p *rules.Position, word string) (moves []rules.Move) {
	if len(word) > maxGlued {
		return nil
	}
	for i := 2; i <= len(word)-2; i++ {
		first, err := p.ParseSAN(word[:i])
		if err != nil || strings.IndexByte("+#=", word[i]) >= 0 {
			continue
		}
		q := p.Play(first)
		rest := glued(&q, word[i:])
		if next, err := q.ParseSAN(word[i:]); err == nil {
			if rest != nil {
				return nil
			}
			rest = []rules.Move{next}
		}
		switch {
		case rest == nil:
		case moves != nil:
			return nil
		default:
			moves = append([]rules.Move{first}, rest...)
		}
	}
	return moves
}

// cut reports an error behind which the line can't be read.
func (p *parser) cut(t *token, err error, text string) {
	if p.depth > 1 {
		text = "in a variation, " + text
	}
	p.top.Cut = p.refuse(t.place(), err, text)
}

// numeric takes in an annotation by number.
func (p *parser) numeric(t *token) {
	if n, err := strconv.ParseUint(t.text, 10, 8); err == nil {
		p.nag(t, int(n))
	} else if !p.passing() {
		p.refuse(t.place(), nil, fmt.Sprintf("annotation $%s: expected $0 to $255", t.text))
	}
}

// nag adds an annotation to the last move.
func (p *parser) nag(t *token, n int) {
	m := p.top.last()
	switch {
	case p.passing():
	case m == nil:
		p.refuse(t.place(), nil, fmt.Sprintf("annotation $%d: expected a move before it", n))
	default:
		p.r.addNAG(m, n)
	}
}

// result ends the game, but not within a variation, where some programs write it too: there what comes next tells.
func (p *parser) result(t *token, r Result) {
	if p.depth > 1 || p.skipped > 0 {
		if p.r.s.skipBlanks(); strings.IndexByte(")({;$", p.r.s.peek()) >= 0 {
			return
		}
	}
	p.finish(t, r)
	p.lastWords()
}

// lastWords takes in comments that stand behind the result on its line.
func (p *parser) lastWords() {
	var t token
	list := &p.game.Comments
	if m := p.game.last(); m != nil {
		list = &m.Comments
	}
	for p.r.s.commentFollows() {
		p.r.s.token(&t)
		p.r.s.stored += len(t.text) + 32
		switch {
		case t.kind == kindLost:
			p.refuse(t.place(), nil, t.bad)
		case t.text != "" && p.game.Cut == nil && p.r.s.stored <= maxGame:
			p.r.addComment(list, t.text)
		}
		if p.r.s.col() == 1 {
			return
		}
	}
}
