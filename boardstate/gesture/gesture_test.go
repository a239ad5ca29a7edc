package gesture

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"jadoube/rules/square"
	"jadoube/sensors"
)

// script acts out, on a board that sees occupancy, what a row of words tells: "-e1" lifts, "+e1" sets down, a number is ms that pass.
// See is called at each change, and whenever next says that time alone tells something.
type script struct {
	look Look
	next func() (int64, bool)
	see  func()
}

func initialLook() Look {
	f, err := sensors.ParsePlacement(sensors.InitialPlacement)
	if err != nil {
		panic(err)
	}
	home := f.As(sensors.Occupancy)
	return Look{Frame: home, Home: home, Kings: [2]square.Square{square.E1, square.E8}, Free: true}
}

func (s *script) act(words string) {
	s.see()
	for _, w := range strings.Fields(words) {
		if ms, err := strconv.ParseInt(w, 10, 64); err == nil && w[0] != '+' && w[0] != '-' {
			s.wait(s.look.T + ms)
			continue
		}
		sq, err := square.Parse(w[1:])
		if err != nil {
			panic(err)
		}
		s.look.Frame[sq] = sensors.Nothing
		if w[0] == '+' {
			s.look.Frame[sq] = sensors.Something
		}
		s.see()
	}
}

func (s *script) wait(until int64) {
	for {
		at, ok := s.next()
		if !ok || at > until {
			break
		}
		s.look.T = max(s.look.T+1, at)
		s.see()
	}
	s.look.T = max(s.look.T, until)
	s.see()
}

func TestSign(t *testing.T) {
	for name, c := range map[string]struct {
		do       string
		answered bool // at some moment
		made     int
	}{
		"made":                          {"600 -e1 300 -e8 1500 +e8 400 +e1 400", true, 1},
		"at the same time":              {"600 -e1 -e8 1500 +e1 +e8 400", true, 1},
		"twice":                         {"600 -e1 -e8 1500 +e1 +e8 900 -e1 -e8 1500 +e1 +e8 400", true, 2},
		"held for too short":            {"600 -e1 -e8 1400 +e1 +e8 5000", false, 0},
		"never put back":                {"600 -e1 -e8 90000", true, 0},
		"put back after 21 s":           {"600 -e1 -e8 22600 +e1 +e8 5000", true, 0},
		"one king alone, for long":      {"600 -e1 600000 +e1 5000", false, 0},
		"one king, then the other":      {"600 -e1 9000 +e1 600 -e8 9000 +e8 5000", false, 0},
		"the second king 6 s later":     {"600 -e1 6000 -e8 3000 +e1 +e8 5000", false, 0},
		"one king stays in hand":        {"600 -e1 -e8 2000 +e8 6000 +e1 1000", true, 0},
		"one king goes elsewhere":       {"600 -e1 -e8 2000 +e8 +e4 1000 -e4 +e1 1000", true, 0},
		"to the centre, as a result":    {"600 -e1 -e8 2000 +e4 +e5 9000", true, 0},
		"a third man is lifted":         {"600 -e1 -e8 700 -d1 3000 +d1 +e1 +e8 1000", false, 0},
		"a third man, after the answer": {"600 -e1 -e8 2000 -d1 100 +d1 100 +e1 +e8 1000", true, 0},
		"the kings come last, at home":  {"-e1 -e8 -d1 -d8 3000 +d1 +d8 3000 +e1 +e8 3000", false, 0},
		"a king bounces":                {"600 -e1 -e8 2000 +e1 +e8 100 -e1 100 +e1 3000", true, 0},
	} {
		var sign Sign
		answered, made := false, 0
		s := &script{look: initialLook(), next: sign.Next}
		s.see = func() {
			if sign.Look(&s.look) {
				made++
			}
			answered = answered || sign.Answered()
		}
		s.act(c.do)
		if answered != c.answered || made != c.made {
			t.Errorf("%s: answered %v, made %d times; want %v, %d", name, answered, made, c.answered, c.made)
		}
	}
}

// TestSignNeedsFreedom: a position that changes meanwhile, or a game that allows no gestures, ends it.
func TestSignNeedsFreedom(t *testing.T) {
	for name, disturb := range map[string]func(*Look){
		"not free": func(l *Look) { l.Free = false },
		"another position": func(l *Look) {
			l.Home[square.E2], l.Home[square.E4] = sensors.Nothing, sensors.Something
			l.Frame[square.E2], l.Frame[square.E4] = sensors.Nothing, sensors.Something
		},
	} {
		var sign Sign
		s := &script{look: initialLook(), next: sign.Next}
		s.see = func() {
			if sign.Look(&s.look) {
				t.Errorf("%s: the sign was made", name)
			}
		}
		s.act("600 -e1 -e8 2000")
		disturb(&s.look)
		s.act("100 +e1 +e8 3000")
	}
}

var offered = []Choice{
	{Square: square.A3, Word: "low", Light: "touched"},
	{Square: square.B3, Word: "high", Light: "setup"},
	{Square: square.D2, Word: "pawn", Light: "setup"},
	{Square: square.H4, Word: "off", Light: "may-capture", Grave: true},
	{Square: square.E1, Word: "resign white", Light: "may-capture", Grave: true},
	{Square: square.E8, Word: "resign black", Light: "may-capture", Grave: true},
}

