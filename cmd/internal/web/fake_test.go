package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"strings"
	"sync"

	"jadoube/rules/square"
)

// fakeBoard is a simulated board without rules: every move is good, save that no man may move along
// its rank by one file; castling, promotion and captures are played well enough to show the page.
type fakeBoard struct {
	mu      sync.Mutex
	state   State
	stands  letters
	game    letters
	turn    byte
	lifted  map[byte]square.Square // where a man of this letter was lifted last
	events  []Event
	oldest  int64 // events up to this number are forgotten
	readers map[chan Event]bool
	got     []Command
	refuse  error
}

// letters are 64 of them from a8 to h1.
type letters [64]byte

func lettersOf(placement string) (l letters) {
	i := 0
	for _, c := range strings.ReplaceAll(placement, "/", "") {
		if c >= '1' && c <= '8' {
			for range c - '0' {
				l[i] = '.'
				i++
			}
			continue
		}
		l[i] = byte(c)
		i++
	}
	return l
}

func (l *letters) at(s square.Square) *byte { return &l[(7-s.Rank())*8+s.File()] }

func (l *letters) placement() string {
	var b strings.Builder
	for r := range 8 {
		row := string(l[r*8 : r*8+8])
		for n := 8; n > 0; n-- {
			row = strings.ReplaceAll(row, strings.Repeat(".", n), fmt.Sprint(n))
		}
		b.WriteString(row)
		if r < 7 {
			b.WriteByte('/')
		}
	}
	return b.String()
}

const startFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

func newFakeBoard() *fakeBoard {
	b := &fakeBoard{readers: map[chan Event]bool{}, lifted: map[byte]square.Square{}}
	b.setUp(startFEN)
	return b
}

// fakeLights are in colours that no board has.
var fakeLights = Lights{Brightness: 60, Looks: map[string]Look{
	"touched": {"#0a0b0c", "################"}, "may-go": {"#0d0e0f", "################"}, "may-capture": {"#101112", "######..######.."},
	"do-next": {"#131415", "####....####...."}, "cannot-stay": {"#161718", "##..##..##..##.."}, "check": {"#191a1b", "#.#.#..........."},
	"at-risk": {"#252627", "##############.."}, "last-move": {"#1c1d1e", "################"}, "hint": {"#1f2021", "#.#............."}, "setup": {"#222324", "################"},
}}

func (b *fakeBoard) setUp(fen string) {
	b.stands, b.game, b.turn = lettersOf(strings.Fields(fen)[0]), lettersOf(strings.Fields(fen)[0]), strings.Fields(fen)[1][0]
	b.state = State{
		N: b.state.N, FEN: fen, Start: fen, Tags: map[string]string{"White": "Anna", "Black": "Behzad"}, Moves: []Move{},
		LEDs: map[square.Square]string{}, Sim: true, Tray: &Tray{}, Board: Info{Kind: "occupancy", Scan: 10}, Health: []Health{},
		Recording: Recording{On: true, File: "2026-11-30.trace"}, Lights: fakeLights,
	}
	b.emit("setup", map[string]any{"fen": fen})
	b.sense()
}

func (b *fakeBoard) emit(kind string, members map[string]any) {
	b.state.N++
	members["n"], members["t"], members["type"] = b.state.N, b.state.N*700, kind
	raw, _ := json.Marshal(members)
	e := Event{b.state.N, raw}
	b.events = append(b.events, e)
	for r := range b.readers {
		r <- e
	}
}

// sense tells the men's places and what an occupancy board sees of them.
func (b *fakeBoard) sense() {
	frame := letters{}
	for i, c := range b.stands {
		frame[i] = '+'
		if c == '.' {
			frame[i] = '.'
		}
	}
	b.state.Frame, b.state.Tray.Stands = string(frame[:]), string(b.stands[:])
	b.emit("sensors", map[string]any{"frame": b.state.Frame})
}

func (b *fakeBoard) light(leds map[square.Square]string) {
	b.state.LEDs = leds
	b.emit("leds", map[string]any{"leds": leds})
}

func (b *fakeBoard) prompt(key string, args map[string]string) {
	b.state.Prompt = &Prompt{key, args}
	if key == "" {
		b.state.Prompt = nil
	}
	b.emit("prompt", map[string]any{"key": key, "args": args})
}

func (b *fakeBoard) State() State {
	b.mu.Lock()
	defer b.mu.Unlock()
	s := b.state
	s.Moves, s.LEDs = append([]Move{}, s.Moves...), maps.Clone(s.LEDs)
	if s.Tray != nil {
		tray := *s.Tray
		s.Tray = &tray
	}
	return s
}

func (b *fakeBoard) Subscribe(after int64) (<-chan Event, func(), bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if after < b.oldest || after > b.state.N {
		return nil, nil, false
	}
	c := make(chan Event, 1000)
	for _, e := range b.events {
		if e.N > after {
			c <- e
		}
	}
	b.readers[c] = true
	return c, func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.readers, c)
	}, true
}

func (b *fakeBoard) Command(_ context.Context, c Command) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.got = append(b.got, c)
	if b.refuse != nil {
		return b.refuse
	}
	switch c.Do {
	case Lift:
		return b.lift(c.Square)
	case Place:
		return b.place(c.Square, c.Piece)
	case NewGame:
		if c.FEN == "" {
			c.FEN = startFEN
		}
		if len(strings.Fields(c.FEN)) < 4 {
			return fmt.Errorf("fen %q: expected at least 4 fields", c.FEN)
		}
		b.setUp(c.FEN)
	case Press:
		b.emit("press", map[string]any{"key": c.Key})
		b.settle()
	}
	return nil
}

