package agent

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// asker asks an agent one thing after the other.
type asker struct {
	*testing.T
	in    io.Writer
	lines *bufio.Scanner
	n     int
}

func newAsker(t *testing.T) *asker {
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	go Serve(inR, outW)
	t.Cleanup(func() { inW.Close(); outR.Close() })
	a := &asker{T: t, in: inW, lines: bufio.NewScanner(outR)}
	if r := a.reply(); r.N != 0 || r.Err != "" {
		t.Fatalf("it begins with %+v", r)
	}
	return a
}

func (a *asker) reply() (r Reply) {
	a.Helper()
	for a.lines.Scan() {
		if text, is := strings.CutPrefix(a.lines.Text(), Mark); is {
			if err := Unseal([]byte(text), &r); err != nil {
				a.Fatal(err)
			}
			return r
		}
	}
	a.Fatal("no reply")
	return r
}

func (a *asker) ask(do string, args ...string) Reply {
	a.Helper()
	a.n++
	line, _ := Seal(Request{N: a.n, Do: do, Args: args})
	fmt.Fprintf(a.in, "%s\n%s", line[:len(line)-3], line) // the first is cut
	r := a.reply()
	if r.N != a.n {
		a.Fatalf("%s: the reply is that of %d, not of %d", do, r.N, a.n)
	}
	return r
}

func TestAgent(t *testing.T) {
	a := newAsker(t)
	if r := a.ask("run", "sh", "-c", "echo one; exit 3"); string(r.Out) != "one\n" || r.Status != 3 || r.Err != "" {
		t.Errorf("run: %+v", r)
	}
	pid := fmt.Sprint(a.ask("start", "sh", "-c", `trap 'echo bye; exit 4' TERM; echo up; while :; do sleep 0.01; done`).Status)
	for string(a.ask("output", pid).Out) != "up\n" {
	}
	if r := a.ask("stop", pid); string(r.Out) != "up\nbye\n" || r.Status != 4 || r.Err != "" {
		t.Errorf("stop: %+v", r)
	}
	dir := t.TempDir()
	os.WriteFile(filepath.Join(dir, "a"), []byte("A"), 0o600)
	os.WriteFile(filepath.Join(dir, "b"), []byte("B"), 0o600)
	if r := a.ask("read", dir+"/*"); string(r.Out) != "AB" {
		t.Errorf("read: %+v", r)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { http.Error(w, r.Method, http.StatusTeapot) }))
	defer server.Close()
	if r := a.ask("http", "GET", server.URL); string(r.Out) != "GET\n" || r.Status != http.StatusTeapot {
		t.Errorf("http: %+v", r)
	}
	begun := time.Now()
	if r := a.ask("sleep", "30ms"); r.Err != "" || time.Since(begun) < 30*time.Millisecond {
		t.Errorf("sleep: %+v after %v", r, time.Since(begun))
	}
	for _, wrong := range [][]string{{"dance"}, {"run"}, {"run", "/nowhere"}, {"start"}, {"stop", "1"}, {"output", "x"}, {"http", "GET"}, {"read", dir + "/c"}, {"sleep", "soon"}} {
		if r := a.ask(wrong[0], wrong[1:]...); r.Err == "" {
			t.Errorf("%v: %+v", wrong, r)
		}
	}
	counted := filepath.Join(dir, "counted")
	first := a.ask("run", "sh", "-c", "echo x >>"+counted+"; cat "+counted)
	a.n--
	if again := a.ask("run", "sh", "-c", "echo x >>"+counted+"; cat "+counted); string(first.Out) != "x\n" || string(again.Out) != "x\n" {
		t.Errorf("asked twice: %q and %q", first.Out, again.Out)
	}
}
