package line

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"jadoube/hw"
	"jadoube/hw/hwtest"
	"jadoube/ledmatrix"
	"jadoube/ledmatrix/ledtest"
	"jadoube/rules/square"
	"jadoube/sensors"
	"jadoube/sensors/line/linetest"
	"jadoube/sensors/link"
	"jadoube/sensors/link/linktest"
)

var usual = Options{Kind: sensors.Occupancy, First: square.A8}

func (o Options) of(k sensors.Kind) Options { o.Kind = k; return o }

func TestBoards(t *testing.T) {
	for _, kind := range []sensors.Kind{sensors.Occupancy, sensors.Colour, sensors.Piece} {
		for _, whole := range []bool{false, true} {
			t.Run(fmt.Sprintf("%v whole=%v", kind, whole), func(t *testing.T) {
				linktest.Run(t, linktest.Board{
					Kind: kind,
					Model: func() linktest.Model {
						m := linetest.New(kind)
						m.Whole = whole
						return m
					},
					Open: func(port hw.Port, now func() int64) sensors.Source {
						b, err := New(usual.of(kind), port, now)
						if err != nil {
							t.Fatal(err)
						}
						return b
					},
					Garbage: []byte("\x00\xffboot: ok v2\n+z9\n-e2e4\n12 34\n"),
					Settle:  7 * time.Second,
				})
			})
		}
	}
}

func TestBinaryBoard(t *testing.T) {
	linktest.Run(t, linktest.Board{
		Kind: sensors.Colour,
		Model: func() linktest.Model {
			m := linetest.New(sensors.Colour)
			m.Binary = true
			return m
		},
		Open: func(port hw.Port, now func() int64) sensors.Source {
			b, err := New(binaryBoard(), port, now)
			if err != nil {
				t.Fatal(err)
			}
			return b
		},
		Settle: 3 * time.Second,
		Slow:   4 * time.Millisecond, // as much as lets ten frames a second pass
	})
}

// said is what a board that stood at home is understood to tell: the frame after each reading that changes it.
func said(t *testing.T, opt Options, text string) (frames []sensors.Frame, readings []sensors.Reading) {
	t.Helper()
	home, _ := sensors.ParsePlacement(sensors.InitialPlacement)
	f := home.As(opt.Kind)
	e := link.NewEar()
	p := protocol(opt)
	p.Greet(e)
	p.Take([]byte(text), e)
	for _, r := range e.Readings() {
		before := f
		f.Apply(r.Changes)
		if f != before || r.Press != nil {
			frames, readings = append(frames, f), append(readings, r)
		}
	}
	return frames, readings
}

// occupied writes a bitboard as frames are.
func occupied(v square.Set) (f sensors.Frame) {
	for s := range v.Squares() {
		f[s] = sensors.Something
	}
	return f
}

const (
	home      = square.Set(0xFFFF00000000FFFF)
	e2Lifted  = square.Set(0xFFFF00000000EFFF)
	e2e4Moved = square.Set(0xFFFF00001000EFFF)
)

