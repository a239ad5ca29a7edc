package pgn

import (
	"fmt"
	"io"
	"strings"

	"jadoube/rules"
)

// Reader reads games from a text, one after the other.
type Reader struct {
	s     scanner
	t     token
	again bool   // t begins the next game: it is to be taken once more
	lines []line // the game's own line and the variations that are open
	moves []Move // an empty slice with room for those of games that Next reads
	names map[string]string
	keeper
}

// NewReader returns a reader of the games in r. It buffers by itself, and takes no more memory than some hundred
// kilobytes and what the longest game needs; a game of more than 4 MiB is refused.
func NewReader(r io.Reader) *Reader {
	return &Reader{s: newScanner(r), names: map[string]string{}}
}

// Next returns the next game, io.EOF after the last. When something in it was refused, the error is the first of the
// game's Errors, and the game holds all that could be read; the next call goes on with the next game. Any other error
// is the underlying reader's, or says that what it gives can't be PGN; there is no game then, and nothing comes behind.
//
// What can't be read spoils as little as possible: a tag, a sign; the rest of a variation; and if it is a move of the
// game itself, what comes behind (see [Line.Cut]).
func (r *Reader) Next() (*Game, error) {
	const usual, several = 100, 400
	if cap(r.moves) < usual {
		r.moves = make([]Move, 0, several)
	}
	g := &Game{Line: Line{Moves: r.moves}}
	err := r.NextTo(g)
	n := len(g.Moves)
	if r.moves = g.Moves[n:]; n == 0 {
		g.Moves = nil
	}
	g.Moves = g.Moves[:n:n]
	if err != nil && len(g.Errors) == 0 {
		return nil, err
	}
	return g, err
}

// NextTo is [Reader.Next] for long files: it reads the next game into g, whose memory it uses again. All that g held is
// lost, with its slices of tags, moves, comments and annotations; only texts may be kept. If the error isn't an
// [*Error], there is no game in g.
func (r *Reader) NextTo(g *Game) error {
	g.empty()
	p := parser{game: g, r: r}
	r.s.beginGame()
	for !p.done {
		if !r.again {
			r.s.token(&r.t)
		}
		r.again = false
		if r.s.failure != nil {
			g.empty()
			return r.s.failure
		}
		if r.t.kind == kindEOF && !p.begun {
			g.empty()
			return io.EOF
		}
		if r.s.stored > maxGame && !p.tooLong {
			p.tooLong = true
			p.giveUp(r.t.place(), fmt.Sprintf("a game of more than %d MiB: the rest of it is passed over", maxGame>>20))
		}
		p.token(&r.t)
	}
	g.kept += r.s.stored
	if len(g.Errors) > 0 {
		return g.Errors[0]
	}
	return nil
}

// intern returns a tag's name in memory that all games share, as long as there are not too many.
func (r *Reader) intern(name string) string {
	known, ok := r.names[name]
	if !ok {
		known = strings.Clone(name)
		if len(r.names) < maxTags {
			r.names[known] = known
		}
	}
	return known
}

// place is where something begins: line and column.
type place struct{ line, col int }

func (t *token) place() place { return place{t.line, t.col} }

// parser builds one game from tokens.
type parser struct {
	game    *Game
	r       *Reader
	top     *line // the innermost line that is open
	depth   int   // lines that are open: the game's own, and variations; 0 before the moves
	skipped int   // open brackets of what is passed over
	begun   bool  // anything but comments seen
	inMoves bool
	tooLong bool
	done    bool

	fen, variant, setUp place // of these tags
}

const (
	maxDepth = 100  // variations in variations
	maxTags  = 1000 // of one game
)

// refuse reports something that is left out.
func (p *parser) refuse(at place, err error, text string) *Error {
	p.begun = true
	e := &Error{at.line, at.col, text, err}
	if len(p.game.Errors) < MaxErrors {
		p.game.Errors = append(p.game.Errors, e)
	}
	return e
}

// warn reports something odd.
func (p *parser) warn(at place, text string) {
	if len(p.game.Warnings) < MaxErrors {
		p.game.Warnings = append(p.game.Warnings, &Error{at.line, at.col, text, nil})
	}
}

// giveUp reports an error behind which nothing of the game can be read.
func (p *parser) giveUp(at place, text string) {
	p.enterMoves()
	p.closeAll()
	if main := p.top; main.Cut == nil {
		main.Cut = p.refuse(at, nil, text)
	}
}

func (p *parser) token(t *token) {
	if !p.passing() {
		p.r.s.stored += len(t.text) + 32
	}
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
	case kindBad, kindLost:
		p.bad(t)
		return
	}
	p.begun = true
	p.enterMoves()
	if t.kind == kindSymbol {
		p.symbol(t)
	} else if t.kind != kindNumber {
		p.mark(t)
	}
}

// bad reports a token that can't be used, unless it stands in what is passed over anyway. A comment without its end
// takes along what is behind a variation too.
func (p *parser) bad(t *token) {
	switch {
	case t.kind == kindLost:
		p.giveUp(t.place(), t.bad)
	case p.passing():
	default:
		p.refuse(t.place(), nil, t.bad)
	}
}

// tag takes in a tag pair; behind moves, or as a second Event, it begins the next game. So does a tag that can't be
// read at the beginning of a line.
func (p *parser) tag(t *token) {
	if t.bad != "" && t.col != 1 && p.inMoves {
		p.bad(t)
		return
	}
	if p.inMoves || t.name == "Event" && p.game.tagIndex("Event") >= 0 {
		p.r.again = true
		p.finish(t, "")
		return
	}
	p.begun = true
	switch {
	case t.bad != "":
		p.refuse(t.place(), nil, t.bad)
	case p.game.tagIndex(t.name) >= 0:
		if t.text != p.game.Tag(t.name) {
			p.refuse(t.place(), nil, fmt.Sprintf("a second tag %s, %q: expected one of each name", t.name, abridged(t.text)))
		}
	case len(p.game.Tags) == maxTags:
		p.refuse(t.place(), nil, fmt.Sprintf("tag %s: expected at most %d tags", t.name, maxTags))
	default:
		p.addTag(t)
	}
}

