package pi

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"go.bug.st/serial"
	"golang.org/x/sys/unix"

	"jadoube/hw"
)

// patience is how long Write waits for a device that takes nothing.
const patience = 2 * time.Second

// Serial is an open serial port.
//
// The device is open twice. One descriptor is the serial library's, which sets the line up and reads.
// The other holds a lock against other programs that ask, since the kernel's exclusive mode doesn't bind
// root, and writes, since it can do that with a time-out.
type Serial struct {
	path      string
	port      serial.Port
	writer    *os.File
	reading   sync.Mutex // the library's time-out belongs to one Read at a time
	closed    atomic.Bool
	unplugged atomic.Bool
}

var _ hw.Port = (*Serial)(nil)

// OpenSerial opens a serial port by its path, or by the USB device that it belongs to ("usb:0403:6001").
// Names under /dev/serial/by-id stay the same when other devices come and go. One that isn't there is
// hw.ErrUnplugged, one that is in use hw.ErrBusy.
func OpenSerial(path string, mode hw.SerialMode) (*Serial, error) {
	if err := mode.Check(); err != nil {
		return nil, err
	}
	path, err := SerialPath(path)
	if err != nil {
		return nil, err
	}
	writer, err := lock(path)
	if err != nil {
		return nil, fmt.Errorf("serial port %s: %w", path, openError(err))
	}
	port, err := serial.Open(path, libraryMode(mode))
	if err != nil {
		writer.Close()
		return nil, fmt.Errorf("serial port %s at %v: %w", path, mode, openError(err))
	}
	return &Serial{path: path, port: port, writer: writer}, nil
}

// SerialPath is the path of the serial port that a name means: a path itself, or that of the USB device's port. The error
// is hw.ErrUnplugged for a USB device that isn't there.
func SerialPath(name string) (string, error) {
	if id, usb := strings.CutPrefix(name, usbPrefix); usb {
		return findUSB(id, "/sys")
	}
	return name, nil
}

// lock opens the device without waiting for a carrier and locks it.
func lock(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|unix.O_NOCTTY|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	raw, err := f.SyscallConn()
	if err == nil {
		var locked error
		err = raw.Control(func(fd uintptr) { locked = unix.Flock(int(fd), unix.LOCK_EX|unix.LOCK_NB) })
		err = errors.Join(err, locked)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// libraryMode never sets InitialStatusBits: ports without modem lines refuse them, and a board that is
// reset by them should be left alone.
func libraryMode(m hw.SerialMode) *serial.Mode {
	mode := &serial.Mode{BaudRate: m.Baud, DataBits: m.Data, StopBits: serial.OneStopBit}
	if m.Stop == 2 {
		mode.StopBits = serial.TwoStopBits
	}
	switch m.Parity {
	case hw.OddParity:
		mode.Parity = serial.OddParity
	case hw.EvenParity:
		mode.Parity = serial.EvenParity
	}
	return mode
}

func openError(err error) error {
	var lib *serial.PortError
	code := serial.PortErrorCode(-1)
	if errors.As(err, &lib) {
		code = lib.Code()
	}
	switch {
	case errors.Is(err, syscall.EWOULDBLOCK), errors.Is(err, syscall.EBUSY), code == serial.PortBusy:
		return fmt.Errorf("%w by another program (fuser names it)", hw.ErrBusy)
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENXIO), errors.Is(err, syscall.ENODEV), errors.Is(err, syscall.EIO):
		return fmt.Errorf("%w (%w)", hw.ErrUnplugged, err)
	case errors.Is(err, fs.ErrPermission), code == serial.PermissionDenied:
		return fmt.Errorf("%w: put the user into the group dialout", fs.ErrPermission)
	}
	return err
}

// Read waits for bytes for at most wait. To the library a time-out is no bytes and no error, and a
// device that is gone is "closed", again and again.
func (s *Serial) Read(b []byte, wait time.Duration) (int, error) {
	if len(b) == 0 {
		return 0, nil
	}
	s.reading.Lock()
	defer s.reading.Unlock()
	if err := s.gone(); err != nil {
		return 0, err
	}
	if err := s.port.SetReadTimeout(max(wait, 0)); err != nil {
		return 0, s.failed("read", err)
	}
	n, err := s.port.Read(b)
	switch {
	case err != nil:
		return 0, s.failed("read", err)
	case n == 0:
		return 0, hw.ErrTimeout
	}
	return n, nil
}

// Write hands b to the device.
func (s *Serial) Write(b []byte) (int, error) {
	if err := s.gone(); err != nil {
		return 0, err
	}
	if err := s.writer.SetWriteDeadline(time.Now().Add(patience)); err != nil {
		return 0, s.failed("write", err)
	}
	n, err := s.writer.Write(b)
	if err != nil {
		return n, s.failed("write", err)
	}
	return n, nil
}

// gone is the error of a port that was closed or unplugged, else nil.
func (s *Serial) gone() error {
	switch {
	case s.closed.Load():
		return fmt.Errorf("serial port %s: %w", s.path, os.ErrClosed)
	case s.unplugged.Load():
		return fmt.Errorf("serial port %s: %w", s.path, hw.ErrUnplugged)
	}
	return nil
}

func (s *Serial) failed(doing string, err error) error {
	var lib *serial.PortError
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		return fmt.Errorf("serial port %s takes no bytes: %w", s.path, hw.ErrTimeout)
	case errors.As(err, &lib) && lib.Code() == serial.PortClosed,
		errors.Is(err, os.ErrClosed), errors.Is(err, syscall.EBADF),
		errors.Is(err, syscall.EIO), errors.Is(err, syscall.ENXIO), errors.Is(err, syscall.ENODEV):
		s.unplugged.Store(true)
		return s.gone()
	}
	return fmt.Errorf("%s serial port %s: %w", doing, s.path, err)
}

// Close closes the port. A device that is gone can't complain any more, so there is no error then.
func (s *Serial) Close() error {
	if s.closed.Swap(true) {
		return nil
	}
	err := errors.Join(s.port.Close(), s.writer.Close())
	if err != nil && !s.unplugged.Load() {
		return fmt.Errorf("close serial port %s: %w", s.path, err)
	}
	return nil
}

// String names the port: "serial port /dev/ttyUSB0".
func (s *Serial) String() string { return "serial port " + s.path }
