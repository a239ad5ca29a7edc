//go:build linux && (amd64 || arm64)

package main

import (
	"bufio"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"jadoube/hw/hwtest/models"
	"jadoube/hw/pi"
	"jadoube/sensors/trace/tracetest"
)

const (
	maxResident = 40 // MB, of the whole daemon
	measured    = 10 * time.Second
)

// BenchmarkDaemon runs the program as it is built, with the page and an open stream of events, on a board of five MCP23017 in /dev that
// is read 100 times a second. It tells what the daemon holds in memory once a game was played, and the processor's time that a scan
// costs it, also as a multiple of that of a program that only reads the same bytes as often.
func BenchmarkDaemon(b *testing.B) {
	program := filepath.Join(b.TempDir(), "jadoube")
	if out, err := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", program, ".").CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	number := 6000 + os.Getpid()%1000
	w := wired(b, "mcp23017", number)
	w.rig.Fault(func() models.Fault { return models.None })
	dir := b.TempDir()
	config := filepath.Join(dir, "board.toml")
	text := strings.Replace(w.config, "scan = 5 ", "scan = 10 ", 1)
	if text == w.config {
		b.Fatal("the config no longer says scan = 5")
	}
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		b.Fatal(err)
	}
	x := tracetest.Load(b, "testdata/traces/club-occupancy/002.trace")
	frame := x.Start
	w.rig.Stand(&frame)
	for b.Loop() {
		p := serveProgram(b, program, config, b.TempDir())
		resp, err := http.Get("http://" + p.addr + "/api/events?after=0")
		if err != nil {
			b.Fatal(err)
		}
		frame = x.Start
		w.rig.Stand(&frame)
		time.Sleep(time.Second)
		act(x, &frame, hands{w.rig.Stand, func(string) {}, time.Sleep}, 150*time.Millisecond)
		time.Sleep(3 * time.Second)
		scans, used := p.state(b).Board.Wires.Scans, processorTime(b, p.cmd.Process.Pid)
		time.Sleep(measured)
		used = processorTime(b, p.cmd.Process.Pid) - used
		s := p.state(b)
		scans = s.Board.Wires.Scans - scans
		if len(s.Moves) == 0 {
			b.Error("no game was played")
		}
		resident := memory(b, p.cmd.Process.Pid)
		resp.Body.Close()
		p.kill()
		least := emptyLoop(b, number)
		each := used.Seconds() * 1e6 / float64(scans)
		b.ReportMetric(resident, "MB-resident")
		b.ReportMetric(float64(scans)/measured.Seconds(), "scans/s")
		b.ReportMetric(each, "cpu-µs/scan")
		b.ReportMetric(each/least, "x/empty-loop")
		b.ReportMetric(0, "ns/op")
		if resident > maxResident {
			b.Errorf("the daemon holds %.1f MB: expected %d at the most", resident, maxResident)
		}
	}
}

// processorTime is what all threads of a process have used.
func processorTime(b *testing.B, pid int) (sum time.Duration) {
	b.Helper()
	files, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", pid))
	if len(files) == 0 {
		b.Skip("SKIP: this kernel doesn't tell the processor's time in ns")
	}
	for _, file := range files {
		text, _ := os.ReadFile(file) // a thread may have ended
		ns, _, _ := strings.Cut(string(text), " ")
		n, _ := strconv.ParseInt(ns, 10, 64)
		sum += time.Duration(n)
	}
	return sum
}

// memory is what a process holds, in MB.
func memory(b *testing.B, pid int) float64 {
	b.Helper()
	f, err := os.Open(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if words := strings.Fields(lines.Text()); len(words) == 3 && words[0] == "VmRSS:" {
			kib, _ := strconv.ParseFloat(words[1], 64)
			return kib * 1024 / 1e6
		}
	}
	b.Fatal("the kernel doesn't say what a process holds")
	return 0
}

// emptyLoop is the processor's time in µs that a read of five chips costs a program that does nothing else: this one, as readBus.
func emptyLoop(b *testing.B, number int) float64 {
	b.Helper()
	loop := exec.Command(self(b), strconv.Itoa(number))
	loop.Args[0] = "read-bus" // see programs
	out, err := loop.Output()
	if err != nil {
		b.Fatal(err)
	}
	us, err := strconv.ParseFloat(strings.TrimSpace(string(out)), 64)
	if err != nil {
		b.Fatal(err)
	}
	return us
}

func init() { programs["read-bus"] = readBus }

// readBus reads two bytes of each of five chips 100 times a second and prints what a time costs in µs.
func readBus() {
	if err := readBusFor(os.Args[len(os.Args)-1], measured); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func readBusFor(name string, d time.Duration) error {
	bus, err := pi.OpenI2C(name)
	if err != nil {
		return err
	}
	defer bus.Close()
	var before, after unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &before); err != nil {
		return err
	}
	n, r := 0, make([]byte, 2)
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for until := time.Now().Add(d); time.Now().Before(until); n++ {
		<-tick.C
		for addr := uint16(0x20); addr < 0x25; addr++ {
			if err := bus.Tx(addr, nil, r); err != nil {
				return err
			}
		}
	}
	if err := unix.Getrusage(unix.RUSAGE_SELF, &after); err != nil {
		return err
	}
	used := after.Utime.Nano() + after.Stime.Nano() - before.Utime.Nano() - before.Stime.Nano()
	_, err = fmt.Println(float64(used) / 1e3 / float64(n))
	return err
}
