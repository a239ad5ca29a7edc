package referee

import (
	"testing"

	"jadoube/rules/square"
	"jadoube/sensors"
)

// think is a referee of a middle game in which a knight is touched and nothing happens.
func think(tb testing.TB, level Level) *driver {
	opt := strict("2023")
	opt.Level = level
	d := drive(tb, "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 1", opt)
	d.do("0 -f3; 600 +f3")
	return d
}

// TestQuietAllocatesNothing asks what it costs to be asked when nothing changed.
func TestQuietAllocatesNothing(t *testing.T) {
	for _, line := range []string{"", "1000 -f3; 1500 +h4; 1500 line f3h4@1500; 3000 wait"} {
		for _, level := range []Level{Off, Trainer, Arbiter, Strict} {
			d := think(t, level)
			d.do(line)
			now := int64(3000)
			if n := testing.AllocsPerRun(100, func() {
				now++
				d.r.Shown(now, d.line)
				d.r.Advance(now)
				d.r.Next()
				d.r.Take()
			}); n > 0 {
				t.Errorf("%v, %q: %v allocations", level, line, n)
			}
		}
	}
}

// BenchmarkContact is what a contact costs, of a knight that is lifted and put back again and again.
func BenchmarkContact(b *testing.B) {
	for _, level := range []Level{Off, Strict} {
		b.Run(level.String(), func(b *testing.B) {
			d := think(b, level)
			now, on := int64(1000), true
			b.ReportAllocs()
			for b.Loop() {
				now += 300
				c := sensors.Stable{First: now}
				c.Square = square.F3
				if on {
					c.From = sensors.WhiteKnight
				} else {
					c.To = sensors.WhiteKnight
				}
				on = !on
				d.r.Contact(c)
				d.r.Advance(now + 1)
				d.r.Take()
			}
		})
	}
}
