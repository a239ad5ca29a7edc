package sensors

import (
	"errors"
	"testing"

	"jadoube/rules/square"
)

// sieved is a sieve that has told of the initial position at 100.
func sieved(t *testing.T) (*Sieve, Frame) {
	t.Helper()
	home, err := ParsePlacement(InitialPlacement)
	if err != nil {
		t.Fatal(err)
	}
	home = home.As(Occupancy)
	s := NewSieve(5)
	for at := int64(0); at < 100; at += 5 {
		s.Scan(at, &home)
	}
	return s, home
}

// scans gives a frame for a while and returns the readings that are told.
func scans(t *testing.T, s *Sieve, from, to int64, f *Frame) (told []Reading) {
	t.Helper()
	for at := from; at < to; at += 5 {
		r, ok, err := s.Scan(at, f)
		if err != nil {
			t.Fatal(err)
		}
		if ok {
			told = append(told, r)
		}
	}
	return told
}

func TestFirstFrameMustLast(t *testing.T) {
	var empty, piece Frame
	piece[square.E4] = Something
	s := NewSieve(5)
	if got := scans(t, s, 1000, 1060, &empty); got != nil {
		t.Errorf("told after less than 60 ms: %v", got)
	}
	got := scans(t, s, 1060, 1200, &piece)
	if len(got) != 1 || got[0].T != 1120 || got[0].Gap != 1120 || len(got[0].Changes) != 64 {
		t.Fatalf("told %d readings, %+v", len(got), got)
	}
	if c := got[0].Changes[square.E4]; c.Square != square.E4 || c.To != Something || *s.Frame() != piece {
		t.Errorf("e4: %+v", c)
	}
}

func TestHandsAreTold(t *testing.T) {
	s, f := sieved(t)
	f[square.E2] = Nothing
	if got := scans(t, s, 100, 200, &f); len(got) != 1 || got[0].T != 100 || got[0].Gap != 0 || len(got[0].Changes) != 1 {
		t.Errorf("one man lifted: %+v", got)
	}
	for sq := square.A2; sq <= square.H2; sq++ {
		f[sq] = Nothing
	}
	if got := scans(t, s, 200, 205, &f); len(got) != 1 || len(got[0].Changes) != 7 || got[0].Gap != 0 {
		t.Errorf("seven at once: %+v", got)
	}
}

func TestSupplyThatBreaksDown(t *testing.T) {
	s, home := sieved(t)
	var empty Frame
	if got := scans(t, s, 100, 590, &empty); got != nil || !s.Doubted() || s.Calm() {
		t.Errorf("nothing on the board for a moment: told %+v, doubted %v", got, s.Doubted())
	}
	got := scans(t, s, 590, 700, &home)
	if len(got) != 1 || len(got[0].Changes) != 0 || got[0].Gap != 590-95 || s.Doubted() {
		t.Errorf("all back: %+v, doubted %v", got, s.Doubted())
	}
	got = scans(t, s, 700, 1300, &empty)
	if len(got) != 1 || got[0].T != 1200 || len(got[0].Changes) != 32 || got[0].Gap != 1200-695 {
		t.Errorf("empty for long: %+v", got)
	}
}

func TestAllClosedIsNeverTold(t *testing.T) {
	var full Frame
	for sq := range full {
		full[sq] = Something
	}
	for name, s := range map[string]*Sieve{"at the start": NewSieve(5), "in a game": func() *Sieve { s, _ := sieved(t); return s }()} {
		for at := int64(100); at < 5000; at += 5 {
			if _, ok, err := s.Scan(at, &full); ok || !errors.Is(err, ErrAllClosed) {
				t.Fatalf("%s: told %v, %v", name, ok, err)
			}
		}
	}
}

func TestScansThatWereMissed(t *testing.T) {
	s, f := sieved(t)
	s.Miss()
	if got := scans(t, s, 110, 120, &f); got != nil {
		t.Errorf("one scan missed: %+v", got)
	}
	s.Miss()
	f[square.E2] = Nothing
	if got := scans(t, s, 165, 170, &f); len(got) != 1 || got[0].Gap != 50 || len(got[0].Changes) != 1 {
		t.Errorf("missed for 50 ms: %+v", got)
	}
	if got := scans(t, s, 170, 175, &f); got != nil {
		t.Errorf("and then: %+v", got)
	}
}

func TestSieveAllocatesNothingWhileCalm(t *testing.T) {
	s, f := sieved(t)
	at := int64(100)
	if n := testing.AllocsPerRun(100, func() { at += 5; s.Scan(at, &f) }); n != 0 {
		t.Errorf("%v allocations a scan", n)
	}
}
