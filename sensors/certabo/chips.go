package certabo

import (
	"bufio"
	"fmt"
	"slices"
	"strings"

	"jadoube/sensors"
)

// Chip is what a man's chip is called.
type Chip [5]byte

// none reports whether there is no chip: older boards leave two of the numbers of an empty square undefined.
func (c Chip) none() bool {
	zeros := 0
	for _, b := range c {
		if b == 0 {
			zeros++
		}
	}
	return zeros >= 3
}

// String writes the numbers with blanks between them.
func (c Chip) String() string { return strings.Trim(fmt.Sprint([5]byte(c)), "[]") }

// Chips says which man has which chip.
type Chips map[Chip]sensors.Contact

// ParseChips reads lines of a chip's five numbers and the man's letter as in FEN; # begins a comment. The
// error names the line.
func ParseChips(text string) (Chips, error) {
	all := Chips{}
	lines := bufio.NewScanner(strings.NewReader(text))
	for n := 1; lines.Scan(); n++ {
		line, _, _ := strings.Cut(lines.Text(), "#")
		if strings.TrimSpace(line) == "" {
			continue
		}
		var c Chip
		var letter string
		if _, err := fmt.Sscan(line, &c[0], &c[1], &c[2], &c[3], &c[4], &letter); err != nil || len(letter) != 1 || sensors.PieceContact(letter[0]) == sensors.Nothing {
			return nil, fmt.Errorf("line %d: %q: expected five numbers of 0 to 255 and a piece letter, as \"3 0 84 252 153 r\"", n, lines.Text())
		}
		all[c] = sensors.PieceContact(letter[0])
	}
	return all, lines.Err()
}

// String writes the chips as ParseChips reads them, in the order of men.
func (all Chips) String() string {
	var lines []string
	for man := sensors.WhitePawn; man <= sensors.BlackKing; man++ {
		from := len(lines)
		for c, is := range all {
			if is == man {
				lines = append(lines, fmt.Sprintf("%v %c\n", c, man.Letter()))
			}
		}
		slices.Sort(lines[from:])
	}
	return strings.Join(lines, "")
}
