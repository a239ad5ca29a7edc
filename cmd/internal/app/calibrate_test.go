package app

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
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
	"jadoube/rules/square"
	"jadoube/sensors"
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
	} else if strings.HasPrefix(line, "Take all pieces off") {
		p.stand(0, sensors.WhitePawn)
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
