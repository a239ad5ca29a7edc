package engine

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"
)

const (
	maxLine   = 1 << 16 // bytes of an engine's line; a longer one is dropped
	maxStderr = 400     // bytes of its last words that are kept
	writeTime = 5 * time.Second
)

// process is a program with which lines are exchanged.
type process struct {
	path  string
	cmd   *exec.Cmd
	in    *os.File
	out   *os.File
	lines chan string   // what it says; closed when it has ended
	quit  chan struct{} // closed when nobody listens any more
	once  sync.Once
	words tail  // its last words on stderr
	ended error // why it has ended; set before lines is closed
}

// launch starts a program in a process group of its own, so that a script's children end with it.
func launch(path string, args []string) (*process, error) {
	p := &process{path: path, cmd: exec.Command(path, args...), lines: make(chan string), quit: make(chan struct{})}
	in, write, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("starting %s: %w", path, err)
	}
	defer in.Close()
	read, out, err := os.Pipe()
	if err != nil {
		write.Close()
		return nil, fmt.Errorf("starting %s: %w", path, err)
	}
	defer out.Close()
	p.in, p.out = write, read
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = in, out, &p.words
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	p.cmd.WaitDelay = time.Second // for children that keep stderr open
	if err := p.cmd.Start(); err != nil {
		write.Close()
		read.Close()
		if errors.Is(err, syscall.ENOEXEC) {
			return nil, fmt.Errorf("%s is not a program for this machine: install one that is, or name another with [engine] program", path)
		}
		return nil, fmt.Errorf("starting %s: %w", path, err)
	}
	go p.listen()
	return p, nil
}

// listen brings what the program says to lines until it ends.
func (p *process) listen() {
	defer close(p.lines)
	in := bufio.NewReaderSize(p.out, maxLine)
	for {
		line, err := readLine(in)
		if err != nil {
			break
		}
		select {
		case p.lines <- line:
		case <-p.quit:
		}
	}
	p.kill() // it has closed its output: nothing more can be heard of it
	err := p.cmd.Wait()
	p.ended = fmt.Errorf("%s ended", p.path)
	if err != nil {
		p.ended = fmt.Errorf("%s ended: %w", p.path, err)
	}
	if words := p.words.String(); words != "" {
		p.ended = fmt.Errorf("%w: %s", p.ended, words)
	}
}

// readLine reads a line without its end. Of one that is too long nothing is given.
func readLine(in *bufio.Reader) (string, error) {
	line, err := in.ReadSlice('\n')
	long := false
	for errors.Is(err, bufio.ErrBufferFull) {
		long = true
		line, err = in.ReadSlice('\n')
	}
	if err != nil && (len(line) == 0 || !errors.Is(err, io.EOF)) {
		return "", err
	}
	if long {
		return "", nil
	}
	return strings.TrimRight(string(line), "\r\n"), nil
}

// say sends a line. It fails when the program has ended or doesn't read.
func (p *process) say(line string) error {
	err := p.in.SetWriteDeadline(time.Now().Add(writeTime))
	if err == nil {
		_, err = io.WriteString(p.in, line+"\n")
	}
	switch {
	case err == nil:
		return nil
	case errors.Is(err, os.ErrDeadlineExceeded):
		return fmt.Errorf("%s doesn't listen", p.path)
	}
	p.kill() // nobody is there to read
	for range p.lines {
	}
	return p.ended
}

// kill ends the program and all that it has started.
func (p *process) kill() {
	p.once.Do(func() {
		close(p.quit)
		syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL)
		p.in.Close()
		p.out.Close() // a child that left the group may hold the other end
	})
}

// close asks the program to end, and ends it when it doesn't within a moment.
func (p *process) close(patience time.Duration) {
	p.say("quit")
	enough := time.NewTimer(patience)
	defer enough.Stop()
	for {
		select {
		case _, ok := <-p.lines:
			if !ok {
				p.kill()
				return
			}
		case <-enough.C:
			p.kill()
			for range p.lines {
			}
			return
		}
	}
}

// tail keeps the last line of what is written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

// Write takes everything and keeps the end.
func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, b...)
	if over := len(t.text) - maxStderr; over > 0 {
		t.text = append(t.text[:0], t.text[over:]...)
	}
	return len(b), nil
}

// String is the last line, with anything that can't be printed left out.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	lines := strings.Split(strings.TrimSpace(string(t.text)), "\n")
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == '\uFFFD' {
			return -1
		}
		return r
	}, lines[len(lines)-1])
}
