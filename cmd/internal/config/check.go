package config

import (
	"cmp"
	"fmt"
	"maps"
	"net"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"jadoube/boardstate/clock"
	"jadoube/boardstate/laws"
	"jadoube/boardstate/referee"
	"jadoube/sensors"
)

const (
	maxDebounce  = 1000 // ms
	maxTag       = 255  // characters, as PGN's tags
	maxDays      = 36500
	maxMegabytes = 1_000_000
)

// report takes a problem: the option's name within its section, its value, what was expected.
type report func(name string, value any, want string)

// Check returns everything that is wrong with c as Problems, nil when nothing is. A kind whose options c
// doesn't hold gets its defaults.
func (c *Config) Check() error {
	if list := c.problems(); len(list) > 0 {
		return list
	}
	return nil
}

func (c *Config) problems() (list Problems) {
	section := func(name string) report {
		return func(option string, value any, want string) {
			list = append(list, Problem{Key: name + "." + option, What: show(value), Want: want})
		}
	}
	complete(&c.Board, c.Board.Kind)
	complete(&c.LEDs, c.LEDs.Kind)
	c.Board.check(section("board"))
	c.Sensors.check(section("sensors"))
	c.Buttons.check(section("buttons"))
	c.Buzzer.check(section("buzzer"))
	c.LEDs.check(section("leds"))
	c.checkOwnLights(section("leds"))
	c.Game.check(section("game"))
	c.Page.check(section("page"))
	c.Access.check(section("access"))
	c.Data.check(section("data"))
	c.Engine.check(section("engine"))
	c.Opponent.check(section("opponent"))
	c.Teacher.check(section("teacher"))
	c.Menu.check(section("menu"))
	return list
}

func (b Board) check(bad report) {
	checkKind(&b, b.Kind, bad, "sim")
	kind, err := sensors.ParseKind(b.Sensor)
	if err != nil {
		bad("sensor", b.Sensor, `expected "occupancy", "colour" or "piece"`)
	} else if sees := b.sees(); !slices.Contains(sees, kind) {
		bad("sensor", b.Sensor, fmt.Sprintf("a board of the kind %q sees %v", b.Kind, sees))
	}
}

func (s Sensors) check(bad report) {
	const want = "expected 0 to 1000 ms; 0 takes what suits the board"
	if s.DebounceLifted < 0 || s.DebounceLifted > maxDebounce {
		bad("debounce-lifted", s.DebounceLifted, want)
	}
	if s.DebouncePlaced < 0 || s.DebouncePlaced > maxDebounce {
		bad("debounce-placed", s.DebouncePlaced, want)
	}
}

func (g Game) check(bad report) {
	if g.Laws != 2001 && g.Laws != 2023 {
		bad("laws", g.Laws, "expected 2001 or 2023, the editions known")
	}
	if g.Promotion != "queen" && g.Promotion != "lift" {
		bad("promotion", g.Promotion, `expected "queen" or "lift"`)
	}
	if !slices.Contains([]string{"resume", "ask", "abort"}, g.Unfinished) {
		bad("unfinished", g.Unfinished, `expected "resume", "ask" or "abort"`)
	}
	if _, err := referee.ParseLevel(g.Level); err != nil {
		bad("level", g.Level, `expected "off", "trainer", "arbiter" or "strict"`)
	}
	if c, err := controlOf(g.Clock); err != nil {
		bad("clock", g.Clock, "expected a time control, as in 5400+30, or a name such as blitz, rapid, classical or none: "+err.Error())
	} else if c.Kind == clock.Timed {
		s := clock.Both(c)
		s.First = g.First
		if err := s.Check(); err != nil {
			bad("clock", g.Clock, err.Error())
		}
	}
	if _, ok := g.arrive(); !ok {
		bad("default-time", g.Arrive, `expected "none", "laws", what the edition says where nobody says anything, or 0 to 86400 seconds, as "1800"`)
	}
	for _, name := range tagOrder(g.Tags) {
		if want := checkTag(name, g.Tags[name]); want != "" {
			bad("tags."+name, g.Tags[name], want)
		}
	}
}

