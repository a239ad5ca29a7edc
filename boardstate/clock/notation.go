package clock

import (
	"fmt"
	"strconv"
	"strings"
)

// letters are the signs between time and bonus: PGN's "+", and "d" and "b" of the traces.
var letters = map[Mode]string{Fischer: "+", Delay: "d", Bronstein: "b"}

// Parse reads PGN's TimeControl (9.6.1): "40/7200:3600", "5400+30", "*180", "-", "?". For "+" there may be "d"
// (simple delay) or "b" (Bronstein): "300d3". A bonus of 0 is none. The result has passed Check; errors are *Error.
func Parse(text string) (Control, error) {
	switch text {
	case "?":
		return Control{Kind: Unknown}, nil
	case "-":
		return Control{Kind: Untimed}, nil
	}
	// Fields are counted before any is kept, so that a long text costs no memory.
	if n := strings.Count(text, ":") + 1; n > MaxPeriods {
		return Control{}, within("periods", int64(n), 1, MaxPeriods, "", "a last period with a number of moves repeats itself")
	}
	var c Control
	for i, field := range strings.Split(text, ":") {
		p, err := parsePeriod(fmt.Sprintf("period %d: ", i+1), field)
		if err != nil {
			return Control{}, err
		}
		c.Periods = append(c.Periods, p)
	}
	if err := c.Check(); err != nil {
		return Control{}, err
	}
	return c, nil
}

func parsePeriod(at, text string) (p Period, err error) {
	if rest, found := strings.CutPrefix(text, "*"); found {
		p.Mode = Sandglass
		p.Time, err = parseNumber(at+"seconds", rest, MaxTime/second, second)
		return p, err
	}
	if moves, rest, found := strings.Cut(text, "/"); found {
		n, err := parseNumber(at+"moves", moves, MaxMoves, 1)
		if err != nil {
			return p, err
		}
		if n == 0 {
			return p, &Error{at + "moves", "0", fmt.Sprintf("1 to %d", MaxMoves), "leave 0/ away where all moves are meant"}
		}
		p.Moves, text = int(n), rest
	}
	if i := strings.IndexAny(text, "+db"); i >= 0 {
		if p.Bonus, err = parseNumber(at+"bonus", text[i+1:], MaxBonus/second, second); err != nil {
			return p, err
		}
		if p.Bonus > 0 {
			p.Mode = modeOf(text[i : i+1])
		}
		text = text[:i]
	}
	p.Time, err = parseNumber(at+"seconds", text, MaxTime/second, second)
	return p, err
}

func modeOf(letter string) Mode {
	for m, l := range letters {
		if l == letter {
			return m
		}
	}
	return Plain
}

// parseNumber reads digits and nothing else, at most high, and returns them times unit.
func parseNumber(field, text string, high, unit int64) (int64, error) {
	digits := text != "" && strings.Trim(text, "0123456789") == ""
	n, err := strconv.ParseInt(text, 10, 64)
	if !digits || err != nil || n > high {
		return 0, &Error{field, fmt.Sprintf("%.40q", text), fmt.Sprintf("a number from 0 to %d", high), "write it as in 40/7200:3600, 5400+30, 300d3, 300b3, *180, - or ?"}
	}
	return n * unit, nil
}

// String writes the control as Parse reads it. A control that doesn't pass Check may be written as
// something that Parse refuses.
func (c Control) String() string {
	switch c.Kind {
	case Untimed:
		return "-"
	case Unknown:
		return "?"
	}
	fields := make([]string, len(c.Periods))
	for i, p := range c.Periods {
		fields[i] = p.String()
	}
	return strings.Join(fields, ":")
}

// String writes one period of a control, as in "40/7200+30".
func (p Period) String() string {
	if p.Mode == Sandglass {
		return fmt.Sprintf("*%d", p.Time/second)
	}
	text := strconv.FormatInt(p.Time/second, 10)
	if p.Moves > 0 {
		text = fmt.Sprintf("%d/%s", p.Moves, text)
	}
	if p.Mode == Plain {
		return text
	}
	return fmt.Sprintf("%s%s%d", text, letters[p.Mode], p.Bonus/second)
}

// MarshalText writes the control as String does.
func (c Control) MarshalText() ([]byte, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	return []byte(c.String()), nil
}

// UnmarshalText reads what Parse reads.
func (c *Control) UnmarshalText(text []byte) (err error) {
	*c, err = Parse(string(text))
	return err
}
