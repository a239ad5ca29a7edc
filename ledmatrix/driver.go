package ledmatrix

import "fmt"

// Driver is 64 LEDs that can be told what to show. Package ledtest holds the test that every
// implementation runs.
//
// Show puts the whole image on the LEDs and returns when it has been handed over, within some
// milliseconds. An image that the LEDs already show isn't sent again. Show neither changes the image nor keeps the pointer. LEDs with fewer colours show the
// nearest they have; LEDs of one colour show img.Mono(). When Show fails, the LEDs may show anything;
// the next Show tries again and relies on nothing from before, so the caller only has to report the
// error and go on: a game doesn't stop for its lights.
//
// Halt makes all LEDs dark. It may be called at any time, also twice; a later Show lights them again.
// A driver leaves the bus or pins it was given open: who opened them closes them.
//
// String names the driver and where it sits, in one line, for logs: "ws2812 on SPI0.0".
//
// A Driver is used from one goroutine at a time unless it says otherwise.
type Driver interface {
	fmt.Stringer
	Show(img *Image) error
	Halt() error
}

// Refresher is a Driver whose LEDs can forget what they show while nothing new is shown: a chip that was
// reset by a dip of its supply, a plug that was pulled and put back.
//
// Refresh sets the LEDs up anew and sends the last image again, so that a caller whose picture stands
// finds out within seconds that a chip is dead, and that one which was is lit again. Before the first Show,
// and after Halt, the last image is a dark one. Its error is as Show's.
type Refresher interface {
	Driver
	Refresh() error
}
