package doctor

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"

	"jadoube/hw"
	"jadoube/hw/hwtest"
	"jadoube/hw/pi"
	"jadoube/rules/square"
)

var update = flag.Bool("update", false, "write the golden files anew")

func machine() Machine {
	return Machine{
		Facts: []pi.Fact{{Name: "model", Value: "Raspberry Pi Zero W Rev 1.1"}, {Name: "kernel", Value: "6.12.34"}},
		Devices: []pi.Device{
			{Kind: pi.I2CBus, Path: "/dev/i2c-1"},
			{Kind: pi.GPIOChip, Path: "/dev/gpiochip0", Err: fmt.Errorf("open: %w", fs.ErrPermission)},
			{Kind: pi.SerialPort, Path: "/dev/ttyUSB0", Err: errors.New("a dangling link")},
		},
		Chips: map[string][]uint16{"/dev/i2c-1": {0x20, 0x70}},
	}
}

func TestReport(t *testing.T) {
	f, _, err := examined(t, func() *wood {
		w := newWood()
		w.dead = square.B3.Set()
		w.contact[square.C2], w.contact[square.C7] = square.C7, square.C2
		w.losses[square.A5], w.bounces[square.E4] = 3, 2
		return w
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	r := Report{Version: "jadoube v1.2.3 go1.26", Machine: machine(), Config: "[board]\nkind = \"expanders\"\n", Findings: f, Stopped: "ended by q"}
	if err := r.Write(&got); err != nil {
		t.Fatal(err)
	}
	const file = "testdata/report.md"
	if *update {
		if err := os.WriteFile(file, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil || got.String() != string(want) {
		t.Errorf("(%v) got\n%s", err, got.String())
	}
}

func TestMachineWithNothing(t *testing.T) {
	text := Machine{}.String()
	for _, want := range []string{"I2C bus: none. To have one: `sudo raspi-config nonint do_i2c 0`", "do_spi 0", "GPIO chip: none", "serial port: none"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q isn't said:\n%s", want, text)
		}
	}
}

func TestAnswering(t *testing.T) {
	reads := 0
	chip := func(w, r []byte) error {
		if len(w) > 0 || len(r) != 1 {
			return errors.New("written to")
		}
		reads++
		return nil
	}
	bus := hwtest.Chips{0x20: chip, 0x27: chip, 0x70: chip, 0x50: chip, 0x48: func(w, r []byte) error { return hw.ErrNoAnswer }}
	if got := answering(bus); fmt.Sprintf("%#x", got) != "[0x20 0x27 0x70]" || reads != 3 {
		t.Errorf("%#x answer after %d reads", got, reads)
	}
}
