package boardstate

import (
	"fmt"
	"jadoube/rules"
	"jadoube/sensors/trace"
	"os"
	"testing"
)

func TestDbg(t *testing.T) {
	p := os.Getenv("TR")
	if p == "" {
		t.Skip()
	}
	f, _ := os.Open(p)
	x, err := trace.Read(p, f)
	if err != nil {
		t.Fatal(err)
	}
	pos := rules.StartPosition()
	if x.FEN != "" {
		pos = rules.MustFEN(x.FEN)
	}
	tr := New(pos, Options{Kind: x.Sensor, Scan: x.Scan, Lever: x.Lever})
	var lo, hi int64 = 0, 1 << 60
	fmt.Sscan(os.Getenv("LO"), &lo)
	fmt.Sscan(os.Getenv("HI"), &hi)
	for _, r := range x.Readings {
		tr.Read(r)
		if r.T < lo || r.T > hi {
			continue
		}
		fmt.Println(r.T, r.Changes, r.Press, "gap", r.Gap)
		for i, n := range tr.live {
			if i > 7 {
				break
			}
			l := ""
			for k := n; k.parent != nil && k.ply > n.ply-3; k = k.parent {
				if k.by.sign == nil {
					l = k.by.move.From().String() + k.by.move.To().String() + " " + l
				} else {
					l = k.by.sign.result
				}
			}
			fmt.Printf("   %d ply %d cost %d total %d at %d [%s]", i, n.ply, n.cost, n.total, n.at, l)
			for _, a := range n.tracks {
				if a.open {
					fmt.Printf(" %v!%d", a.sq, a.since)
				}
			}
			fmt.Println()
		}
	}
}
