// Package pi knows how to open the buses, pins and serial ports of a Raspberry Pi, or of any computer
// with Linux, through the kernel; it must not know which chip or board hangs there.
//
// It uses the kernel's own interfaces only (/dev/gpiochip*, /dev/i2c-*, /dev/spidev*, /dev/tty*), which
// are the same on every model, and never maps the processor's registers: that would need root, and
// differs from model to model.
package pi

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"syscall"

	"periph.io/x/conn/v3/driver/driverreg"

	"jadoube/hw"
)

// Problems starts the kernel interfaces, once, and returns those that this computer doesn't have or that
// don't work, for a doctor to show. None is fatal: a computer without SPI can still have I²C.
func Problems() []error { return start() }

var start = sync.OnceValue(func() []error {
	state, err := driverreg.Init()
	if err != nil {
		return []error{err}
	}
	var problems []error
	for _, f := range append(state.Skipped, state.Failed...) {
		problems = append(problems, errors.New(f.String()))
	}
	return problems
})

// reasons says which of our errors stands for one of the kernel's.
var reasons = []struct {
	errno syscall.Errno
	is    error
}{
	{syscall.EREMOTEIO, hw.ErrNoAnswer}, // i2c-bcm2835, i2c-gpio: not acknowledged
	{syscall.ENXIO, hw.ErrNoAnswer},     // other I²C controllers: not acknowledged
	{syscall.EIO, hw.ErrNoAnswer},
	{syscall.ETIMEDOUT, hw.ErrTimeout},
	{syscall.EBUSY, hw.ErrBusy},
	{syscall.ENODEV, hw.ErrUnplugged},
	{syscall.ENOENT, hw.ErrUnplugged},
}

// because makes an error of a bus or of pins one that callers can decide on. The libraries below keep
// of the kernel's error often only its words, at the end of their own.
func because(err error) error {
	for _, r := range reasons {
		if errors.Is(err, r.errno) || strings.HasSuffix(err.Error(), r.errno.Error()) {
			return fmt.Errorf("%w (%w)", r.is, err)
		}
	}
	if strings.Contains(err.Error(), fs.ErrPermission.Error()) {
		return fmt.Errorf("%w: put the user into the group of the device (i2c, spi, gpio or dialout), as in sudo usermod -aG i2c,spi,gpio,dialout USER, and log in anew", err)
	}
	return err
}
