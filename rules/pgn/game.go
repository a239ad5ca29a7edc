package pgn

import (
	"fmt"
	"slices"
	"strings"

	"jadoube/rules"
)

// Result is how a game ended, as PGN writes it. The zero value is written as [Unfinished].
type Result string

// The results.
const (
	WhiteWins  Result = "1-0"
	BlackWins  Result = "0-1"
	Draw       Result = "1/2-1/2"
	Unfinished Result = "*" // still going on, or unknown
)

// Tag is one tag pair.
type Tag struct{ Name, Value string }

// Game is one game. Its Result is no tag here: the tag is written from the field.
type Game struct {
	Tags   []Tag // in the order in which they were read or set, names unique
	Line         // the moves played
	Result Result

	// Errors tells what the reader refused and left out, at most [MaxErrors] of them; Warnings tells what it found odd
	// but could make sense of. Both are in the order of the text.
	Errors, Warnings []*Error

	kept int // about how many bytes were read into the memory that the game holds
}

// MaxErrors is how many errors of one game are told, and as many warnings.
const MaxErrors = 20

// Line is a sequence of moves from some position, with comments that stand before the first.
type Line struct {
	Comments []string
	Moves    []Move

	// Cut is the error at which the reader gave the line up: it goes on in the text, but from there nobody knows
	// how. It is nil in a line that was read whole. [Write] marks a line that is cut with a comment.
	Cut *Error
}

// Move is a move with what is said of it.
type Move struct {
	// Move is legal in its position. In a variation it may be [rules.NoMove], by which the turn only passes ("--").
	Move       rules.Move
	NAGs       []int    // numeric annotation glyphs, 0 to 255: 1 is !, 2 is ?, …
	Comments   []string // after the move; see Clock and Elapsed for the commands in them
	Variations []Line   // other ways to go on, each from the position before this move
}

// Tag returns a tag's value, empty when the game has no such tag.
func (g *Game) Tag(name string) string {
	if i := g.tagIndex(name); i >= 0 {
		return g.Tags[i].Value
	}
	return ""
}

// SetTag sets a tag, in its place when there is one of that name. An empty value takes the tag away.
func (g *Game) SetTag(name, value string) {
	i := g.tagIndex(name)
	switch {
	case value == "" && i >= 0:
		g.Tags = slices.Delete(g.Tags, i, i+1)
	case value == "":
	case i >= 0:
		g.Tags[i].Value = value
	default:
		g.Tags = append(g.Tags, Tag{name, value})
	}
}

func (g *Game) tagIndex(name string) int {
	return slices.IndexFunc(g.Tags, func(t Tag) bool { return t.Name == name })
}

// Start returns the position in which the game begins: that of the FEN tag, else the usual one. The error names the
// tag.
func (g *Game) Start() (rules.Position, error) {
	if g.tagIndex("FEN") < 0 {
		return rules.StartPosition(), nil
	}
	setup, err := rules.ParseFEN(g.Tag("FEN"))
	if err != nil {
		return rules.Position{}, fmt.Errorf("tag FEN: %w", err)
	}
	p, err := setup.Position()
	if err != nil {
		return p, fmt.Errorf("tag FEN %q: %w", g.Tag("FEN"), err)
	}
	return p, nil
}

// Chess960 reports whether tag Variant says that the game is one of Chess960.
func (g *Game) Chess960() bool {
	switch plainVariant(g.Tag("Variant")) {
	case "chess960", "fischerandom", "fischerrandom", "freestyle":
		return true
	}
	return false
}

// IsChess reports whether tag Variant, if there is one, means chess or Chess960. Of another game no moves are read.
func (g *Game) IsChess() bool {
	switch plainVariant(g.Tag("Variant")) {
	case "", "?", "standard", "normal", "chess", "fromposition":
		return true
	}
	return g.Chess960()
}

var variantGaps = strings.NewReplacer(" ", "", "-", "", "_", "")

func plainVariant(variant string) string { return strings.ToLower(variantGaps.Replace(variant)) }

// SetStart sets the tags FEN and SetUp for a game that begins in p, and Variant where castling needs Chess960; it takes
// them away for the usual beginning.
func (g *Game) SetStart(p rules.Position) {
	fen, setUp, variant := p.FEN(), "1", g.Tag("Variant")
	if fen == rules.StartFEN {
		fen, setUp = "", ""
	}
	if !p.Standard() {
		variant = "Chess960"
	}
	g.SetTag("Variant", variant)
	g.SetTag("SetUp", setUp)
	g.SetTag("FEN", fen)
}

// Append adds a move to the end of the line and returns it, so that it may be annotated. The pointer is good until
// the next Append.
func (l *Line) Append(m rules.Move) *Move {
	l.Moves = append(l.Moves, Move{Move: m})
	return &l.Moves[len(l.Moves)-1]
}

// tidy makes one blank of every run of white space, since line breaks in PGN mean no more than that.
func tidy(comment string) string { return strings.Join(strings.Fields(comment), " ") }
