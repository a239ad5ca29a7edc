// Package matrix knows how to read a board that has one switch a square: reed switches or digital hall sensors on
// the inputs of chips, or crossed as rows and columns. It knows when to believe what a wire says, and must not
// know which chip is read, nor what is legal.
//
// What it tells is raw: a contact that opens for one scan is told as it is, because that is what gives a capture
// away. What it keeps back is what no switch can do: a level that isn't there any more when the chip is asked
// again at once, chips that have lost their settings, and boards that change everywhere in one instant.
package matrix

import "fmt"

// Inputs is a group of up to 64 inputs that are read at one moment: a chip, a chain of chips, or crossed wires.
// Bit n is the level of input n, 1 = high. Everything is called from one goroutine.
type Inputs interface {
	fmt.Stringer
	// Len is the number of inputs.
	Len() int
	// Init sets the chip up; it may be called again at any time.
	Init() error
	// Read reads with the least that the chip can do.
	Read() (uint64, error)
	// Confirm reads anew and relies on nothing: it sets pointers and looks at the settings. A chip that
	// has lost them is hw.ErrReset: Init has to be called.
	Confirm() (uint64, error)
}

// Warner is an Inputs that knows what is odd with how it is wired.
type Warner interface{ Warnings() []string }
