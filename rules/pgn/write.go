package pgn

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"jadoube/rules"
)

// roster names the tags that every game has, in their order.
var roster = [...]string{"Event", "Site", "Date", "Round", "White", "Black", "Result"}

// Write writes a game in PGN's export format, with an empty line after it: the seven tags, with question marks for
// what is unknown, the others by name, and the moves in lines under 80 columns. Only a word that is longer or a tag
// makes a longer line. A } in a comment, which would end it, is written as ). A line that the reader gave up is marked
// by a comment where it ends. The error is w's, or tells of a move that is not legal or a tag that can't be written;
// then nothing is written.
func Write(w io.Writer, g *Game) error {
	text, err := g.AppendText(nil)
	if err == nil {
		_, err = w.Write(text)
	}
	return err
}

// AppendText appends the game as [Write] writes it. The error tells of a move that is not legal or a tag that can't be
// written; then nothing is appended.
func (g *Game) AppendText(b []byte) ([]byte, error) {
	start, err := g.Start()
	if err == nil {
		err = g.check()
	}
	if err != nil {
		return b, err
	}
	m := movetext{b: append(appendTags(b, g), '\n')}
	if err := m.line(&g.Line, start); err != nil {
		return b, err
	}
	m.add(string(g.result()))
	m.flush()
	return append(m.b, "\n\n"...), nil
}

// check looks for what can't be written, illegal moves left out.
func (g *Game) check() error {
	for _, t := range g.Tags {
		if !isTagName(t.Name) {
			return fmt.Errorf("tag name %q: expected letters, digits and _", t.Name)
		}
	}
	if r, ok := resultOf(string(g.result())); !ok || r != g.result() {
		return fmt.Errorf("result %q: expected 1-0, 0-1, 1/2-1/2 or *", g.Result)
	}
	if i := slices.IndexFunc(g.Moves, func(m Move) bool { return m.Move == rules.NoMove }); i >= 0 {
		return fmt.Errorf("move %d of the game is a null move: expected those in variations only", i+1)
	}
	return nil
}

func isTagName(s string) bool {
	for i := range len(s) {
		if class[s[i]]&isName == 0 {
			return false
		}
	}
	return s != ""
}

