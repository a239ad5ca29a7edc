// Package hw knows the boundary to the electrical world: buses, pins and serial ports as interfaces
// with their contracts, and the errors on which a caller decides. It must not know any chip, any board,
// or how a bus is opened: hw/pi opens the real ones, hw/hwtest has ones made of memory.
package hw

import "errors"

// The errors on which callers decide. Implementations wrap them with what they were doing; test with
// errors.Is. Everything else that can go wrong is reported as it is and not worth a decision. After
// Close, methods return os.ErrClosed in the same way.
var (
	// ErrTimeout: nothing happened within the time given. Nothing is broken; ask again.
	ErrTimeout = errors.New("nothing came in time")
	// ErrUnplugged: the device isn't there, or not there any more. It stays so until it is closed and
	// opened anew, which may succeed once somebody has plugged it in.
	ErrUnplugged = errors.New("the device is unplugged")
	// ErrBusy: another program, or another part of this one, holds the device.
	ErrBusy = errors.New("the device is in use")
	// ErrNoAnswer: the bus works, but no chip acknowledged at this address, or it broke off. On a bus
	// with long wires that happens now and then: try again two or three times, milliseconds apart.
	ErrNoAnswer = errors.New("no chip answers")
	// ErrReset: a chip answers but has lost what it was set to, as after a brown-out. Set it up again.
	ErrReset = errors.New("the chip has lost its settings")
)
