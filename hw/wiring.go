package hw

// Wiring opens what hangs on a computer, for one part of a program: a board, its buttons, its lights. Names
// are those of configs. What isn't there, or may not be opened, is an error that says what to do about it;
// trying again later may succeed.
//
// Close closes all that was opened through it. Parts share a bus by opening it each for itself: the
// system keeps their transactions apart.
type Wiring interface {
	I2C(name string) (I2C, error)                      // "1" or "/dev/i2c-1"
	SPI(name string, hz, mode int) (SPI, error)        // "0.1" or "/dev/spidev0.1"
	In(pins ...Pin) (InPins, error)                    // on one chip
	Out(pins ...Pin) (OutPins, error)                  // on one chip, all 0 at first
	Serial(path string, mode SerialMode) (Port, error) // "/dev/ttyUSB0", "usb:0403:6001"
	Close() error
}
