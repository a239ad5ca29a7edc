package certabo

import (
	"fmt"
	"io"
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
	"jadoube/sensors/certabo/certabotest"
	"jadoube/sensors/link"
	"jadoube/sensors/link/linktest"
)

// modelChips are the chips of the model's men.
func modelChips() Chips {
	all := Chips{}
	for man := sensors.WhitePawn; man <= sensors.BlackKing; man++ {
		all[certabotest.Chip(man)] = man
	}
	return all
}

func TestTabutronic(t *testing.T) {
	linktest.Run(t, linktest.Board{
		Kind:   sensors.Occupancy,
		Model:  func() linktest.Model { return certabotest.New(false) },
		Open:   func(port hw.Port, now func() int64) sensors.Source { return NewTabutronic(Options{}, port, now) },
		Settle: 3 * time.Second,
	})
}

func TestCertabo(t *testing.T) {
	linktest.Run(t, linktest.Board{
		Kind: sensors.Piece,
		Model: func() linktest.Model {
			return certabotest.New(true)
		},
		Open: func(port hw.Port, now func() int64) sensors.Source {
			return New(Options{Known: modelChips()}, port, now)
		},
		Settle: 3 * time.Second,
		Slow:   200 * time.Microsecond, // as much as lets four frames a second pass
	})
}

func heard(p link.Protocol, text string) (frames []sensors.Frame) {
	e := link.NewEar()
	p.Greet(e)
	p.Take([]byte(text), e)
	p.Tend(e)
	var f sensors.Frame
	for _, r := range e.Readings() {
		f.Apply(r.Changes)
		frames = append(frames, f)
	}
	return frames
}

func occupied(f sensors.Frame) (on square.Set) { return f.Occupied() }

func TestRows(t *testing.T) {
	const home = square.Set(0xFFFF00000000FFFF)
	for text, want := range map[string]square.Set{
		":255 255 0 0 0 0 255 255 \r\n":                                         home,
		":255 255 0 0 0 0 247 255 \r\n":                                         home.Without(square.E2),
		":255 255 0 0 8 0 247 255 \r\n":                                         home.Without(square.E2).With(square.E4),
		":255 255 0 0 0 0 255 254\nL\r\n:":                                      home.Without(square.H1),
		":255 255 0 0 0 0 255 127\r\n:":                                         home.Without(square.A1),
		"55 255 \r\n:255 255 0 0 \r\n:25\r\n5 255 0 0 0 0 2\n55 25\r\nL5 \r\n":  home,
		":300 0 0 0 0 0 0 0 \n:1 2 3 4 5 6 7 8 9 \n:255 255 0 0 0 0 255 255 \n": home,
	} {
		frames := heard(new(rowsTalk), text)
		if n := len(frames); n != 1 || occupied(frames[0]) != want {
			t.Errorf("%q is read as %v, expected %v", text, frames, want)
		}
	}
	for _, text := range []string{":255 255 0 0 0 0 255 \r\n:", ":x55 255 0 0 0 0 255 255 \r\n", "255 255 0 0 0 0 255 255 \r\n", ":255 255 0 0 0 0 255 25"} {
		if frames := heard(new(rowsTalk), text); len(frames) > 0 {
			t.Errorf("%q is read as %v", text, frames)
		}
	}
}

func TestChipsOfCorners(t *testing.T) {
	one := ":3 0 84 252 153 " + strings.Repeat("0 0 0 0 0 ", 62) + "3 0 84 252 15\r\n"
	known := Chips{{3, 0, 84, 252, 153}: sensors.BlackRook, {3, 0, 84, 252, 15}: sensors.WhiteRook}
	frames := heard(&chipsTalk{school: school{known: known}}, one+one+one+":")
	var want sensors.Frame
	want[square.A8], want[square.H1] = sensors.BlackRook, sensors.WhiteRook
	if len(frames) != 1 || frames[0] != want {
		t.Errorf("%v", frames)
	}
}

// chipFrame writes a frame of chips.
func chipFrame(at map[square.Square]string) string {
	var b strings.Builder
	b.WriteByte(':')
	for i := range square.None {
		chip, ok := at[i^56]
		if !ok {
			chip = "0 0 0 0 0"
		}
		b.WriteString(chip + " ")
	}
	return b.String() + "\r\n"
}

