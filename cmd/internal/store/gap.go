package store

import "fmt"

// GapError says that an event doesn't follow the one before it.
type GapError struct{ Want, Got int64 }

func (e *GapError) Error() string {
	return fmt.Sprintf("event %d can't be kept: %d comes next", e.Got, e.Want)
}
