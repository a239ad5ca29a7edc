package hw

import (
	"testing"
)

func TestParsePin(t *testing.T) {
	for in, want := range map[string]Pin{
		"GPIO17":    {Name: "GPIO17"},
		"!GPIO17":   {Name: "GPIO17", Inverted: true},
		"^GPIO4":    {Name: "GPIO4", Pull: PullUp},
		"~!ID_SD":   {Name: "ID_SD", Pull: PullDown, Inverted: true},
		"!^GPIO17":  {Name: "GPIO17", Pull: PullUp, Inverted: true},
		"PWR_LED.0": {Name: "PWR_LED.0"},
	} {
		if got, err := ParsePin(in); got != want || err != nil {
			t.Errorf("%s: %+v, %v", in, got, err)
		}
	}
	for _, in := range []string{"", "!", "^~GPIO1", "!!GPIO1", "GPIO 1", "GPIO1!", "a\x00b", "^^x"} {
		if got, err := ParsePin(in); err == nil {
			t.Errorf("%q: no error, %+v", in, got)
		}
	}
}

func FuzzParsePin(f *testing.F) {
	f.Add("^!GPIO17")
	f.Add("!~x")
	f.Fuzz(func(t *testing.T, s string) {
		p, err := ParsePin(s)
		if err != nil {
			return
		}
		if again, err := ParsePin(p.String()); again != p || err != nil {
			t.Errorf("%q is %+v, written %q, read %+v (%v)", s, p, p, again, err)
		}
	})
}

func TestParseSerialMode(t *testing.T) {
	for in, want := range map[string]SerialMode{
		"9600":        {9600, 8, NoParity, 1},
		"9600 8N1":    {9600, 8, NoParity, 1},
		"38400 7O1":   {38400, 7, OddParity, 1},
		"250000 8E2":  {250000, 8, EvenParity, 2},
		"4000000 5N1": {4000000, 5, NoParity, 1},
	} {
		if got, err := ParseSerialMode(in); got != want || err != nil {
			t.Errorf("%s: %+v, %v", in, got, err)
		}
	}
	for _, in := range []string{"", "8N1", "9600 8N", "9600 8X1", "9600 9N1", "9600 8N3", "49", "4000001", "-9600", "9600  8N1", "9600 8N1 "} {
		if got, err := ParseSerialMode(in); err == nil {
			t.Errorf("%q: no error, %v", in, got)
		}
	}
	if (SerialMode{}).Check() == nil || (SerialMode{9600, 8, 9, 1}).Check() == nil {
		t.Error("a mode that can't be passed Check")
	}
}

func FuzzParseSerialMode(f *testing.F) {
	f.Add("38400 7O1")
	f.Add("115200")
	f.Fuzz(func(t *testing.T, s string) {
		m, err := ParseSerialMode(s)
		if err != nil {
			return
		}
		if again, err := ParseSerialMode(m.String()); again != m || err != nil {
			t.Errorf("%q is %+v, written %q, read %+v (%v)", s, m, m, again, err)
		}
	})
}