// TestGlitches: a chip that is missed or misread once is still there, and what older boards leave on an empty
// square is nothing.
func TestGlitches(t *testing.T) {
	known := Chips{{1, 2, 3, 4, 5}: sensors.WhiteKing}
	there, gone := chipFrame(map[square.Square]string{square.E4: "1 2 3 4 5"}), chipFrame(nil)
	wrong := chipFrame(map[square.Square]string{square.E4: "1 2 3 4 6", square.A1: "0 0 0 7 9"})
	frames := heard(&chipsTalk{school: school{known: known}}, there+there+gone+there+wrong+there+there+gone+gone)
	if n := len(frames); n != 2 || frames[0][square.E4] != sensors.WhiteKing || frames[1].Occupied() != 0 {
		t.Errorf("%v", frames)
	}
}

// TestChipsAreLearnt from men at home, each with a chip of his own, and spare queens.
func TestChipsAreLearnt(t *testing.T) {
	at, n := map[square.Square]string{}, 0
	for s, man := range home {
		if man != sensors.Nothing {
			n++
			at[square.Square(s)] = fmt.Sprintf("3 1 84 252 %d", n)
		}
	}
	var learnt Chips
	p := &chipsTalk{school: school{learnt: func(c Chips) error { learnt = c; return nil }}}
	e := link.NewEar()
	p.Greet(e)
	take := func(times int) {
		for range times {
			p.Take([]byte(chipFrame(at)), e)
		}
	}
	take(6)
	if len(learnt) != 0 || len(e.Readings()) != 0 {
		t.Fatal("learnt too soon")
	}
	take(3)
	if r := e.Readings(); len(learnt) != 32 || len(r) != 1 || len(r[0].Changes) != 64 || r[0].Changes[square.E1].To != sensors.WhiteKing {
		t.Fatalf("learnt %v; read %+v", learnt, r)
	}
	at[square.D3], at[square.D6] = "3 1 84 252 101", "3 1 84 252 102"
	take(9)
	if len(learnt) != 34 || learnt[Chip{3, 1, 84, 252, 101}] != sensors.WhiteQueen || learnt[Chip{3, 1, 84, 252, 102}] != sensors.BlackQueen {
		t.Errorf("with spare queens learnt %v", learnt)
	}
	// A man that isn't where he begins is no lesson; nor is one who is known and stands elsewhere.
	at[square.E4], learnt = "3 1 84 252 103", nil
	take(9)
	if learnt != nil {
		t.Errorf("learnt %v", learnt)
	}
	if got, err := ParseChips(p.school.known.String()); err != nil || fmt.Sprint(got) != fmt.Sprint(p.school.known) {
		t.Errorf("written and read again: %v, %v", got, err)
	}
}

func TestParseChips(t *testing.T) {
	all, err := ParseChips("# men\n\n3 0 84 252 153 r # a8\n 3 0 84 252 15\tR\n")
	if err != nil || len(all) != 2 || all[Chip{3, 0, 84, 252, 153}] != sensors.BlackRook {
		t.Errorf("%v, %v", all, err)
	}
	for _, text := range []string{"1 2 3 4 P", "1 2 3 4 256 P", "1 2 3 4 5 x", "1 2 3 4 5 PP", "1 2 3 4 5"} {
		if _, err := ParseChips("\n" + text); err == nil || !strings.HasPrefix(err.Error(), "line 2:") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestUnknownChips: what isn't known is told, and is no man.
func TestUnknownChips(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		near, far := hwtest.NewPort()
		m := certabotest.New(true)
		wire := linktest.NewWire(m)
		known := modelChips()
		delete(known, certabotest.Chip(sensors.WhiteQueen))
		m.Frame[square.E2] = sensors.Nothing // not all at home
		began := time.Now()
		b := New(Options{Known: known}, near, func() int64 { return time.Since(began).Milliseconds() })
		wire.Plug(far)
		_, err := b.Next(t.Context())
		if err == nil {
			_, err = b.Next(t.Context())
		}
		if err == nil || !strings.Contains(err.Error(), "chip 3 0 84 252 108 is unknown") {
			t.Errorf("an unknown chip: %v", err)
		}
		b.Close()
		wire.Unplug()

		near, far = hwtest.NewPort()
		b = New(Options{}, near, func() int64 { return time.Since(began).Milliseconds() })
		wire.Plug(far)
		if _, err := b.Next(t.Context()); err == nil || !strings.Contains(err.Error(), "put all men at home") {
			t.Errorf("no chip is known: %v", err)
		}
		b.Close()
		wire.Unplug()
	})
}

