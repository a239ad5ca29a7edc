package app

import (
	"maps"
	"slices"

	"jadoube/boardstate/game"
	"jadoube/cmd/internal/web"
	"jadoube/ledmatrix"
)

// keeping are the parts without which what is played doesn't reach the disk.
var keeping = []string{"database", "recording"}

// recorded reports whether what is played reaches the disk, as far as is known.
func (d *daemon) recorded() bool {
	return d.rec.on() && !slices.ContainsFunc(d.ill, func(h web.Health) bool { return h.State != "ok" && slices.Contains(keeping, h.Part) })
}

// tellRecorded tells, in the events, the log and by the lights, when the game is no longer recorded, and when it is again.
func (d *daemon) tellRecorded() {
	on := d.recorded()
	if on != d.unrecorded {
		return
	}
	d.unrecorded = !on
	if on {
		d.log.Info("the game is recorded again, from its beginning")
	} else {
		d.log.Error("the game is not being recorded: it is kept in memory until the disk can be written")
	}
	d.publish(d.game.Note(d.time.pass(d.clock()), game.Event{Type: game.Recording, On: &on, File: d.rec.file()}))
	d.lightUp(d.lit)
}

// corners are where the lights say that the game isn't recorded, unless they have something of the game to say there.
var corners = []string{"a1", "h1", "a8", "h8"}

// lightUp shows a picture on the LEDs, by the squares of the game.
func (d *daemon) lightUp(leds map[string]string) {
	d.lit = leds
	if d.unrecorded && d.leds.Unrecorded {
		leds = maps.Clone(leds)
		if leds == nil {
			leds = map[string]string{}
		}
		for _, corner := range corners {
			if _, lit := leds[corner]; !lit {
				leds[corner] = ledmatrix.Unrecorded.String()
			}
		}
	}
	d.lights.show(d.onBoard(leds))
}
