package config

import (
	"strings"
	"testing"
)

func TestDevices(t *testing.T) {
	for text, want := range map[string]string{
		"": "",
		"[board]\nkind = \"dgt\"\nsensor = \"piece\"\n[board.dgt]\nport = \"/dev/ttyUSB0\"": "/dev/ttyUSB0",
		"[board]\nkind = \"shift-registers\"\n[board.shift-registers]\nbus = \"/dev/spidev0.1\"\n" +
			"[leds]\nkind = \"ws2812\"\n[leds.ws2812]\nbus = \"0.0\"": "/dev/spidev0.0, /dev/spidev0.1",
		"[board]\nkind = \"expanders\"\n[board.expanders]\nbus = \"/dev/i2c-1\"\nchips = [\"mcp23017 0x20\", \"mcp23017 0x21\", \"mcp23017 0x22\", \"mcp23017 0x23\"]\nall-inputs = true\n" +
			"[leds]\nkind = \"ht16k33\"": "/dev/i2c-1 0x20, /dev/i2c-1 0x21, /dev/i2c-1 0x22, /dev/i2c-1 0x23, /dev/i2c-1 0x70",
		"[board]\nkind = \"hall\"\nsensor = \"colour\"\n[board.hall]\nconverters = [\"mcp3008 0.0\", \"mcp3008 0.1\"]\nchannels = 4\nselect = [\"GPIO5\", \"GPIO6\", \"GPIO13\"]": "/dev/spidev0.0, /dev/spidev0.1",
	} {
		c, err := Parse("x.toml", []byte(text))
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := strings.Join(c.Devices(), ", "); got != want {
			t.Errorf("%s\nhangs on %q, want %q", text, got, want)
		}
	}
}
