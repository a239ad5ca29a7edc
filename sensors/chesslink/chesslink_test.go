package chesslink

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
	"jadoube/sensors/chesslink/chesslinktest"
	"jadoube/sensors/link"
	"jadoube/sensors/link/linktest"
)

func TestBoard(t *testing.T) {
	for name, without := range map[string]bool{"with parity": false, "without": true} {
		t.Run(name, func(t *testing.T) {
			linktest.Run(t, linktest.Board{
				Kind: sensors.Piece,
				Model: func() linktest.Model {
					m := chesslinktest.New()
					m.NoParity = without
					return m
				},
				Open:   func(port hw.Port, now func() int64) sensors.Source { return New(port, now) },
				Settle: 4 * time.Second,
			})
		})
	}
}

// TestVectors are commands as known clients send them.
func TestVectors(t *testing.T) {
	for text, want := range map[string]string{
		"V": "\xd6\xb5\xb6", "S": "\xd3\xb5\xb3", "X": "\x58\xb5\x38", "W0203": "\x57\xb0\x32\xb0\xb3\xb5\xb6",
	} {
		if got := string(command(nil, []byte(text)...)); got != want {
			t.Errorf("%s is sent as % x, expected % x", text, got, want)
		}
	}
}

// atHome is what a board says when all men are at home.
var atHome = "s" + "rnbqkbnrpppppppp" + strings.Repeat(".", 32) + "PPPPPPPPRNBQKBNR" + "73"

func parity(text string) []byte {
	b := []byte(text)
	for i := range b {
		b[i] = odd(b[i])
	}
	return b
}

func hear(b ...[]byte) (*talk, []sensors.Reading) {
	p, e := new(talk), link.NewEar()
	p.Greet(e)
	for _, part := range b {
		p.Take(part, e)
	}
	return p, e.Readings()
}

func TestAnswers(t *testing.T) {
	first := parity(atHome)
	if got := fmt.Sprintf("% x", first[:9]); got != "73 f2 6e 62 f1 6b 62 6e f2" {
		t.Errorf("at home is %s", got)
	}
	for name, b := range map[string][][]byte{
		"at once":             {first},
		"without parity":      {[]byte(atHome)},
		"after other answers": {[]byte("\x76\xb0\x31\xb0\xb3\x37\x34\xf8\x37\x38\xec\xb6\x43\xf7\xb0\x32\xb0\xb3\x37\xb6"), first},
		"after a broken one":  {first[:40], first},
	} {
		p, readings := hear(b...)
		home, _ := sensors.ParsePlacement(sensors.InitialPlacement)
		var f sensors.Frame
		for _, r := range readings {
			f.Apply(r.Changes)
		}
		if len(readings) != 1 || f != home || p.lost != (name == "after a broken one") {
			t.Errorf("%s: %+v, lost %v", name, readings, p.lost)
		}
	}
	for _, text := range []string{strings.Replace(atHome, "73", "72", 1), strings.Replace(strings.Replace(atHome, ".", "j", 1), "73", "37", 1), "v010375", "12"} {
		if p, readings := hear(parity(text)); len(readings) > 0 || !p.lost {
			t.Errorf("%s was read as %+v, lost %v", text, readings, p.lost)
		}
	}
}

// TestConversation is the talk with a board, byte for byte, as far as it is ours.
func TestConversation(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		near, far := hwtest.NewPort()
		began := time.Now()
		b := New(near, func() int64 { return time.Since(began).Milliseconds() })
		far.Write(parity("v010374w020374")) // the second is broken: the next command comes without it
		time.AfterFunc(time.Second, func() { far.Write(parity(atHome)) })
		if r, err := b.Next(t.Context()); err != nil || len(r.Changes) != 64 || r.T < 1000 {
			t.Fatalf("%+v, %v", r, err)
		}
		if err := b.Lights(9).Show(&ledmatrix.Image{square.E2: {G: 1}}); err != nil {
			t.Fatal(err)
		}
		b.Close()
		lights := []byte(strings.Repeat("00", 81))
		for _, n := range []int{43, 44, 52, 53} { // counted from 1
			copy(lights[2*(n-1):], "FF")
		}
		want := string(parity("V56" + "W020356" + "S53" + "W04085B" + "L20" + string(lights) + "4E" + "X58"))
		want = strings.Replace(want, string(parity("W020356")), string(command(nil, []byte("W0203")...)), 1)
		want = strings.Replace(want, string(parity("W04085B")), string(command(nil, []byte("W0408")...)), 1)
		if got, err := io.ReadAll(far); err != nil || string(got) != want {
			t.Errorf("the board was told\n% x, expected\n% x", got, want)
		}
	})
}

func TestLights(t *testing.T) {
	white := func(on square.Set) (img ledmatrix.Image) {
		for s := range on.Squares() {
			img[s] = ledmatrix.RGB{R: 255, G: 255, B: 255}
		}
		return img
	}
	ledtest.Run(t, func(t *testing.T) ledtest.Fixture {
		tap, m, heard := linktest.NewTap(nil), chesslinktest.New(), 0
		m.PowerUp()
		catchUp := func() { sent := tap.Sent(); m.Hear(sent[heard:]); heard = len(sent) }
		return ledtest.Fixture{
			Driver: New(tap, nil).Lights(12), Break: tap.Deaf,
			Nearest: func(img ledmatrix.Image) ledmatrix.Image { return white(linktest.Cornered(img.Mono())) },
			Lights: func() ledmatrix.Image {
				catchUp()
				if m.Bright != 11 {
					t.Errorf("brightness %d, expected 11", m.Bright)
				}
				return white(m.Lit())
			},
			Sent:   func() int { return len(tap.Sent()) },
			Forget: func() { catchUp(); m.PowerUp() },
		}
	})
}

func TestSteadyReadingAllocatesNothing(t *testing.T) {
	linktest.Steady(t, new(talk), parity(atHome+"l6C"))
}

func FuzzTalk(f *testing.F) {
	f.Add(parity(atHome), uint8(7))
	f.Add(parity(atHome[:30]+atHome), uint8(0))
	f.Add([]byte("\x76\xb0\x31\xb0\xb3\x37\x34\xf8\x37\x38\xec\xb6\x43"), uint8(2))
	linktest.Fuzz(f, sensors.Piece, func() link.Protocol { return new(talk) })
}
