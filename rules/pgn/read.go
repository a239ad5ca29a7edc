package pgn

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"jadoube/rules"
)

// Reader reads games from a text, one after the other.
type Reader struct {
	s     *scanner
	ahead *token // read but not yet used
}

// NewReader returns a reader of the games in r. It buffers by itself.
func NewReader(r io.Reader) *Reader { return &Reader{s: newScanner(r)} }

// Next returns the next game, io.EOF after the last. When a game has an error it is an *[Error], the first one, and
// the game holds what could be read before it; the next call goes on with the next game. Any other error is the
// underlying reader's.
//
// An error in a variation spoils only that: it is cut short with a warning.
func (r *Reader) Next() (*Game, error) {
	p := parser{game: &Game{}, r: r}
	r.s.stored = 0
	for !p.done {
		t := r.take()
		if r.s.failure != nil {
			return nil, r.s.failure
		}
		if r.s.stored > maxGame {
			p.fail(t, nil, fmt.Sprintf("a game of more than %d MiB", maxGame>>20))
		}
		if t.kind == kindEOF && !p.begun {
			return nil, io.EOF
		}
		p.token(t)
	}
	if p.err != nil {
		return p.game, p.err
	}
	return p.game, nil
}

func (r *Reader) take() token {
	if t := r.ahead; t != nil {
		r.ahead = nil
		return *t
	}
	return r.s.token()
}

// parser builds one game from tokens.
type parser struct {
	game    *Game
	r       *Reader
	lines   []line // the game's own, and the variations that are open; empty before the first move
	before  []string
	begun   bool // anything but comments seen
	inMoves bool
	done    bool
	err     *Error // the first; after it moves are passed over
}

// line is a line that is being read.
type line struct {
	Line
	now, before rules.Position // after and before the last move
	cut         bool           // an error: pass over the rest
}

// maxDepth bounds variations in variations.
const maxDepth = 100

func (p *parser) fail(t token, err error, text string) {
	p.begun = true
	if p.err == nil {
		p.err = &Error{t.line, t.col, text, err}
		p.close()
	}
}

func (p *parser) warn(t token, err error, text string) {
	if p.err == nil {
		p.game.Warnings = append(p.game.Warnings, &Error{t.line, t.col, text, err})
	}
}

func (p *parser) token(t token) {
	switch t.kind {
	case kindEOF:
		p.finish(t, "")
		return
	case kindTag:
		p.tag(t)
		return
	case kindComment:
		p.comment(t)
		return
	}
	p.begun = true
	if t.kind == kindBad {
		p.fail(t, nil, t.text)
		return
	}
	p.enterMoves(t)
	if r, ok := resultOf(t); ok {
		p.result(t, r)
	} else if p.err == nil {
		p.movetext(t)
	}
}

// tag takes in a tag pair; behind moves, or as a second Event, it begins the next game.
func (p *parser) tag(t token) {
	if p.inMoves || t.name == "Event" && p.game.tagIndex("Event") >= 0 {
		p.r.ahead = &t
		p.finish(t, "")
		return
	}
	p.begun = true
	if t.odd != "" {
		p.warn(t, nil, t.odd)
	}
	if p.game.tagIndex(t.name) >= 0 {
		p.warn(t, nil, fmt.Sprintf("a second tag %s, %q, is left out", t.name, t.text))
		return
	}
	p.game.Tags = append(p.game.Tags, Tag{t.name, t.text})
}

// enterMoves ends the tags and sets up the position, once.
func (p *parser) enterMoves(t token) {
	if p.inMoves {
		return
	}
	p.inMoves = true
	if v := p.game.Tag("Variant"); !isChess(v) {
		p.fail(t, nil, fmt.Sprintf("tag Variant %q: only ordinary chess and Chess960 are known", v))
	}
	start, err := p.game.Start()
	if err != nil {
		p.fail(t, err, err.Error())
	}
	if p.err == nil {
		p.lines = []line{{now: start}}
		p.lines[0].Comments, p.before = p.before, nil
	}
}

func isChess(variant string) bool {
	switch strings.ToLower(strings.ReplaceAll(variant, " ", "")) {
	case "", "?", "-", "standard", "normal", "chess", "fromposition", "chess960", "fischerandom", "fischerrandom", "freestyle":
		return true
	}
	return false
}

func (p *parser) comment(t token) {
	switch {
	case t.text == "" || p.err != nil:
	case len(p.lines) == 0:
		p.before = append(p.before, t.text)
	default:
		l := p.line()
		if m := l.last(); m != nil {
			m.Comments = append(m.Comments, t.text)
		} else {
			l.Comments = append(l.Comments, t.text)
		}
	}
}

func (p *parser) line() *line { return &p.lines[len(p.lines)-1] }

// last returns the line's last move, nil when it has none.
func (l *line) last() *Move {
	if len(l.Moves) == 0 {
		return nil
	}
	return &l.Moves[len(l.Moves)-1]
}

// movetext takes in what stands between comments.
func (p *parser) movetext(t token) {
	switch l := p.line(); t.kind {
	case kindOpen:
		p.open(t)
	case kindClose:
		p.closeVariation(t)
	case kindNAG:
		n, _ := strconv.Atoi(t.text)
		p.nag(t, n)
	case kindSymbol:
		if !l.cut {
			p.symbol(t)
		}
	}
}

