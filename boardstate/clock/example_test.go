package clock_test

import (
	"fmt"

	"jadoube/boardstate/clock"
	"jadoube/rules"
)

// A blitz game: White takes two seconds, Black forgets his clock.
func Example() {
	control, err := clock.Named("blitz")
	if err != nil {
		fmt.Println(err)
		return
	}
	c, err := clock.New(clock.Both(control))
	if err != nil {
		fmt.Println(err)
		return
	}
	c.Press(0, rules.Black) // starts White's clock
	c.Press(2_000, rules.White)
	fmt.Println("white has", c.View(2_000).Sides[rules.White].Left)

	flag, _ := c.Next()
	fmt.Println("black's flag would fall at", flag)
	events, _ := c.Press(200_000, rules.Black)
	fmt.Println(events[0].What, events[0].Side, "at", events[0].At)
	// Output:
	// white has 180000
	// black's flag would fall at 182000
	// flag black at 182000
}

func ExampleParse() {
	c, err := clock.Parse("40/5400+30:1800+30")
	fmt.Println(c, c.Periods[1].Time, c.Pace(), err)
	_, err = clock.Parse("7200:3600")
	fmt.Println(err)
	// Output:
	// 40/5400+30:1800+30 1800000 standard <nil>
	// period 1: moves 0: expected 1 to 9999 in all periods but the last; write MOVES/SECONDS, as in 40/7200
}

// The arbiter finds the clocks set wrong.
func ExampleClock_Correct() {
	control, _ := clock.Parse("5400+30")
	c, _ := clock.New(clock.Both(control))
	c.Start(0)
	c.Pause(60_000, clock.ByBlack, clock.Assistance)
	r := c.Correction(90_000)
	r.Left[rules.White] += 30_000
	events, err := c.Correct(90_000, r)
	fmt.Println(events[0].What, events[0].Before.Sides[rules.White].Left, events[0].After.Sides[rules.White].Left, err)
	c.Undo(91_000, events[0])
	fmt.Println(c.View(99_000).Sides[rules.White].Left, c.View(99_000).Reason)
	// Output:
	// corrected 5340000 5370000 <nil>
	// 5340000 undone
}

// A stored clock comes back standing, with both times as they were last known.
func ExampleRestore() {
	control, _ := clock.Parse("300+3")
	c, _ := clock.New(clock.Both(control))
	c.Start(0)
	c.Advance(40_000)
	stored := c.State() // then the power fails

	c, events, err := clock.Restore(stored, 0)
	v := c.View(5_000)
	fmt.Println(events[0].What, v.Phase, v.Reason, v.Sides[rules.White].Left, v.Sides[rules.Black].Left, err)
	// Output:
	// reloaded stopped restored 260000 300000 <nil>
}