// TestForms reads 1. e2 lifted, then put down on e4, in every form that tells occupancy.
func TestForms(t *testing.T) {
	rows := func(v square.Set) string { // eight rows from a8, and an empty line
		var b strings.Builder
		for i := range 64 {
			b.WriteByte(".X"[v>>(i^56)&1])
			if i%8 == 7 {
				b.WriteByte('\n')
			}
		}
		return b.String() + "\n"
	}
	spaced := strings.NewReplacer(".", "0 ", "X", "1 ")
	list := func(v square.Set) string {
		var b strings.Builder
		for s := range v.Squares() {
			b.WriteString(strings.ToUpper(s.String()) + "\r\n")
		}
		return b.String() + "-----\r\n"
	}
	forms := map[string]struct {
		opt  func(*Options)
		text string
	}{
		"events":              {nil, "-e2\n+e4\n"},
		"events, CR":          {nil, "-e2\r+e4\r"},
		"up and down":         {nil, "U e2\nD e4\n"},
		"lift and place":      {nil, "lift e2\nPLACE E4\n"},
		"rows, one word":      {nil, rows(e2Lifted) + rows(e2e4Moved)},
		"rows, CRLF":          {nil, strings.ReplaceAll(rows(e2Lifted)+rows(e2e4Moved), "\n", "\r\n")},
		"rows with blanks":    {nil, spaced.Replace(rows(e2Lifted) + rows(e2e4Moved))},
		"64 characters":       {nil, strings.ReplaceAll(rows(e2Lifted), "\n", "") + "\nS" + strings.ReplaceAll(rows(e2e4Moved), "\n", "") + "\n"},
		"64 words":            {nil, strings.ReplaceAll(spaced.Replace(rows(e2Lifted)), "\n", "") + "\n" + strings.ReplaceAll(spaced.Replace(rows(e2e4Moved)), "\n", "") + "\n"},
		"hexadecimal":         {nil, "FFFF00000000EFFF\r\nffff00001000efff\r\n"},
		"bytes":               {nil, "255 255 0 0 0 0 239 255\n255,255,0,0,16,0,239,255\n"},
		"bytes, 0x":           {nil, "0xFF 0xff 0x0 0x00 0x00 0 0xEF 0xff\n0xFF 0xff 0x0 0x00 0x10 0 0xEF 0xff\n"},
		"bytes after a colon": {nil, ":255 255 0 0 0 0 247 255 \r\n:255 255 0 0 8 0 247 255 \r\n"},
		"high bit first":      {func(o *Options) { o.Bits = HighFirst }, "FFFF00000000F7FF\n255 255 0 0 8 0 247 255\n"},
		"low bit, colon":      {func(o *Options) { o.Bits = LowFirst }, ":255 255 0 0 0 0 239 255\n:255 255 0 0 16 0 239 255\n"},
		"inverted":            {func(o *Options) { o.Invert = true }, "0000FFFFFFFF1000\n0000FFFFEFFF1000\n"},
		"from a1":             {func(o *Options) { o.First = square.A1 }, "FFEF00000000FFFF\nFFEF00100000FFFF\n"},
		"from h1":             {func(o *Options) { o.First = square.H1 }, "FFF700000000FFFF\nFFF700080000FFFF\n"},
		"columns from a1":     {func(o *Options) { o.First, o.Columns = square.A1, true }, "C3C3C3C3C1C3C3C3\nC3C3C3C3C9C3C3C3\n"},
		"cells":               {nil, "6,4,0\n4,4,1\n"},
		"a list":              {nil, "A1\n-----\n" + list(e2Lifted) + list(e2e4Moved)},
		"FEN":                 {nil, "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1\nrnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR\n"},
		"comments":            {nil, "# jadoube line 1\n\n-e2\n#\n+e4\n"},
		"events of one scan":  {nil, "-e2 +e5 +d5\n+e4 -e5 -d5\n"},
	}
	for name, form := range forms {
		t.Run(name, func(t *testing.T) {
			opt := usual
			if form.opt != nil {
				form.opt(&opt)
			}
			frames, _ := said(t, opt, form.text)
			first := occupied(e2Lifted)
			if name == "events of one scan" {
				first = occupied(e2Lifted.With(square.E5).With(square.D5))
			}
			if len(frames) != 2 || frames[0] != first || frames[1] != occupied(e2e4Moved) {
				t.Errorf("%d readings: %v", len(frames), frames)
			}
		})
	}
}

