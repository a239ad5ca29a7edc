package house

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const root = "../../.."

// packages asks the go command for the packages of the module, as they are built for a target.
func packages(t *testing.T, env ...string) []pkg {
	t.Helper()
	list := exec.Command("go", "list", "-json=Dir,ImportPath,Doc,Standard,GoFiles,Imports", "./...")
	list.Dir = root
	list.Env = append(os.Environ(), env...)
	var stderr strings.Builder
	list.Stderr = &stderr
	out, err := list.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, stderr.String())
	}
	var all []pkg
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p pkg
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

// TestImports holds the packages against the table, for the machine at hand and for the board's.
func TestImports(t *testing.T) {
	for _, env := range [][]string{{"CGO_ENABLED=0"}, {"CGO_ENABLED=0", "GOOS=linux", "GOARCH=arm", "GOARM=6"}} {
		for _, breach := range breaches(table, packages(t, env...)) {
			t.Error(breach)
		}
	}
}

func TestRowsHaveReasonsAndAreUsed(t *testing.T) {
	all := packages(t)
	for i := range table {
		if len(table[i].why) < 20 {
			t.Errorf("row %s gives no reason", table[i].pkg)
		}
		if strings.HasSuffix(table[i].pkg, "/...") {
			continue // for packages to come
		}
		if !slices.ContainsFunc(all, func(p pkg) bool { return rowOf(table, &p) == &table[i] }) {
			t.Errorf("row %s fits no package", table[i].pkg)
		}
	}
}

// TestPure reads the sources of the packages that must be pure.
func TestPure(t *testing.T) {
	for _, p := range packages(t) {
		if r := rowOf(table, &p); r == nil || !r.pure {
			continue
		}
		for _, name := range p.GoFiles {
			found, err := impurities(filepath.Join(p.Dir, name), nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, what := range found {
				t.Errorf("%s in %s, which must be pure", what, p.local())
			}
		}
	}
}

// TestDocs: the first sentence of a package says what the package knows and what it must not know; at
// least there has to be one.
func TestDocs(t *testing.T) {
	for _, p := range packages(t) {
		if p.Doc == "" {
			t.Errorf("%s has no doc comment: say what it knows and what it must not know", p.local())
		}
	}
}

// TestTopLevel: the top level shows the shape of the project, and only that.
func TestTopLevel(t *testing.T) {
	allowed := strings.Fields(`cmd sensors boardstate rules ledmatrix hw docs packaging .ci .git .gitignore
		go.mod go.sum Makefile README.md LICENSE CHANGELOG.md THIRD_PARTY_NOTICES
		bin artefacts jadoube-data`) // the last line is made by builds and runs, and ignored by git
	entries, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !slices.Contains(allowed, e.Name()) {
			t.Errorf("%s doesn't belong at the top level: it has only %s", e.Name(), strings.Join(allowed, ", "))
		}
	}
}

// TestCheckerSeesBreaches gives the checker houses in which something is wrong.
func TestCheckerSeesBreaches(t *testing.T) {
	tests := map[string]struct {
		pkg     string
		imports []string
		want    string // part of the only breach; "" = none
	}{
		"fine":                  {"boardstate", []string{"fmt", "jadoube/rules", "jadoube/sensors"}, ""},
		"upwards":               {"boardstate", []string{"jadoube/boardstate/game"}, "boardstate imports boardstate/game: what happened"},
		"rules and time":        {"rules", []string{"time"}, "rules imports time: chess"},
		"rules and the net":     {"rules", []string{"net/http"}, "rules imports net/http"},
		"a clock for the game":  {"boardstate/game", []string{"os"}, "boardstate/game imports os: a game"},
		"lights that know":      {"ledmatrix/ws2812", []string{"jadoube/rules"}, "ledmatrix/ws2812 imports rules: a driver"},
		"periph in a sensor":    {"sensors/matrix", []string{"periph.io/x/conn/v3/gpio"}, "sensors/matrix imports periph.io/x/conn/v3/gpio"},
		"periph below hw":       {"hw/pi", []string{"periph.io/x/host/v3/sysfs", "go.bug.st/serial"}, ""},
		"serial in a chip":      {"hw/mcp23017", []string{"go.bug.st/serial"}, "hw/mcp23017 imports go.bug.st/serial"},
		"a page with a game":    {"cmd/internal/web", []string{"jadoube/boardstate/game"}, "cmd/internal/web imports boardstate/game: the page"},
		"test help":             {"cmd/jadoube", []string{"github.com/rogpeppe/go-internal/testscript"}, "for tests only"},
		"a fake in the product": {"sensors/matrix", []string{"jadoube/hw/hwtest"}, "for tests only"},
		"a stranger":            {"extra", nil, "extra has no row"},
		"the module's root":     {"", nil, "has no row"},
		"a name that begins so": {"rulesets", nil, "rulesets has no row"},
		"simulated hands":       {"sensors/sim", []string{"jadoube/rules"}, ""},
		"other sensors":         {"sensors/coils", []string{"jadoube/rules"}, "sensors/coils imports rules: a kind of board"},
		"the standard library":  {"cmd/internal/web", []string{"net/http", "C"}, ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got := breaches(table, []pkg{{ImportPath: strings.TrimSuffix(module+"/"+test.pkg, "/"), Imports: test.imports}})
			switch {
			case test.want == "" && len(got) > 0:
				t.Errorf("found %q, want nothing", got)
			case test.want != "" && (len(got) != 1 || !strings.Contains(got[0], test.want)):
				t.Errorf("found %q, want %q", got, test.want)
			}
		})
	}
}

func TestCheckerSeesImpurities(t *testing.T) {
	tests := map[string]struct{ src, want string }{
		"pure":         {`import "time"; const D = time.Second`, ""},
		"goroutine":    {`func f() { go f() }`, "a goroutine"},
		"channel":      {`var c chan int`, "a channel"},
		"clock":        {`import "time"; var t = time.Now()`, "time.Now"},
		"other name":   {`import clock "time"; func f() { clock.Sleep(1) }`, "time.Sleep"},
		"another time": {`var time x; var t = time.Now()`, ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := impurities("x.go", "package p; "+test.src)
			if err != nil {
				t.Fatal(err)
			}
			if test.want == "" && len(got) > 0 || test.want != "" && (len(got) != 1 || !strings.HasSuffix(got[0], test.want)) {
				t.Errorf("found %q, want %q", got, test.want)
			}
		})
	}
	if _, err := impurities("x.go", "no go"); err == nil {
		t.Error("a file that is no Go was read")
	}
}
