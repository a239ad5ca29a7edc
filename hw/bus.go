package hw

import "fmt"

// I2C is an I²C bus that several chips share.
//
// Tx addresses the chip with the 7-bit address addr (0x20, not 0x40), writes w, and then, after a
// repeated start, reads len(r) bytes into r. Either may be empty; both empty does nothing. It is one
// transaction: nothing of another goroutine comes in between, so Tx may be called from several.
// On an error r's contents are undefined and the chip may have taken any part of w. A missing or
// disturbed chip is ErrNoAnswer.
//
// The clock of the bus is the system's affair (dtparam=i2c_arm_baudrate). Drivers don't close a bus:
// it isn't theirs.
type I2C interface {
	fmt.Stringer
	Tx(addr uint16, w, r []byte) error
}

// SPI is one chip-select line of an SPI bus, opened with its clock and mode; words have 8 bits, the
// highest first.
//
// Tx selects the chip, clocks out w while it clocks in as many bytes into r, and releases the chip. r
// may be nil when the answer doesn't matter; otherwise it is as long as w. On Linux a transfer holds at
// most 4096 bytes unless spidev.bufsiz says more. There is no acknowledgement in SPI: a missing chip is
// no error. Tx may be called from several goroutines; each call is one transaction.
type SPI interface {
	fmt.Stringer
	Tx(w, r []byte) error
}

// DefaultMaxTx is how many bytes Linux takes in one SPI transfer unless told otherwise.
const DefaultMaxTx = 4096

// CheckTx reports a transfer of n bytes that is too long for s. A bus that knows how much the system takes has a method
// MaxTx() int.
func CheckTx(s SPI, n int) error {
	most := DefaultMaxTx
	if m, ok := s.(interface{ MaxTx() int }); ok {
		most = m.MaxTx()
	}
	if n <= most {
		return nil
	}
	return fmt.Errorf("%v: a transfer takes %d bytes, and the kernel takes %d: add spidev.bufsiz=%d to cmdline.txt and start the computer anew",
		s, n, most, (n+DefaultMaxTx-1)/DefaultMaxTx*DefaultMaxTx)
}
