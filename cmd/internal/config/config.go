// Package config knows what can be set: it reads a TOML file into structs, finds everything that is
// wrong with it at once, and writes the settings in force. It must not open a device or a port, or
// act on a setting in any way.
package config

import (
	"jadoube/boardstate/clock"
	"jadoube/boardstate/teacher"
	"jadoube/rules/pgn"
	"jadoube/sensors"
)

// Config is everything that can be set. Its zero value isn't useful: begin with Default.
type Config struct {
	Board    Board    `toml:"board"`
	Sensors  Sensors  `toml:"sensors"`
	Buttons  Buttons  `toml:"buttons"`
	Buzzer   Buzzer   `toml:"buzzer"`
	LEDs     LEDs     `toml:"leds"`
	Game     Game     `toml:"game"`
	Page     Page     `toml:"page"`
	Access   Access   `toml:"access"`
	Data     Data     `toml:"data"`
	Engine   Engine   `toml:"engine"`
	Opponent Opponent `toml:"opponent"`
	Teacher  Teacher  `toml:"teacher"`
	Menu     Menu     `toml:"menu"`
}

// Board says what board there is.
type Board struct {
	Kind   string `toml:"kind"`   // "sim": a simulated board, played on the page; else the name of a table below
	Sensor string `toml:"sensor"` // what a square tells: "occupancy", "colour" or "piece"
	Lever  bool   `toml:"lever"`  // the players press a lever or button after each move

	Expanders      *Expanders      `toml:"expanders,omitempty"`
	ShiftRegisters *ShiftRegisters `toml:"shift-registers,omitempty"`
	Matrix         *Matrix         `toml:"matrix,omitempty"`
	Hall           *Hall           `toml:"hall,omitempty"`
	Line           *Line           `toml:"line,omitempty"`
	DGT            *DGT            `toml:"dgt,omitempty"`
	Certabo        *Certabo        `toml:"certabo,omitempty"`
	Tabutronic     *Tabutronic     `toml:"tabutronic,omitempty"`
	ChessLink      *ChessLink      `toml:"chesslink,omitempty"`
}

// Sensors says how contacts are believed.
type Sensors struct {
	DebounceLifted int `toml:"debounce-lifted"` // ms without contact until a piece counts as lifted, 0 to 1000; 0 = what suits the board
	DebouncePlaced int `toml:"debounce-placed"` // ms of contact until a piece counts as set down, 0 to 1000; 0 = what suits the board
}

// Game says what is played.
type Game struct {
	Laws       int               `toml:"laws"`           // edition of the Laws of Chess, 2001 or 2023
	Level      string            `toml:"level"`          // how they are kept: "off", "trainer", "arbiter", "strict"
	Rated      bool              `toml:"rated"`          // at level arbiter: nothing is shown before the press
	Clock      string            `toml:"clock"`          // a time control or a preset's name; "none" = no clock
	Arrive     string            `toml:"default-time"`   // within which time after the start players must arrive: "none", "laws", or seconds
	First      bool              `toml:"clock-first"`    // the bonus is on the clock before the first move, as in FIDE's events
	Promotion  string            `toml:"promotion"`      // where the sensors can't see what a pawn became: "queen", until a button says another; "lift": each lift of the piece is the next choice
	Unfinished string            `toml:"unfinished"`     // what becomes of a game that was cut off, at the next start: "resume", "ask" or "abort"
	Tags       map[string]string `toml:"tags,omitempty"` // PGN tags of each game: White, Black, Event, Site, Round, …
}

// Page says where the page is served.
type Page struct {
	Listen string   `toml:"listen"` // HOST:PORT; port 0 = any free one. Without a host: every address of this machine
	Hosts  []string `toml:"hosts"`  // names, besides localhost and bare addresses, under which browsers may reach the page

	Readers     int `toml:"readers"`     // streams of events that may be open at once, 1 to 5000
	Connections int `toml:"connections"` // that one other device may have open at once, 8 to 5000
}

