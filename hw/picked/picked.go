// Package picked knows how to use some pins of a chip as a group of outputs, and others as a group of inputs. It must not know
// any chip, or what hangs on the pins.
package picked

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"jadoube/hw"
)

// Chip is a chip of which some pins are outputs and the others inputs. Its methods number all its pins alike.
type Chip interface {
	fmt.Stringer
	// Init sets the chip up, with the levels that were driven last.
	Init() error
	// Drive sets all outputs to their bits of levels.
	Drive(levels uint64) error
	// Read returns the levels of all pins.
	Read() (uint64, error)
	// Confirm reads with the settings looked at; they are lost when the error is hw.ErrReset.
	Confirm() (uint64, error)
}

// Pin is a pin of a chip.
type Pin struct {
	N        int
	Inverted bool // 1 means low
}

// Set is a chip whose pins are used by groups. A Set and its groups are used from one goroutine.
type Set struct {
	chip   Chip
	levels uint64 // of the outputs
	ready  bool
}

// New returns the pins of a chip. It is set up when the first of them is used, and again after an error.
func New(chip Chip) *Set { return &Set{chip: chip} }

// Out returns pins that are outputs of the chip, all 0 from the beginning.
func (s *Set) Out(pins ...Pin) *Out {
	o := &Out{group{s, pins}}
	s.levels |= o.spread(0, o.all())
	return o
}

// In returns pins that are inputs of the chip.
func (s *Set) In(pins ...Pin) *In { return &In{group{s, pins}} }

func (s *Set) setUp() error {
	if s.ready {
		return nil
	}
	if err := s.chip.Init(); err != nil {
		return err
	}
	return s.drive()
}

func (s *Set) drive() error {
	err := s.chip.Drive(s.levels)
	s.ready = err == nil
	return err
}

// read reads by one of the chip's methods.
func (s *Set) read(by func() (uint64, error)) (uint64, error) {
	if err := s.setUp(); err != nil {
		return 0, err
	}
	levels, err := by()
	if errors.Is(err, hw.ErrReset) {
		s.ready = false
	}
	return levels, err
}

// group is some pins of a set.
type group struct {
	set  *Set
	pins []Pin
}

// Len is the number of pins.
func (g *group) Len() int { return len(g.pins) }

// String names the pins and the chip.
func (g *group) String() string {
	names := make([]string, len(g.pins))
	for i, p := range g.pins {
		if names[i] = fmt.Sprint(p.N); p.Inverted {
			names[i] = "!" + names[i]
		}
	}
	return fmt.Sprintf("pins %s of %v", strings.Join(names, " "), g.set.chip)
}

func (g *group) all() uint64 { return 1<<len(g.pins) - 1 }

// spread puts the group's bits in mask where the chip has them.
func (g *group) spread(levels, mask uint64) (wide uint64) {
	for i, p := range g.pins {
		if mask>>i&1 == 1 && (levels>>i&1 == 1) != p.Inverted {
			wide |= 1 << p.N
		}
	}
	return wide
}

// gather takes the group's bits out of the chip's.
func (g *group) gather(wide uint64) (levels uint64) {
	for i, p := range g.pins {
		if (wide>>p.N&1 == 1) != p.Inverted {
			levels |= 1 << i
		}
	}
	return levels
}

// mask is where the chip has the group's bits in mask.
func (g *group) mask(mask uint64) (wide uint64) {
	for i, p := range g.pins {
		wide |= mask >> i & 1 << p.N
	}
	return wide
}

// Init has the chip set up anew.
func (g *group) Init() error {
	g.set.ready = false
	return g.set.setUp()
}

// Out is a group of outputs.
type Out struct{ group }

var _ hw.OutPins = (*Out)(nil)

// Write drives the pins in mask in one transfer.
func (o *Out) Write(levels, mask uint64) error {
	o.set.levels = o.set.levels&^o.mask(mask) | o.spread(levels, mask)
	if !o.set.ready {
		return o.set.setUp()
	}
	return o.set.drive()
}

// In is a group of inputs.
type In struct{ group }

var _ hw.InPins = (*In)(nil)

// Read reads the pins in one transfer.
func (in *In) Read() (uint64, error) {
	levels, err := in.set.read(in.set.chip.Read)
	return in.gather(levels), err
}

// Confirm reads the pins with the chip's settings looked at; hw.ErrReset says that they are lost.
func (in *In) Confirm() (uint64, error) {
	levels, err := in.set.read(in.set.chip.Confirm)
	return in.gather(levels), err
}

// Warnings are the chip's.
func (in *In) Warnings() []string {
	if w, ok := in.set.chip.(interface{ Warnings() []string }); ok {
		return w.Warnings()
	}
	return nil
}

// Wait only waits: the chip doesn't tell.
func (in *In) Wait(d time.Duration) error {
	time.Sleep(d)
	return hw.ErrTimeout
}
