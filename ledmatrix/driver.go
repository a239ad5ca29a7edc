package ledmatrix

import "fmt"

// Driver is 64 LEDs that can be told what to show. Package ledtest holds the test that every
// implementation runs.
//
// Show puts the whole image on the LEDs and returns when it has been handed over, within some
// milliseconds. It neither changes the image nor keeps the pointer. LEDs with fewer colours show the
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
