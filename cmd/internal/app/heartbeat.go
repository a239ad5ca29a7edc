package app

import "time"

// heartbeat is for how long a clock may run without the database hearing of it: no more comes back to a player when the program is cut
// off while he thinks.
const heartbeat = time.Second

// timed reports whether a clock runs that only the program keeps: one at the board goes on by itself.
func (d *daemon) timed() bool {
	c := d.game.Clock()
	return c != nil && c.Running != "" && !d.laws.Outside
}

// armPulse sets the timer to when the database is to hear of the time, if it must.
func (d *daemon) armPulse(pulse *time.Timer) {
	if !d.timed() {
		pulse.Stop()
		return
	}
	pulse.Reset(max(ms(d.noted+d.time.base-d.clock())+heartbeat, time.Millisecond))
}

// beat has the database note how far the time has come in which nothing happened. It is no part of the record, and the timeline doesn't hear
// of it, so a reading that is on its way keeps its time. When the game has something to say first, that is kept instead.
func (d *daemon) beat() {
	at := max(d.clock()-1-d.time.base, d.time.told)
	if next, ok := d.game.Next(); !d.timed() || ok && next <= at {
		return
	}
	d.noted = at
	d.journal.beat(&entry{rec: d.recording, told: at, hands: d.hands()})
}
