//go:build linux && (amd64 || arm64)

package fusebus

import (
	"errors"
	"syscall"

	"golang.org/x/sys/unix"

	"jadoube/hw"
)

// ioctlCall is one ioctl of a program. What it points to lies in the program's memory.
type ioctlCall struct {
	pid int
	cmd uint32
	arg uint64
	in  []byte // what the kernel copied, going by the size in cmd
}

// Commands of include/uapi/linux/i2c-dev.h.
const (
	i2cFuncs = 0x0705
	i2cRdwr  = 0x0707
)

// i2cAbilities is what i2c-bcm2835 says it can do: plain I²C, and SMBus by means of it.
const i2cAbilities = 0x0eff0001

func (c ioctlCall) i2c(bus hw.I2C) syscall.Errno {
	switch c.cmd {
	case i2cFuncs:
		var b [8]byte
		le.PutUint64(b[:], i2cAbilities)
		return poke(c.pid, c.arg, b[:])
	case i2cRdwr:
		return c.i2cTransfer(bus)
	}
	return syscall.ENOTTY
}

// i2cTransfer reads struct i2c_rdwr_ioctl_data: an address of 16-byte messages and their number, which
// for us is a write, a read, or a write and then a read.
func (c ioctlCall) i2cTransfer(bus hw.I2C) syscall.Errno {
	var head [16]byte
	if e := peek(c.pid, c.arg, head[:]); e != 0 {
		return e
	}
	n := le.Uint32(head[8:])
	if n < 1 || n > 2 {
		return syscall.EOPNOTSUPP
	}
	msgs := make([]byte, 16*n)
	if e := peek(c.pid, le.Uint64(head[:]), msgs); e != 0 {
		return e
	}
	var w, r []byte
	var answer uint64
	for m := msgs; len(m) > 0; m = m[16:] {
		b, at := make([]byte, le.Uint16(m[4:])), le.Uint64(m[8:])
		if le.Uint16(m[2:])&1 != 0 {
			r, answer = b, at
			continue
		}
		w = b
		if e := peek(c.pid, at, w); e != 0 {
			return e
		}
	}
	if err := bus.Tx(le.Uint16(msgs), w, r); err != nil {
		return errnoOf(err)
	}
	return poke(c.pid, answer, r)
}

// clocked is an SPI bus that wants to know the clock in Hz of what comes.
type clocked interface{ Clock(hz int) }

// spi handles the commands of include/uapi/linux/spi/spidev.h. Mode and word length are taken without a look; a
// transfer's clock is told to a bus with a method Clock(hz int).
func (c ioctlCall) spi(bus hw.SPI) syscall.Errno {
	const message, kind = 0x6b00, 'k'
	switch {
	case c.cmd>>8&0xff != kind:
		return syscall.ENOTTY
	case c.cmd&0xffff != message:
		return 0
	}
	for t := c.in; len(t) >= 32; t = t[32:] {
		if e := c.spiTransfer(bus, t); e != 0 {
			return e
		}
	}
	return 0
}

// spiTransfer reads one struct spi_ioc_transfer.
func (c ioctlCall) spiTransfer(bus hw.SPI, t []byte) syscall.Errno {
	tx, rx, n := le.Uint64(t), le.Uint64(t[8:]), le.Uint32(t[16:])
	w := make([]byte, n)
	if tx != 0 {
		if e := peek(c.pid, tx, w); e != 0 {
			return e
		}
	}
	var r []byte
	if rx != 0 {
		r = make([]byte, n)
	}
	if b, ok := bus.(clocked); ok {
		b.Clock(int(le.Uint32(t[20:])))
	}
	if err := bus.Tx(w, r); err != nil {
		return errnoOf(err)
	}
	return poke(c.pid, rx, r)
}

func errnoOf(err error) syscall.Errno {
	if errors.Is(err, hw.ErrNoAnswer) {
		return syscall.EREMOTEIO
	}
	return syscall.EIO
}

func peek(pid int, addr uint64, b []byte) syscall.Errno {
	return reach(unix.ProcessVMReadv, pid, addr, b)
}

func poke(pid int, addr uint64, b []byte) syscall.Errno {
	return reach(unix.ProcessVMWritev, pid, addr, b)
}

// reach copies between b and the memory of a process.
func reach(call func(int, []unix.Iovec, []unix.RemoteIovec, uint) (int, error), pid int, addr uint64, b []byte) syscall.Errno {
	if len(b) == 0 {
		return 0
	}
	here := []unix.Iovec{{Base: &b[0], Len: uint64(len(b))}}
	there := []unix.RemoteIovec{{Base: uintptr(addr), Len: len(b)}}
	if n, err := call(pid, here, there, 0); err != nil || n != len(b) {
		return syscall.EFAULT
	}
	return 0
}
