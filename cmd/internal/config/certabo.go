package config

import (
	"strings"
	"time"

	"jadoube/sensors"
	"jadoube/sensors/certabo"
)

const (
	cp210x  = "usb:10c4:ea60" // what Certabo's, Tabutronic's and many other boards have
	maxPace = 5000            // ms
)

// Tabutronic is [board.tabutronic]: a board of Tabutronic's that sees occupancy.
type Tabutronic struct {
	Serial
	Pace int `toml:"pace"` // ms at least between two messages to the lights, 0 to 5000
}

// Certabo is [board.certabo]: a board of Certabo's or Tabutronic's that reads a chip in each man.
type Certabo struct {
	Tabutronic
	Chips string `toml:"chips"` // the file that keeps which man has which chip
}

func (c *Tabutronic) defaults() {
	*c = Tabutronic{Serial: Serial{Port: cp210x}, Pace: int(certabo.Pace.Milliseconds())}
}

func (c *Certabo) defaults() {
	c.Tabutronic.defaults()
	c.Chips = "./jadoube-chips.txt"
}

func (c *Tabutronic) sees() []sensors.Kind { return []sensors.Kind{sensors.Occupancy} }
func (c *Certabo) sees() []sensors.Kind    { return []sensors.Kind{sensors.Piece} }

func (c *Tabutronic) scan() int64 { return certabo.ScanMS }

func (c *Tabutronic) lights() []string { return []string{OwnLights, OwnColoured} }

func (c *Tabutronic) check(bad report) {
	c.Serial.check(bad)
	if c.Pace < 0 || c.Pace > maxPace {
		bad("pace", c.Pace, "expected 0 to 5000 ms")
	}
}

func (c *Certabo) check(bad report) {
	c.Tabutronic.check(bad)
	if strings.TrimSpace(c.Chips) == "" || strings.ContainsRune(c.Chips, 0) {
		bad("chips", c.Chips, `expected the path of a file, as "./jadoube-chips.txt"; it is made when the chips have been learnt`)
	}
}

// LightPace is Pace as a duration.
func (c *Tabutronic) LightPace() time.Duration { return time.Duration(c.Pace) * time.Millisecond }
