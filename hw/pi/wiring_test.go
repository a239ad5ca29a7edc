//go:build linux && (amd64 || arm64)

package pi

import (
	"errors"
	"fmt"
	"os"
	"testing"

	"jadoube/hw"
	"jadoube/hw/hwtest"
	"jadoube/hw/hwtest/fusebus"
)

func TestWiringClosesWhatItOpened(t *testing.T) {
	number := 3000 + os.Getpid()
	fusebus.Serve(t, map[string]fmt.Stringer{
		fmt.Sprintf("i2c-%d", number):     hwtest.Chips{0x20: new(registers).tx},
		fmt.Sprintf("spidev%d.0", number): counter{},
	})
	var w Wiring
	bus, err := w.I2C(fmt.Sprint(number))
	if err != nil {
		t.Fatal(err)
	}
	line, err := w.SPI(fmt.Sprintf("%d.0", number), 1_000_000, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(bus.Tx(0x20, []byte{0}, nil), line.Tx([]byte{1}, nil), w.Close()); err != nil {
		t.Error(err)
	}
	for _, err := range []error{bus.Tx(0x20, []byte{0}, nil), line.Tx([]byte{1}, nil)} {
		if !errors.Is(err, os.ErrClosed) {
			t.Errorf("after Close: %v", err)
		}
	}
	if err := w.Close(); err != nil {
		t.Errorf("closed again: %v", err)
	}
}

func TestWiringThatIsNotThere(t *testing.T) {
	var w Wiring
	_, i2c := w.I2C("77")
	_, spi := w.SPI("77.0", 1_000_000, 0)
	_, in := w.In(hw.Pin{Name: "GPIO_NOWHERE"})
	_, out := w.Out(hw.Pin{Name: "GPIO_NOWHERE"})
	_, port := w.Serial("/dev/ttyNOWHERE7", hw.SerialMode{Baud: 9600, Data: 8, Stop: 1})
	for _, err := range []error{i2c, spi, in, out, port} {
		if !errors.Is(err, hw.ErrUnplugged) {
			t.Error(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Error(err)
	}
}
