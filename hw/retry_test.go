package hw_test

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"jadoube/hw"
	"jadoube/hw/hwtest"
)

var errShort = errors.New("a short circuit")

func TestRetry(t *testing.T) {
	for name, c := range map[string]struct {
		answers     []error // of the bus, one after the other
		want        error
		again, lost int64
	}{
		"at once":          {[]error{nil}, nil, 0, 0},
		"at the second":    {[]error{hw.ErrNoAnswer, nil}, nil, 1, 0},
		"at the last":      {[]error{hw.ErrNoAnswer, hw.ErrNoAnswer, nil}, nil, 2, 0},
		"never":            {[]error{hw.ErrNoAnswer, hw.ErrNoAnswer, hw.ErrNoAnswer}, hw.ErrNoAnswer, 2, 1},
		"another error":    {[]error{errShort}, errShort, 0, 0},
		"and then another": {[]error{hw.ErrNoAnswer, errShort}, errShort, 1, 0},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				left := c.answers
				bus := hw.NewRetry(hwtest.Chips{0x70: func([]byte, []byte) error {
					err := left[0]
					left = left[1:]
					return err
				}})
				began := time.Now()
				if err := bus.Tx(0x70, nil, nil); !errors.Is(err, c.want) || len(left) > 0 {
					t.Errorf("%v with %d answers left", err, len(left))
				}
				if again, lost := bus.Counts(); again != c.again || lost != c.lost {
					t.Errorf("counted %d again, %d lost", again, lost)
				}
				if took := time.Since(began); took != time.Duration(c.again)*hw.Pause {
					t.Errorf("took %v", took)
				}
			})
		})
	}
}