func (p *parser) open(t token) {
	l := p.line()
	switch {
	case len(p.lines) > maxDepth:
		p.fail(t, nil, fmt.Sprintf("variations more than %d deep", maxDepth))
	case l.cut:
		p.lines = append(p.lines, line{cut: true})
	case len(l.Moves) == 0:
		p.spoil(t, nil, "a variation before the first move of its line")
		if p.err == nil {
			p.lines = append(p.lines, line{cut: true})
		}
	default:
		p.lines = append(p.lines, line{now: l.before})
	}
}

func (p *parser) closeVariation(t token) {
	if len(p.lines) == 1 {
		p.fail(t, nil, "a ) without its (")
		return
	}
	p.fold()
}

// fold hangs the innermost variation on the move that it is an alternative to; an empty one leaves its comments.
func (p *parser) fold() {
	v := p.line().Line
	p.lines = p.lines[:len(p.lines)-1]
	m := p.line().last()
	switch {
	case m == nil:
	case len(v.Moves) > 0:
		m.Variations = append(m.Variations, v)
	default:
		m.Comments = append(m.Comments, v.Comments...)
	}
}

// close gives the game what has been read of it.
func (p *parser) close() {
	if len(p.lines) == 0 {
		p.game.Comments = p.before
		return
	}
	for len(p.lines) > 1 {
		p.fold()
	}
	p.game.Line = p.lines[0].Line
}

func (p *parser) nag(t token, n int) {
	m := p.line().last()
	switch {
	case p.line().cut:
	case n > 255:
		p.warn(t, nil, fmt.Sprintf("annotation $%d is left out: they end at $255", n))
	case m == nil:
		p.warn(t, nil, fmt.Sprintf("annotation $%d is left out: it stands before the first move", n))
	default:
		m.NAGs = append(m.NAGs, n)
	}
}

// glyphs are annotations that stand as words, with their numbers.
var glyphs = map[string]int{
	"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6,
	"=": 10, "∞": 13, "+=": 14, "⩲": 14, "=+": 15, "⩱": 15, "+/-": 16, "±": 16, "-/+": 17, "∓": 17, "+-": 18, "-+": 19,
}

func (p *parser) symbol(t token) {
	if n, ok := glyphs[t.text]; ok {
		p.nag(t, n)
		return
	}
	l := p.line()
	if m := l.last(); isPassant(t.text) && m != nil && m.Move.IsEnPassant() {
		return
	}
	san := t.text
	if !isPassant(san[max(0, len(san)-4):]) {
		san = strings.TrimRight(san, ".")
	}
	move := strings.TrimRight(san, "!?")
	m, err := l.now.ParseSAN(move)
	if err != nil {
		p.spoil(t, err, fmt.Sprintf("move %s: %v", l.number(), err))
		return
	}
	l.before, l.now = l.now, l.now.Play(m)
	l.Append(m)
	if n, ok := glyphs[san[len(move):]]; ok {
		p.nag(t, n)
	}
}

func isPassant(s string) bool { return s == "e.p." || s == "e.p" || s == "ep" }

// number writes the number of the next move as PGN does.
func (l *line) number() string {
	if l.now.Turn() == rules.Black {
		return strconv.Itoa(l.now.FullMove()) + "..."
	}
	return strconv.Itoa(l.now.FullMove()) + "."
}

// spoil reports an error in the line: the game's end, or only that of a variation.
func (p *parser) spoil(t token, err error, text string) {
	if len(p.lines) == 1 {
		p.fail(t, err, text)
		return
	}
	p.line().cut = true
	p.warn(t, err, "a variation is cut short: "+text)
}

func resultOf(t token) (Result, bool) {
	if t.kind != kindSymbol {
		return "", false
	}
	switch t.text {
	case "1-0", "0-1", "1/2-1/2", "*":
		return Result(t.text), true
	case "1/2", "½-½", "½":
		return Draw, true
	}
	return "", false
}

// result ends the game, but not within a variation, where some programs write it too.
func (p *parser) result(t token, r Result) {
	if p.err == nil && len(p.lines) > 1 && p.closesLater() {
		return
	}
	p.finish(t, r)
}

// closesLater reports whether a ) follows at once.
func (p *parser) closesLater() bool {
	t := p.r.take()
	p.r.ahead = &t
	return t.kind == kindClose
}

// finish ends the game; r is empty when its moves end without a result.
func (p *parser) finish(t token, r Result) {
	p.done = true
	tag, isResult := resultOf(token{kind: kindSymbol, text: p.game.Tag("Result")})
	if p.err == nil && len(p.lines) > 1 {
		p.warn(t, nil, "a variation whose ) is missing")
	}
	switch {
	case r == "":
		p.warn(t, nil, "no result at the end of the moves")
		r = tag
	case isResult && tag != r:
		p.warn(t, nil, fmt.Sprintf("the moves end with %s but tag Result says %s", r, tag))
	}
	if p.err == nil {
		p.enterMoves(t)
	}
	if p.err == nil {
		p.close()
	}
	if p.game.Result = r; r == "" {
		p.game.Result = Unfinished
	}
	p.game.SetTag("Result", "")
}