// arrive is the default time in seconds; "" for none.
func (g Game) arrive() (seconds string, ok bool) {
	switch g.Arrive {
	case "none", "":
		return "", true
	case "laws":
		e := laws.EditionOf(strconv.Itoa(g.Laws))
		if e == nil {
			return "", true // the edition is refused already
		}
		return strconv.FormatInt(e.DefaultTime.Value/1000, 10), true
	}
	s, err := strconv.Atoi(g.Arrive)
	return g.Arrive, err == nil && s >= 0 && s <= 86_400
}

// Default is within how many seconds after the start the players must arrive, "" where nobody loses by being late. g must have passed
// the check.
func (g Game) Default() string {
	s, _ := g.arrive()
	return s
}

// controlOf reads a time control or a preset's name.
func controlOf(text string) (clock.Control, error) {
	return clock.Named(text)
}

var tagName = regexp.MustCompile(`^[A-Z][A-Za-z0-9_]*$`)

// checkTag returns what is wrong with a tag.
func checkTag(name, value string) string {
	switch {
	case !tagName.MatchString(name):
		return "a tag's name begins with a capital letter and has letters, digits and _ only, as White or EventDate"
	case slices.Contains([]string{"FEN", "SetUp", "Result", "Variant"}, name):
		return "the game itself says this: leave it out"
	case len([]rune(value)) > maxTag:
		return "a tag's value has at most 255 characters"
	case strings.ContainsFunc(value, func(r rune) bool { return r < ' ' || r == 0x7f }):
		return "a tag's value is one line without control characters"
	}
	return ""
}

var sevenTags = []string{"Event", "Site", "Date", "Round", "White", "Black", "Result"}

// tagOrder returns the names of tags in PGN's order.
func tagOrder(tags map[string]string) []string {
	rank := func(name string) int {
		if i := slices.Index(sevenTags, name); i >= 0 {
			return i
		}
		return len(sevenTags)
	}
	return slices.SortedFunc(maps.Keys(tags), func(a, b string) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a, b))
	})
}

func (p Page) check(bad report) {
	p.checkLimits(bad)
	if !isAddress(p.Listen) {
		bad("listen", p.Listen, `expected HOST:PORT with a port of 0 to 65535, as "127.0.0.1:8464" or "[::1]:8464"`)
	}
	for _, h := range p.Hosts {
		switch {
		case strings.Contains(h, "*"):
			bad("hosts", h, `expected each name in full, as "board.local": a pattern would let foreign pages reach the board`)
		case h == "" || strings.ContainsAny(h, "/: \t"):
			bad("hosts", h, `expected a bare name without port, as "board.local"`)
		}
	}
}

const (
	maxReaders     = 5000
	minConnections = 8 // a browser's page has up to six
)

func (p Page) checkLimits(bad report) {
	if p.Readers < 1 || p.Readers > maxReaders {
		bad("readers", p.Readers, "expected 1 to 5000 streams")
	}
	if p.Connections < minConnections || p.Connections > maxReaders {
		bad("connections", p.Connections, "expected 8 to 5000; a browser has up to six for each page")
	}
}

func isAddress(s string) bool {
	host, port, err := net.SplitHostPort(s)
	if err != nil || strings.ContainsAny(host, "/ \t") {
		return false
	}
	_, err = strconv.ParseUint(port, 10, 16)
	return err == nil
}

func (d Data) check(bad report) {
	if strings.TrimSpace(d.Folder) == "" || strings.ContainsRune(d.Folder, 0) {
		bad("folder", d.Folder, `expected the path of a folder, as "./jadoube-data"`)
	}
	if d.Journal != "wal" && d.Journal != "delete" {
		bad("journal", d.Journal, `expected "wal" or "delete"`)
	}
	if d.RawDays < 0 || d.RawDays > maxDays {
		bad("raw-days", d.RawDays, "expected 0 to 36500 days; 0 keeps raw changes for ever")
	}
	if d.RawMegabytes < 0 || d.RawMegabytes > maxMegabytes {
		bad("raw-megabytes", d.RawMegabytes, "expected 0 to 1000000 MB; 0 keeps all raw changes")
	}
	if d.EventDays < 0 || d.EventDays > maxDays {
		bad("event-days", d.EventDays, "expected 0 to 36500 days; 0 keeps events for ever")
	}
}
