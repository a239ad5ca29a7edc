// Package qr knows how to draw a short text as a QR code, so that a telephone can read an address from a
// screen. It must not know what the text means. It has what an address needs and no more: bytes, error correction
// level M (15 % may be lost), versions 1 to 6. All follows ISO/IEC 18004:2015.
package qr

import (
	"fmt"
	"strings"
)

// block layouts of level M by version: in each version all blocks are alike (table 9).
var versions = []struct{ blocks, data, check int }{
	1: {1, 16, 10}, 2: {1, 28, 16}, 3: {1, 44, 26}, 4: {2, 32, 18}, 5: {2, 43, 24}, 6: {4, 27, 16},
}

// MaxBytes is how long a text may be: what version 6 holds.
const MaxBytes = 106

// Code is a QR code.
type Code struct {
	Size  int    // modules a side, without the quiet zone of four that readers need around it
	dark  []bool // by rows
	fixed []bool // modules that no data stands in
}

// Encode draws a text of 1 to MaxBytes bytes.
func Encode(text string) (*Code, error) {
	for v := 1; v < len(versions); v++ {
		if len(text) <= capacity(v) && text != "" {
			return draw(v, codewords(v, text)), nil
		}
	}
	return nil, fmt.Errorf("a text of %d bytes: a QR code here holds 1 to %d", len(text), MaxBytes)
}

// capacity is how many bytes of text a version holds: mode and length take 12 bits of the data.
func capacity(v int) int { return versions[v].blocks*versions[v].data - 2 }

// Dark reports whether a module is dark. Outside the code all are light.
func (c *Code) Dark(x, y int) bool {
	return x >= 0 && y >= 0 && x < c.Size && y < c.Size && c.dark[y*c.Size+x]
}

// Path is the code as the data of an SVG path in a box from 0 0 to Size Size, a row of modules at a time.
func (c *Code) Path() string {
	var b strings.Builder
	for y := range c.Size {
		for x := 0; x < c.Size; x++ {
			n := 0
			for c.Dark(x+n, y) {
				n++
			}
			if n > 0 {
				fmt.Fprintf(&b, "M%d %dh%dv1h-%dz", x, y, n, n)
				x += n
			}
		}
	}
	return b.String()
}

// String draws the code with block characters for a terminal of light letters on a dark ground: two rows a
// line, light modules as blocks, the quiet zone around it.
func (c *Code) String() string {
	const quiet = 4
	var b strings.Builder
	for y := -quiet; y < c.Size+quiet; y += 2 {
		for x := -quiet; x < c.Size+quiet; x++ {
			b.WriteString([]string{"█", "▄", "▀", " "}[bit(c.Dark(x, y))<<0|bit(c.Dark(x, y+1))<<1])
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func bit(on bool) int {
	if on {
		return 1
	}
	return 0
}