// Data says where games and recordings are kept.
type Data struct {
	Folder  string `toml:"folder"`  // made when it isn't there; relative to where the program is started
	Journal string `toml:"journal"` // how the database is kept whole: "wal", or "delete" where that makes trouble

	RawDays      int `toml:"raw-days"`      // days for which a recording's raw changes are kept after its end, 0 to 36500; 0 = for ever
	RawMegabytes int `toml:"raw-megabytes"` // that the raw changes of recordings may take, the oldest go first, 0 to 1000000; 0 = no bound
	EventDays    int `toml:"event-days"`    // days for which what was told during a recording is kept after its end, 0 to 36500; 0 = for ever
}

// Default returns the settings in force without a file: the simulated board, the page on this machine only.
func Default() Config {
	return Config{
		Board:   Board{Kind: "sim", Sensor: "occupancy"},
		LEDs:    defaultLEDs(),
		Buttons: defaultButtons(),
		Game:    Game{Laws: 2023, Level: "off", Clock: "none", Arrive: "none", Promotion: "queen", Unfinished: "ask", Tags: map[string]string{}},
		Page:    Page{Listen: "127.0.0.1:8464", Hosts: []string{}, Readers: 1024, Connections: 64},
		Data:    Data{Folder: "./jadoube-data", Journal: "wal"},

		Access: Access{Strangers: "spectator", Local: "open"},

		Engine:   Engine{Threads: 1, Hash: 16, Options: map[string]string{}},
		Opponent: Opponent{Side: "none", Level: "full", MoveTime: 1000},
		Teacher:  Teacher{White: teacher.Default.Words(), Black: teacher.Default.Words(), Takeback: 10},
		Menu:     defaultMenu(),
	}
}

// SensorKind is Sensor as the sensors know it. b must have passed the check.
func (b Board) SensorKind() sensors.Kind {
	kind, _ := sensors.ParseKind(b.Sensor)
	return kind
}

// simScan is how many milliseconds lie between two scans of the simulated board.
const simScan = 1

// Scan is how many milliseconds lie between two scans of the board; 0 = unknown.
func (b *Board) Scan() int64 {
	if b.Kind == "sim" {
		return simScan
	}
	if t, ok := b.table().(scanned); ok {
		return t.scan()
	}
	return 0
}

// sees is what the squares of this kind of board can tell.
func (b *Board) sees() []sensors.Kind {
	if t, ok := b.table().(sensing); ok {
		return t.sees()
	}
	return []sensors.Kind{sensors.Occupancy, sensors.Colour, sensors.Piece}
}

// table is the table of the board's kind, nil when it has none.
func (b *Board) table() any {
	if field, ok := tablesOf(b)[b.Kind]; ok && !field.IsNil() {
		return field.Interface()
	}
	return nil
}

// Debounce returns the times to debounce with on a board scanned every scan ms (0 = unknown).
func (s Sensors) Debounce(scan int64) sensors.Debounce {
	d := sensors.DebounceFor(scan)
	if s.DebounceLifted > 0 {
		d.Lifted = int64(s.DebounceLifted)
	}
	if s.DebouncePlaced > 0 {
		d.Placed = int64(s.DebouncePlaced)
	}
	return d
}

// TagList returns the tags in the order in which PGN files have them: the seven first, then by name.
func (g Game) TagList() []pgn.Tag {
	var list []pgn.Tag
	for _, name := range tagOrder(g.Tags) {
		list = append(list, pgn.Tag{Name: name, Value: g.Tags[name]})
	}
	return list
}

// Control is Clock as it is written: a control's own notation for a preset's name, "" for none. g must have passed the check.
func (g Game) Control() string {
	c, err := controlOf(g.Clock)
	if err != nil || c.Kind != clock.Timed {
		return ""
	}
	return c.String()
}