func (p *parser) addTag(t *token) {
	if t.odd != "" {
		p.warn(t.place(), fmt.Sprintf("tag %s: %s", t.name, t.odd))
	}
	switch t.name {
	case "FEN":
		p.fen = t.place()
	case "Variant":
		p.variant = t.place()
	case "SetUp":
		p.setUp = t.place()
	}
	if p.game.Tags == nil {
		p.game.Tags = make([]Tag, 0, 12)
	}
	p.r.s.stored += len(t.name)
	p.game.Tags = append(p.game.Tags, Tag{p.r.intern(t.name), p.r.keep(t.text)})
}

// abridged is a text, cut where it gets too long for a message.
func abridged(text string) string {
	const most = 60
	if n := 0; len(text) > most {
		for i := range text {
			if n++; n > most {
				return text[:i] + "…"
			}
		}
	}
	return text
}

// enterMoves ends the tags and sets up the position, once.
func (p *parser) enterMoves() {
	if p.inMoves {
		return
	}
	p.inMoves = true
	start, err := p.game.Start()
	l := p.openLine(&p.game.Line, &start, place{})
	if p.game.Tag("SetUp") == "1" && p.game.tagIndex("FEN") < 0 {
		p.warn(p.setUp, "tag SetUp without a tag FEN: the game is read from the initial position")
	}
	if err != nil {
		l.Cut = p.refuse(p.fen, err, err.Error())
	} else if !p.game.IsChess() {
		v := abridged(p.game.Tag("Variant"))
		l.Cut = p.refuse(p.variant, nil, fmt.Sprintf("tag Variant %q: expected Standard or Chess960", v))
	}
}

// openLine opens one more line, which begins in a position.
func (p *parser) openLine(to *Line, start *rules.Position, at place) *line {
	if p.depth == len(p.r.lines) {
		p.r.lines = append(p.r.lines, line{keeper: &p.r.keeper})
	}
	p.depth++
	p.top = &p.r.lines[p.depth-1]
	p.top.begin(to, start, at)
	return p.top
}

// passing reports whether what stands here is passed over, because of an error before it.
func (p *parser) passing() bool {
	return p.depth > 0 && (p.skipped > 0 || p.top.Cut != nil)
}

func (p *parser) comment(t *token) {
	if t.text == "" || p.passing() {
		return
	}
	l := &p.game.Line
	if p.depth > 0 {
		l = p.top.Line
	}
	list := &l.Comments
	if m := l.last(); m != nil {
		list = &m.Comments
	}
	p.r.addComment(list, t.text)
}

// mark takes in a bracket or a numeric annotation.
func (p *parser) mark(t *token) {
	switch t.kind {
	case kindOpen:
		p.openVariation(t)
	case kindClose:
		p.closeVariation(t)
	case kindNAG:
		p.numeric(t)
	}
}

func (p *parser) openVariation(t *token) {
	switch {
	case p.passing():
		p.skipped++
	case p.depth > maxDepth:
		p.skipped++
		p.refuse(t.place(), nil, fmt.Sprintf("a variation in %d others: expected at most %d", maxDepth, maxDepth-1))
	case len(p.top.Moves) == 0:
		p.skipped++
		p.refuse(t.place(), nil, "a variation before the first move of its line: expected the move that it is another choice to")
	default:
		l := p.top
		p.openLine(p.r.addVariation(l.last()), l.before(), t.place())
	}
}

func (p *parser) closeVariation(t *token) {
	switch {
	case p.skipped > 0:
		p.skipped--
	case p.depth > 1:
		p.fold()
	case p.top.Cut == nil:
		p.refuse(t.place(), nil, "a ) without its (")
	}
}

// fold closes the innermost variation; an empty one leaves its comments to the move that it is an alternative to.
func (p *parser) fold() {
	v := p.top.Line
	p.depth--
	p.top = &p.r.lines[p.depth-1]
	if m := p.top.last(); len(v.Moves) == 0 {
		m.Variations = m.Variations[:len(m.Variations)-1]
		m.Comments = append(m.Comments, v.Comments...)
	}
}

// closeAll closes all variations.
func (p *parser) closeAll() {
	for p.skipped = 0; p.depth > 1; {
		p.fold()
	}
}

// finish ends the game; r is empty when its moves end without a result.
func (p *parser) finish(t *token, r Result) {
	p.done = true
	p.enterMoves()
	if !p.passing() && p.depth > 1 {
		p.giveUp(p.r.lines[1].place, "a ( that is never closed: what comes behind may belong to the game")
	}
	p.closeAll()
	main := p.top
	value := p.game.Tag("Result")
	tag, ok := resultOf(plain(value))
	switch {
	case r == "" && main.Cut == nil:
		p.warn(t.place(), "no result at the end of the moves: expected 1-0, 0-1, 1/2-1/2 or *")
	case !ok && value != "" && value != "?":
		p.warn(t.place(), fmt.Sprintf("tag Result %q: expected 1-0, 0-1, 1/2-1/2 or *", abridged(value)))
	case r != "" && ok && tag != r:
		p.warn(t.place(), fmt.Sprintf("the moves end with %s but tag Result says %s", r, tag))
	}
	if r == "" {
		r = tag
	}
	if r == "" {
		r = Unfinished
	}
	p.game.SetTag("Result", "")
	p.game.Result = r
}
