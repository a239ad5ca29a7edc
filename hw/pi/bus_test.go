//go:build linux && (amd64 || arm64)

package pi

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"jadoube/hw"
	"jadoube/hw/hwtest"
	"jadoube/hw/hwtest/fusebus"
)

// registers is a chip with 256 registers and a pointer that moves on.
type registers struct {
	mu    sync.Mutex
	value [256]byte
	at    byte
	naks  int // how many of the next transactions it doesn't answer
}

func (c *registers) tx(w, r []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.naks > 0 {
		c.naks--
		return hw.ErrNoAnswer
	}
	for i, b := range w {
		if i == 0 {
			c.at = b
			continue
		}
		c.value[c.at] = b
		c.at++
	}
	for i := range r {
		r[i] = c.value[c.at]
		c.at++
	}
	return nil
}

// counter is an SPI chip that answers each byte with one more.
type counter struct{}

func (counter) String() string { return "counter" }
func (counter) Tx(w, r []byte) error {
	for i := range r {
		r[i] = w[i] + 1
	}
	return nil
}

func TestBusesOverTheKernelsInterface(t *testing.T) {
	chip := new(registers)
	i2c, line := fmt.Sprintf("i2c-%d", 1000+os.Getpid()), fmt.Sprintf("spidev%d.1", 1000+os.Getpid())
	fusebus.Serve(t, map[string]fmt.Stringer{i2c: hwtest.Chips{0x20: chip.tx}, line: counter{}})
	t.Run("I2C", func(t *testing.T) { testI2C(t, "/dev/"+i2c, chip) })
	t.Run("SPI", func(t *testing.T) { testSPI(t, "/dev/"+line) })
	for _, p := range Problems() {
		t.Log("not on this computer:", p)
	}
}

func testI2C(t *testing.T, device string, chip *registers) {
	bus, err := OpenI2C(device)
	if err != nil {
		t.Fatal(err)
	}
	r := make([]byte, 2)
	if err := bus.Tx(0x20, []byte{0x12, 0x5a, 0xc3}, nil); err != nil {
		t.Error(err)
	}
	if err := bus.Tx(0x20, []byte{0x12}, r); err != nil || !bytes.Equal(r, []byte{0x5a, 0xc3}) {
		t.Errorf("% x, %v", r, err)
	}
	if err := bus.Tx(0x27, []byte{0x12}, r); !errors.Is(err, hw.ErrNoAnswer) || !strings.Contains(err.Error(), "0x27") {
		t.Errorf("a missing chip: %v", err)
	}
	chip.mu.Lock()
	chip.naks = 1
	chip.mu.Unlock()
	if err := bus.Tx(0x20, []byte{0x12}, r); !errors.Is(err, hw.ErrNoAnswer) {
		t.Errorf("a chip that didn't answer once: %v", err)
	}
	if err := bus.Tx(0x20, []byte{0x12}, r); err != nil {
		t.Errorf("the same again: %v", err)
	}
	if err := bus.Tx(0x80, nil, r); err == nil || !strings.Contains(err.Error(), "7-bit") {
		t.Errorf("an address that doesn't exist: %v", err)
	}
	for range 2 {
		if err := bus.Close(); err != nil {
			t.Error(err)
		}
	}
	if err := bus.Tx(0x20, []byte{0x12}, r); !errors.Is(err, os.ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
}

func testSPI(t *testing.T, device string) {
	line, err := OpenSPI(device, 2_400_000, 0)
	if err != nil {
		t.Fatal(err)
	}
	r := make([]byte, 3)
	if err := line.Tx([]byte{1, 2, 0xff}, r); err != nil || !bytes.Equal(r, []byte{2, 3, 0}) {
		t.Errorf("% x, %v", r, err)
	}
	if err := line.Tx(make([]byte, 768), nil); err != nil {
		t.Errorf("768 bytes without an answer: %v", err)
	}
	if err := line.Tx([]byte{1}, r); err == nil || !strings.Contains(err.Error(), "as many") {
		t.Errorf("lengths that differ: %v", err)
	}
	if err := line.Tx(nil, nil); err != nil {
		t.Errorf("nothing to send: %v", err)
	}
	line.Close()
	line.Close()
	if err := line.Tx([]byte{1}, nil); !errors.Is(err, os.ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
}

func TestBusesThatAreNotThere(t *testing.T) {
	if _, err := OpenI2C("77"); !errors.Is(err, hw.ErrUnplugged) || !strings.Contains(err.Error(), "raspi-config") || !strings.Contains(err.Error(), "i2c_arm") {
		t.Error(err)
	}
	if _, err := OpenSPI("77.0", 1_000_000, 0); !errors.Is(err, hw.ErrUnplugged) || !strings.Contains(err.Error(), "spi=on") {
		t.Error(err)
	}
	for _, name := range []string{"", "I2C", "-1", "/dev/i2c-", "99999", "1 "} {
		if _, err := OpenI2C(name); err == nil || !strings.Contains(err.Error(), "/dev/i2c-1") {
			t.Errorf("%q: %v", name, err)
		}
	}
	for _, name := range []string{"", "0", "0.", ".1", "0.256", "65536.0", "spidev0"} {
		if _, err := OpenSPI(name, 1000, 0); err == nil || !strings.Contains(err.Error(), "/dev/spidev0.1") {
			t.Errorf("%q: %v", name, err)
		}
	}
	if _, err := OpenSPI("0.0", 999, 0); err == nil || !strings.Contains(err.Error(), "999 Hz") {
		t.Error(err)
	}
	if _, err := OpenSPI("0.0", 1000, 4); err == nil || !strings.Contains(err.Error(), "mode 4") {
		t.Error(err)
	}
}
