//go:build linux && (amd64 || arm64)

package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"jadoube/rules/square"
	"jadoube/sensors"
)

// helper is a person at a board: told where to put a piece, it does.
type helper struct {
	stand func(occupied square.Set)
	until string               // a line at which it has had enough
	light func() square.Square // where a light is on; square.None when there is none
	in    io.Writer
	rest  string
	said  console
}

var placeOn = regexp.MustCompile(`(?:Put one piece on|Put a piece on|Move it to) ([a-h][1-8])\.`)

// Write reads what the program says, and acts on it in its own time.
func (h *helper) Write(b []byte) (int, error) {
	h.said.Write(b)
	h.rest += string(b)
	for {
		line, rest, whole := strings.Cut(h.rest, "\n")
		if !whole {
			return len(b), nil
		}
		h.rest = rest
		go h.obey(line)
	}
}

func (h *helper) obey(line string) {
	time.Sleep(100 * time.Millisecond)
	switch m := placeOn.FindStringSubmatch(line); {
	case h.until != "" && strings.Contains(line, h.until):
		fmt.Fprintln(h.in, "q")
	case strings.HasPrefix(line, "Take all pieces off"):
		h.stand(0)
		fmt.Fprintln(h.in)
	case strings.HasPrefix(line, "Nothing yet"):
		fmt.Fprintln(h.in)
	case m != nil:
		s, _ := square.Parse(m[1])
		h.move(s)
	case slideFrom.MatchString(line):
		ends := slideFrom.FindStringSubmatch(line)
		h.slide(ends[1], ends[2])
	case strings.Contains(line, "on the light that is on"):
		if s := h.light(); s != square.None {
			h.move(s)
		} else {
			fmt.Fprintln(h.in)
		}
	}
}

var slideFrom = regexp.MustCompile(`Slide the piece slowly from ([a-h][1-8]) to ([a-h][1-8])`)

func (h *helper) move(s square.Square) {
	h.stand(0)
	time.Sleep(100 * time.Millisecond)
	h.stand(s.Set())
}

func (h *helper) slide(from, to string) {
	a, _ := square.Parse(from)
	b, _ := square.Parse(to)
	for k := range 8 {
		h.stand(square.At(a.File()+k*(b.File()-a.File())/7, a.Rank()+k*(b.Rank()-a.Rank())/7).Set())
		time.Sleep(60 * time.Millisecond)
		h.stand(0)
		time.Sleep(30 * time.Millisecond)
	}
}

// runWith runs a command line with a helper and returns its exit status.
func (h *helper) runWith(t *testing.T, errs io.Writer, args ...string) int {
	t.Helper()
	in, out := io.Pipe()
	defer out.Close()
	h.in = out
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Minute)
	defer cancel()
	return run(ctx, args, in, h, errs)
}

// TestDoctorOnABoard examines five MCP23017 on a bad bus, of which two wires are swapped.
func TestDoctorOnABoard(t *testing.T) {
	w := wired(t, "mcp23017", 6000+os.Getpid())
	dir := t.TempDir()
	config, report := filepath.Join(dir, "board.toml"), filepath.Join(dir, "report.md")
	if err := os.WriteFile(config, []byte(w.config+"\n[game.tags]\nWhite = \"Anna\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	swapped := func(occupied square.Set) {
		if occupied == square.B1.Set() || occupied == square.C1.Set() {
			occupied ^= square.Of(square.B1, square.C1)
		}
		var f sensors.Frame
		for s := range occupied.Squares() {
			f[s] = sensors.Something
		}
		w.rig.Stand(&f)
	}
	h := &helper{stand: swapped, until: "Move it to e1."}
	var errs console
	if status := h.runWith(t, &errs, "doctor", "--config", config, "-o", report); status != 0 {
		t.Fatalf("exit status %d: %s\n%s", status, errs.String(), h.said.String())
	}
	text, err := os.ReadFile(report)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"One problem:\n- b1 and c1 are swapped.", "1  . X X . ? ? ? ?\n", "transfers tried again", "mcp23017 0x20", "ended by q"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the report lacks %q:\n%s", want, text)
		}
	}
	for _, secret := range []string{"Anna", dir} {
		if strings.Contains(string(text), secret) {
			t.Errorf("the report tells %q", secret)
		}
	}
	if !strings.Contains(h.said.String(), "b1 and c1 are swapped") {
		t.Errorf("on the terminal:\n%s", h.said.String())
	}
}