func TestFormsOfColourAndPiece(t *testing.T) {
	after := "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"
	moved, _ := sensors.ParsePlacement(after)
	line := moved.String()
	for name, test := range map[string]struct {
		kind sensors.Kind
		text string
	}{
		"events":       {sensors.Colour, "-e2\n+e4w\n"},
		"men":          {sensors.Colour, "U e2\nD e4 P\n"},
		"64 letters":   {sensors.Colour, strings.Map(func(r rune) rune { return rune(sensors.PieceContact(byte(r)).As(sensors.Colour).Letter()) }, line) + "\n"},
		"64 men":       {sensors.Colour, line + "\n"},
		"bitboards":    {sensors.Colour, "000000001000EFFF FFFF000000000000\n"},
		"FEN, colours": {sensors.Colour, after + "\n"},
		"piece events": {sensors.Piece, "-e2\n+e4P\n"},
		"piece letter": {sensors.Piece, line + "\n"},
		"FEN":          {sensors.Piece, after + " b KQkq - 0 1\n"},
		"UCI":          {sensors.Piece, "e2e4\n"},
		"UCI, colour":  {sensors.Colour, "E2E4\n"},
	} {
		t.Run(name, func(t *testing.T) {
			frames, _ := said(t, usual.of(test.kind), test.text)
			if n := len(frames); n == 0 || frames[n-1] != moved.As(test.kind) {
				t.Errorf("%v", frames)
			}
		})
	}
}

// TestMoves lets a board that tells moves alone play castling, en passant and a promotion.
func TestMoves(t *testing.T) {
	const moves = "e2e4 a7a6 e4e5 d7d5 e5d6 g8f6 d6c7 e7e6 c7b8n f8c5 g1f3 e8g8 f1b5 a6b5 e1g1"
	frames, _ := said(t, usual.of(sensors.Piece), strings.ReplaceAll(moves, " ", "\n")+"\n")
	want, _ := sensors.ParsePlacement("rNbq1rk1/1p3ppp/4pn2/1pb5/8/5N2/PPPP1PPP/RNBQ1RK1")
	if n := len(frames); n != 15 || frames[n-1] != want {
		t.Fatalf("%d readings, the last\n%v\nwant\n%v", n, frames[len(frames)-1], want)
	}
	again, _ := said(t, usual.of(sensors.Piece), strings.ReplaceAll(moves, " ", "\n")+"\nnew\n")
	if home, _ := sensors.ParsePlacement(sensors.InitialPlacement); again[len(again)-1] != home {
		t.Errorf("after new: %v", again[len(again)-1])
	}
	// A board that tells squares has its moves told twice otherwise.
	if frames, _ := said(t, usual, "-e2\n+e4\ne2e4\nd2d4\nnew\n"); len(frames) != 2 || frames[1] != occupied(e2e4Moved) {
		t.Errorf("squares and moves: %v", frames)
	}
}

func TestPresses(t *testing.T) {
	_, readings := said(t, usual, "press white\npress claim-white threefold  e2e4\r\n")
	want := []sensors.Press{{Key: "white"}, {Key: "claim-white", Args: "threefold  e2e4"}}
	if len(readings) != 2 || *readings[0].Press != want[0] || *readings[1].Press != want[1] {
		t.Errorf("%+v", readings)
	}
}

// TestNonsense: what means nothing changes nothing.
func TestNonsense(t *testing.T) {
	for _, text := range []string{
		"+e9\n", "-i1\n", "+\n", "-\n", "+e4P+\n", "-e2 x\n", "e2\n", "E2\nE3\n", "e2e9\n", "e5e6\n", "e2e2\n",
		"a2a1z\n", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN\n", "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR\n",
		"8/8/8/8/8/8/8/8/8\n", "1 2 3 4 5 6 7\n", "256 0 0 0 0 0 0 0\n", "0x100 0 0 0 0 0 0 0\n", "FFFF00000000FFF\n",
		"FFFF00000000FFFG\n", "8,0,1\n", "0,8,1\n", "0,0,2\n", "00000000\n00000000\n", "press \n", "press \x01\n", "U e9\n",
		strings.Repeat("0", 63) + "\n", strings.Repeat("0", 65) + "\n", strings.Repeat("0", 500) + "\n",
		strings.Repeat("0 ", 65) + "\n", "::\n", ":\n", "-e2", "\n\n\r\r\n",
	} {
		if _, readings := said(t, usual, text); len(readings) > 0 {
			t.Errorf("%q was read as %+v", text, readings)
		}
	}
	for kind, text := range map[sensors.Kind]string{
		sensors.Colour: "+e4\nFFFF00000000EFFF\n4,4,1\n255 0 0 0 0 0 0 0\nFF00000000000000 FF00000000000000\n+e4+\n",
		sensors.Piece:  "+e4\n+e4w\nFFFF00000000EFFF\n" + strings.Repeat("1", 64) + "\n",
	} {
		if _, readings := said(t, usual.of(kind), text); len(readings) > 0 {
			t.Errorf("%q was read by kind %v as %+v", text, kind, readings)
		}
	}
}

