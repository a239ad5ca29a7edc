package matrix

import (
	"fmt"
	"strings"

	"jadoube/rules/square"
	"jadoube/sensors"
	"jadoube/sensors/layout"
	"jadoube/sensors/scan"
)

// Grid is a board with a switch for each square.
//
//	            like the last one: nothing
//	          ┌────────────────────────────┐
//	          ▼                            │
//	levels ──▶ differ ──▶ confirm ──▶ agrees: believed; no: flicker
//	  │
//	  └─ fails 3 times: the scan is given up; 5 scans in a row: the chip is set up anew each time
type Grid struct {
	banks  []bank
	board  square.Set // what was scanned last
	look   int        // the bank whose settings are looked at next
	counts sensors.Health
}

var _ scan.Board = (*Grid)(nil)

// New returns a grid of groups of inputs. wired has the squares of their inputs, counted on; with high a contact with a
// piece is high, not low. Nothing is read yet.
func New(groups []Inputs, wired layout.Layout, high bool) (*Grid, error) {
	g := new(Grid)
	rest := wired
	for _, in := range groups {
		n := min(in.Len(), len(rest))
		g.banks = append(g.banks, newBank(in, rest[:n], high, &g.counts))
		rest = rest[n:]
	}
	if len(rest) > 0 {
		return nil, fmt.Errorf("layout of %d inputs: the chips have %d", len(wired), len(wired)-len(rest))
	}
	return g, nil
}

// String names the chips.
func (g *Grid) String() string {
	names := make([]string, len(g.banks))
	for i := range g.banks {
		names[i] = g.banks[i].in.String()
	}
	return "switches on " + strings.Join(names, ", ")
}

// Groups is the number of groups of inputs.
func (g *Grid) Groups() int { return len(g.banks) }

// Health returns the counts, and what the groups warn of now.
func (g *Grid) Health() *sensors.Health {
	g.counts.Warnings = nil
	for i := range g.banks {
		if w, ok := g.banks[i].in.(Warner); ok {
			g.counts.Warnings = append(g.counts.Warnings, w.Warnings()...)
		}
	}
	return &g.counts
}

// Distrust has all chips set up anew.
func (g *Grid) Distrust() {
	for i := range g.banks {
		g.banks[i].ready = false
	}
}

// Scan reads the groups that ask; with sure it looks at the settings of one more.
func (g *Grid) Scan(f *sensors.Frame, asking uint64, sure bool) error {
	look := -1
	if sure {
		g.look = (g.look + 1) % len(g.banks)
		look = g.look
	}
	var board square.Set
	for i := range g.banks {
		if asking>>i&1 == 1 || i == look {
			if err := g.banks[i].scan(i == look); err != nil {
				return fmt.Errorf("%v: %w", g.banks[i].in, err)
			}
		}
		board |= g.banks[i].board
	}
	g.draw(f, board)
	return nil
}

// draw makes the frame show what stands on the board.
func (g *Grid) draw(f *sensors.Frame, board square.Set) {
	for s := range (board ^ g.board).Squares() {
		f[s] = sensors.Nothing
		if board.Has(s) {
			f[s] = sensors.Something
		}
	}
	g.board = board
}
