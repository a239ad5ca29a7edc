package pi

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"jadoube/hw"
	"jadoube/hw/hwtest"
)

var mode = hw.SerialMode{Baud: 115200, Data: 8, Stop: 1}

func openSerial(t *testing.T, path string) *Serial {
	t.Helper()
	p, err := OpenSerial(path, mode)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p
}

func TestSerialOverPseudoTerminal(t *testing.T) {
	hwtest.RunPort(t, func(t *testing.T) hwtest.PortFixture {
		master, path := hwtest.OpenPTY(t)
		return hwtest.PortFixture{Port: openSerial(t, path), Far: master, Unplug: func() { master.Close() }}
	})
}

// With socat another process owns the far end, and ending it is a hang-up as of a real plug.
func TestSerialOverSocat(t *testing.T) {
	hwtest.RunPort(t, func(t *testing.T) hwtest.PortFixture {
		return socat(t)
	})
}

func socat(t *testing.T) hwtest.PortFixture {
	t.Helper()
	if _, err := exec.LookPath("socat"); err != nil {
		t.Skip("socat isn't installed")
	}
	link := filepath.Join(t.TempDir(), "board")
	cmd := exec.Command("socat", "PTY,raw,echo=0,link="+link, "STDIO")
	in, _ := cmd.StdinPipe()
	out, _ := cmd.StdoutPipe()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	unplug := func() {
		cmd.Process.Kill()
		cmd.Wait()
	}
	t.Cleanup(unplug)
	for range 100 {
		if _, err := os.Stat(link); err == nil {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	return hwtest.PortFixture{Port: openSerial(t, link), Far: pipe{out, in}, Unplug: unplug}
}

type pipe struct {
	io.Reader
	io.Writer
}

func TestSerialModesAreAccepted(t *testing.T) {
	for _, m := range []string{"9600 8N1", "38400 7O1", "19200 7E2", "250000 8N1"} {
		_, path := hwtest.OpenPTY(t)
		mode, err := hw.ParseSerialMode(m)
		if err != nil {
			t.Fatal(err)
		}
		p, err := OpenSerial(path, mode)
		if err != nil {
			t.Errorf("%s: %v", m, err)
			continue
		}
		p.Close()
	}
}

func TestSerialSetsTheLine(t *testing.T) {
	_, path := hwtest.OpenPTY(t)
	p, err := OpenSerial(path, hw.SerialMode{Baud: 38400, Data: 7, Parity: hw.OddParity, Stop: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	got := termios(t, path)
	const frame = unix.PARENB | unix.PARODD | unix.CSTOPB
	// A pseudo-terminal has no wire: it keeps 8 bits and no parity bit, but the rest is what was asked.
	if got.Cflag&unix.CBAUD != unix.B38400 || got.Cflag&frame&^unix.PARENB != unix.PARODD|unix.CSTOPB {
		t.Errorf("Cflag %#o", got.Cflag)
	}
	if got.Lflag&(unix.ICANON|unix.ECHO|unix.ISIG) != 0 {
		t.Errorf("the line isn't raw: Lflag %#o", got.Lflag)
	}
}

func termios(t *testing.T, path string) *unix.Termios {
	t.Helper()
	f, err := os.OpenFile(path, os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("a second look at the line: %v", err)
	}
	defer f.Close()
	mode, err := unix.IoctlGetTermios(int(f.Fd()), unix.TCGETS)
	if err != nil {
		t.Fatal(err)
	}
	return mode
}

func TestSerialInUse(t *testing.T) {
	_, path := hwtest.OpenPTY(t)
	first := openSerial(t, path)
	if _, err := OpenSerial(path, mode); !errors.Is(err, hw.ErrBusy) {
		t.Errorf("a second open: %v", err)
	}
	first.Close()
	second, err := OpenSerial(path, mode)
	if err != nil {
		t.Fatalf("after the first was closed: %v", err)
	}
	second.Close()
}

func TestSerialThatCannotBeOpened(t *testing.T) {
	if _, err := OpenSerial("/dev/ttyNOWHERE7", mode); !errors.Is(err, hw.ErrUnplugged) || !strings.Contains(err.Error(), "ttyNOWHERE7") {
		t.Errorf("a device that isn't there: %v", err)
	}
	file := filepath.Join(t.TempDir(), "file")
	os.WriteFile(file, nil, 0o600)
	if _, err := OpenSerial(file, mode); err == nil || errors.Is(err, hw.ErrUnplugged) {
		t.Errorf("a file: %v", err)
	}
	if _, err := OpenSerial("/dev/null", hw.SerialMode{}); err == nil || !strings.Contains(err.Error(), "expected 50") {
		t.Errorf("no mode: %v", err)
	}
}

func TestSerialDeviceThatTakesNothing(t *testing.T) {
	_, path := hwtest.OpenPTY(t)
	p := openSerial(t, path)
	start := time.Now()
	n, err := p.Write(make([]byte, 1<<20))
	if took := time.Since(start); !errors.Is(err, hw.ErrTimeout) || n == 0 || took < patience || took > 3*patience {
		t.Errorf("a megabyte that nobody reads: %d, %v after %v", n, err, took)
	}
	if _, err := p.Read(make([]byte, 1), 0); !errors.Is(err, hw.ErrTimeout) {
		t.Errorf("the port is still there, but Read says %v", err)
	}
}

func TestCloseEndsABlockedWrite(t *testing.T) {
	_, path := hwtest.OpenPTY(t)
	p := openSerial(t, path)
	result := make(chan error)
	go func() {
		_, err := p.Write(make([]byte, 1<<20))
		result <- err
	}()
	time.Sleep(50 * time.Millisecond)
	p.Close()
	if err := <-result; !errors.Is(err, os.ErrClosed) {
		t.Error(err)
	}
}

func TestSerialReadAllocatesNothing(t *testing.T) {
	master, path := hwtest.OpenPTY(t)
	p := openSerial(t, path)
	b, msg := make([]byte, 64), []byte("86 squares")
	if n := testing.AllocsPerRun(100, func() {
		master.Write(msg)
		p.Read(b, time.Second)
		p.Read(b, time.Millisecond)
	}); n != 0 {
		t.Errorf("%v allocations for a message and a time-out", n)
	}
}
