package buttons

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"jadoube/hw"
	"jadoube/hw/hwtest"
	"jadoube/sensors"
)

var (
	white = &sensors.Press{Key: "white"}
	black = &sensors.Press{Key: "black"}
	draw  = &sensors.Press{Key: "draw-white"}
)

// desk is three buttons and a lever on pins.
func desk(t *testing.T, pins *hwtest.Lines) *Buttons {
	t.Helper()
	began := time.Now()
	b, err := New(pins, []Key{{On: white}, {On: black}, {On: draw}, {On: white, Off: black}}, 20*time.Millisecond,
		func() int64 { return time.Since(began).Milliseconds() })
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// pressed collects what is told in a time.
func pressed(t *testing.T, b *Buttons, d time.Duration) (list []string, times []int64) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), d)
	defer cancel()
	for {
		r, err := b.Next(ctx)
		if err != nil {
			return list, times
		}
		list, times = append(list, r.Press.Key), append(times, r.T)
	}
}

func TestPresses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pins := hwtest.NewLines(4)
		b := desk(t, pins)
		at := func(ms int, levels, mask uint64) {
			time.AfterFunc(time.Duration(ms)*time.Millisecond, func() { pins.Set(levels, mask) })
		}
		at(200, 1, 1) // White's button bounces, is held for long, and let go with a bounce
		at(202, 0, 1)
		at(203, 1, 1)
		at(209, 0, 1)
		at(211, 1, 1)
		at(900, 0, 1)
		at(903, 1, 1)
		at(905, 0, 1)
		at(1500, 2, 2) // Black's in one piece
		at(1600, 0, 2)
		at(2000, 4, 4) // a disturbance of 5 ms
		at(2005, 0, 4)
		at(2500, 8, 8) // the lever to and fro
		at(3000, 0, 8)
		at(4000, 7, 7) // three at once
		list, times := pressed(t, b, 5*time.Second)
		if got := strings.Join(list, " "); got != "white black white black white black draw-white" {
			t.Fatal(got)
		}
		for i, want := range []int64{200, 1500, 2500, 3000, 4000, 4000, 4000} {
			if times[i] != want {
				t.Errorf("press %d at %d, want %d", i+1, times[i], want)
			}
		}
	})
}

// TestHeld: a button that is held for a second says so once, whatever its contact does when it comes down; shorter presses, and levers,
// don't.
func TestHeld(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pins := hwtest.NewLines(3)
		began := time.Now()
		hold := &sensors.Press{Key: "hold-white"}
		b, err := New(pins, []Key{{On: white, Held: hold}, {On: black}, {On: white, Off: black}}, 20*time.Millisecond,
			func() int64 { return time.Since(began).Milliseconds() })
		if err != nil {
			t.Fatal(err)
		}
		at := func(ms int, levels, mask uint64) {
			time.AfterFunc(time.Duration(ms)*time.Millisecond, func() { pins.Set(levels, mask) })
		}
		at(200, 1, 1) // long, with a bounce
		at(205, 0, 1)
		at(210, 1, 1)
		at(4000, 0, 1)
		at(5000, 1, 1) // not quite long enough
		at(5990, 0, 1)
		at(7000, 6, 6) // neither of these says anything about being held
		list, times := pressed(t, b, 10*time.Second)
		if got := strings.Join(list, " "); got != "white hold-white white black white" {
			t.Fatal(got)
		}
		if times[0] != 200 || times[1] < 1200 || times[1] > 1300 {
			t.Errorf("told at %v", times)
		}
	})
}

func TestHeldAtTheStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pins := hwtest.NewLines(4)
		pins.Set(0b1001, 0b1111)
		b := desk(t, pins)
		if list, _ := pressed(t, b, time.Second); list != nil {
			t.Error(list)
		}
		pins.Set(0, 0b1111)
		if list, _ := pressed(t, b, time.Second); strings.Join(list, " ") != "black" { // the lever
			t.Error(list)
		}
	})
}

func TestPinsThatFail(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pins := hwtest.NewLines(4)
		b := desk(t, pins)
		pins.Fail(hw.ErrUnplugged)
		start := time.Now()
		for i := range 3 {
			if _, err := b.Next(t.Context()); !errors.Is(err, hw.ErrUnplugged) || time.Since(start) != time.Duration(i)*time.Second {
				t.Errorf("%v after %v", err, time.Since(start))
			}
		}
		pins.Fail(nil)
		time.AfterFunc(2*time.Second, func() { pins.Set(1, 1) })
		if r, err := b.Next(t.Context()); err != nil || r.Press != white {
			t.Errorf("%+v, %v", r, err)
		}
	})
}

func TestClose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := desk(t, hwtest.NewLines(4))
		time.AfterFunc(time.Second, func() { b.Close(); b.Close() })
		if _, err := b.Next(t.Context()); err != io.EOF || b.String() != "buttons on simulated pins" {
			t.Error(err, b)
		}
	})
}

func TestButtonsThatAreRefused(t *testing.T) {
	if _, err := New(hwtest.NewLines(2), make([]Key, 3), time.Second, nil); err == nil || !strings.Contains(err.Error(), "one for each pin") {
		t.Error(err)
	}
	if _, err := New(hwtest.NewLines(1), make([]Key, 1), 0, nil); err == nil || !strings.Contains(err.Error(), "1 ms to 1 s") {
		t.Error(err)
	}
}
