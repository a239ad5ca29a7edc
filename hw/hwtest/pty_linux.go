package hwtest

import (
	"os"
	"strconv"
	"testing"

	"golang.org/x/sys/unix"
)

// OpenPTY returns a pseudo-terminal: the master, to act the device, and the path under which a program
// opens it as a serial port. Closing the master is pulling the plug. The line is raw from the start, and
// stays alive when the program closes it. Without /dev/ptmx the test is skipped.
func OpenPTY(t testing.TB) (master *os.File, path string) {
	t.Helper()
	fd, err := unix.Open("/dev/ptmx", unix.O_RDWR|unix.O_NOCTTY|unix.O_CLOEXEC|unix.O_NONBLOCK, 0)
	if err != nil {
		t.Skipf("no pseudo-terminals here: %v", err)
	}
	master = os.NewFile(uintptr(fd), "/dev/ptmx") // non-blocking, so that Close ends a Read
	t.Cleanup(func() { master.Close() })
	number, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0)
	}
	if err != nil {
		t.Fatalf("unlock the pseudo-terminal: %v", err)
	}
	path = "/dev/pts/" + strconv.Itoa(number)
	holdOpen(t, path)
	return master, path
}

// holdOpen keeps an end open: without any, the master reads EIO. It also switches off the echo.
func holdOpen(t testing.TB, path string) {
	fd, err := unix.Open(path, unix.O_RDWR|unix.O_NOCTTY|unix.O_CLOEXEC, 0)
	if err != nil {
		t.Fatalf("open %s: %v", path, err)
	}
	t.Cleanup(func() { unix.Close(fd) })
	mode, err := unix.IoctlGetTermios(fd, unix.TCGETS)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	mode.Lflag &^= unix.ECHO | unix.ICANON | unix.ISIG | unix.IEXTEN
	mode.Iflag &^= unix.ICRNL | unix.IXON
	mode.Oflag &^= unix.OPOST
	if err := unix.IoctlSetTermios(fd, unix.TCSETS, mode); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}