// TestRowsFallIntoStep: a row that was lost costs the board it belongs to, and no other.
func TestRowsFallIntoStep(t *testing.T) {
	full, empty := "XXXXXXXX\n", "........\n"
	start := full + full + strings.Repeat(empty, 4) + full + full + "\n"
	lifted := full + full + strings.Repeat(empty, 4) + "XXXX.XXX\n" + full + "\n"
	frames, _ := said(t, usual, full+empty+empty+"\n"+start+full+"XXX..\n"+strings.Repeat(empty, 5)+"\n"+lifted)
	if len(frames) != 1 || frames[0] != occupied(e2Lifted) {
		t.Errorf("%v", frames)
	}
	// Eight ones and noughts are a row, until the board has shown that its numbers are bytes.
	frames, _ = said(t, usual, "255 255 0 0 0 0 255 255\n0 0 0 0 0 0 1 0\n")
	if len(frames) != 1 || frames[0] != occupied(square.A2.Set()) {
		t.Errorf("bytes: %v", frames)
	}
}

func binaryBoard() Options {
	return Options{Kind: sensors.Colour, First: square.A1, Binary: true}
}

// The frames of eChess: the start, and 1. e4.
var (
	binaryHome = []byte("\xff\x00\xff\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xff\x00\xff\xff\xff\xff")
	binaryE4   = []byte("\xff\x00\xef\x00\x00\x00\x10\x00\x00\x00\x00\x00\x00\xff\x00\xff\xff\xff\xff")
)

func TestBinaryFrames(t *testing.T) {
	moved, _ := sensors.ParsePlacement("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")
	frames, _ := said(t, binaryBoard(), string(binaryHome)+string(binaryE4))
	if len(frames) != 1 || frames[0] != moved.As(sensors.Colour) {
		t.Errorf("%v", frames)
	}
	for cut := range binaryHome { // whatever came before, the second whole frame is understood
		frames, _ := said(t, binaryBoard(), string(binaryHome[cut:])+string(binaryHome)+string(binaryHome)+string(binaryE4)+string(binaryE4))
		if n := len(frames); n == 0 || frames[n-1] != moved.As(sensors.Colour) {
			t.Errorf("after %d bytes that were missed: %v", cut, frames)
		}
	}
}

func TestOptions(t *testing.T) {
	for _, o := range []Options{{}, {Kind: sensors.Occupancy, First: square.E4}, {Kind: sensors.Occupancy, First: square.A1, Binary: true}} {
		if _, err := New(o, linktest.NewTap(nil), nil); err == nil || !strings.Contains(err.Error(), "expected") {
			t.Errorf("%+v: %v", o, err)
		}
	}
}

func TestSteadyReadingAllocatesNothing(t *testing.T) {
	linktest.Steady(t, protocol(usual), []byte("# alive\nFFFF00000000FFFF\n255 255 0 0 0 0 255 255\n"))
	linktest.Steady(t, protocol(usual), []byte(strings.Repeat("XXXXXXXX\n", 2)+strings.Repeat("........\n", 4)+strings.Repeat("XXXXXXXX\n", 2)+"\n"))
	linktest.Steady(t, protocol(binaryBoard()), binaryHome)
	linktest.Steady(t, protocol(usual), []byte("6,4,1\n4,4,0\n+e1\n-e3\n"))
}

