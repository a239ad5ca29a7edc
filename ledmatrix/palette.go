package ledmatrix

import (
	"fmt"
	"math"
)

// RGB is how strongly the three lights of one LED are driven, 0 to 255 each. The values are linear in
// light, as LEDs are driven, not gamma-coded as the colours of screens.
type RGB struct{ R, G, B uint8 }

// Style is how one meaning looks.
type Style struct {
	Colour RGB
	Blink  Pattern
}

// Palette is the style of each meaning, indexed by Meaning. Dark's style must stay zero.
type Palette [meanings]Style

// Default is the palette for people who tell red from green. What has to be seen at once
// (may-capture, check, do-next, cannot-stay) also blinks, each in its own way, so that colour is never
// its only sign; the rest is steady and calm.
var Default = Palette{
	Unrecorded: {RGB{120, 40, 0}, Lantern},
	LastMove:   {RGB{0, 0, 60}, Steady},
	Hint:       {RGB{110, 0, 140}, Steady},
	Setup:      {RGB{110, 110, 110}, Steady},
	MayGo:      {RGB{0, 150, 0}, Steady},
	MayCapture: {RGB{230, 110, 0}, Interval},
	AtRisk:     {RGB{255, 60, 120}, Blip},
	Check:      {RGB{255, 0, 50}, Alarm},
	Touched:    {RGB{0, 100, 255}, Steady},
	DoNext:     {RGB{220, 200, 0}, Medium},
	CannotStay: {RGB{255, 0, 0}, Fast},
}

// ColourBlind is the palette for eyes that lack one kind of cone. The colours are those of Okabe and
// Ito (https://jfly.uni-koeln.de/color/), made linear for LEDs and dimmed where they are background;
// meanings that share a pattern differ in brightness and from blue to yellow, not from red to green.
var ColourBlind = Palette{
	Unrecorded: {RGB{150, 150, 150}, Lantern}, // white
	LastMove:   {RGB{0, 20, 60}, Steady},      // blue, dim
	Hint:       {RGB{154, 49, 100}, Winks},    // reddish purple
	Setup:      {RGB{255, 255, 255}, LongDot}, // white
	MayGo:      {RGB{20, 110, 210}, Steady},   // sky blue
	MayCapture: {RGB{202, 88, 0}, Interval},   // orange
	AtRisk:     {RGB{202, 88, 0}, Blip},       // orange
	Check:      {RGB{170, 29, 0}, Alarm},      // vermilion
	Touched:    {RGB{222, 200, 14}, Steady},   // yellow
	DoNext:     {RGB{222, 200, 14}, Medium},   // yellow
	CannotStay: {RGB{170, 29, 0}, Fast},       // vermilion
}

// Mono is the palette for LEDs of one colour: the pattern alone tells the meanings apart.
var Mono = Palette{
	Unrecorded: {white, Lantern},
	LastMove:   {white, Wink},
	Hint:       {white, Winks},
	Setup:      {white, LongDot},
	MayGo:      {white, Steady},
	MayCapture: {white, Interval},
	AtRisk:     {white, Blip},
	Check:      {white, Alarm},
	Touched:    {white, Slow},
	DoNext:     {white, Medium},
	CannotStay: {white, Fast},
}

var white = RGB{255, 255, 255}

// ParsePalette returns the palette that a config calls "default", "colour-blind" or "mono".
func ParsePalette(name string) (Palette, error) {
	switch name {
	case "default":
		return Default, nil
	case "colour-blind":
		return ColourBlind, nil
	case "mono":
		return Mono, nil
	}
	return Palette{}, fmt.Errorf("LED palette %q: expected default, colour-blind or mono", name)
}

// The bounds of Gamma.
const (
	MinGamma = 1.0
	MaxGamma = 3.0
)

// Gamma returns the palette for LEDs that shine more than in proportion at low levels, or behind glass
// that scatters: each level v of 255 becomes 255·(v/255)^g, with g from MinGamma, which changes nothing,
// to MaxGamma. A channel that was on stays on.
func (p *Palette) Gamma(g float64) Palette {
	q := *p
	for m := range q {
		c := &q[m].Colour
		*c = RGB{bend(c.R, g), bend(c.G, g), bend(c.B, g)}
	}
	return q
}

func bend(v uint8, g float64) uint8 {
	if v == 0 {
		return 0
	}
	return uint8(max(1, math.Round(255*math.Pow(float64(v)/255, g))))
}
