package app

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"jadoube/cmd/internal/config"
	"jadoube/cmd/internal/doctor"
	"jadoube/cmd/internal/rigs"
	"jadoube/hw"
	"jadoube/hw/hwtest"
	"jadoube/rules/square"
	"jadoube/sensors"
	"jadoube/sensors/certabo"
	"jadoube/sensors/certabo/certabotest"
	"jadoube/sensors/link/linktest"
)

// pupil does what the program says with the men of a rig.
type pupil struct {
	stand func(on square.Set, c sensors.Contact)
	in    io.WriteCloser
	lines chan string
	rest  string
	log   strings.Builder
	busy  sync.WaitGroup
}

func (p *pupil) sit(ctx context.Context) *doctor.Console {
	in, out := io.Pipe()
	p.in, p.lines = out, make(chan string, 1000)
	p.busy.Go(func() {
		for line := range p.lines {
			p.obey(line)
		}
	})
	return doctor.NewConsole(ctx, in, p, false)
}

func (p *pupil) leave() {
	close(p.lines)
	p.in.Close()
	p.busy.Wait()
}

func (p *pupil) Write(b []byte) (int, error) {
	p.log.Write(b)
	p.rest += string(b)
	for {
		line, rest, whole := strings.Cut(p.rest, "\n")
		if !whole {
			return len(b), nil
		}
		p.rest = rest
		p.lines <- line
	}
}

var (
	toPut   = regexp.MustCompile(`(?:Put one piece on|Move it to|Put a piece on|Put a (white|black) pawn on) ([a-h][1-8])`)
	toStand = regexp.MustCompile(`Put pieces on ([^.]+)\.`)
	toEnter = regexp.MustCompile(`^(Nothing yet|Press Enter|All squares should be|A light runs now)`)
	toSlide = regexp.MustCompile(`Slide the piece slowly from ([a-h][1-8]) to ([a-h][1-8])`)
)

func (p *pupil) obey(line string) {
	time.Sleep(300 * time.Millisecond)
	if m := toPut.FindStringSubmatch(line); m != nil {
		man := sensors.WhitePawn
		if m[1] == "black" {
			man = sensors.BlackPawn
		}
		s, _ := square.Parse(m[2])
		p.stand(0, man)
		time.Sleep(300 * time.Millisecond)
		p.stand(s.Set(), man)
	} else if m := toSlide.FindStringSubmatch(line); m != nil {
		a, _ := square.Parse(m[1])
		b, _ := square.Parse(m[2])
		for k := range 8 {
			p.stand(square.At(a.File()+k*(b.File()-a.File())/7, a.Rank()+k*(b.Rank()-a.Rank())/7).Set(), sensors.WhitePawn)
			time.Sleep(200 * time.Millisecond)
			p.stand(0, sensors.WhitePawn)
			time.Sleep(100 * time.Millisecond)
		}
	} else if m := toStand.FindStringSubmatch(line); m != nil {
		var on square.Set
		for _, name := range strings.FieldsFunc(m[1], func(r rune) bool { return !strings.ContainsRune("abcdefgh12345678", r) }) {
			if s, err := square.Parse(name); err == nil {
				on = on.With(s)
			}
		}
		p.stand(on, sensors.WhitePawn)
	} else if strings.Contains(line, "Take it off") {
		p.stand(0, sensors.WhitePawn)
	} else if strings.HasPrefix(line, "Take all pieces off") {
		p.stand(0, sensors.WhitePawn)
		fmt.Fprintln(p.in)
	} else if toEnter.MatchString(line) {
		fmt.Fprintln(p.in)
	}
}

