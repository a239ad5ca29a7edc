package laws

import (
	"testing"

	"jadoube/rules"
	"jadoube/rules/square"
)

func TestJudge(t *testing.T) {
	p, e := rules.StartPosition(), EditionOf("2023")
	g1 := square.At(6, 0)
	for intent, want := range map[Intent]Reason{Deliberate: OwnTouched, Adjusting: Free, Accidental: Free, OutOfTurn: Free} {
		l := script(t, "g1@0")
		if !l.Judge(g1, intent) {
			t.Fatal("g1 was touched")
		}
		if o := e.Obligation(&p, l, nil); o.Reason != want {
			t.Errorf("judged %d: %v, want %v", intent, o.Reason, want)
		}
	}
	if script(t, "g1@0").Judge(square.At(1, 0), Accidental) {
		t.Error("b1 wasn't touched")
	}
}

// TestAdjustVoid: a piece lifted to be adjusted and set on another square was touched when it was lifted.
func TestAdjustVoid(t *testing.T) {
	p, e := rules.StartPosition(), EditionOf("2023")
	l := script(t, "adjust@0 g1@500")
	l.Judge(square.At(6, 0), Deliberate)
	l.Release(square.At(6, 0), square.At(5, 2), rules.NoRole, 900)
	if o := e.Obligation(&p, l, nil); o.Reason != Released || p.UCI(o.Move) != "g1f3" {
		t.Errorf("%v %s", o.Reason, o.Move)
	}
}

// TestBrushed: back within 150 ms with another piece in the hand is accidental, a lone lift and return never is.
func TestBrushed(t *testing.T) {
	p, e := rules.StartPosition(), EditionOf("2023")
	for acts, want := range map[string]Reason{
		"g1@0 ~g1@150": Free, "g1@0 ~g1@151": OwnTouched, "g1@0 -g1@20": OwnTouched, "g1@0 -g1@900 g1@1000 ~g1@1050": OwnTouched,
	} {
		if o := e.Obligation(&p, script(t, acts), nil); o.Reason != want {
			t.Errorf("%s: %v, want %v", acts, o.Reason, want)
		}
	}
}

func TestLedgerForgetsIdleTouches(t *testing.T) {
	l := NewLedger(DefaultTiming())
	s := square.At(6, 0)
	for i := range int64(1000) {
		if i > 0 && i%7 == 0 {
			l.Announce(i * 1000)
		}
		l.Touch(s, i*1000)
		l.Return(s, i*1000+500, false)
	}
	if len(l.acts) > 2 {
		t.Errorf("%d acts are kept", len(l.acts))
	}
	l.Announce(1_000_000)
	l.Reset()
	p := rules.StartPosition()
	if o := EditionOf("2001").Obligation(&p, &l, nil); o.Reason != Free {
		t.Errorf("a new turn begins with %v", o.Reason)
	}
	if intent := l.Touch(s, 1_000_001); intent != Deliberate {
		t.Errorf("what was announced in the turn before still counts: %v", intent)
	}
}
