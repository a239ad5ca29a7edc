package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// fieldsOf lists the names of a struct's fields in JSON, those of embedded ones included.
func fieldsOf(t reflect.Type) (names []string) {
	for _, f := range reflect.VisibleFields(t) {
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// TestPGNPage holds docs/pgn.md against the program: its tables name every field of the JSON and no other, and its
// example is what is printed.
func TestPGNPage(t *testing.T) {
	text, err := os.ReadFile("../../docs/pgn.md")
	if err != nil {
		t.Fatal(err)
	}
	_, page, _ := strings.Cut(string(text), "\n## JSON\n")
	tables := strings.Split(page, "| field | meaning |\n")[1:]
	types := []reflect.Type{reflect.TypeFor[jsonGame](), reflect.TypeFor[jsonRemark](), reflect.TypeFor[jsonMove]()}
	if len(tables) != len(types) {
		t.Fatalf("%d tables of fields, not %d", len(tables), len(types))
	}
	for i, table := range tables {
		var told []string
		for _, row := range regexp.MustCompile("(?m)^\\| `([a-z]+)` \\|").FindAllStringSubmatch(table, -1) {
			told = append(told, row[1])
		}
		fields := fieldsOf(types[i])
		slices.Sort(told)
		slices.Sort(fields)
		if !slices.Equal(told, fields) {
			t.Errorf("the page tells of %q, %s has %q", told, types[i], fields)
		}
	}
	examples := regexp.MustCompile(`(?m)^    .*\n(?:    .*\n|\n)*`).FindAllString(page, 2)
	game := strings.TrimSpace(strings.ReplaceAll("\n"+examples[0], "\n    ", "\n"))
	want := strings.TrimSpace(strings.ReplaceAll(examples[1], "\n    ", ""))
	t.Chdir(t.TempDir())
	if err := os.WriteFile("game.pgn", []byte(game+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	run(context.Background(), []string{"pgn", "--json", "game.pgn"}, nil, &out, &errs)
	if got := strings.TrimSpace(out.String()); got != want {
		t.Errorf("the page's example is printed as\n%s\nnot\n%s", got, want)
	}
}

// TestPGNPageAnnotations reads the annotations of the least and the greatest number that the page names, and refuses the
// next.
func TestPGNPageAnnotations(t *testing.T) {
	text, err := os.ReadFile("../../docs/pgn.md")
	if err != nil {
		t.Fatal(err)
	}
	told := regexp.MustCompile("`\\$(\\d+)` to `\\$(\\d+)`").FindStringSubmatch(string(text))
	if told == nil {
		t.Fatal("the page doesn't tell the numbers of annotations")
	}
	least, _ := strconv.Atoi(told[1])
	most, _ := strconv.Atoi(told[2])
	for n := range most + 2 {
		var out, errs bytes.Buffer
		in := strings.NewReader(fmt.Sprintf("1. e4 $%d *", n))
		status := run(context.Background(), []string{"pgn", "-"}, in, &out, &errs)
		if read := status == 0; read != (least <= n && n <= most) {
			t.Errorf("$%d: status %d, the page says %s: %s", n, status, told[0], errs.String())
		}
	}
}

func TestProgress(t *testing.T) {
	var out bytes.Buffer
	p := &progress{out: &out}
	p.begin("big.pgn", 4_000_000)
	p.tell(500_000, 3)
	if out.Len() > 0 {
		t.Errorf("told within the first second: %q", out.String())
	}
	p.told = time.Now().Add(-time.Hour)
	p.tell(1_000_000, 7)
	if !strings.HasPrefix(out.String(), "\rjadoube: big.pgn: 25 %, 7 games, 1 MB, ") {
		t.Errorf("got %q", out.String())
	}
	p.size = 0
	if got := p.line(1_000_000, 7, 2*time.Second); got != "jadoube: big.pgn: 7 games, 1 MB, 0 MB/s" {
		t.Errorf("of a pipe: %q", got)
	}
	out.Reset()
	p.clear()
	p.clear()
	if out.String() != "\r\x1b[K" {
		t.Errorf("cleared by %q", out.String())
	}
}

// FuzzPGN: whatever the text, the program doesn't panic; what it prints is read again without a word.
func FuzzPGN(f *testing.F) {
	files, _ := filepath.Glob("../../rules/pgn/testdata/*.pgn")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Add("[Event \"a\n\n1. e4 (1. d4 {x} e5 (2. Ke3 ) $300 ) e5 2. Ke3 1-0\n\n[Event \"b\"] 1. d4!! *")
	f.Fuzz(func(t *testing.T, text string) {
		var out, errs bytes.Buffer
		if status := run(context.Background(), []string{"pgn", "-"}, strings.NewReader(text), &out, &errs); status == 1 {
			t.Fatalf("failed: %s", errs.String())
		}
		var again, none bytes.Buffer
		status := run(context.Background(), []string{"pgn", "-"}, bytes.NewReader(out.Bytes()), &again, &none)
		if status != 0 || out.Len() > 0 && none.Len() > 0 || again.String() != out.String() {
			t.Fatalf("%d %s: printed\n%s\nand then\n%s", status, none.String(), out.String(), again.String())
		}
		for line := range bytes.Lines(jsonOf(t, text)) {
			if !json.Valid(line) {
				t.Fatalf("no JSON: %s", line)
			}
		}
	})
}

func jsonOf(t *testing.T, text string) []byte {
	var out, errs bytes.Buffer
	if status := run(context.Background(), []string{"pgn", "--json", "--fen", "-"}, strings.NewReader(text), &out, &errs); status == 1 {
		t.Fatalf("failed: %s", errs.String())
	}
	return out.Bytes()
}
