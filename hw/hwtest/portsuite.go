package hwtest

import (
	"bytes"
	"errors"
	"io"
	"os"
	"testing"
	"time"

	"jadoube/hw"
)

// PortFixture is an open port with the other end of its line in hand.
type PortFixture struct {
	Port   hw.Port
	Far    io.ReadWriter
	Unplug func() // pulls the plug; nil skips what needs that
}

// RunPort tests a kind of port against the contract of hw.Port. Fresh opens one for each part.
func RunPort(t *testing.T, fresh func(t *testing.T) PortFixture) {
	for _, part := range []struct {
		name string
		test func(*testing.T, PortFixture)
	}{
		{"all bytes both ways", allBytes},
		{"a time-out", timeout},
		{"what doesn't fit is read next", pieces},
		{"close ends a blocked read", closeEndsRead},
		{"after close", afterClose},
		{"unplugging", unplugging},
		{"unplugged and closed", unpluggedAndClosed},
	} {
		t.Run(part.name, func(t *testing.T) {
			f := fresh(t)
			defer f.Port.Close()
			part.test(t, f)
		})
	}
}

const patience = 5 * time.Second

func allBytes(t *testing.T, f PortFixture) {
	var all [256]byte
	for i := range all {
		all[i] = byte(i)
	}
	if n, err := f.Far.Write(all[:]); n != len(all) || err != nil {
		t.Fatalf("the far end wrote %d, %v", n, err)
	}
	if got := readAll(t, f.Port, len(all)); !bytes.Equal(got, all[:]) {
		t.Errorf("the port read [% x]", got)
	}
	if n, err := f.Port.Write(all[:]); n != len(all) || err != nil {
		t.Fatalf("Write: %d, %v", n, err)
	}
	got := make([]byte, len(all))
	if _, err := io.ReadFull(f.Far, got); err != nil || !bytes.Equal(got, all[:]) {
		t.Errorf("the far end read [% x], %v", got, err)
	}
}

func readAll(t *testing.T, p hw.Port, want int) []byte {
	t.Helper()
	var got []byte
	b := make([]byte, 100)
	for len(got) < want {
		n, err := p.Read(b, patience)
		if err != nil {
			t.Fatalf("Read after %d bytes: %v", len(got), err)
		}
		got = append(got, b[:n]...)
	}
	return got
}

func timeout(t *testing.T, f PortFixture) {
	b := make([]byte, 4)
	for _, wait := range []time.Duration{-time.Second, 0, 30 * time.Millisecond} {
		start := time.Now()
		n, err := f.Port.Read(b, wait)
		took := time.Since(start)
		if n != 0 || !errors.Is(err, hw.ErrTimeout) || took < wait || took > patience {
			t.Errorf("Read of nothing with %v: %d, %v after %v", wait, n, err, took)
		}
	}
	if n, err := f.Port.Read(nil, patience); n != 0 || err != nil {
		t.Errorf("Read into nothing: %d, %v", n, err)
	}
}

func pieces(t *testing.T, f PortFixture) {
	f.Far.Write([]byte("abc"))
	b := make([]byte, 1)
	for _, want := range "abc" {
		if n, err := f.Port.Read(b, patience); n != 1 || err != nil || b[0] != byte(want) {
			t.Fatalf("Read: %d, %v, %q, expected %q", n, err, b, want)
		}
	}
}

// blockedRead starts a Read and returns where its error will come.
func blockedRead(p hw.Port) <-chan error {
	result := make(chan error, 1)
	go func() {
		_, err := p.Read(make([]byte, 4), patience)
		result <- err
	}()
	time.Sleep(30 * time.Millisecond)
	return result
}

func closeEndsRead(t *testing.T, f PortFixture) {
	result := blockedRead(f.Port)
	if err := f.Port.Close(); err != nil {
		t.Errorf("Close: %v", err)
	}
	if err := <-result; !errors.Is(err, os.ErrClosed) {
		t.Errorf("a Read during Close: %v", err)
	}
}

func afterClose(t *testing.T, f PortFixture) {
	for range 2 {
		if err := f.Port.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	}
	wantError(t, f.Port, os.ErrClosed)
}

func unplugging(t *testing.T, f PortFixture) {
	if f.Unplug == nil {
		t.Skip("the fixture has no plug to pull")
	}
	result := blockedRead(f.Port)
	f.Unplug()
	if err := <-result; !errors.Is(err, hw.ErrUnplugged) {
		t.Errorf("a Read during unplugging: %v", err)
	}
	wantError(t, f.Port, hw.ErrUnplugged)
	wantError(t, f.Port, hw.ErrUnplugged)
}

func unpluggedAndClosed(t *testing.T, f PortFixture) {
	if f.Unplug == nil {
		t.Skip("the fixture has no plug to pull")
	}
	f.Unplug()
	if err := f.Port.Close(); err != nil {
		t.Errorf("Close: %v", err)
	}
	wantError(t, f.Port, os.ErrClosed)
}

func wantError(t *testing.T, p hw.Port, want error) {
	t.Helper()
	if n, err := p.Read(make([]byte, 4), patience); n != 0 || !errors.Is(err, want) {
		t.Errorf("Read: %d, %v, expected %v", n, err, want)
	}
	if n, err := p.Write([]byte("x")); n != 0 || !errors.Is(err, want) {
		t.Errorf("Write: %d, %v, expected %v", n, err, want)
	}
}
