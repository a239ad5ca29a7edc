// Package scenario acts out what happened at a board, as a file of events tells it, and says what the Laws make of it. It must not
// know any rule: the events become readings and presses of a board of the scenario's kind, a game takes them as it takes any board's,
// and what the game tells becomes the answer.
package scenario

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"jadoube/boardstate/clock"
	"jadoube/boardstate/game"
	"jadoube/boardstate/laws"
	"jadoube/boardstate/referee"
	"jadoube/rules"
	"jadoube/rules/square"
	"jadoube/sensors"
)

// Scenario is something that happened at a board.
type Scenario struct {
	ID     string  `json:"id"`
	Title  string  `json:"title"`
	Class  string  `json:"class"` // the weakest board that can tell all: occupancy, colour, identity
	FEN    string  `json:"fen"`   // at 0 ms, with the time of the side to move running
	Events []Event `json:"events"`
	Setup  Setup   `json:"setup"`
	Want   map[string][]string
	name   string
}

// Setup is what differs from a game that just goes on.
type Setup struct {
	Illegal    map[string]int   `json:"illegal_count"` // "W", "B": completed illegal moves before
	Clock      map[string]int64 `json:"clock_ms"`
	Mode       string           `json:"mode"`             // standard, rapid, blitz
	Supervised bool             `json:"supervised"`       // there is an arbiter
	Seen       int              `json:"repetition_count"` // how often the position at 0 ms has stood
}

// Event is [ms, kind, argument, piece].
type Event struct {
	At         int64
	Kind, Arg  string
	Piece      string
	sq         square.Square
	side       rules.Color
	has, sided bool
}

// UnmarshalJSON reads the four values.
func (e *Event) UnmarshalJSON(text []byte) error {
	var parts []any
	_ = json.Unmarshal(text, &parts) // what is no list has no parts
	if len(parts) < 3 || len(parts) > 4 {
		return fmt.Errorf("event %s: expected [ms, kind, argument] or [ms, kind, argument, piece]", text)
	}
	ms, isNumber := parts[0].(float64)
	words := []*string{&e.Kind, &e.Arg, &e.Piece}
	for i, p := range parts[1:] {
		w, isText := p.(string)
		if !isText || !isNumber || ms < 0 || ms > 1e12 || ms != float64(int64(ms)) {
			return fmt.Errorf("event %s: expected a whole number of ms from 0 to 10^12, then words", text)
		}
		*words[i] = w
	}
	e.At = int64(ms)
	return nil
}

// maxSize is how long a scenario may be.
const maxSize = 1 << 20

