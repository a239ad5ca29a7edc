package doctor

import (
	"context"
	"fmt"
	"strings"
	"time"

	"jadoube/ledmatrix"
	"jadoube/rules/square"
)

// Lights is the LEDs of a board, and how bright they may be.
type Lights struct {
	Driver ledmatrix.Driver
	Power  ledmatrix.Power
	Strip  ledmatrix.Strip
	Mono   bool // of one colour
}

// running is how long a light that runs stays on a square.
const running = 120 * time.Millisecond

// named is a colour with its name.
type named struct {
	ledmatrix.RGB
	name string
}

var white = ledmatrix.RGB{R: 255, G: 255, B: 255}

// palette is the colours that LEDs of this kind are tried with.
func (l *Lights) palette() []named {
	if l.Mono {
		return []named{{white, "lit"}}
	}
	return []named{{ledmatrix.RGB{R: 255}, "red"}, {ledmatrix.RGB{G: 255}, "green"}, {ledmatrix.RGB{B: 255}, "blue"}, {white, "white"}}
}

// all lights all squares in a colour, as bright as the supply allows.
func (l *Lights) all(c ledmatrix.RGB) error { return l.show(^square.Empty, c) }

// only lights one square, or none. That it doesn't can be seen; the walk goes on.
func (l *Lights) only(s square.Square) {
	if l != nil {
		l.show(s.Set(), white)
	}
}

func (l *Lights) show(set square.Set, c ledmatrix.RGB) error {
	var scene ledmatrix.Scene
	scene.AddAll(set, ledmatrix.Touched)
	palette := plainly(c)
	fitted := l.Power.Fit(&scene, &palette, l.Strip)
	img := ledmatrix.Render(&scene, &fitted, 0)
	return l.Driver.Show(&img)
}

// each is how long a colour or a meaning is shown when lights are tried: two cycles, so that each rhythm is seen.
const each = 2 * ledmatrix.Cycle

// Try shows each colour and each meaning of looks, the palette as the LEDs are driven, on all squares, then a light that runs over them, and leaves them dark.
// Enter goes on at once. Shown is called with the squares that are lit and the word of the colour or meaning.
func (l *Lights) Try(ctx context.Context, con *Console, looks *ledmatrix.Palette, shown func(on square.Set, word string)) (err error) {
	defer func() {
		shown(square.Empty, "")
		if dark := l.Driver.Halt(); err == nil {
			err = dark
		}
	}()
	colours, meanings := l.palette(), ledmatrix.Meanings()
	n := 0
	step := func(on square.Set, m ledmatrix.Meaning, p *ledmatrix.Palette, word string, d time.Duration) (bool, error) {
		con.Progress(n, len(colours)+len(meanings)+1, "%s", word)
		shown(on, word)
		return l.stay(ctx, con, on, m, p, d)
	}
	for _, c := range colours {
		plain := plainly(c.RGB)
		if _, err := step(^square.Empty, ledmatrix.Touched, &plain, c.name, each); err != nil {
			return err
		}
		n++
	}
	for _, m := range meanings {
		if _, err := step(^square.Empty, m, looks, m.String(), each); err != nil {
			return err
		}
		n++
	}
	plain := plainly(white)
	for s := range square.None {
		if on, err := step(s.Set(), ledmatrix.Touched, &plain, colours[len(colours)-1].name, running); err != nil || on {
			return err
		}
	}
	return nil
}

// plainly is a palette that shows a touched man's square in a colour, without blinking.
func plainly(c ledmatrix.RGB) ledmatrix.Palette {
	return ledmatrix.Palette{ledmatrix.Touched: {Colour: c, Blink: ledmatrix.Steady}}
}

// stay shows squares with a meaning for d, or until Enter, which it reports.
func (l *Lights) stay(ctx context.Context, con *Console, on square.Set, m ledmatrix.Meaning, p *ledmatrix.Palette, d time.Duration) (enter bool, err error) {
	var scene ledmatrix.Scene
	scene.AddAll(on, m)
	fitted := l.Power.Fit(&scene, p, l.Strip)
	for t := time.Duration(0); t < d; {
		img := ledmatrix.Render(&scene, &fitted, t)
		if err := l.Driver.Show(&img); err != nil {
			return false, fmt.Errorf("the lights can't be lit: %w", err)
		}
		next, blinks := ledmatrix.Next(&scene, &fitted, t)
		if !blinks || next > d {
			next = d
		}
		timer := time.NewTimer(next - t)
		select {
		case <-timer.C:
			t = next
		case text, there := <-con.lines:
			timer.Stop()
			switch {
			case !there:
				con.lines = nil // nobody is there any more
			case text == "q":
				return true, ErrQuit
			default:
				return true, nil
			}
		case <-ctx.Done():
			timer.Stop()
			return false, ctx.Err()
		}
	}
	return false, nil
}

// LightFindings is what was found out about the LEDs.
type LightFindings struct {
	Name       string                // of the driver
	Err        error                 // why they couldn't be lit
	Wrong      map[string]square.Set // by colour: squares that didn't show it
	Disordered bool                  // the light didn't run as it should
}

// wrong notes the squares of an answer.
func (f *LightFindings) wrong(colour, answer string) {
	var set square.Set
	for _, word := range strings.FieldsFunc(answer, func(r rune) bool { return r == ' ' || r == ',' }) {
		if s, err := square.Parse(strings.ToLower(word)); err == nil {
			set = set.With(s)
		}
	}
	if set == 0 {
		return
	}
	if f.Wrong == nil {
		f.Wrong = map[string]square.Set{}
	}
	f.Wrong[colour] = set
}
