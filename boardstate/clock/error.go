package clock

import (
	"fmt"
	"strconv"
)

// Error refuses a setting, a notation or an input: nothing has changed.
type Error struct {
	Field  string // what was wrong: "period 2: moves"
	Value  string // what it was
	Bound  string // what it may be
	Remedy string // what to do about it, "" where the bound says it
}

// Error says all of it in one line.
func (e *Error) Error() string {
	text := fmt.Sprintf("%s %s: expected %s", e.Field, e.Value, e.Bound)
	if e.Remedy != "" {
		text += "; " + e.Remedy
	}
	return text
}

// within returns nil for a value from low to high.
func within(field string, v, low, high int64, unit, remedy string) error {
	if low <= v && v <= high {
		return nil
	}
	return &Error{field, strconv.FormatInt(v, 10), fmt.Sprintf("%d to %d%s", low, high, unit), remedy}
}