// Read reads a scenario and checks it. name is for errors.
func Read(name string, in io.Reader) (*Scenario, error) {
	text, err := io.ReadAll(io.LimitReader(in, maxSize+1))
	if err != nil {
		return nil, err
	}
	if len(text) > maxSize {
		return nil, fmt.Errorf("%s: larger than %d bytes: is it a scenario?", name, maxSize)
	}
	s := &Scenario{name: name}
	if err := json.Unmarshal(text, s); err != nil {
		return nil, fmt.Errorf("%s: %w", name, shape(text, err))
	}
	var all map[string]json.RawMessage
	_ = json.Unmarshal(text, &all) // it was read just now
	s.Want = map[string][]string{}
	for _, edition := range laws.Editions() {
		var want []string
		if raw, ok := all["laws_"+edition]; ok {
			if err := json.Unmarshal(raw, &want); err != nil {
				return nil, fmt.Errorf("%s: laws_%s: %s: expected a list of texts", name, edition, raw)
			}
			s.Want[edition] = want
		}
	}
	var setup map[string]json.RawMessage
	_ = json.Unmarshal(all["setup"], &setup) // so was this; there may be none
	err = checkKeys(setup)
	if err == nil {
		err = s.check()
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return s, nil
}

var setupKeys = []string{"illegal_count", "clock_ms", "mode", "supervised", "repetition_count"}

// checkKeys refuses keys of a set-up that say nothing, and a position that stands and never stood.
func checkKeys(setup map[string]json.RawMessage) error {
	for _, key := range slices.Sorted(maps.Keys(setup)) {
		if !slices.Contains(setupKeys, key) {
			return fmt.Errorf("setup: key %q: expected one of %s", key, strings.Join(setupKeys, ", "))
		}
	}
	if string(setup["repetition_count"]) == "0" {
		return errors.New("setup: repetition_count 0: expected 1 to 1000: the position at 0 ms stands; leave it away for the first time")
	}
	return nil
}

// check refuses sides and numbers that no game has.
func (s *Setup) check() error {
	for _, side := range slices.Sorted(maps.Keys(s.Illegal)) {
		if n := s.Illegal[side]; side != "W" && side != "B" || n < 0 {
			return fmt.Errorf("setup: illegal_count %q: %d: expected W or B, and 0 or more", side, n)
		}
	}
	for _, side := range slices.Sorted(maps.Keys(s.Clock)) {
		if ms := s.Clock[side]; side != "W" && side != "B" || ms < 1 {
			return fmt.Errorf("setup: clock_ms %q: %d: expected W or B, and 1 ms or more; leave it away for plenty", side, ms)
		}
	}
	if _, ok := paces[s.Mode]; !ok {
		return fmt.Errorf("setup: mode %q: expected standard, rapid or blitz", s.Mode)
	}
	if s.Seen < 0 || s.Seen > 1000 {
		return fmt.Errorf("setup: repetition_count %d: expected 1 to 1000", s.Seen)
	}
	return nil
}

// shape says in words what of a file isn't a scenario's.
func shape(text []byte, err error) error {
	const want = "expected a JSON object as in docs/judge.md"
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case len(bytes.TrimSpace(text)) == 0:
		return errors.New("nothing in it: " + want)
	case errors.As(err, &syntax):
		return fmt.Errorf("no JSON from byte %d on (%w): %s", syntax.Offset, err, want)
	case errors.As(err, &kind) && kind.Field == "":
		return fmt.Errorf("a JSON %s: %s", kind.Value, want)
	case errors.As(err, &kind):
		return fmt.Errorf("%s: a JSON %s at byte %d: expected %s", kind.Field, kind.Value, kind.Offset, jsonOf(kind.Type.Kind()))
	}
	return err
}

// jsonOf is what JSON has for a kind of value.
func jsonOf(k reflect.Kind) string {
	switch k {
	case reflect.String:
		return "a text"
	case reflect.Bool:
		return "true or false"
	case reflect.Slice:
		return "a list"
	case reflect.Struct, reflect.Map:
		return "an object"
	}
	return "a whole number"
}

var classes = map[string]sensors.Kind{"occupancy": sensors.Occupancy, "colour": sensors.Colour, "identity": sensors.Piece}

var paces = map[string]clock.Pace{"": clock.Standard, "standard": clock.Standard, "rapid": clock.Rapid, "blitz": clock.Blitz}

func (s *Scenario) check() error {
	if _, ok := classes[s.Class]; !ok {
		return fmt.Errorf("class %q: expected occupancy, colour or identity", s.Class)
	}
	if err := s.Setup.check(); err != nil {
		return err
	}
	if _, err := rules.ParsePosition(s.FEN); err != nil {
		return fmt.Errorf("fen %q: %w", s.FEN, err)
	}
	if s.Events == nil {
		return errors.New("events: none: expected a list of what was done, [] for nothing")
	}
	last, hand := int64(0), 0
	b := newBoard(classes[s.Class], s.FEN)
	for i := range s.Events {
		e := &s.Events[i]
		if e.At < last {
			return fmt.Errorf("event %d: %d ms: expected %d or later: events stand in the order of time", i+1, e.At, last)
		}
		last = e.At
		if err := e.check(); err != nil {
			return fmt.Errorf("event %d: %w", i+1, err)
		}
		switch {
		case e.Kind == "lift" && b.men[e.sq] == sensors.Nothing:
			return fmt.Errorf("event %d: lift %s: nobody stands there: expected a square with a man", i+1, e.Arg)
		case e.Kind == "place" && hand == 0:
			return fmt.Errorf("event %d: place %s: no man is in a hand: expected a lift before, or reserve for one from beside the board", i+1, e.Arg)
		case e.Kind == "lift":
			hand++
		case e.Kind == "place":
			hand--
		}
		b.reading(e)
	}
	return nil
}

var (
	onSquares = []string{"lift", "place", "reserve"}
	bySide    = []string{"clock", "adjust", "offer", "accept", "decline", "resign", "flag", "claim"}
)

