package clock

import (
	"fmt"
	"slices"
	"strings"
)

// nameOf returns the i-th name, or the number where there is none.
func nameOf(names []string, i uint8) string {
	if int(i) < len(names) {
		return names[i]
	}
	return fmt.Sprintf("unknown(%d)", i)
}

func textOf(what string, names []string, i uint8) ([]byte, error) {
	if int(i) >= len(names) {
		return nil, &Error{what, fmt.Sprint(i), fmt.Sprintf("0 to %d", len(names)-1), ""}
	}
	return []byte(names[i]), nil
}

func parseName(what string, names []string, text string, to *uint8) error {
	i := slices.Index(names, text)
	if i < 0 {
		return &Error{what, fmt.Sprintf("%.40q", text), strings.Join(names, ", "), ""}
	}
	*to = uint8(i)
	return nil
}
