package dgt

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"jadoube/hw"
	"jadoube/hw/hwtest"
	"jadoube/ledmatrix"
	"jadoube/ledmatrix/ledtest"
	"jadoube/rules/square"
	"jadoube/sensors"
	"jadoube/sensors/dgt/dgttest"
	"jadoube/sensors/link"
	"jadoube/sensors/link/linktest"
)

func TestBoard(t *testing.T) {
	linktest.Run(t, linktest.Board{
		Kind:   sensors.Piece,
		Model:  func() linktest.Model { return dgttest.New() },
		Open:   func(port hw.Port, now func() int64) sensors.Source { return New(Options{}, port, now) },
		Settle: 4 * time.Second,
	})
}

// start is a board dump as recorded from real boards.
var start = []byte("\x86\x00\x43\x08\x09\x0a\x0c\x0b\x0a\x09\x08\x07\x07\x07\x07\x07\x07\x07\x07" +
	"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00" +
	"\x01\x01\x01\x01\x01\x01\x01\x01\x02\x03\x04\x06\x05\x04\x03\x02")

func hear(opt Options, b ...[]byte) (*talk, []sensors.Reading) {
	p, e := newTalk(opt), link.NewEar()
	p.Greet(e)
	for _, part := range b {
		p.Take(part, e)
	}
	return p, e.Readings()
}

func TestMessages(t *testing.T) {
	home, _ := sensors.ParsePlacement(sensors.InitialPlacement)
	_, readings := hear(Options{}, start, []byte("\x8e\x00\x05\x34\x00\x8e\x00\x05\x24\x01"), []byte("\x8e\x00\x05\x0c\x00\x8e\x00\x05\x1c\x07"))
	if len(readings) != 5 {
		t.Fatalf("%+v", readings)
	}
	var f sensors.Frame
	f.Apply(readings[0].Changes)
	if f != home {
		t.Errorf("the start is read as %v", f)
	}
	for i, want := range []sensors.Change{{Square: square.E2}, {Square: square.E4, To: sensors.WhitePawn}, {Square: square.E7}, {Square: square.E5, To: sensors.BlackPawn}} {
		if got := readings[i+1].Changes; len(got) != 1 || got[0] != want {
			t.Errorf("change %d is %+v, expected %+v", i, got, want)
		}
	}
}

// TestCut: a dump that another message cuts is dropped, the other is read, and all squares are asked for again.
func TestCut(t *testing.T) {
	p, readings := hear(Options{}, start, []byte("\x86\x00\x43\x08\x8e\x00\x05\x34\x00"))
	if n := len(readings); n != 2 || readings[1].Changes[0].Square != square.E2 || !p.lost {
		t.Errorf("%+v, lost %v", readings, p.lost)
	}
}

func TestNonsense(t *testing.T) {
	for _, b := range []string{
		"\x8e\x00\x05\x40\x00", "\x8e\x00\x05\x00\x10", "\x8e\x00\x06\x00\x01\x00", "\x86\x00\x02", "\x86\x00\x42", "\x8d\x00\x0a\x00\x60\x00\x00\x00\x00\x01",
		"\x8d\x00\x0a\x0b\x00\x00\x00\x00\x00\x01", "\x00\x01\x02", "\x8f\x3e\x03\x7f",
	} {
		p, readings := hear(Options{}, start, []byte(b))
		if len(readings) != 1 || !p.lost {
			t.Errorf("% x was read as %+v, lost %v", b, readings[1:], p.lost)
		}
	}
	// What isn't understood but whole is passed over, however long.
	long := append([]byte{0x92, 0x03, 0x10}, bytes.Repeat([]byte{'x'}, 397)...)
	p, readings := hear(Options{}, start, []byte("\x91\x00\x0800137\x90\x00\x05\x00\x25\xa2\x00\x0d0000000137"), long, []byte("\x8e\x00\x05\x34\x00"))
	if len(readings) != 2 || p.lost {
		t.Errorf("other messages: %+v, lost %v", readings, p.lost)
	}
}