func TestChooser(t *testing.T) {
	for name, c := range map[string]struct{ do, want string }{
		"an empty square":                 {"500 +b3 400 -b3 100", "high"},
		"a man's square":                  {"500 -d2 400 +d2 100", "pawn"},
		"with a man of the board":         {"500 -g1 900 +b3 400 -b3 400 +g1 100", "high"},
		"one after the other":             {"+b3 400 -b3 300 +a3 400 -a3 300 +b3 400 -b3", "high low high"},
		"too short a touch":               {"500 +b3 200 -b3 5000", ""},
		"given up by touching another":    {"500 +b3 400 +a3 200 -b3 400 -a3 100", ""},
		"after giving up":                 {"500 +b3 400 +a3 200 -b3 400 -a3 100 +a3 400 -a3", "low"},
		"another square than those lit":   {"500 +c5 400 -c5 100", ""},
		"grave, once":                     {"500 +h4 400 -h4 5000", ""},
		"grave, twice":                    {"500 +h4 400 -h4 900 +h4 400 -h4 100", "off"},
		"grave, the second time too late": {"500 +h4 400 -h4 16000 +h4 400 -h4 100", ""},
		"grave, another between":          {"500 +h4 400 -h4 900 +a3 400 -a3 900 +h4 400 -h4", "low"},
		"a king":                          {"500 -e1 3000 +e1 900 -e1 900 +e1", "resign white"},
		"a king held in thought":          {"500 -e1 7900 +e1 5000", ""},
		"left by both kings":              {"500 -e1 300 -e8 300 +e1 200 +e8 100", "left"},
		"left by playing on":              {"500 -b1 300 +c3 8000", "left"},
		"left by holding a man":           {"500 -d2 8000", "left"},
		"left by itself":                  {"60000", "left"},
		"left after a while":              {"+b3 400 -b3 59000 +b3 400 -b3 60000", "high high left"},
		"not left by both, one elsewhere": {"500 -e1 -e8 300 +e1 +e5 500 -e5 +e8 500", ""},
	} {
		s := &script{look: initialLook()}
		ch := NewChooser(&s.look, offered)
		var got []string
		s.next = func() (int64, bool) { return ch.Next(), !slices.Contains(got, "left") }
		s.see = func() {
			if slices.Contains(got, "left") {
				return
			}
			chosen, left := ch.Look(&s.look)
			if left {
				got = append(got, "left")
			} else if chosen != nil {
				got = append(got, chosen.Word)
			}
		}
		s.act(c.do)
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestChooserLights: what is offered, pressed, to be chosen once more, and left.
func TestChooserLights(t *testing.T) {
	plain := map[square.Square]string{}
	for _, o := range offered {
		plain[o.Square] = o.Light
	}
	for do, change := range map[string]string{
		"500":                    "",
		"500 +b3 200":            "",
		"500 +b3 300":            "b3 do-next",
		"500 +b3 300 -b3":        "",
		"500 +h4 300":            "h4 do-next",
		"500 +h4 300 -h4":        "h4 cannot-stay",
		"500 +h4 300 -h4 15001":  "",
		"500 +b3 300 +a3 300":    "",
		"500 -e1 300":            "e1 do-next",
		"500 -e1 300 +e1 50":     "e1 cannot-stay",
		"500 -e1 300 -e8 50":     "kings",
		"500 -e1 300 -e8 50 +e1": "kings",
	} {
		want := maps.Clone(plain)
		if name, meaning, ok := strings.Cut(change, " "); ok {
			sq, _ := square.Parse(name)
			want[sq] = meaning
		} else if change == "kings" {
			want = map[square.Square]string{square.E1: "do-next", square.E8: "do-next"}
		}
		s := &script{look: initialLook()}
		ch := NewChooser(&s.look, offered)
		s.next = func() (int64, bool) { return ch.Next(), true }
		s.see = func() { ch.Look(&s.look) }
		s.act(do)
		if got := ch.Lights(); !maps.Equal(got, want) {
			t.Errorf("%s: %v, want %v", do, got, want)
		}
	}
}

// TestKeys: w goes on, b takes; after the last choice comes leaving.
func TestKeys(t *testing.T) {
	for keys, want := range map[string]string{
		"b": "", "wb": "low", "wwb": "high", "wwbb": "high high", "wwwwb": "", "wwwwbb": "off", "wwwwbwb": "", "wwwwwwwb": "left", "wwwwwwwwb": "low",
	} {
		look := initialLook()
		ch := NewChooser(&look, offered)
		var got []string
		for i, k := range keys {
			if k == 'w' {
				ch.Step(int64(i) * 400)
				continue
			}
			if chosen, left := ch.Take(int64(i) * 400); left {
				got = append(got, "left")
			} else if chosen != nil {
				got = append(got, chosen.Word)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %q", keys, got, want)
		}
	}
}

func ExampleChooser() {
	look := initialLook()
	c := NewChooser(&look, []Choice{{Square: square.H4, Word: "shut down", Light: "may-capture", Grave: true}})
	tap := func() *Choice {
		look.Frame[square.H4] = sensors.Something
		c.Look(&look)
		look.T += 500
		look.Frame[square.H4] = sensors.Nothing
		chosen, _ := c.Look(&look)
		return chosen
	}
	fmt.Println(tap(), c.Lights())
	fmt.Println(tap().Word)
	// Output:
	// <nil> map[h4:cannot-stay]
	// shut down
}
