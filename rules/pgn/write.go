package pgn

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"jadoube/rules"
)

// roster names the tags that every game has, in their order.
var roster = [...]string{"Event", "Site", "Date", "Round", "White", "Black", "Result"}

// Write writes a game in PGN's export format, with an empty line after it: the seven tags, with question marks for
// what is unknown, the others by name, and the moves in lines under 80 columns. Only a word that is longer, a tag or a
// comment with a } in it (which needs a line of its own) makes a longer line. The error is w's, or tells of a move
// that is not legal or a tag that can't be written; then nothing is written.
func Write(w io.Writer, g *Game) error {
	start, err := g.Start()
	if err != nil {
		return err
	}
	for _, t := range g.Tags {
		if t.Name == "" || strings.ContainsFunc(t.Name, func(c rune) bool { return c > 127 || !isNameByte(byte(c)) }) {
			return fmt.Errorf("tag name %q: expected letters, digits and _", t.Name)
		}
	}
	var m movetext
	if err := m.line(g.Line, start); err != nil {
		return err
	}
	m.add(string(g.result()))
	b := bufio.NewWriter(w)
	writeTags(b, g)
	b.WriteByte('\n')
	m.wrap(b)
	b.WriteString("\n")
	return b.Flush()
}

// String returns the game as [Write] writes it, or what is wrong with it.
func (g *Game) String() string {
	var b strings.Builder
	if err := Write(&b, g); err != nil {
		return err.Error()
	}
	return b.String()
}

func (g *Game) result() Result {
	if g.Result == "" {
		return Unfinished
	}
	return g.Result
}

func writeTags(b *bufio.Writer, g *Game) {
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
		writeTag(b, name, value)
	}
	others := slices.DeleteFunc(slices.Clone(g.Tags), func(t Tag) bool { return slices.Contains(roster[:], t.Name) })
	if g.Tag("FEN") != "" && g.Tag("SetUp") == "" {
		others = append(others, Tag{"SetUp", "1"})
	}
	slices.SortStableFunc(others, func(a, b Tag) int { return strings.Compare(a.Name, b.Name) })
	for _, t := range others {
		writeTag(b, t.Name, t.Value)
	}
}

func writeTag(b *bufio.Writer, name, value string) {
	value = strings.Map(func(c rune) rune {
		if unicode.IsControl(c) {
			return ' '
		}
		return c
	}, value)
	fmt.Fprintf(b, "[%s \"%s\"]\n", name, strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value))
}

// movetext collects the words of the moves; a word that ends with a line break is a comment to the line's end.
type movetext struct {
	words []string
	open  string // brackets that the next word begins with
}

func (m *movetext) add(word string) {
	m.words = append(m.words, m.open+word)
	m.open = ""
}

// closeBracket puts a closing bracket behind the last word.
func (m *movetext) closeBracket() {
	if last := &m.words[len(m.words)-1]; m.open == "" && !strings.HasSuffix(*last, "\n") {
		*last += ")"
	} else {
		m.add(")")
	}
}

// line adds the moves from p on. A number stands before White's moves, and before Black's where anything else than
// White's move or its annotation numbers stands before it.
func (m *movetext) line(l Line, p rules.Position) error {
	numbered := false
	m.comments(l.Comments)
	for i := range l.Moves {
		move := &l.Moves[i]
		if !p.IsLegal(move.Move) {
			return fmt.Errorf("move %s is not legal in %s", move.Move, p.FEN())
		}
		if p.Turn() == rules.White {
			m.add(strconv.Itoa(p.FullMove()) + ".")
		} else if !numbered {
			m.add(strconv.Itoa(p.FullMove()) + "...")
		}
		m.add(p.SAN(move.Move))
		for _, n := range move.NAGs {
			m.add("$" + strconv.Itoa(n))
		}
		if err := m.asides(move, p); err != nil {
			return err
		}
		numbered = !hasText(move.Comments) && !hasMoves(move.Variations)
		p = p.Play(move.Move)
	}
	return nil
}

// asides adds a move's comments and variations; p is the position before it.
func (m *movetext) asides(move *Move, p rules.Position) error {
	m.comments(move.Comments)
	for _, v := range move.Variations {
		if len(v.Moves) == 0 {
			continue
		}
		m.open += "("
		if err := m.line(v, p); err != nil {
			return err
		}
		m.closeBracket()
	}
	return nil
}

func hasText(comments []string) bool {
	return slices.ContainsFunc(comments, func(c string) bool { return tidy(c) != "" })
}

func hasMoves(variations []Line) bool {
	return slices.ContainsFunc(variations, func(l Line) bool { return len(l.Moves) > 0 })
}

func (m *movetext) comments(comments []string) {
	for _, c := range comments {
		if c = tidy(c); c == "" {
			continue
		}
		if strings.Contains(c, "}") {
			m.add("; " + c + "\n")
			continue
		}
		for _, w := range commentWords("{" + c + "}") {
			m.add(w)
		}
	}
}

// commentWords parts a comment where lines may break: not within a command like [%clk 0:10:00], and not before a %,
// which would hide the line.
func commentWords(c string) (words []string) {
	inCommand := false
	for w := range strings.SplitSeq(c, " ") {
		if inCommand || strings.HasPrefix(w, "%") {
			words[len(words)-1] += " " + w
		} else {
			words = append(words, w)
		}
		if strings.Contains(w, "[%") && !strings.Contains(w, "]") {
			inCommand = true
		} else if strings.Contains(w, "]") {
			inCommand = false
		}
	}
	return words
}

// wrap writes the words in lines of at most 79 characters.
func (m *movetext) wrap(b *bufio.Writer) {
	column := 0
	for _, w := range m.words {
		n := len([]rune(strings.TrimSuffix(w, "\n")))
		if column > 0 && column+1+n > 79 {
			b.WriteByte('\n')
			column = 0
		} else if column > 0 {
			b.WriteByte(' ')
			column++
		}
		b.WriteString(w)
		column += n
		if strings.HasSuffix(w, "\n") {
			column = 0
		}
	}
	if column > 0 {
		b.WriteByte('\n')
	}
}