func (b *fakeBoard) lift(s square.Square) error {
	man := b.stands.at(s)
	if *man == '.' {
		return fmt.Errorf("%s is empty: nothing to lift", s)
	}
	b.lifted[*man] = s
	b.state.Tray.Off += string(*man)
	b.emit("touched", map[string]any{"square": s, "piece": string(*man)})
	if b.state.Prompt == nil {
		leds := map[square.Square]string{s: "touched"}
		for d := 1; d <= 2 && (*man == 'P' || *man == 'p'); d++ {
			to := square.At(s.File(), s.Rank()+d)
			if *man == 'p' {
				to = square.At(s.File(), s.Rank()-d)
			}
			leds[to] = "may-go"
		}
		b.light(leds)
	}
	*man = '.'
	b.sense()
	return nil
}

func (b *fakeBoard) place(to square.Square, piece byte) error {
	t := b.state.Tray
	if piece == 0 && t.Off != "" {
		piece = t.Off[len(t.Off)-1]
	}
	if piece == 0 {
		return errors.New("nothing is off the board: lift a man first")
	}
	if *b.stands.at(to) != '.' {
		return fmt.Errorf("%s is taken: lift the man there first", to)
	}
	if i := strings.LastIndexByte(t.Off, piece); i >= 0 {
		t.Off = t.Off[:i] + t.Off[i+1:]
	}
	*b.stands.at(to) = piece
	from, lifted := b.lifted[piece]
	if !lifted { // out of the box
		from = to
	}
	b.judge(from, to, piece)
	b.sense()
	return nil
}

// judge decides what a placement means.
func (b *fakeBoard) judge(from, to square.Square, piece byte) {
	files := abs(from.File() - to.File())
	switch {
	case b.asks("castle-rook"), from == to && *b.game.at(to) == piece:
		b.prompt("", nil)
		b.light(map[square.Square]string{})
	case b.asks("choose-promotion"):
		b.state.Moves = b.state.Moves[:len(b.state.Moves)-1]
		b.turn ^= 'w' ^ 'b'
		b.play(from, to, piece, to.String()+"="+string(piece))
		b.prompt("", nil)
	case from.Rank() == to.Rank() && files == 1:
		b.emit("illegal", map[string]any{"square": to, "piece": string(piece)})
		b.prompt("illegal", map[string]string{"square": to.String()})
		b.light(map[square.Square]string{to: "cannot-stay", from: "do-next"})
	case (piece == 'K' || piece == 'k') && files == 2:
		b.castle(from, to, piece)
	default:
		san := strings.TrimPrefix(strings.ToUpper(string(piece)), "P") + to.String()
		b.play(from, to, piece, san)
		b.prompt("", nil)
		b.light(map[square.Square]string{from: "last-move", to: "last-move"})
		if piece == 'P' && to.Rank() == 7 {
			b.prompt("choose-promotion", map[string]string{"square": to.String()})
		}
	}
}

func (b *fakeBoard) asks(key string) bool { return b.state.Prompt != nil && b.state.Prompt.Key == key }

func (b *fakeBoard) castle(from, to square.Square, king byte) {
	rook := square.At(7, from.Rank())
	cross := square.At(5, from.Rank())
	*b.game.at(cross), *b.game.at(rook) = *b.game.at(rook), '.'
	b.play(from, to, king, "O-O")
	b.prompt("castle-rook", map[string]string{"from": rook.String(), "to": cross.String()})
	b.light(map[square.Square]string{rook: "do-next", cross: "do-next", from: "last-move", to: "last-move"})
}

func (b *fakeBoard) play(from, to square.Square, piece byte, san string) {
	b.settle()
	*b.game.at(from) = '.'
	*b.game.at(to) = piece
	b.turn ^= 'w' ^ 'b'
	ply := len(b.state.Moves) + 1
	b.state.FEN = fmt.Sprintf("%s %c - - 0 %d", b.game.placement(), b.turn, ply/2+1)
	m := Move{Ply: ply, UCI: from.String() + to.String(), SAN: san, FEN: b.state.FEN}
	b.state.Moves = append(b.state.Moves, m)
	b.emit("provisional", map[string]any{"ply": ply, "uci": m.UCI, "san": san, "fen": m.FEN})
}

// settle makes the last move sure.
func (b *fakeBoard) settle() {
	if n := len(b.state.Moves); n > 0 && !b.state.Moves[n-1].Settled {
		m := &b.state.Moves[n-1]
		m.Settled = true
		b.emit("move", map[string]any{"ply": m.Ply, "uci": m.UCI, "san": m.SAN, "fen": m.FEN, "made": m.Made})
	}
}

func (b *fakeBoard) end(result, reason string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.settle()
	b.state.Result = &Result{result, reason}
	b.emit("result", map[string]any{"result": result, "reason": reason})
}

// tell sends an event from outside.
func (b *fakeBoard) tell(kind string, members map[string]any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.emit(kind, members)
}

func (b *fakeBoard) commands() []Command {
	b.mu.Lock()
	defer b.mu.Unlock()
	return append([]Command{}, b.got...)
}

func (b *fakeBoard) PGN() string { return "[Event \"?\"]\n\n*\n" }

func (b *fakeBoard) Trace(ctx context.Context, w io.Writer, follow bool) error {
	if !b.State().Recording.On {
		return errors.New("nothing is being recorded")
	}
	if _, err := io.WriteString(w, "trace 1\nsensor occupancy\n"); err != nil || !follow {
		return err
	}
	if _, err := io.WriteString(w, "1520 -e2\n"); err != nil {
		return err
	}
	<-ctx.Done()
	return ctx.Err()
}

func abs(n int) int { return max(n, -n) }

var _ Board = (*fakeBoard)(nil)
