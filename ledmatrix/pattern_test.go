package ledmatrix

import (
	"math/bits"
	"testing"
	"time"
)

func TestPatternReadsLeftToRight(t *testing.T) {
	if s := LongDot.String(); s != "######..##......" {
		t.Error(s)
	}
	for i, want := range LongDot.String() {
		for _, t0 := range []time.Duration{0, Cycle, -Cycle, 1000 * Cycle} {
			at := t0 + time.Duration(i)*Tick
			for _, at := range []time.Duration{at, at + Tick - 1} {
				if LongDot.On(at) != (want == '#') {
					t.Errorf("tick %d (%v): on = %v", i, at, LongDot.On(at))
				}
			}
		}
	}
}

// Nobody knows where a cycle starts, so two patterns that are the same but for the start are the same.
func TestMonoMeaningsDifferByBlinkAlone(t *testing.T) {
	for _, a := range Meanings() {
		if Mono[a].Blink == 0 {
			t.Errorf("%v is never on", a)
		}
		for b := a + 1; b < meanings; b++ {
			for k := range Ticks {
				if Mono[a].Blink == Pattern(bits.RotateLeft16(uint16(Mono[b].Blink), k)) {
					t.Errorf("%v and %v blink alike, %d ticks apart", a, b, k)
				}
			}
		}
	}
}

func TestMonoSequencesDifferOverACycle(t *testing.T) {
	seen := map[[Ticks]bool]Meaning{}
	for _, m := range Meanings() {
		var lit [Ticks]bool
		for k := range lit {
			img := Render(&Scene{27: m}, &Mono, time.Duration(k)*Tick)
			lit[k] = img.Mono().Has(27)
		}
		if other, ok := seen[lit]; ok {
			t.Errorf("%v and %v light up alike", m, other)
		}
		seen[lit] = m
	}
}

// WCAG 2.3.1: not more than three flashes in any one second.
func TestNothingFlashesMoreThanThreeTimesASecond(t *testing.T) {
	const second = int(time.Second / Tick)
	for _, p := range []Palette{Default, ColourBlind, Mono} {
		for _, m := range Meanings() {
			rises := p[m].Blink & p[m].Blink.changes()
			for k := range Ticks {
				window := bits.RotateLeft16(uint16(rises), k) >> (Ticks - second)
				if n := bits.OnesCount16(window); n > 3 {
					t.Errorf("%v flashes %d times within a second", m, n)
				}
			}
		}
	}
}