func (e *Event) check() (err error) {
	switch {
	case slices.Contains(onSquares, e.Kind):
		if e.sq, err = square.Parse(e.Arg); err != nil {
			return fmt.Errorf("%s: %w", e.Kind, err)
		}
		e.has = true
		if e.Piece != "" && sensors.PieceContact(e.Piece[0]) == sensors.Nothing || len(e.Piece) > 1 {
			return fmt.Errorf("%s: piece %q: expected a FEN letter", e.Kind, e.Piece)
		}
		if e.Kind == "reserve" && e.Piece == "" {
			return fmt.Errorf("reserve %s: expected a fourth value, the piece's FEN letter", e.Arg)
		}
	case slices.Contains(bySide, e.Kind):
		letter, rest, said := strings.Cut(e.Arg, ":")
		if e.Kind == "claim" {
			if err := checkClaim(e.Arg, rest); err != nil {
				return err
			}
		} else if said {
			return fmt.Errorf("%s %q: expected W or B alone", e.Kind, e.Arg)
		}
		if letter != "W" && letter != "B" {
			return fmt.Errorf("%s %q: expected W or B", e.Kind, e.Arg)
		}
		e.sided = true
		if letter == "B" {
			e.side = rules.Black
		}
	case e.Kind == "promo":
		if !strings.Contains("QRBN", e.Arg) || len(e.Arg) != 1 {
			return fmt.Errorf("promo %q: expected Q, R, B or N", e.Arg)
		}
	default:
		return fmt.Errorf("%q: expected one of %s", e.Kind, strings.Join(append(append([]string{"promo"}, onSquares...), bySide...), ", "))
	}
	return nil
}

// checkClaim checks what is claimed, and the move that only a claim of a draw has.
func checkClaim(arg, what string) error {
	kind, move, intends := strings.Cut(what, ":")
	draw := kind == "threefold" || kind == "fifty"
	if !draw && kind != "touch" && kind != "illegal" {
		return fmt.Errorf("claim %q: kind %q: expected SIDE:touch, SIDE:illegal, SIDE:threefold or SIDE:fifty", arg, kind)
	}
	if intends && (!draw || !uci.MatchString(move)) {
		return fmt.Errorf("claim %q: %q: expected one move in UCI after threefold or fifty, nothing after touch or illegal", arg, move)
	}
	return nil
}

var uci = regexp.MustCompile("^[a-h][1-8][a-h][1-8][qrbn]?$")

// Judge acts the scenario out under an edition and returns what the Laws make of it, in the words of docs/judge.md. A set-up that
// can't be under this edition is an answer, too.
func (s *Scenario) Judge(edition string) ([]string, error) {
	opt := game.Options{Kind: classes[s.Class], FEN: s.FEN, Laws: s.laws(edition)}
	g, err := game.NewSession(opt)
	if err != nil {
		if e := laws.EditionOf(edition); max(s.Setup.Illegal["W"], s.Setup.Illegal["B"]) >= e.IllegalLoses.Value {
			return []string{fmt.Sprintf("error:setup_unreachable(game ended at %d)", e.IllegalLoses.Value)}, nil
		}
		return nil, fmt.Errorf("%s: %w", s.name, err)
	}
	if _, reason := g.Decided(); reason != "" {
		return []string{fmt.Sprintf("error:setup_unreachable(%s)", reason)}, nil
	}
	t := teller{}
	t.tell(g.Begin())
	b := newBoard(classes[s.Class], s.FEN)
	for i := range s.Events {
		if r, ok := b.reading(&s.Events[i]); ok {
			t.tell(g.Read(r))
		}
	}
	t.tell(g.Finish())
	return t.end(g), nil
}

// plenty is on both clocks when nothing is said, in ms.
const plenty = 10 * 3_600_000

func (s *Scenario) laws(edition string) referee.Options {
	settings := clock.Both(clock.Control{Periods: []clock.Period{{Time: plenty}}})
	level := referee.Strict
	if s.Setup.Supervised {
		level = referee.Arbiter
	}
	return referee.Options{
		Edition: edition, Level: level, Pace: paces[s.Setup.Mode], Clock: &settings, Running: true,
		Left:    [2]int64{s.Setup.Clock["W"], s.Setup.Clock["B"]},
		Illegal: [2]int{s.Setup.Illegal["W"], s.Setup.Illegal["B"]},
		Seen:    s.Setup.Seen, Dwell: 500, Exact: true,
	}
}
