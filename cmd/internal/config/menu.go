package config

import (
	"strings"

	"jadoube/cmd/internal/engine"
)

// Menu says what can be asked for by hands on the board alone.
type Menu struct {
	On       bool     `toml:"on"`        // both kings lifted together and put back open a menu of lights
	Levels   []string `toml:"levels"`    // the engine's levels on a3 to h3, one to eight, as "elo 1500", "skill 5" or "full"
	Clocks   []string `toml:"clocks"`    // time controls on a6 to h6, one to eight, as "300+3" or a preset's name; "none" = no clock
	ShutDown string   `toml:"shut-down"` // what h4 does: "program" ends the program, "machine" switches the computer off too, "none" = it isn't offered
}

const maxChoices = 8 // squares of a rank

func defaultMenu() Menu {
	return Menu{
		On:     true,
		Levels: []string{"elo 1000", "elo 1200", "elo 1400", "elo 1600", "elo 1800", "elo 2000", "elo 2300", "full"},
		Clocks: []string{"none", "bullet", "blitz", "blitz-5", "rapid-10", "rapid", "rapid-25", "hour"}, ShutDown: "program",
	}
}

func (m Menu) check(bad report) {
	const many = "expected one to eight of them, a square each"
	if n := len(m.Levels); n < 1 || n > maxChoices {
		bad("levels", n, many)
	}
	for _, level := range m.Levels {
		if _, err := engine.ParseLevel(level); err != nil {
			bad("levels", level, `expected "full", "elo" with 100 to 4000 or "skill" with 0 to 100, as "elo 1500"`)
		}
	}
	if n := len(m.Clocks); n < 1 || n > maxChoices {
		bad("clocks", n, many)
	}
	for _, text := range m.Clocks {
		(Game{Laws: 2023, Level: "off", Promotion: "queen", Unfinished: "resume", Clock: text}).check(func(_ string, value any, want string) { bad("clocks", value, want) })
	}
	if !strings.Contains(" program machine none ", " "+m.ShutDown+" ") {
		bad("shut-down", m.ShutDown, `expected "program", "machine" or "none"`)
	}
}

// Controls are the clocks as they are written, "" for none. m must have passed the check.
func (m Menu) Controls() []string {
	out := make([]string, len(m.Clocks))
	for i, text := range m.Clocks {
		out[i] = Game{Clock: text}.Control()
	}
	return out
}
