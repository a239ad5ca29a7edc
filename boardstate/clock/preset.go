package clock

// Preset is a control with a name that players use.
type Preset struct {
	Name     string // as in a config: lower case, no blanks
	Notation string // as Parse reads it
	Words    string // for people
}

// presets, from slow to fast, then those of another kind.
var presets = []Preset{
	{"fide", "40/5400+30:1800+30", "90 minutes for 40 moves, then 30 minutes, 30 seconds added a move"},
	{"classical", "5400+30", "90 minutes, 30 seconds added a move"},
	{"two-controls", "40/7200:3600", "2 hours for 40 moves, then an hour"},
	{"three-controls", "40/7200:20/3600:900+30", "2 hours for 40 moves, an hour for 20, then 15 minutes with 30 seconds added a move"},
	{"hour", "3600", "an hour for all moves"},
	{"rapid-25", "1500+10", "25 minutes, 10 seconds added a move"},
	{"rapid", "900+10", "15 minutes, 10 seconds added a move"},
	{"rapid-10", "600+5", "10 minutes, 5 seconds added a move"},
	{"blitz-5", "300", "5 minutes for all moves"},
	{"blitz", "180+2", "3 minutes, 2 seconds added a move"},
	{"bullet-2", "120+1", "2 minutes, a second added a move"},
	{"bullet", "60", "a minute for all moves"},
	{"us-classical", "40/7200d5:3600d5", "2 hours for 40 moves, then an hour, 5 seconds' delay a move"},
	{"us-rapid", "1500d5", "25 minutes, 5 seconds' delay a move"},
	{"bronstein", "1500b10", "25 minutes, up to 10 seconds given back a move"},
	{"sandglass", "*180", "3 minutes each; what one uses the other gains"},
	{"none", "-", "no clock"},
}

// Presets returns all presets, from slow to fast, then delays and others.
func Presets() []Preset { return append([]Preset(nil), presets...) }

// Named returns the control of a preset's name, or else what Parse makes of the text.
func Named(text string) (Control, error) {
	for _, p := range presets {
		if p.Name == text {
			return Parse(p.Notation)
		}
	}
	return Parse(text)
}
