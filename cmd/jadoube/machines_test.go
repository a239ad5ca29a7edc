package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// machines are those that boards run on, each with what emulates it here.
var machines = []struct {
	name string
	env  []string
	run  []string
}{
	{"amd64", []string{"GOARCH=amd64"}, nil},
	{"armv6", []string{"GOARCH=arm", "GOARM=6"}, []string{"qemu-arm-static", "-cpu", "arm1176"}},
	{"arm64", []string{"GOARCH=arm64"}, []string{"qemu-aarch64-static"}},
}

// TestRecordOnEveryMachine plays on the simulated board of a program for each machine, records it through `jadoube record`, and lets
// all of them replay each record: the same events, byte for byte, as were told live.
func TestRecordOnEveryMachine(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIP: builds three programs")
	}
	folder := t.TempDir()
	programs := map[string][]string{}
	for _, m := range machines {
		if len(m.run) > 0 {
			if _, err := exec.LookPath(m.run[0]); err != nil {
				t.Logf("SKIP: %s: %v", m.name, err)
				continue
			}
		}
		file := filepath.Join(folder, "jadoube-"+m.name)
		build := exec.Command("go", "build", "-o", file, ".")
		build.Env = append(append(os.Environ(), "GOOS=linux", "CGO_ENABLED=0"), m.env...)
		if text, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v: %s", m.name, err, text)
		}
		programs[m.name] = append(append([]string{}, m.run...), file)
	}
	for name, program := range programs {
		t.Run(name, func(t *testing.T) {
			record, live := playOn(t, program)
			for other, reader := range programs {
				out, err := exec.Command(reader[0], append(reader[1:], "replay", "--events", record)...).Output()
				if err != nil {
					t.Fatalf("%s: %v", other, err)
				}
				t.Log("replayed on", other)
				sameEvents(t, live, string(out))
			}
		})
	}
}

// playOn plays a few moves on a program's simulated board, a capture and castling among them, and returns the record and the events.
func playOn(t *testing.T, program []string) (record string, live []string) {
	t.Helper()
	folder := t.TempDir()
	start := func(args ...string) (*exec.Cmd, *console) {
		cmd := exec.Command(program[0], append(program[1:], args...)...)
		out := &console{}
		cmd.Dir, cmd.Stdout, cmd.Stderr = folder, out, out
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = cmd.Process.Kill() })
		return cmd, out
	}
	serve, out := start("serve", "--listen", "127.0.0.1:0")
	until(t, "serving", func() bool { return pageAt.MatchString(out.String()) })
	addr := pageAt.FindStringSubmatch(out.String())[1]
	record = filepath.Join(folder, "played.trace")
	recorder, said := start("record", "--address", addr, "-o", record)
	until(t, "recording", func() bool { _, err := os.Stat(record); return err == nil })
	for _, move := range strings.Fields("e2e4 d7d5 e4d5 g8f6 g1f3 f6d5 f1c4 e7e6 e1g1h1f1") {
		play(t, addr, move)
	}
	until(t, "castling", func() bool { return strings.Contains(get(t, addr, "/api/pgn"), "O-O") })
	time.Sleep(3 * time.Second) // the last move is settled
	post(t, addr, `{"do":"press","key":"pause"}`)
	live = events(t, addr)
	if err := recorder.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	if err := recorder.Wait(); err != nil {
		t.Fatalf("record: %v: %s", err, said.String())
	}
	_ = serve.Process.Signal(syscall.SIGTERM)
	if err := serve.Wait(); err != nil {
		t.Errorf("serve: %v: %s", err, out.String())
	}
	if text, err := os.ReadFile(record); err != nil || !bytes.Contains(text, []byte("+g1")) {
		t.Fatalf("the record is %s, %v", text, err)
	}
	return record, live
}

// play lifts and places men, square by square; who stands on the way is taken off first.
func play(t *testing.T, addr, squares string) {
	t.Helper()
	for i := 0; i < len(squares); i += 4 {
		from, to := squares[i:i+2], squares[i+2:i+4]
		if to == "d5" && from != "d7" {
			post(t, addr, fmt.Sprintf(`{"do":"lift","square":%q}`, to))
			time.Sleep(150 * time.Millisecond)
		}
		post(t, addr, fmt.Sprintf(`{"do":"lift","square":%q}`, from))
		time.Sleep(150 * time.Millisecond)
		piece := map[string]string{"e2": "P", "d7": "p", "e4": "P", "g8": "n", "g1": "N", "f6": "n", "f1": "B", "e7": "p", "e1": "K", "h1": "R"}[from]
		post(t, addr, fmt.Sprintf(`{"do":"place","square":%q,"piece":%q}`, to, piece))
		time.Sleep(150 * time.Millisecond)
	}
	time.Sleep(500 * time.Millisecond)
}