// TestCalibrateHall teaches a board of hall sensors that is wired by files, and whose White magnets lie the other way round than
// its config says; what was learned is then read as it should be.
func TestCalibrateHall(t *testing.T) {
	text, err := os.ReadFile("../../../docs/boards/hall-mcp3008.toml")
	if err != nil {
		t.Fatal(err)
	}
	cfg, err := config.Parse("hall.toml", []byte(strings.NewReplacer(`white = "high"`, `white = "low"`, "on = 60 ", "on = 300 ", "scan = 10 ", "scan = 40 ").Replace(string(text))))
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		rig := rigs.New("hall-mcp3008")
		wires := func() hw.Wiring { return &rig.Wiring }
		p := &pupil{stand: func(on square.Set, c sensors.Contact) {
			var f sensors.Frame
			for s := range on.Squares() {
				f[square.At(s.Rank(), s.File())] = c
			}
			rig.Stand(&f)
		}}
		ctx, cancel := context.WithCancel(t.Context())
		con := p.sit(ctx)
		err := calibrate(ctx, &cfg, true, true, con, slog.New(slog.DiscardHandler), wires)
		cancel()
		p.leave()
		if err != nil {
			t.Fatalf("%v\n%s", err, p.log.String())
		}
		h := cfg.Board.Hall
		if h.Layout != "files" || h.White != "high" || h.On < 40 || h.On > 70 || h.Off >= h.On || len(strings.Fields(h.Rest)) != 64 {
			t.Errorf("learned %+v\n%s", h, p.log.String())
		}
		if err := cfg.Check(); err != nil {
			t.Error(err)
		}
		p.stand(square.Of(square.C2), sensors.WhitePawn)
		board, _, err := openBoard(cfg.Board, wires)
		if err != nil {
			t.Fatal(err)
		}
		defer board.Close()
		r, err := board.Next(t.Context())
		for _, c := range r.Changes {
			want := sensors.Nothing
			if c.Square == square.C2 {
				want = sensors.White
			}
			if c.To != want {
				t.Errorf("%v is %c", c.Square, c.To.Letter())
			}
		}
		if err != nil || len(r.Changes) != 64 {
			t.Errorf("%v, %d changes", err, len(r.Changes))
		}
	})
}

// alike is a board on which the same stands on all these squares.
func alike(on square.Set, c sensors.Contact) (f sensors.Frame) {
	for s := range on.Squares() {
		f[s] = c
	}
	return f
}

// onSerial is the board of an example, plugged in, and a hand that moves men on it.
func onSerial(t *testing.T, cfg config.Config) (wires func() hw.Wiring, stand func(want sensors.Frame), end func()) {
	model, name := serialModel(t, cfg)
	w, wire := &hwtest.Wiring{}, linktest.NewWire(model)
	near, far := hwtest.NewPort()
	w.Plug(name, near)
	wire.Plug(far)
	now, _ := sensors.ParsePlacement(sensors.InitialPlacement)
	stand = func(want sensors.Frame) {
		var r sensors.Reading
		for s := range want {
			if want[s] != now[s] {
				r.Changes = append(r.Changes, sensors.Change{Square: square.Square(s), To: want[s]})
			}
		}
		now = want
		wire.Happen(r)
	}
	return func() hw.Wiring { return w }, stand, wire.Unplug
}