func TestClockTimes(t *testing.T) {
	at := func(m, s int) time.Duration { return time.Duration(m)*time.Minute + time.Duration(s)*time.Second }
	for _, c := range []struct {
		bytes string
		want  Clock
		there bool
	}{
		{"\x20\x03\x02\x20\x03\x01\x09", Clock{Left: at(3, 1), Right: at(3, 2), Running: true}, true},
		{"\x00\x29\x59\x00\x30\x05\x13", Clock{Left: at(30, 5), Right: at(29, 59), Running: true, RightUp: true}, true},
		{"\x50\x00\x00\x00\x30\x00\x12", Clock{Left: at(30, 0), RightUp: true, FlagRight: true}, true},
		{"\x09\x59\x59\x01\x00\x00\x0c", Clock{Left: time.Hour, Right: 10*time.Hour - time.Second, LowBattery: true}, true},
		{"\x00\x00\x00\x00\x00\x00\x20", Clock{}, false},
	} {
		p, _ := hear(Options{}, []byte("\x8d\x00\x0a"+c.bytes))
		if got, there := (&Board{talk: p}).Clock(); got != c.want || there != c.there || p.lost {
			t.Errorf("% x is %+v, %v", c.bytes, got, there)
		}
	}
}

func TestLeverAndButtons(t *testing.T) {
	left, right := []byte("\x8d\x00\x0a\x00\x05\x00\x00\x05\x00\x09"), []byte("\x8d\x00\x0a\x00\x05\x00\x00\x05\x00\x13")
	presses := func(opt Options, b ...[]byte) (keys string) {
		_, readings := hear(opt, b...)
		for _, r := range readings {
			keys += r.Press.Key + r.Press.Args + " "
		}
		return keys
	}
	if got := presses(Options{Lever: true}, left, left, right, right, left); got != "white black " {
		t.Errorf("the lever said %s", got)
	}
	if got := presses(Options{Lever: true, WhiteRight: true}, right, left); got != "white " {
		t.Errorf("with White at the right the lever said %s", got)
	}
	none := []byte("\x8d\x00\x0a\x00\x00\x00\x00\x00\x00\x20")
	if got := presses(Options{Lever: true}, left, none, right) + presses(Options{}, left, right); got != "" {
		t.Errorf("a clock that was changed, or a lever that doesn't count, said %s", got)
	}
	paused, flagged := []byte("\x8d\x00\x0a\x00\x05\x00\x00\x05\x00\x12"), []byte("\x8d\x00\x0a\x50\x00\x00\x00\x30\x00\x12")
	if got := presses(Options{Lever: true}, paused, right, paused, paused, right, flagged); got != "pause resume flag-black " {
		t.Errorf("a clock that is stopped, goes on, and whose right flag falls, said %s", got)
	}
	if got := presses(Options{Lever: true, WhiteRight: true}, right, flagged); got != "flag-white " {
		t.Errorf("with White at the right the flag said %s", got)
	}
	if got := presses(Options{Lever: true}, paused, []byte("\x8d\x00\x0a\x00\x05\x00\x00\x05\x00\x08")); got != "" {
		t.Errorf("the lever of a clock that stands said %s", got)
	}
	opt := Options{Buttons: map[Button]sensors.Press{Back: {Key: "takeback"}, OK: {Key: "arbiter", Args: "!"}}}
	if got := presses(opt, []byte("\x8d\x00\x0a\x0a\x10\x08\x2a\x05\x31\x00"), []byte("\x8d\x00\x0a\x0a\x10\x08\x2a\x11\x33\x00"),
		[]byte("\x8d\x00\x0a\x0a\x10\x08\x2a\x41\x35\x00")); got != "takeback arbiter! " {
		t.Errorf("the buttons said %s", got)
	}
}

// session is a board with its model, being read.
func session(t *testing.T, m *dgttest.Model) (*Board, *linktest.Wire) {
	return sessionWith(t, m, Options{}, func(sensors.Reading) {})
}

func sessionWith(t *testing.T, m *dgttest.Model, opt Options, heard func(sensors.Reading)) (*Board, *linktest.Wire) {
	near, far := hwtest.NewPort()
	wire := linktest.NewWire(m)
	wire.Plug(far)
	began := time.Now()
	b := New(opt, near, func() int64 { return time.Since(began).Milliseconds() })
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for {
			r, err := b.Next(t.Context())
			if errors.Is(err, io.EOF) || errors.Is(err, hw.ErrUnplugged) {
				return
			}
			heard(r)
		}
	}()
	t.Cleanup(func() {
		b.Close()
		wire.Unplug()
		<-ended
	})
	return b, wire
}