// TestConversation is the talk with a board, byte for byte.
func TestConversation(t *testing.T) {
	near, far := hwtest.NewPort()
	b, err := New(usual, near, func() int64 { return 0 })
	if err != nil {
		t.Fatal(err)
	}
	far.Write([]byte("# jadoube line 1\r\n-e2\r\n"))
	if r, err := b.Next(t.Context()); err != nil || len(r.Changes) != 1 || r.Changes[0] != (sensors.Change{Square: square.E2}) {
		t.Fatalf("%+v, %v", r, err)
	}
	lights, err := b.Lights(false)
	if err == nil {
		err = lights.Show(&ledmatrix.Image{square.E2: {R: 9}, square.H8: {B: 1}})
	}
	if err != nil {
		t.Fatal(err)
	}
	b.Close()
	want := "?\nL8000000000001000\nL0000000000000000\n"
	if got, err := io.ReadAll(far); err != nil || string(got) != want {
		t.Errorf("the board was told %q, expected %q", got, want)
	}
}

func TestLeds(t *testing.T) {
	for name, c := range map[string]struct {
		opt     Options
		colours bool
	}{
		"one colour": {usual, false},
		"columns":    {Options{Kind: sensors.Occupancy, First: square.H1, Columns: true, Bits: HighFirst}, false},
		"colours":    {usual, true},
		"binary":     {binaryBoard(), false},
	} {
		t.Run(name, func(t *testing.T) {
			nearest := ledtest.OneColour
			if c.colours {
				nearest = nil
			}
			ledtest.Run(t, func(t *testing.T) ledtest.Fixture {
				tap := linktest.NewTap(nil)
				b, err := New(c.opt, tap, func() int64 { return 0 })
				if err != nil {
					t.Fatal(err)
				}
				d, err := b.Lights(c.colours)
				if err != nil {
					t.Fatal(err)
				}
				forgot := 0
				return ledtest.Fixture{
					Driver: d, Nearest: nearest, Break: tap.Deaf,
					Lights: func() ledmatrix.Image { return decode(c.opt, tap.Sent()[forgot:]) },
					Sent:   func() int { return len(tap.Sent()) },
					Forget: func() { forgot = len(tap.Sent()) },
				}
			})
		})
	}
	if b, _ := New(binaryBoard(), linktest.NewTap(nil), nil); b != nil {
		if _, err := b.Lights(true); err == nil {
			t.Error("binary frames with colours")
		}
	}
}

// decode is what a board's firmware makes of the last message for its lights.
func decode(opt Options, msg []byte) (img ledmatrix.Image) {
	white := ledmatrix.RGB{R: 255, G: 255, B: 255}
	order := opt.squares()
	if len(msg) == 0 {
		return img
	}
	if opt.Binary {
		for _, c := range msg[strings.LastIndexByte(string(msg), 0xfe)+1 : len(msg)-1] {
			img[order[int(c>>4)*8+int(c&15)]] = white
		}
		return img
	}
	lines := strings.Split(strings.TrimSpace(string(msg)), "\n")
	last := lines[len(lines)-1]
	for i, s := range order {
		if last[0] == 'C' {
			fmt.Sscanf(last[1+6*i:], "%02X%02X%02X", &img[s].R, &img[s].G, &img[s].B)
			continue
		}
		var v byte
		fmt.Sscanf(last[1+2*(i/8):], "%02X", &v)
		bit := i % 8
		if opt.Bits == HighFirst {
			bit = 7 - bit
		}
		if v>>bit&1 == 1 {
			img[s] = white
		}
	}
	return img
}
