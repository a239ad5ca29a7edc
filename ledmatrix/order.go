package ledmatrix

import (
	"fmt"
	"strings"
)

// Order is the order in which an LED takes the bytes of its colours: "GRB", "BGR", or with a white
// light, which stays off, "GRBW".
type Order string

// Check reports an order that isn't one.
func (o Order) Check() error {
	colours := strings.Replace(string(o), "W", "", 1)
	for _, c := range "RGB" {
		if len(colours) != 3 || !strings.ContainsRune(colours, c) {
			return fmt.Errorf("LED colour order %q: expected R, G and B, each once, and W for a white light, as GRB or GRBW", string(o))
		}
	}
	return nil
}

// Byte is the n-th byte of a colour, n from 0 to the length of o.
func (o Order) Byte(c RGB, n int) byte {
	switch o[n] {
	case 'R':
		return c.R
	case 'G':
		return c.G
	case 'B':
		return c.B
	}
	return 0
}