// String returns the game as [Write] writes it, or what is wrong with it.
func (g *Game) String() string {
	b, err := g.AppendText(nil)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

func (g *Game) result() Result {
	if g.Result == "" {
		return Unfinished
	}
	return g.Result
}

func appendTags(b []byte, g *Game) []byte {
	for _, name := range roster {
		value := g.Tag(name)
		switch {
		case name == "Result":
			value = string(g.result())
		case value == "" && name == "Date":
			value = "????.??.??"
		case value == "":
			value = "?"
		}
		b = appendTag(b, Tag{name, value})
	}
	var buf [16]Tag
	others := append(buf[:0], g.Tags...)
	others = slices.DeleteFunc(others, func(t Tag) bool { return slices.Contains(roster[:], t.Name) })
	if g.Tag("FEN") != "" {
		others = slices.DeleteFunc(others, func(t Tag) bool { return t.Name == "SetUp" })
		others = append(others, Tag{"SetUp", "1"})
	}
	slices.SortStableFunc(others, func(a, b Tag) int { return strings.Compare(a.Name, b.Name) })
	for _, t := range others {
		b = appendTag(b, t)
	}
	return b
}

func appendTag(b []byte, t Tag) []byte {
	b = append(b, '[')
	b = append(b, t.Name...)
	b = append(b, ` "`...)
	if n := plainLength(t.Value); n == len(t.Value) {
		b = append(b, t.Value...)
	} else {
		b = appendEscaped(b, t.Value)
	}
	return append(b, "\"]\n"...)
}

func appendEscaped(b []byte, value string) []byte {
	for _, c := range value {
		switch {
		case c == '"' || c == '\\':
			b = append(b, '\\', byte(c))
		case unicode.IsControl(c):
			b = append(b, ' ')
		default:
			b = utf8.AppendRune(b, c)
		}
	}
	return b
}

// movetext writes words in lines of at most 79 characters. The last word is held back, because a bracket may still be
// put behind it.
type movetext struct {
	b      []byte
	column int
	word   []byte
	open   []byte // brackets that the next word begins with
}

func (m *movetext) add(word string) {
	m.begin()
	m.word = append(m.word, word...)
}

// begin writes the last word and begins the next.
func (m *movetext) begin() {
	m.flush()
	m.word = append(m.word, m.open...)
	m.open = m.open[:0]
}

// flush writes the last word.
func (m *movetext) flush() {
	n := utf8.RuneCount(m.word)
	switch {
	case n == 0 || m.column == 0:
	case m.column+1+n > 79:
		m.b = append(m.b, '\n')
		m.column = 0
	default:
		m.b = append(m.b, ' ')
		m.column++
	}
	m.b = append(m.b, m.word...)
	m.column += n
	m.word = m.word[:0]
}

// line adds the moves from p on. A number stands before White's moves, and before Black's where anything else than
// White's move or its annotation numbers stands before it.
func (m *movetext) line(l *Line, p rules.Position) error {
	numbered := false
	m.comments(l.Comments)
	if len(l.Moves) == 0 {
		m.mark(l.Cut)
	}
	for i := range l.Moves {
		move := &l.Moves[i]
		var next rules.Position
		if err := playTo(&p, move.Move, &next); err != nil {
			return err
		}
		m.number(&p, numbered)
		m.san(&p, move.Move)
		for _, n := range move.NAGs {
			m.begin()
			m.word = strconv.AppendInt(append(m.word, '$'), int64(n), 10)
		}
		m.comments(move.Comments)
		if i == len(l.Moves)-1 {
			m.mark(l.Cut)
		}
		if err := m.variations(move.Variations, &p); err != nil {
			return err
		}
		numbered = !hasText(move.Comments) && !hasMoves(move.Variations)
		p = next
	}
	return nil
}

// mark says that the line went on.
func (m *movetext) mark(cut *Error) {
	if cut != nil {
		m.comments([]string{"refused from here on: " + cut.Text})
	}
}

// After returns the position after a move of a line, which may be a null move. The error says that it is not legal.
func After(p *rules.Position, m rules.Move) (q rules.Position, err error) {
	if err = playTo(p, m, &q); err != nil {
		q = *p
	}
	return q, err
}

// playTo is After, but writes the position to q.
func playTo(p *rules.Position, m rules.Move, q *rules.Position) (err error) {
	switch {
	case m == rules.NoMove:
		*q, err = passed(p)
	case p.IsLegal(m):
		p.PlayTo(m, q)
	default:
		err = fmt.Errorf("move %s is not legal in %s", m, p.FEN())
	}
	return err
}

func (m *movetext) number(p *rules.Position, numbered bool) {
	if p.Turn() == rules.Black && numbered {
		return
	}
	m.begin()
	m.word = append(strconv.AppendInt(m.word, int64(p.FullMove()), 10), '.')
	if p.Turn() == rules.Black {
		m.word = append(m.word, ".."...)
	}
}

func (m *movetext) san(p *rules.Position, move rules.Move) {
	if m.begin(); move == rules.NoMove {
		m.word = append(m.word, "--"...)
	} else {
		m.word = p.AppendSAN(m.word, move)
	}
}

// variations adds other ways to go on from p.
func (m *movetext) variations(lines []Line, p *rules.Position) error {
	for i := range lines {
		if len(lines[i].Moves) == 0 {
			continue
		}
		m.open = append(m.open, '(')
		if err := m.line(&lines[i], *p); err != nil {
			return err
		}
		m.word = append(m.word, ')')
	}
	return nil
}

func hasText(comments []string) bool {
	return slices.ContainsFunc(comments, func(c string) bool { return strings.TrimSpace(c) != "" })
}

func hasMoves(variations []Line) bool {
	return slices.ContainsFunc(variations, func(l Line) bool { return len(l.Moves) > 0 })
}

func (m *movetext) comments(comments []string) {
	for _, c := range comments {
		if !isTidy(c) || strings.Trim(c, " ") != c {
			c = tidy(c)
		}
		if c != "" {
			m.comment(strings.ReplaceAll(c, "}", ")"))
		}
	}
}

// comment adds a comment in braces. Lines may break at its blanks, but not within a command like [%clk 0:10:00], not
// before a %, which would hide the line, and not before what looks like a tag, which would seem to begin the next game.
func (m *movetext) comment(c string) {
	m.open = append(m.open, '{')
	inCommand := false
	from := 0
	for i := 0; i < len(c); i++ {
		switch {
		case c[i] == ']':
			inCommand = false
		case c[i] == '[' && strings.HasPrefix(c[i:], "[%"):
			inCommand = true
		case c[i] == ' ' && !inCommand && c[i+1] != '%' && !beginsTag(c[i+1:]):
			m.add(c[from:i])
			from = i + 1
		}
	}
	m.add(c[from:])
	m.word = append(m.word, '}')
}
