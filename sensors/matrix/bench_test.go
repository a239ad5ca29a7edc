package matrix

import (
	"testing"
	"time"

	"jadoube/hw/hwtest"
	"jadoube/hw/hwtest/models"
	"jadoube/hw/mcp23017"
	"jadoube/sensors"
	"jadoube/sensors/layout"
)

// BenchmarkScan measures a scan of five MCP23017 on which nothing changes, in turn with a loop that does nothing but read the same
// bus of simulated chips: "x/bus" is what a scan costs against it.
func BenchmarkScan(b *testing.B) {
	bus := hwtest.Chips{}
	var groups []Inputs
	var usable []layout.Usable
	for i := range uint16(5) {
		bus[0x20+i] = models.NewMCP23017().Tx
		c, err := mcp23017.New(bus, 0x20+i, mcp23017.Options{Inputs: mcp23017.Safe, PullUps: mcp23017.Safe})
		if err != nil {
			b.Fatal(err)
		}
		groups, usable = append(groups, c), append(usable, layout.Usable{Len: mcp23017.Inputs, Mask: mcp23017.Safe})
	}
	wired, _ := layout.Parse("ranks", usable)
	g, err := New(groups, wired, false)
	if err != nil {
		b.Fatal(err)
	}
	var f sensors.Frame
	if err := g.Scan(&f, ^uint64(0), true); err != nil { // sets the chips up
		b.Fatal(err)
	}
	var scans, reads time.Duration
	r := make([]byte, 2)
	b.ReportAllocs()
	for b.Loop() {
		start := time.Now()
		for range 100 {
			for addr := range uint16(5) {
				bus.Tx(0x20+addr, nil, r)
			}
		}
		middle := time.Now()
		for range 100 {
			if err := g.Scan(&f, ^uint64(0), false); err != nil {
				b.Fatal(err)
			}
		}
		reads, scans = reads+middle.Sub(start), scans+time.Since(middle)
	}
	b.ReportMetric(float64(scans.Nanoseconds())/float64(100*b.N), "ns/scan")
	b.ReportMetric(float64(scans)/float64(reads), "x/bus")
}
