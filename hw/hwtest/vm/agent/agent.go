// Package agent knows how a program inside a virtual machine does what a test outside asks for: starting programs, asking them over
// HTTP, handing out files. It must not know what they are.
//
// Both talk over the machine's console, where the kernel talks too and where bytes get lost: what belongs to them is a line with a checksum
// and JSON, replies behind Mark. A request that isn't answered is sent again, and is done only once.
package agent

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Mark begins a line that isn't the kernel's.
const Mark = "@agent "

// Seal is a line that tells whether it has come whole.
func Seal(v any) ([]byte, error) {
	text, err := json.Marshal(v)
	return fmt.Appendf(nil, "%08x %s\n", crc32.ChecksumIEEE(text), text), err
}

// Unseal reads a line that has come whole.
func Unseal(line []byte, v any) error {
	line = bytes.TrimSuffix(line, []byte("\n"))
	sum, text, _ := bytes.Cut(line, []byte(" "))
	if string(sum) != fmt.Sprintf("%08x", crc32.ChecksumIEEE(text)) {
		return fmt.Errorf("%q has not come whole", line)
	}
	return json.Unmarshal(text, v)
}

// Request is what the test asks for.
type Request struct {
	N    int      // comes back with the reply
	Do   string   // a word of deeds
	Args []string `json:",omitempty"`
	Dir  string   `json:",omitempty"` // where a program starts
	Body []byte   `json:",omitempty"`
}

// Reply is what came of it.
type Reply struct {
	N      int
	Out    []byte `json:",omitempty"`
	Status int    // an exit status, a process or a status of HTTP
	Err    string `json:",omitempty"`
}

// deeds are what can be asked for.
var deeds = map[string]func(*agent, Request, *Reply) error{
	"run":    (*agent).run,    // a program and its arguments: its output, which goes to the console too, and its status
	"start":  (*agent).start,  // the same in the background: its process
	"output": (*agent).output, // a process: what it has written
	"stop":   (*agent).stop,   // a process: is told to end; all that it has written, and its status
	"http":   (*agent).http,   // a method and a URL
	"read":   (*agent).read,   // a pattern of file names: the contents of all, in order
	"sleep":  (*agent).sleep,  // a duration: it passes
}

type agent struct {
	mu      sync.Mutex // over w and asked
	w       io.Writer
	asked   map[int][]byte // by the request: its reply, nil until it is there
	running sync.Map       // process → *program
}

type program struct {
	*exec.Cmd
	console
}

// Serve answers requests until they end. Each is answered when it is done, whatever came later.
func Serve(r io.Reader, w io.Writer) error {
	a := &agent{w: w, asked: map[int][]byte{}}
	a.say(Reply{})
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if len(lines.Bytes()) == 0 { // ends what came before a request that is sent again
			continue
		}
		var q Request
		if err := Unseal(lines.Bytes(), &q); err != nil {
			fmt.Fprintf(a, "%v\n", err)
		} else if a.isNew(q.N) {
			go a.answer(q)
		}
	}
	return lines.Err()
}

// isNew notes a request; one that was answered is answered again.
func (a *agent) isNew(n int) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	reply, asked := a.asked[n]
	if asked {
		a.w.Write(reply)
		return false
	}
	a.asked[n] = nil
	return true
}

func (a *agent) answer(q Request) {
	reply := Reply{N: q.N}
	deed, known := deeds[q.Do]
	if !known {
		deed = func(*agent, Request, *Reply) error { return fmt.Errorf("%q can't be asked for", q.Do) }
	}
	if err := deed(a, q, &reply); err != nil {
		reply.Err = err.Error()
	}
	a.say(reply)
}

func (a *agent) say(reply Reply) {
	line, _ := Seal(reply) // nothing in it can't be written
	line = append([]byte("\n"+Mark), line...)
	a.mu.Lock()
	defer a.mu.Unlock()
	a.asked[reply.N] = line
	a.w.Write(line)
}

// Write shows what a program writes.
func (a *agent) Write(b []byte) (int, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.w.Write(b)
}

func command(q Request) (*exec.Cmd, error) {
	if len(q.Args) == 0 {
		return nil, errors.New("no program is named")
	}
	cmd := exec.Command(q.Args[0], q.Args[1:]...)
	cmd.Dir = q.Dir
	return cmd, nil
}

func (a *agent) run(q Request, reply *Reply) error {
	cmd, err := command(q)
	if err != nil {
		return err
	}
	var all bytes.Buffer
	cmd.Stdout = io.MultiWriter(&all, a)
	cmd.Stderr = cmd.Stdout
	err = cmd.Run()
	reply.Out, reply.Status = all.Bytes(), cmd.ProcessState.ExitCode()
	return unlessExit(err)
}

// unlessExit leaves out what an exit status says already.
func unlessExit(err error) error {
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && exit.Exited() {
		return nil
	}
	return err
}

func (a *agent) start(q Request, reply *Reply) error {
	cmd, err := command(q)
	if err != nil {
		return err
	}
	p := &program{Cmd: cmd}
	cmd.Stdout, cmd.Stderr = &p.console, &p.console
	if err := cmd.Start(); err != nil {
		return err
	}
	reply.Status = cmd.Process.Pid
	a.running.Store(reply.Status, p)
	return nil
}

func (a *agent) started(q Request) (*program, error) {
	pid, _ := strconv.Atoi(strings.Join(q.Args, " "))
	p, ok := a.running.Load(pid)
	if !ok {
		return nil, fmt.Errorf("process %q wasn't started here", q.Args)
	}
	return p.(*program), nil
}

func (a *agent) output(q Request, reply *Reply) error {
	p, err := a.started(q)
	if err == nil {
		reply.Out = p.bytes()
	}
	return err
}

func (a *agent) stop(q Request, reply *Reply) error {
	p, err := a.started(q)
	if err != nil {
		return err
	}
	if err := p.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	err = p.Wait()
	reply.Out, reply.Status = p.bytes(), p.ProcessState.ExitCode()
	return unlessExit(err)
}

// client waits for as long as an emulated computer may take.
var client = http.Client{Timeout: 30 * time.Second}

func (a *agent) http(q Request, reply *Reply) error {
	if len(q.Args) != 2 {
		return errors.New("expected a method and a URL")
	}
	request, err := http.NewRequest(q.Args[0], q.Args[1], bytes.NewReader(q.Body))
	if err != nil {
		return err
	}
	if len(q.Body) > 0 {
		request.Header.Set("Content-Type", "application/json")
	}
	answer, err := client.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	reply.Status = answer.StatusCode
	reply.Out, err = io.ReadAll(answer.Body)
	return err
}

func (a *agent) read(q Request, reply *Reply) error {
	files, err := filepath.Glob(strings.Join(q.Args, ""))
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("%v: %w", q.Args, os.ErrNotExist)
	}
	for _, file := range files {
		text, failed := os.ReadFile(file)
		reply.Out, err = append(reply.Out, text...), errors.Join(err, failed)
	}
	return err
}

func (a *agent) sleep(q Request, _ *Reply) error {
	d, err := time.ParseDuration(strings.Join(q.Args, " "))
	time.Sleep(d)
	return err
}

// console keeps what is written and may be read meanwhile.
type console struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (c *console) Write(b []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.text.Write(b)
}

func (c *console) bytes() []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	return bytes.Clone(c.text.Bytes())
}
