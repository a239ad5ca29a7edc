// Package tracetest opens recorded traces for tests; it knows files, and must not know what they should say.
package tracetest

import (
	"os"
	"testing"

	"jadoube/sensors/trace"
)

// Load reads the trace file at path; one that can't be read ends the test.
func Load(t testing.TB, path string) *trace.Trace {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	x, err := trace.Read(path, f)
	if err != nil {
		t.Fatal(err)
	}
	return x
}
