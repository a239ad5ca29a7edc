package ledmatrix

import (
	"fmt"
	"math/bits"
	"time"
)

// Ticks is the number of steps in a cycle, Tick the length of one, Cycle that of them all.
const (
	Ticks = 16
	Tick  = 125 * time.Millisecond
	Cycle = Ticks * Tick
)

// Pattern is what a light does in a cycle of 2 s: one bit a tick of 125 ms, the highest bit first,
// 1 = on. All lights of a board run in step, and then start again.
//
// Nothing here flashes more than three times in any second, the limit of WCAG 2.3.1 for people with
// photosensitive epilepsy.
type Pattern uint16

// The patterns in use. They stay apart even to an eye that doesn't know where a cycle starts.
const (
	Steady   Pattern = 0b1111_1111_1111_1111 // always on
	Interval Pattern = 0b1111_1100_1111_1100 // period 1 s, on for 3/4: a light that takes a breath
	Slow     Pattern = 0b1111_1111_0000_0000 // period 2 s, on for 1/2
	Medium   Pattern = 0b1111_0000_1111_0000 // period 1 s, on for 1/2
	Fast     Pattern = 0b1100_1100_1100_1100 // period 0.5 s, on for 1/2
	Lantern  Pattern = 0b1110_0000_0000_0000 // one light of 3/8 s in 2 s
	Wink     Pattern = 0b1000_0000_0000_0000 // one flash of 1/8 s in 2 s
	Winks    Pattern = 0b1010_0000_0000_0000 // two flashes in 2 s
	Blip     Pattern = 0b1111_1111_1111_1100 // out for 1/4 s in 2 s
	Alarm    Pattern = 0b1010_1000_0000_0000 // three flashes in 2 s
	LongDot  Pattern = 0b1111_1100_1100_0000 // a long light and a short one in 2 s
)

// On reports whether the light is on at the moment t since any fixed start.
func (p Pattern) On(t time.Duration) bool { return p<<tick(t)&(1<<(Ticks-1)) != 0 }

// changes has the bit of each tick on which the light is not what it was in the tick before.
func (p Pattern) changes() Pattern {
	return p ^ Pattern(bits.RotateLeft16(uint16(p), -1))
}

// String draws the cycle: "##..##..##..##..".
func (p Pattern) String() string {
	b := []byte(fmt.Sprintf("%016b", uint16(p)))
	for i := range b {
		b[i] = ".#"[b[i]-'0']
	}
	return string(b)
}

// tick is the number of the tick within the cycle, also for moments before the start.
func tick(t time.Duration) int {
	t %= Cycle
	if t < 0 {
		t += Cycle
	}
	return int(t / Tick)
}
