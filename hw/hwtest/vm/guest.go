package vm

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"jadoube/hw/hwtest/vm/agent"
)

// Guest is a machine that runs. Its methods end the test when the machine doesn't do what it is asked for in time, or is no more.
type Guest struct {
	t       testing.TB
	name    string
	levels  uint64 // where those of its pins are read
	log     *os.File
	command *exec.Cmd
	in      io.Writer
	wires   net.Conn // QEMU's qtest
	heard   *bufio.Reader

	writing sync.Mutex // over in

	mu      sync.Mutex // over what follows
	next    int
	waiting map[int]chan agent.Reply
	down    chan struct{} // is closed when the machine is no more
	why     error
}

// bootTime is how long a machine may take to start: 15 s on an idle computer.
const bootTime = 3 * time.Minute

func boot(t testing.TB, m Machine, log string, command *exec.Cmd) *Guest {
	t.Helper()
	g := &Guest{t: t, name: m.Name, levels: m.levels, command: command, waiting: map[int]chan agent.Reply{}, down: make(chan struct{})}
	ready := make(chan agent.Reply, 1)
	g.waiting[0] = ready
	socket, err := os.MkdirTemp("", "qemu") // a socket's path must be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(socket) })
	socket = filepath.Join(socket, "q")
	command.Args = append(command.Args, "-qtest", "unix:"+socket+",server=on,wait=off", "-qtest-log", "/dev/null")
	if err := errors.Join(os.MkdirAll(filepath.Dir(log), 0o755), g.start(log)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.off)
	g.wait(ready, bootTime, "start")
	if g.wires, err = net.Dial("unix", socket); err != nil {
		t.Fatalf("%s: reach the wires: %v", m.Name, err)
	}
	g.heard = bufio.NewReader(g.wires)
	return g
}

func (g *Guest) start(log string) (err error) {
	if g.log, err = os.Create(log); err != nil {
		return err
	}
	if g.in, err = g.command.StdinPipe(); err != nil {
		return err
	}
	out, err := g.command.StdoutPipe()
	if err != nil {
		return err
	}
	g.command.Stderr = g.log
	if err := g.command.Start(); err != nil {
		return err
	}
	go g.listen(out)
	return nil
}

// send writes a line whole.
func (g *Guest) send(line []byte) error {
	g.writing.Lock()
	defer g.writing.Unlock()
	_, err := g.in.Write(line)
	return err
}

// off pulls the plug.
func (g *Guest) off() {
	g.command.Process.Kill()
	<-g.down
	g.command.Wait()
	g.log.Close()
	if g.wires != nil {
		g.wires.Close()
	}
}

// listen hears what the machine says: it is kept, and replies go to who waits.
func (g *Guest) listen(out io.Reader) {
	defer close(g.down)
	lines := bufio.NewReader(out)
	for {
		line, err := lines.ReadBytes('\n')
		if text, is := bytes.CutPrefix(line, []byte(agent.Mark)); is {
			g.hear(text)
		} else if len(bytes.TrimSpace(line)) > 0 {
			g.log.Write(line)
		}
		if bytes.Contains(line, []byte("Kernel panic")) {
			err = fmt.Errorf("%s", bytes.TrimSpace(line))
		}
		if err != nil {
			g.why = err
			return
		}
	}
}