func TestTextOnClock(t *testing.T) {
	for name, c := range map[string]struct {
		version byte
		text    string
		want    string
	}{
		"DGT 3000":         {0x22, "Nf3", "Nf3     \x00"},
		"DGT 3000, long":   {0x22, "Ng1xf3é+", "Ng1xf3?+\x00"},
		"DGT 3000, longer": {0x22, "exd8=Q++", "exd8=Q++\x00"},
		"DGT XL":           {0x12, "e2e4", "\x7b\x5b\x7b\x00\x00\x66\x00\x01"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m := dgttest.New()
				m.Clock.Version = c.version
				b, _ := session(t, m)
				b.Text("gone")
				b.Text(c.text)
				time.Sleep(3 * time.Second)
				synctest.Wait()
				if got := string(m.Clock.Shown); got != c.want {
					t.Errorf("the clock shows %q, expected %q", got, c.want)
				}
				b.Text("")
				time.Sleep(3 * time.Second)
				synctest.Wait()
				if m.Clock.Shown != nil {
					t.Errorf("the clock still shows %q", m.Clock.Shown)
				}
			})
		})
	}
}

// TestDeafClock: a clock that doesn't answer costs nothing but its own text, and gets it when it is plugged in anew.
func TestDeafClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := dgttest.New()
		m.Clock.Deaf = true
		b, wire := session(t, m)
		b.Text("e2e4")
		time.Sleep(20 * time.Second)
		synctest.Wait()
		clock := m.Clock
		m.Clock = nil
		wire.Happen(sensors.Reading{})
		wire.Say([]byte("\x8d\x00\x0a\x00\x00\x00\x00\x00\x00\x20"))
		time.Sleep(time.Second)
		if _, there := b.Clock(); there {
			t.Error("a clock that was pulled out is still there")
		}
		synctest.Wait()
		clock.Deaf = false
		m.Clock = clock
		wire.Happen(sensors.Reading{Press: &sensors.Press{Key: "white"}})
		time.Sleep(5 * time.Second)
		synctest.Wait()
		if string(clock.Shown) != "e2e4    \x00" {
			t.Errorf("the clock shows %q", clock.Shown)
		}
		if now, there := b.Clock(); !there || !now.RightUp || now.Left != 5*time.Minute {
			t.Errorf("clock %+v, %v", now, there)
		}
	})
}

func TestRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := dgttest.New()
		b, _ := session(t, m)
		b.Run(5*time.Minute, time.Hour+61*time.Second, LeftSide)
		time.Sleep(3 * time.Second)
		synctest.Wait()
		if want := []byte{0, 5, 0, 1, 1, 1, 1}; !bytes.Equal(m.Clock.Run, want) {
			t.Errorf("the clock was set to % x, expected % x", m.Clock.Run, want)
		}
		b.Run(-time.Second, 100*time.Hour, NoSide)
		time.Sleep(3 * time.Second)
		synctest.Wait()
		if want := []byte{0, 0, 0, 9, 59, 59, 4}; !bytes.Equal(m.Clock.Run, want) {
			t.Errorf("the clock was set to % x, expected % x", m.Clock.Run, want)
		}
	})
}

// TestTimes: what the clock shows is told when it can't be known from what was told before, and before what was pressed.
func TestTimes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := dgttest.New()
		m.Clock.Left, m.Clock.Right = [3]byte{0, 5, 0}, [3]byte{0, 5, 0}
		var words []string
		_, wire := sessionWith(t, m, Options{Lever: true, Times: true}, func(r sensors.Reading) {
			if r.Press != nil {
				words = append(words, strings.TrimSpace(r.Press.Key+" "+r.Press.Args))
			}
		})
		said := func() []string {
			time.Sleep(3 * time.Second)
			synctest.Wait()
			was := words
			words = nil
			return was
		}
		is := func(what string, want ...string) {
			t.Helper()
			if got := said(); !slices.Equal(got, want) {
				t.Errorf("%s: %q, expected %q", what, got, want)
			}
		}
		wire.Happen(sensors.Reading{Press: &sensors.Press{Key: "black"}})
		is("at first", "times 300000 300000 white")
		m.Clock.Left = [3]byte{0, 4, 57}
		wire.Say(m.Times())
		is("it only ran")
		m.Clock.Left = [3]byte{0, 4, 55}
		wire.Happen(sensors.Reading{Press: &sensors.Press{Key: "white"}})
		is("a press", "times 295000 300000 black", "white")
		m.Clock.Left = [3]byte{0, 4, 58}
		wire.Say(m.Times())
		is("the bonus", "times 298000 300000 black")
	})
}

