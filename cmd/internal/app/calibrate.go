package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"

	"jadoube/cmd/internal/config"
	"jadoube/cmd/internal/doctor"
	"jadoube/hw"
	"jadoube/hw/pi"
	"jadoube/rules/square"
	"jadoube/sensors"
	"jadoube/sensors/layout"
)

// ErrNothingToLearn is the error of a config in which nothing is to be learned.
var ErrNothingToLearn = errors.New("nothing can be learned: the board's squares are fixed, its men have no chips, and there are no lights on a wire")

// LearnsConfig reports whether something of what Calibrate learns stands in the config: the rest is in a file of its own.
func LearnsConfig(c *config.Config) bool {
	return c.Board.Inputs() != nil || c.LEDs.Kind != "sim" && !c.LEDs.Own()
}

// Calibrate has a person teach where the inputs of a board lie, or who its men are, and then its lights, and sets that in c,
// which must have passed its check. Parts that were learned before an error are set.
func Calibrate(ctx context.Context, c *config.Config, board, lights bool, con *doctor.Console, log *slog.Logger) error {
	return calibrate(ctx, c, board, lights, con, log, func() hw.Wiring { return new(pi.Wiring) })
}

func calibrate(ctx context.Context, c *config.Config, board, lights bool, con *doctor.Console, log *slog.Logger, wires func() hw.Wiring) error {
	men := board && c.Board.Certabo != nil && c.Board.Kind == "certabo"
	board = board && c.Board.Inputs() != nil
	lights = lights && c.LEDs.Kind != "sim" && !c.LEDs.Own()
	if !board && !lights && !men {
		return ErrNothingToLearn
	}
	if men {
		if err := learnMen(ctx, c.Board, con, wires); err != nil {
			return err
		}
	}
	if board {
		learned, err := learnBoard(ctx, c.Board, con, wires)
		if err != nil {
			return err
		}
		c.Board = learned
	}
	if !lights {
		return nil
	}
	return learnLights(ctx, c, con, log, wires)
}

// boardWay is a way in which a board is usually wired, as configs name it.
type boardWay struct {
	name   string
	rotate int
	mirror bool
}

// learnBoard returns the board as it is wired, and as its magnets are.
func learnBoard(ctx context.Context, b config.Board, con *doctor.Console, wires func() hw.Wiring) (config.Board, error) {
	if b.Hall == nil {
		return learnLayout(ctx, b, con, wires)
	}
	b, err := learnMagnets(ctx, b, con, wires)
	if err != nil {
		return b, err
	}
	if b, err = learnLayout(ctx, b, con, wires); err != nil {
		return b, err
	}
	rests, err := metered(b, wires).Rests(ctx, con)
	if err != nil {
		return b, err
	}
	b.Hall.Rest = numbers(rests)
	return b, nil
}

// learnMagnets sets how far magnets move the levels, and which way White's lie. The board is opened with its first 64 inputs
// as the squares a1, b1 and so on, as the layout is learned then.
func learnMagnets(ctx context.Context, b config.Board, con *doctor.Console, wires func() hw.Wiring) (config.Board, error) {
	chips := b.Inputs()
	n := len(usable(chips))
	b = b.Laid(listing(chips, window(n, 0)), 0, false)
	l, err := metered(b, wires).Learn(ctx, con)
	if err != nil {
		return b, err
	}
	con.Say("The weakest magnet moves its level by %d thousandths, noise does by %d.", l.Peak, l.Noise)
	if l.Alike && b.Sensor == "colour" {
		con.Say("Black's magnets lie as White's do: the board sees that something stands there, not which colour.")
		b.Sensor = "occupancy"
	}
	b.Hall.On, b.Hall.Off, b.Hall.White = l.On, l.Off, "low"
	if l.WhiteHigh {
		b.Hall.White = "high"
	}
	if b.Hall.Rest = numbers(l.Rest); n > 64 { // the rests of other inputs will stand there
		slices.Sort(l.Rest[:])
		b.Hall.Rest = strconv.Itoa(l.Rest[32])
	}
	return b, nil
}

// numbers writes a number for each square, eight a line.
func numbers(list [64]int) string {
	words := make([]string, len(list))
	for i, n := range list {
		words[i] = strconv.Itoa(n)
	}
	return overLines(words)
}

// metered opens a board whose sensors measure.
func metered(b config.Board, wires func() hw.Wiring) doctor.Metered {
	return doctor.Metered{Open: func() (sensors.Monitored, func(), error) {
		board, w, err := openBoard(b, wires)
		if err != nil {
			return nil, nil, err
		}
		end := func() { board.Close(); w.Close() }
		if m, is := board.(sensors.Monitored); is {
			return m, end, nil
		}
		end()
		return nil, nil, fmt.Errorf("%v doesn't tell its levels", board)
	}}
}

// window is n inputs of which 64 from first on are called a1, b1 and so on.
func window(n, first int) []square.Square {
	squares := make([]square.Square, n)
	for i := range squares {
		if squares[i] = square.None; i >= first && i < first+64 {
			squares[i] = square.Square(i - first)
		}
	}
	return squares
}

