package laws

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func page(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../docs/laws.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestReasonsPage compares the tables of reasons and choices in docs/laws.md with those in force.
func TestReasonsPage(t *testing.T) {
	text := page(t)
	for r := OwnTouched; r < reasons; r++ {
		row := fmt.Sprintf("| `%s` | %s | %s |", r, EditionOf("2001").Article(r), EditionOf("2023").Article(r))
		if !strings.Contains(text, row) {
			t.Errorf("docs/laws.md has no row %s", row)
		}
	}
	for i := range reflect.TypeFor[Edition]().NumField() {
		name := reflect.TypeFor[Edition]().Field(i).Name
		if name != "Name" && name != "articles" && !strings.Contains(text, choiceRow(name)) {
			t.Errorf("docs/laws.md has no row %s", choiceRow(name))
		}
	}
}

// choiceRow writes what the editions choose as docs/laws.md does.
func choiceRow(name string) string {
	row := "| `" + name + "` |"
	for i := range editions {
		ruling := reflect.ValueOf(editions[i]).FieldByName(name)
		value := map[bool]string{true: "yes", false: "no"}
		switch v := ruling.Field(0).Interface().(type) {
		case int:
			row += fmt.Sprintf(" %d, %s |", v, ruling.Field(1))
		case int64:
			row += fmt.Sprintf(" %d s, %s |", v/1000, ruling.Field(1))
		case bool:
			row += fmt.Sprintf(" %s, %s |", value[v], ruling.Field(1))
		case []Reason:
			articles := "4.3, 4.4"
			if len(v) > 6 {
				articles = "4.1 to 4.7"
			}
			row += fmt.Sprintf(" %s: %s |", articles, ruling.Field(1))
		}
	}
	return row
}

// packages are those that the page may name, and where they lie.
var packages = map[string]string{
	"laws": ".", "rules": "../../rules", "referee": "../referee", "clock": "../clock", "game": "../game", "pgn": "../../rules/pgn",
	"openings": "../../rules/openings", "scenario": "../../cmd/internal/scenario",
}

var name = regexp.MustCompile("`((?:" + strings.Join(slices.Collect(maps.Keys(packages)), "|") + ")\\.[A-Za-z0-9.]+)`")

// TestRulesPage looks whether docs/laws.md says of every rule who keeps it, by functions and tests that are there, or why nobody can.
func TestRulesPage(t *testing.T) {
	there := map[string]bool{}
	for pkg, folder := range packages {
		declared(t, pkg, folder, there)
	}
	told := [121]int{}
	for line := range strings.Lines(page(t)) {
		if !strings.HasPrefix(line, "| R") {
			continue
		}
		cells := strings.Split(line, "|")
		if len(cells) != 7 {
			t.Errorf("not five cells: %s", line)
			continue
		}
		for _, n := range numbers(cells[1]) {
			told[n]++
		}
		if unseen := strings.Contains(cells[4], " not "); !unseen && (!name.MatchString(cells[4]) || !strings.Contains(cells[5], ".Test")) {
			t.Errorf("not a rule with its functions and tests: %s", line)
		}
		for _, n := range name.FindAllStringSubmatch(line, -1) {
			if !there[n[1]] {
				t.Errorf("docs/laws.md names %s, which isn't there", n[1])
			}
		}
	}
	for n := 1; n < len(told); n++ {
		if told[n] != 1 {
			t.Errorf("docs/laws.md tells of R%03d %d times", n, told[n])
		}
	}
}

// numbers reads "R001", "R001, R004" and "R001 to R004".
func numbers(cell string) (list []int) {
	for part := range strings.SplitSeq(cell, ",") {
		var from, to int
		if n, _ := fmt.Sscanf(strings.TrimSpace(part), "R%d to R%d", &from, &to); n < 2 {
			to = from
		}
		for n := from; n <= to; n++ {
			list = append(list, n)
		}
	}
	return list
}

// declared finds the functions and methods of a folder's Go files, tests included.
func declared(t *testing.T, pkg, folder string, there map[string]bool) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if !strings.HasSuffix(entry.Name(), ".go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), folder+"/"+entry.Name(), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				there[pkg+"."+receiver(d)+d.Name.Name] = true
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					switch spec := spec.(type) {
					case *ast.TypeSpec:
						there[pkg+"."+spec.Name.Name] = true
					case *ast.ValueSpec:
						there[pkg+"."+spec.Names[0].Name] = true
					}
				}
			}
		}
	}
}

func receiver(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return ""
	}
	of := f.Recv.List[0].Type
	if star, ok := of.(*ast.StarExpr); ok {
		of = star.X
	}
	if id, ok := of.(*ast.Ident); ok {
		return id.Name + "."
	}
	return ""
}