// TestConversation is the talk with a board, byte for byte, as far as it is ours.
func TestConversation(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		near, far := hwtest.NewPort()
		began := time.Now()
		b := New(Options{}, near, func() int64 { return time.Since(began).Milliseconds() })
		say := func(s string) { far.Write([]byte(s)) }
		next := func() {
			t.Helper()
			if _, err := b.Next(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		say(string(start))
		next()
		say("\x8d\x00\x0a\x00\x05\x00\x00\x05\x00\x08\x8d\x00\x0a\x0a\x10\x09\x0a\x22\x00\x00") // a clock, version 2.2
		say("\x8e\x00\x05\x34\x00")
		next()
		b.Text("PicoChes")
		time.Sleep(300 * time.Millisecond)
		say("\x8e\x00\x05\x24\x01")
		next()
		next() // that the board was read
		lights := b.Lights()
		if err := lights.Show(&ledmatrix.Image{square.A8: {R: 1}, square.E2: {G: 1}, square.E4: {B: 1}}); err != nil {
			t.Fatal(err)
		}
		b.Close()
		want := "\x40\x4b\x4d\x42" + "\x2b\x03\x03\x09\x00" + // reset, changes, version, squares; the clock's version
			"\x2b\x0c\x03\x0cPicoChes\x00\x00" +
			"\x42" + // the squares again after changes
			"\x60\x04\x00\x40\x40\x00" + "\x60\x04\x01\x34\x24\x00" + "\x60\x04\x01\x00\x00\x00" +
			"\x60\x04\x00\x40\x40\x00"
		if got, err := io.ReadAll(far); err != nil || string(got) != want {
			t.Errorf("the board was told\n% x, expected\n% x", got, want)
		}
	})
}

func TestLights(t *testing.T) {
	ledtest.Run(t, func(t *testing.T) ledtest.Fixture {
		tap := linktest.NewTap(nil)
		m := dgttest.New()
		m.PowerUp()
		heard := 0
		catchUp := func() { sent := tap.Sent(); m.Hear(sent[heard:]); heard = len(sent) }
		return ledtest.Fixture{
			Driver: New(Options{}, tap, nil).Lights(), Nearest: ledtest.OneColour, Break: tap.Deaf,
			Lights: func() ledmatrix.Image {
				catchUp()
				var img ledmatrix.Image
				for s := range m.Lit().Squares() {
					img[s] = ledmatrix.RGB{R: 255, G: 255, B: 255}
				}
				return img
			},
			Sent:   func() int { return len(tap.Sent()) },
			Forget: func() { catchUp(); m.PowerUp() },
		}
	})
}

func TestSteadyReadingAllocatesNothing(t *testing.T) {
	linktest.Steady(t, newTalk(Options{}), append([]byte("\x8d\x00\x0a\x20\x03\x02\x20\x03\x01\x09\x91\x00\x0800137"), start...))
}

func FuzzTalk(f *testing.F) {
	f.Add(start, uint8(7))
	f.Add([]byte("\x86\x00\x43\x08\x8e\x00\x05\x34\x00"), uint8(1))
	f.Add([]byte("\x8d\x00\x0a\x00\x05\x00\x00\x05\x00\x09\x8d\x00\x0a\x00\x05\x00\x00\x05\x00\x13"), uint8(3))
	f.Add([]byte("\x8d\x00\x0a\x0a\x10\x08\x2a\x05\x31\x00"), uint8(3))
	linktest.Fuzz(f, sensors.Piece, func() link.Protocol {
		return newTalk(Options{Lever: true, Buttons: map[Button]sensors.Press{Back: {Key: "takeback"}}})
	})
}