// learnLayout returns the board as it is wired.
func learnLayout(ctx context.Context, b config.Board, con *doctor.Console, wires func() hw.Wiring) (config.Board, error) {
	m, ways, err := learnInputs(ctx, b, con, wires)
	if errors.Is(err, doctor.ErrInverted) {
		other, can := b.Inverted()
		if !can {
			return b, err
		}
		con.Say("Most contacts are closed though nothing stands on the board: now with the other level.")
		b = other
		m, ways, err = learnInputs(ctx, b, con, wires)
	}
	if err != nil {
		return b, err
	}
	con.Say("Learned with %d placements and %d slides.", m.Placements, m.Slides)
	if m.Usual >= 0 {
		way := ways[m.Usual]
		return b.Laid(way.name, way.rotate, way.mirror), nil
	}
	return b.Laid(listing(b.Inputs(), m.Square), 0, false), nil
}

func learnInputs(ctx context.Context, b config.Board, con *doctor.Console, wires func() hw.Wiring) (*doctor.Map, []boardWay, error) {
	chips := b.Inputs()
	ways, usual := boardWays(chips)
	n := len(usable(chips))
	m, err := doctor.Wired{
		Inputs: n, Usual: usual,
		Open: func(first int) (sensors.Source, func(), error) {
			board, w, err := openBoard(b.Laid(listing(chips, window(n, first)), 0, false), wires)
			if err != nil {
				return nil, nil, err
			}
			return board, func() { board.Close(); w.Close() }, nil
		},
	}.Learn(ctx, con)
	return m, ways, err
}

// usable are the inputs that may be used, counted over all chips.
func usable(chips []layout.Usable) (list []int) {
	first := 0
	for _, chip := range chips {
		for i := range chip.Len {
			if chip.Mask>>i&1 == 1 {
				list = append(list, first+i)
			}
		}
		first += chip.Len
	}
	return list
}

// listing writes a layout that says for each input of the chips where it is, eight a line; squares are those of the usable
// inputs.
func listing(chips []layout.Usable, squares []square.Square) string {
	total := 0
	for _, chip := range chips {
		total += chip.Len
	}
	words := slices.Repeat([]string{"-"}, total)
	for k, i := range usable(chips) {
		if k < len(squares) && squares[k] != square.None {
			words[i] = squares[k].String()
		}
	}
	return overLines(words)
}

// overLines writes words eight a line.
func overLines(words []string) string {
	var b strings.Builder
	for line := range slices.Chunk(words, 8) {
		b.WriteString(strings.Join(line, " ") + "\n")
	}
	return b.String()
}

// boardWays are the usual ways to wire a board, the commonest first, and the squares of the usable inputs in each.
func boardWays(chips []layout.Usable) (ways []boardWay, usual [][]square.Square) {
	names := slices.Insert(slices.DeleteFunc(layout.Names(), func(s string) bool { return s == "ranks" }), 0, "ranks")
	for _, mirror := range []bool{false, true} {
		for _, name := range names {
			for _, rotate := range []int{0, 90, 180, 270} {
				way := boardWay{name, rotate, mirror}
				squares := way.squares(chips)
				if squares != nil && !slices.ContainsFunc(usual, func(u []square.Square) bool { return slices.Equal(u, squares) }) {
					ways, usual = append(ways, way), append(usual, squares)
				}
			}
		}
	}
	return ways, usual
}

// squares are those of the usable inputs.
func (w boardWay) squares(chips []layout.Usable) (list []square.Square) {
	l, err := layout.Parse(w.name, chips)
	if err != nil {
		return nil
	}
	if l, err = l.Turned(w.rotate, w.mirror); err != nil {
		return nil
	}
	for _, i := range usable(chips) {
		list = append(list, l[i])
	}
	return list
}

// learnLights sets where the lights of a board whose contacts are known lie.
func learnLights(ctx context.Context, c *config.Config, con *doctor.Console, log *slog.Logger, wires func() hw.Wiring) error {
	if strings.HasSuffix(c.LEDs.Layout, "-corners") {
		return errors.New("lights on corners can't be learned: set layout, origin and rotate by hand (docs/leds.md)")
	}
	board, w, err := openBoard(c.Board, wires)
	if err != nil {
		return err
	}
	defer w.Close()
	defer board.Close()
	ways, usual := lightWays()
	chain, err := doctor.Strung{
		Board: board, Usual: usual,
		Open: func(first int) (*doctor.Lights, func(), error) {
			l := c.LEDs
			l.Layout, l.Origin, l.Rotate, l.Offset = "ranks", "a1", 0, first
			return tryLights(board, &l, wires, log)
		},
	}.Learn(ctx, con)
	if err != nil {
		return err
	}
	con.Say("Learned with %d placements.", chain.Placements)
	if chain.Usual >= 0 {
		way := ways[chain.Usual]
		c.LEDs.Layout, c.LEDs.Origin, c.LEDs.Rotate, c.LEDs.Offset = way.Layout, way.Origin, 0, chain.Offset
		return nil
	}
	words := slices.Repeat([]string{"-"}, chain.Offset)
	for _, s := range chain.Square {
		words = append(words, s.String())
	}
	c.LEDs.Layout, c.LEDs.Origin, c.LEDs.Rotate, c.LEDs.Offset = overLines(words), "a1", 0, 0
	return nil
}

// lightWays are the usual ways to string 64 LEDs.
func lightWays() (ways []config.LEDs, usual [][64]square.Square) {
	for _, layout := range []string{"ranks", "ranks-serpentine", "files", "files-serpentine"} {
		for _, origin := range []string{"a1", "a8", "h1", "h8"} {
			l := config.LEDs{Layout: layout, Origin: origin}
			var squares [64]square.Square
			for n, set := range l.Strip() {
				squares[n] = set.First()
			}
			ways, usual = append(ways, l), append(usual, squares)
		}
	}
	return ways, usual
}