// TestConversation: what the lights are told, byte for byte, and no sooner than they can take it.
func TestConversation(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		near, far := hwtest.NewPort()
		b := NewTabutronic(Options{Pace: Pace}, near, func() int64 { return 0 })
		l := b.Lights(false)
		began := time.Now()
		for _, img := range []ledmatrix.Image{
			{square.E2: {R: 1}, square.E4: {R: 1}}, {square.A1: {R: 1}}, {square.H8: {R: 1}}, {square.A8: {R: 1}, square.H1: {R: 1}},
		} {
			if err := l.Show(&img); err != nil {
				t.Fatal(err)
			}
		}
		if took := time.Since(began); took != 3*Pace {
			t.Errorf("four images took %v", took)
		}
		b.Close()
		if took := time.Since(began); took != 4*Pace {
			t.Errorf("with the dark one they took %v", took)
		}
		want := "\x00\x00\x00\x00\x10\x00\x10\x00" + "\x00\x00\x00\x00\x00\x00\x00\x01" + "\x80\x00\x00\x00\x00\x00\x00\x00" +
			"\x01\x00\x00\x00\x00\x00\x00\x80" + "\x00\x00\x00\x00\x00\x00\x00\x00"
		if got, err := io.ReadAll(far); err != nil || string(got) != want {
			t.Errorf("the board was told\n% x, expected\n% x", got, want)
		}
	})
}

// TestColouredLights: the corners of a1 and h8, as a known client lights them.
func TestColouredLights(t *testing.T) {
	lit := func(s square.Square) (list []int) {
		var img ledmatrix.Image
		img[s] = ledmatrix.RGB{R: 10, G: 20, B: 30}
		msg := coloured(nil, &img)
		if len(msg) != 247 || msg[0] != 0xff || msg[1] != 0x55 || string(msg[245:]) != "\r\n" {
			t.Fatalf("% x", msg)
		}
		for n := range 81 {
			if string(msg[2+3*n:5+3*n]) == "\x0a\x14\x1e" {
				list = append(list, n)
			}
		}
		return list
	}
	if got := fmt.Sprint(lit(square.A1), lit(square.H8)); got != "[7 8 16 17] [63 64 72 73]" {
		t.Errorf("lit are %s", got)
	}
}

func TestLights(t *testing.T) {
	for name, colours := range map[string]bool{"one colour": false, "coloured": true} {
		t.Run(name, func(t *testing.T) {
			m := certabotest.New(false)
			m.Colours = colours
			fixture := func(tap *linktest.Tap, show func(square.Set) ledmatrix.Image) ledtest.Fixture {
				heard := 0
				catchUp := func() { sent := tap.Sent(); m.Hear(sent[heard:]); heard = len(sent) }
				return ledtest.Fixture{
					Driver: NewTabutronic(Options{}, tap, nil).Lights(colours), Break: tap.Deaf,
					Lights: func() ledmatrix.Image { catchUp(); return show(m.Lit()) },
					Sent:   func() int { return len(tap.Sent()) },
					Forget: func() { catchUp(); m.PowerUp() },
					Nearest: func(img ledmatrix.Image) ledmatrix.Image {
						if !colours {
							return ledtest.OneColour(img)
						}
						return show(linktest.Cornered(img.Mono()))
					},
				}
			}
			ledtest.Run(t, func(t *testing.T) ledtest.Fixture {
				m.PowerUp()
				return fixture(linktest.NewTap(nil), func(on square.Set) (img ledmatrix.Image) {
					for s := range on.Squares() {
						img[s] = ledmatrix.RGB{R: 255, G: 255, B: 255}
					}
					return img
				})
			})
		})
	}
}

func TestSteadyReadingAllocatesNothing(t *testing.T) {
	linktest.Steady(t, new(rowsTalk), []byte(":255 255 0 0 0 0 255 255 \r\nL\r\n"))
	frame := certabotest.New(true).Tick()
	linktest.Steady(t, &chipsTalk{school: school{known: modelChips()}}, frame)
}

func FuzzRows(f *testing.F) {
	f.Add([]byte(":255 255 0 0 0 0 247 255 \r\n:255 255 0 0 8 0 247 255 \r\nL\r\n"), uint8(3))
	f.Add([]byte(":25\n5 255 0 0 0 0 255 254\nL\r\n:"), uint8(1))
	linktest.Fuzz(f, sensors.Occupancy, func() link.Protocol { return new(rowsTalk) })
}

func FuzzChips(f *testing.F) {
	frame := certabotest.New(true).Tick()
	f.Add([]byte(strings.Repeat(string(frame), 3)), uint8(60))
	f.Add([]byte(strings.Repeat(chipFrame(map[square.Square]string{square.E4: "1 2 3 4 5"}), 8)), uint8(60))
	linktest.Fuzz(f, sensors.Piece, func() link.Protocol { return &chipsTalk{school: school{known: modelChips()}} })
}
