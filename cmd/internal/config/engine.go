package config

import (
	"maps"
	"slices"
	"strings"
	"time"

	"jadoube/cmd/internal/engine"
)

// Engine says which chess engine there is: any program that speaks UCI.
type Engine struct {
	Program string            `toml:"program"`           // path or name; "" = Stockfish where it is installed
	Threads int               `toml:"threads"`           // processors that it may use, 1 to 64
	Hash    int               `toml:"hash"`              // MB of memory for what it has thought of, 1 to 4096
	Options map[string]string `toml:"options,omitempty"` // other options of the engine, by the names that it gives them
}

// Opponent says what the engine plays without being asked on the page.
type Opponent struct {
	Side     string `toml:"side"`      // "none", "white" or "black": what it plays
	Level    string `toml:"level"`     // "full", "elo 1500" or "skill 5", within what the engine can
	MoveTime int    `toml:"move-time"` // ms that it thinks about a move, 10 to 600000; 0 = what its clock allows
}

const (
	maxThreads  = 64
	maxHash     = 4096    // MB
	minMoveTime = 10      // ms
	maxMoveTime = 600_000 // ms
)

func (e Engine) check(bad report) {
	if strings.ContainsFunc(e.Program, control) {
		bad("program", e.Program, `expected a path or a name in one line, or "" for Stockfish`)
	}
	if e.Threads < 1 || e.Threads > maxThreads {
		bad("threads", e.Threads, "expected 1 to 64 processors")
	}
	if e.Hash < 1 || e.Hash > maxHash {
		bad("hash", e.Hash, "expected 1 to 4096 MB")
	}
	for _, name := range slices.Sorted(maps.Keys(e.Options)) {
		value := e.Options[name]
		if name == "" || strings.ContainsFunc(name+value, control) {
			bad("options."+name, value, "an option of an engine has a name, and it and its value are one line without control characters")
		}
	}
}

func control(r rune) bool { return r < ' ' || r == 0x7f }

func (o Opponent) check(bad report) {
	if o.Side != "none" && o.Side != "white" && o.Side != "black" {
		bad("side", o.Side, `expected "none", "white" or "black": the side that the engine plays`)
	}
	if _, err := engine.ParseLevel(o.Level); err != nil {
		bad("level", o.Level, `expected "full", "elo" with 100 to 4000 or "skill" with 0 to 100, as "elo 1500"`)
	}
	if o.MoveTime != 0 && (o.MoveTime < minMoveTime || o.MoveTime > maxMoveTime) {
		bad("move-time", o.MoveTime, "expected 10 to 600000 ms, or 0 for what the engine's clock allows")
	}
}

// Settings is e as the engine knows it.
func (e Engine) Settings() engine.Settings {
	return engine.Settings{Program: e.Program, Threads: e.Threads, Hash: e.Hash, Options: e.Options}
}

// Strength is Level as the engine knows it. o must have passed the check.
func (o Opponent) Strength() engine.Level {
	level, _ := engine.ParseLevel(o.Level)
	return level
}

// Think is how long the engine thinks about a move; 0 = what its clock allows.
func (o Opponent) Think() time.Duration { return time.Duration(o.MoveTime) * time.Millisecond }
