package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// console is an output that may be read while it is written.
type console struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (c *console) Write(b []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.text.Write(b)
}

func (c *console) String() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.text.String()
}

const patience = 10 * time.Second

// until waits for something to be true.
func until(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !is(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("in %v: not %s", patience, what)
		}
	}
}

// job is a command line that runs until it is stopped.
type job struct {
	out, errs console
	cancel    context.CancelFunc
	status    chan int
}

func start(t *testing.T, args ...string) *job {
	ctx, cancel := context.WithCancel(context.Background())
	j := &job{cancel: cancel, status: make(chan int, 1)}
	go func() { j.status <- run(ctx, args, strings.NewReader(""), &j.out, &j.errs) }()
	t.Cleanup(cancel)
	return j
}

func (j *job) stop(t *testing.T) {
	t.Helper()
	j.cancel()
	select {
	case status := <-j.status:
		if status != 0 {
			t.Errorf("exit status %d: %s", status, j.errs.String())
		}
	case <-time.After(patience):
		t.Error("didn't stop")
	}
}

var pageAt = regexp.MustCompile(`http://([^/]+)/`)

// serve starts a daemon and returns it with its address.
func serve(t *testing.T, args ...string) (*job, string) {
	t.Helper()
	j := start(t, append([]string{"serve"}, args...)...)
	until(t, "serving", func() bool { return pageAt.MatchString(j.out.String()) || len(j.status) > 0 })
	found := pageAt.FindStringSubmatch(j.out.String())
	if found == nil {
		t.Fatalf("serve ended: %s", j.errs.String())
	}
	return j, found[1]
}

func post(t *testing.T, addr, command string) {
	t.Helper()
	if status, answer := ask(t, addr, command); status != http.StatusOK {
		t.Fatalf("%s: %d %s", command, status, answer)
	}
}

// ask gives a board a command, as a program of somebody's own does, and returns its answer.
func ask(t *testing.T, addr, command string) (status int, answer string) {
	t.Helper()
	resp, err := http.Post("http://"+addr+"/api/board", "application/json", strings.NewReader(command))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(text)
}

// TestServeAndRecord plays a move on the simulated board and records it through the daemon.
func TestServeAndRecord(t *testing.T) {
	dir := t.TempDir()
	daemon, addr := serve(t, "--listen", "127.0.0.1:0", "--data", filepath.Join(dir, "data"))
	file := filepath.Join(dir, "live.trace")
	recording := start(t, "record", "--address", addr, "-o", file)
	post(t, addr, `{"do":"lift","square":"e2"}`)
	post(t, addr, `{"do":"place","square":"e4"}`)
	until(t, "recorded", func() bool {
		text, _ := os.ReadFile(file)
		return strings.Contains(string(text), "+e4\n")
	})
	recording.stop(t)
	if said := recording.errs.String(); !strings.Contains(said, "bytes of the board at "+addr) {
		t.Errorf("record says %q", said)
	}
	compare(t, replayed(t, file)[0], "e2e4", "*")

	// A second daemon can't have the same address: the message says which, and how to choose another.
	second := start(t, "serve", "--listen", addr, "--data", filepath.Join(dir, "other"))
	if status := <-second.status; status != failed {
		t.Errorf("on an address in use: exit status %d", status)
	}
	for _, part := range []string{"jadoube: ", addr, "in use", "--listen", "listen"} {
		if said := second.errs.String(); !strings.Contains(said, part) {
			t.Errorf("on an address in use it says %q, without %q", said, part)
		}
	}
	daemon.stop(t)
}

// TestEndOfServe: readers of the events and of the record hear everything up to the end, and a replay of the
// records, of two games here, tells the same bytes; only events are numbered on.
func TestEndOfServe(t *testing.T) {
	data := filepath.Join(t.TempDir(), "data")
	daemon, addr := serve(t, "--listen", "127.0.0.1:0", "--data", data)
	events, record := read(t, addr, "/api/events?after=0"), read(t, addr, "/api/trace?follow=1")
	for _, c := range []string{
		`"lift","square":"e2"`, `"place","square":"e4"`, `"lift","square":"e7"`, `"place","square":"e5"`,
		`"press","key":"arbiter a word"`, `"press","key":"new"`, `"lift","square":"e4"`, `"place","square":"e2"`,
		`"lift","square":"e5"`, `"place","square":"e7"`, `"lift","square":"d2"`, `"place","square":"d4"`,
	} {
		post(t, addr, `{"do":`+c+`}`)
	}
	daemon.stop(t)
	files, _ := filepath.Glob(filepath.Join(data, "*.trace"))
	slices.SortFunc(files, func(a, b string) int { return len(a) - len(b) }) // of one second the later has -2
	if len(files) != 2 {
		t.Fatalf("traces: %v", files)
	}
	var live strings.Builder
	for line := range strings.Lines(<-events) {
		if text, is := strings.CutPrefix(line, "data: "); is && strings.HasPrefix(text, `{"n":`) {
			live.WriteString(text)
		}
	}
	var again strings.Builder
	n := 0
	for line := range strings.Lines(output(t, "replay", "--events", files[0]) + output(t, "replay", "--events", files[1])) {
		n++
		_, rest, _ := strings.Cut(line, ",")
		fmt.Fprintf(&again, `{"n":%d,%s`, n, rest)
	}
	if live.String() != again.String() {
		t.Errorf("told live:\n%s\nby the replay:\n%s", live.String(), again.String())
	}
	if kept, err := os.ReadFile(files[0]); err != nil || <-record != string(kept) {
		t.Errorf("who follows the record doesn't get all of it (%v):\n%s", err, kept)
	}
	for i, moves := range []string{"1. e4 e5 *", "1. d4 *"} {
		kept, err := os.ReadFile(strings.TrimSuffix(files[i], ".trace") + ".pgn")
		if again := output(t, "replay", files[i]); err != nil || string(kept) != again || !strings.Contains(again, moves) {
			t.Errorf("the file holds (%v)\n%s\nthe replay prints\n%s", err, kept, again)
		}
	}
}

// read reads an answer to its end.
func read(t *testing.T, addr, path string) <-chan string {
	t.Helper()
	resp, err := http.Get("http://" + addr + path)
	if err != nil {
		t.Fatal(err)
	}
	all := make(chan string, 1)
	go func() {
		defer resp.Body.Close()
		text, _ := io.ReadAll(resp.Body) // an answer that is cut is too short
		all <- string(text)
	}()
	return all
}

// TestServeWithoutAnything: in an empty folder, without a config, the page answers within 3 s.
func TestServeWithoutAnything(t *testing.T) {
	if ln, err := net.Listen("tcp", "127.0.0.1:8464"); err != nil {
		t.Skipf("the usual port is taken: %v", err)
	} else {
		ln.Close()
	}
	t.Chdir(t.TempDir())
	begun := time.Now()
	daemon, addr := serve(t)
	if addr != "127.0.0.1:8464" {
		t.Errorf("the page is at %s", addr)
	}
	resp, err := http.Get("http://" + addr + "/")
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if took := time.Since(begun); resp.StatusCode != http.StatusOK || took > 3*time.Second {
		t.Errorf("the page answers %s after %v", resp.Status, took)
	}
	daemon.stop(t)
	if _, err := os.Stat("jadoube-data"); err != nil {
		t.Error(err)
	}
}
