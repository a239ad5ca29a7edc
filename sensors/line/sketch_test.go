package line

import (
	"bufio"
	"encoding/binary"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"jadoube/rules/square"
	"jadoube/sensors"
	"jadoube/sensors/link"
)

// sketch is the Arduino's, running on this computer.
type sketch struct {
	t        *testing.T
	in       io.Writer
	out      <-chan string
	lights   <-chan string
	switches *os.File
}

func linesOf(r io.Reader) <-chan string {
	lines := make(chan string, 100)
	go func() {
		defer close(lines)
		for s := bufio.NewScanner(r); s.Scan(); {
			lines <- s.Text()
		}
	}()
	return lines
}

// runSketch compiles the sketch of the documentation with a model of its pins.
func runSketch(t *testing.T) *sketch {
	t.Helper()
	if _, err := exec.LookPath("g++"); err != nil {
		t.Skip("g++ isn't installed")
	}
	ino, err := filepath.Abs("../../docs/arduino/jadoube_line/jadoube_line.ino")
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(t.TempDir(), "sketch")
	build := exec.Command("g++", "-Wall", "-Werror", "-DSKETCH=\""+ino+"\"", "-o", program, "testdata/sketch/main.cpp")
	if said, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	far, near, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program)
	cmd.ExtraFiles = []*os.File{far}
	in, _ := cmd.StdinPipe()
	out, _ := cmd.StdoutPipe()
	lights, _ := cmd.StderrPipe()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	far.Close()
	s := &sketch{t, in, linesOf(out), linesOf(lights), near}
	t.Cleanup(func() {
		in.Close()
		near.Close()
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// stand closes the switches of these squares.
func (s *sketch) stand(occupied square.Set) {
	s.t.Helper()
	if _, err := s.switches.Write(binary.LittleEndian.AppendUint64(nil, uint64(occupied))); err != nil {
		s.t.Fatal(err)
	}
}

func (s *sketch) say(text string) {
	s.t.Helper()
	if _, err := io.WriteString(s.in, text); err != nil {
		s.t.Fatal(err)
	}
}

// wants waits for a line.
func (s *sketch) wants(from <-chan string, want string) {
	s.t.Helper()
	select {
	case got := <-from:
		if got != want {
			s.t.Errorf("the sketch says %q, expected %q", got, want)
		}
	case <-time.After(10 * time.Second):
		s.t.Fatalf("the sketch doesn't say %q", want)
	}
}

func TestSketch(t *testing.T) {
	s := runSketch(t)
	s.stand(home)
	for _, line := range []string{"# jadoube line 1", "FFFF00000000FFFF"} {
		s.wants(s.out, line)
	}
	s.stand(e2Lifted)
	s.wants(s.out, "-e2")
	s.stand(e2e4Moved.Without(square.D7))
	s.wants(s.out, "+e4 -d7")
	s.say("nonsense that is longer than any line may be, and still no end\nL123\n?\n")
	s.wants(s.out, "FFF700001000EFFF")
	s.say("L8000000000001001\r\n")
	s.wants(s.lights, "0110000000000080") // rank 1 first
	s.say("L0000000000000000\n")
	s.wants(s.lights, "0000000000000000")

	// What the sketch says is what the program reads.
	e, p := link.NewEar(), newLines(usual)
	p.Greet(e)
	p.Take([]byte("# jadoube line 1\r\nFFFF00000000FFFF\r\n-e2\r\n+e4 -d7\r\n"), e)
	var f sensors.Frame
	for _, r := range e.Readings() {
		f.Apply(r.Changes)
	}
	if f.Occupied() != e2e4Moved.Without(square.D7) {
		t.Errorf("read as %v", f)
	}
}
