package main

import (
	"errors"
	"os/exec"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// programs are what the test binary is when it is called so: the program, and what tests run beside it.
var programs = map[string]func(){"jadoube": main}

func TestMain(m *testing.M) {
	testscript.Main(m, programs)
}

// TestScripts runs the scripts in testdata/script: they are the command line's contract by examples.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"exits": exits},
	})
}

// exits N COMMAND… runs a command that must end with the exit status N.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits N command…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	var ended *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &ended) {
		got = ended.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

func TestDescribe(t *testing.T) {
	info := &debug.BuildInfo{
		Main: debug.Module{Version: "v1.2.3"},
		Settings: []debug.BuildSetting{
			{Key: "vcs.revision", Value: "abc"}, {Key: "vcs.modified", Value: "true"}, {Key: "GOARM", Value: "6"},
		},
	}
	if got := describe(info); !strings.HasPrefix(got, "jadoube v1.2.3\ncommit abc with changes\ngo1") || !strings.HasSuffix(got, "v6\n") {
		t.Errorf("got %q", got)
	}
	if got := describe(nil); !strings.HasPrefix(got, "jadoube unknown\ncommit unknown\n") {
		t.Errorf("nothing known: %q", got)
	}
	releaseVersion, releaseCommit = "v2", "def"
	defer func() { releaseVersion, releaseCommit = "", "" }()
	if got := describe(info); !strings.HasPrefix(got, "jadoube v2\ncommit def\n") {
		t.Errorf("a release: %q", got)
	}
}

func TestReachable(t *testing.T) {
	for addr, want := range map[string]string{
		"127.0.0.1:8464": "127.0.0.1:8464", "[::]:80": "127.0.0.1:80", ":80": "127.0.0.1:80", "0.0.0.0:1": "127.0.0.1:1",
		"[::1]:80": "[::1]:80", "board.local:80": "board.local:80", "x": "x",
	} {
		if got := reachable(addr); got != want {
			t.Errorf("reachable(%q) = %q, want %q", addr, got, want)
		}
	}
}