func (g *Guest) hear(text []byte) {
	var r agent.Reply
	if err := agent.Unseal(text, &r); err != nil {
		fmt.Fprintln(g.log, err)
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if asked, ok := g.waiting[r.N]; ok {
		asked <- r
		delete(g.waiting, r.N)
	}
}

// ask has the machine do something, in a time.
func (g *Guest) ask(d time.Duration, q agent.Request) agent.Reply {
	g.t.Helper()
	reply := make(chan agent.Reply, 1)
	g.mu.Lock()
	g.next++
	q.N = g.next
	g.waiting[q.N] = reply
	g.mu.Unlock()
	line, err := agent.Seal(q)
	if err == nil {
		err = g.send(line)
	}
	if err != nil {
		g.t.Fatalf("%s: %s %v: %v", g.name, q.Do, q.Args, err)
	}
	answered := make(chan struct{})
	defer close(answered)
	go g.repeat(append([]byte("\n"), line...), answered)
	r := g.wait(reply, d, fmt.Sprintf("%s %v", q.Do, q.Args))
	if r.Err != "" {
		g.t.Fatalf("%s: %s %v: %s: %s", g.name, q.Do, q.Args, r.Err, r.Out)
	}
	return r
}

// repeat sends a request again and again until it is answered: it, or the reply, may have lost bytes.
func (g *Guest) repeat(line []byte, answered <-chan struct{}) {
	tick := time.NewTicker(patience)
	defer tick.Stop()
	for {
		select {
		case <-answered:
			return
		case <-tick.C:
			g.send(line)
		}
	}
}

func (g *Guest) wait(reply <-chan agent.Reply, d time.Duration, what string) (r agent.Reply) {
	g.t.Helper()
	select {
	case r = <-reply:
	case <-g.down:
		g.t.Fatalf("%s: %s: the machine is no more: %v: see %s", g.name, what, g.why, g.log.Name())
	case <-time.After(d):
		g.t.Fatalf("%s: %s: nothing for %v: see %s", g.name, what, d, g.log.Name())
	}
	return r
}

// Run runs a program in a folder to its end, for at most a time.
func (g *Guest) Run(d time.Duration, dir string, args ...string) (out string, status int) {
	g.t.Helper()
	r := g.ask(d, agent.Request{Do: "run", Dir: dir, Args: args})
	return string(r.Out), r.Status
}

// patience is how long a reply is waited for before a request is sent again.
const patience = 3 * time.Second

// quick is long for everything that should take a second: an emulated machine on a busy computer is slow.
const quick = 2 * time.Minute

// Process is a program that runs in a machine.
type Process struct {
	g   *Guest
	pid string
}

// Start starts a program.
func (g *Guest) Start(args ...string) Process {
	g.t.Helper()
	return Process{g, strconv.Itoa(g.ask(quick, agent.Request{Do: "start", Args: args}).Status)}
}

// Output is what it has written up to now.
func (p Process) Output() string {
	p.g.t.Helper()
	return string(p.g.ask(quick, agent.Request{Do: "output", Args: []string{p.pid}}).Out)
}

// Stop has it end, with SIGTERM.
func (p Process) Stop() (out string, status int) {
	p.g.t.Helper()
	r := p.g.ask(quick, agent.Request{Do: "stop", Args: []string{p.pid}})
	return string(r.Out), r.Status
}

// Get asks a server in the machine for a page.
func (g *Guest) Get(url string) string { return g.http(http.MethodGet, url, "") }

// Post tells a server in the machine something, as JSON.
func (g *Guest) Post(url, body string) { g.http(http.MethodPost, url, body) }

func (g *Guest) http(method, url, body string) string {
	g.t.Helper()
	r := g.ask(quick, agent.Request{Do: "http", Args: []string{method, url}, Body: []byte(body)})
	if r.Status != http.StatusOK {
		g.t.Fatalf("%s: %s %s: status %d: %s", g.name, method, url, r.Status, r.Out)
	}
	return string(r.Out)
}

// Read is the contents of the files in the machine that fit a pattern.
func (g *Guest) Read(pattern string) string {
	g.t.Helper()
	return string(g.ask(quick, agent.Request{Do: "read", Args: []string{pattern}}).Out)
}

// Sleep lets time pass on the machine's clock, which an emulated one on a busy computer may have less of.
func (g *Guest) Sleep(d time.Duration) {
	g.t.Helper()
	g.ask(d+quick, agent.Request{Do: "sleep", Args: []string{d.String()}})
}

// Pin connects a pin of an expander with ground, or lets go of it, so that its resistor holds it up: QEMU's qtest moves the wire while
// the machine runs.
func (g *Guest) Pin(expander, pin int, ground bool) {
	g.t.Helper()
	level := 1
	if ground {
		level = 0
	}
	g.wire("set_irq_in /machine/peripheral/expander%d unnamed-gpio-in %d %d", expander, pin, level)
}

// High says whether a pin of a Raspberry Pi's header shows the supply's level, which only the machine's own outputs make.
func (g *Guest) High(pin int) bool {
	g.t.Helper()
	levels, err := strconv.ParseUint(g.wire("readl %#x", g.levels), 0, 32)
	if err != nil {
		g.t.Fatalf("%s: the pins' levels: %v", g.name, err)
	}
	return levels>>pin&1 == 1
}

// wire has QEMU's qtest do something with the hardware, and returns what it says.
func (g *Guest) wire(format string, args ...any) string {
	g.t.Helper()
	command := fmt.Sprintf(format, args...)
	fmt.Fprintln(g.wires, command)
	answer, err := g.heard.ReadString('\n')
	said, ok := strings.CutPrefix(answer, "OK")
	if err != nil || !ok {
		g.t.Fatalf("%s: %s: %v %s", g.name, command, err, answer)
	}
	return strings.TrimSpace(said)
}