// TestExamineSerial walks over each board of the documentation that hangs on a serial port, and finds nothing wrong with it.
func TestExamineSerial(t *testing.T) {
	eachOnSerial(t, func(t *testing.T, cfg config.Config) {
		if c := cfg.Board.Certabo; c != nil {
			c.Chips = filepath.Join(t.TempDir(), "chips.txt")
			var all strings.Builder
			for man := sensors.WhitePawn; man <= sensors.BlackKing; man++ {
				chip := certabotest.Chip(man)
				fmt.Fprintf(&all, "%s %c\n", strings.Trim(fmt.Sprint(chip), "[]"), man.Letter())
			}
			if err := os.WriteFile(c.Chips, []byte(all.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		synctest.Test(t, func(t *testing.T) { examineSerial(t, cfg) })
	})
}

func examineSerial(t *testing.T, cfg config.Config) {
	wires, stand, end := onSerial(t, cfg)
	p := &pupil{stand: func(on square.Set, c sensors.Contact) { stand(alike(on, c)) }}
	ctx, cancel := context.WithCancel(t.Context())
	con := p.sit(ctx)
	found, err := examine(ctx, cfg, con, slog.New(slog.DiscardHandler), wires)
	cancel()
	p.leave()
	end()
	if err != nil {
		t.Fatalf("%v\n%s", err, p.log.String())
	}
	for s := range found.Squares {
		if f := &found.Squares[s]; !f.Asked || f.Seen != square.Square(s).Set() {
			t.Errorf("%v shows %v", square.Square(s), f.Seen)
		}
	}
	if n := found.Stuck.Len() + found.Hanging.Len() + found.Ghosts.Len() + found.Restless.Len(); n != 0 || !found.Cornered {
		t.Errorf("found %+v", found)
	}
	if (found.Lights != nil) != cfg.LEDs.Own() {
		t.Errorf("lights %+v", found.Lights)
	}
}

// TestCalibrateMen teaches a board who has which chip, with one man missing at first and a visitor on e4; the file then
// has all, and those who were known before.
func TestCalibrateMen(t *testing.T) {
	cfg, err := config.Load("../../../docs/boards/certabo.toml")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "chips.txt")
	cfg.Board.Certabo.Chips = file
	if err := os.WriteFile(file, []byte("9 9 9 9 9 N\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if LearnsConfig(&cfg) {
		t.Error("a config is learned")
	}
	synctest.Test(t, func(t *testing.T) {
		wires, stand, end := onSerial(t, cfg)
		home, _ := sensors.ParsePlacement(sensors.InitialPlacement)
		odd := home
		odd[square.B1], odd[square.E4] = sensors.Nothing, sensors.BlackPawn
		stand(odd)
		ctx, cancel := context.WithCancel(t.Context())
		p := &pupil{}
		con := p.sit(ctx)
		time.AfterFunc(5*time.Second, func() { stand(home) })
		err := calibrate(ctx, &cfg, true, true, con, nil, wires)
		cancel()
		p.leave()
		end()
		log := p.log.String()
		for _, want := range []string{"31/32  Take away what stands on e4. Nobody is read on b1.", "32/32  All men are read", "12 men have been learned, 13 are known now"} {
			if !strings.Contains(log, want) {
				t.Errorf("not said: %s", want)
			}
		}
		if err != nil || t.Failed() {
			t.Fatalf("%v\n%s", err, log)
		}
	})
	all, err := readChips(file)
	if err != nil || len(all) != 13 || all[certabo.Chip{9, 9, 9, 9, 9}] != sensors.WhiteKnight {
		t.Errorf("%v, %v", all, err)
	}
	for man := sensors.WhitePawn; man <= sensors.BlackKing; man++ {
		if all[certabotest.Chip(man)] != man {
			t.Errorf("%c is %c", man.Letter(), all[certabotest.Chip(man)].Letter())
		}
	}
}

func TestBoardWays(t *testing.T) {
	b := config.Board{Kind: "expanders", Expanders: &config.Expanders{Chips: []string{"pca9555 0x20", "pca9555 0x21", "pca9555 0x22", "pca9555 0x23"}}}
	ways, usual := boardWays(b.Inputs())
	if ways[0] != (boardWay{"ranks", 0, false}) || len(ways) != len(usual) || len(ways) < 20 {
		t.Errorf("%d ways, %d wirings, the first %+v", len(ways), len(usual), ways[0])
	}
	for i, squares := range usual {
		var all square.Set
		for _, s := range squares {
			all = all.With(s)
		}
		if all != ^square.Empty {
			t.Errorf("%+v has no input for %v", ways[i], ^all)
		}
	}
}

func TestNothingToLearn(t *testing.T) {
	c := config.Default()
	if err := calibrate(t.Context(), &c, true, true, nil, nil, nil); err != ErrNothingToLearn {
		t.Error(err)
	}
}
