package house

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write THIRD_PARTY_NOTICES anew")

const (
	noticesFile = root + "/THIRD_PARTY_NOTICES"
	ruler       = "================================================================================\n"
)

// linked returns the modules that are in the program on any of the machines it is built for, with
// version, by folder.
func linked(t *testing.T) map[string]string {
	t.Helper()
	modules := map[string]string{}
	for _, arch := range []string{"amd64", "arm", "arm64"} {
		list := exec.Command("go", "list", "-deps", "-json=Module", "./cmd/jadoube")
		list.Dir = root
		list.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux", "GOARCH="+arch)
		out, err := list.Output()
		if err != nil {
			t.Fatal(err)
		}
		for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
			var p struct {
				Module *struct {
					Path, Version, Dir string
					Main               bool
				}
			}
			if err := dec.Decode(&p); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatal(err)
			}
			if m := p.Module; m != nil && !m.Main {
				modules[m.Dir] = m.Path + " " + m.Version
			}
		}
	}
	return modules
}

// licence returns the texts that a module wants to be handed on.
func licence(t *testing.T, dir string) string {
	t.Helper()
	var text strings.Builder
	for _, pattern := range []string{"LICEN[SC]E*", "COPYING*", "NOTICE*"} {
		files, _ := filepath.Glob(filepath.Join(dir, pattern))
		for _, file := range files {
			b, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			text.WriteString(strings.TrimRight(strings.ReplaceAll(string(b), "\r", ""), "\n ") + "\n\n")
		}
	}
	if text.Len() == 0 {
		t.Fatalf("no licence found in %s", dir)
	}
	return text.String()
}

// TestNotices: whoever hands on the program hands on the licences of what is linked into it.
func TestNotices(t *testing.T) {
	modules := linked(t)
	if *update {
		writeNotices(t, modules)
	}
	b, err := os.ReadFile(noticesFile)
	if err != nil {
		t.Fatal(err)
	}
	text := string(b)
	for dir, name := range modules {
		if !strings.Contains(text, ruler+name+"\n"+ruler) || !strings.Contains(text, licence(t, dir)) {
			t.Errorf("THIRD_PARTY_NOTICES lacks %s: run make notices", name)
		}
	}
	if n := strings.Count(text, ruler) / 2; n != len(modules)+1 {
		t.Errorf("THIRD_PARTY_NOTICES has %d parts, want %d, the modules' and Go's: run make notices", n, len(modules)+1)
	}
}

func writeNotices(t *testing.T, modules map[string]string) {
	var out strings.Builder
	out.WriteString("The program jadoube contains the following software of others; the page that it serves contains none.\n\n")
	part := func(name, dir string) { fmt.Fprintf(&out, "%s%s\n%s\n%s", ruler, name, ruler, licence(t, dir)) }
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	part("Go's standard library", strings.TrimSpace(string(goroot)))
	for _, dir := range slices.SortedFunc(maps.Keys(modules), func(a, b string) int { return strings.Compare(modules[a], modules[b]) }) {
		part(modules[dir], dir)
	}
	if err := os.WriteFile(noticesFile, []byte(out.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}
