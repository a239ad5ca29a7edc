package main

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"testing"

	"jadoube/boardstate/laws"
	"jadoube/boardstate/referee"
	"jadoube/sensors/trace/tracetest"
)

// TestTracesByTheLaws asks whether keeping the Laws changes what is read: whoever keeps them and by whatever edition, the moves and the
// result of a recording are those that are read without. Where
// something had been charged the result would be another.
func TestTracesByTheLaws(t *testing.T) {
	t.Parallel()
	files, _ := filepath.Glob("testdata/traces/*/*.trace")
	if len(files) == 0 {
		t.Fatal("no traces")
	}
	keepLaws(t, files, referee.Levels()[1:])
}

// TestMoreTracesByTheLaws does the same, at the level that charges, for the traces that a workplace may have beside the project.
func TestMoreTracesByTheLaws(t *testing.T) {
	t.Parallel()
	files, _ := filepath.Glob("../../../shared/traces/*/*.trace")
	if len(files) == 0 || testing.Short() {
		t.Skip("SKIP: no more traces beside the project, or a short run")
	}
	keepLaws(t, files, []string{"strict"})
}

func keepLaws(t *testing.T, files, levels []string) {
	t.Helper()
	same, all := 0, 0
	for _, file := range files {
		if tracetest.Load(t, file).Level != "" {
			continue
		}
		off := movesOf(t, file, "2023", "off")
		for _, level := range levels {
			for _, edition := range laws.Editions() {
				all++
				if kept := movesOf(t, file, edition, level); kept != off {
					t.Errorf("%s: %s by the Laws of %s:\n%s\nand without:\n%s", file, level, edition, kept, off)
					continue
				}
				same++
			}
		}
	}
	t.Logf("%d of %d read alike", same, all)
}

// movesOf are the games in a trace as replay prints them at a level, without their tags.
func movesOf(t *testing.T, file, edition, level string) string {
	t.Helper()
	var out, errs bytes.Buffer
	if status := run(context.Background(), []string{"replay", "--laws", edition, "--level", level, file}, strings.NewReader(""), &out, &errs); status != 0 {
		t.Fatalf("%s: exit status %d: %s", file, status, errs.String())
	}
	var kept []string
	for line := range strings.Lines(out.String()) {
		if !strings.HasPrefix(line, "[") {
			kept = append(kept, strings.TrimRight(line, "\n"))
		}
	}
	return strings.Join(kept, "\n")
}
