package laws

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"reflect"
	"regexp"
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

var name = regexp.MustCompile("`((?:laws|rules)\\.[A-Za-z0-9.]+)`")

// TestRulesPage looks whether every function and test that docs/laws.md names for a rule is there.
func TestRulesPage(t *testing.T) {
	there := map[string]bool{}
	declared(t, "laws", ".", there)
	declared(t, "rules", "../../rules", there)
	rows := 0
	for line := range strings.Lines(page(t)) {
		if !strings.HasPrefix(line, "| R0") {
			continue
		}
		rows++
		cells := strings.Split(line, "|")
		if len(cells) != 7 || !name.MatchString(cells[4]) || !strings.Contains(cells[5], ".Test") {
			t.Errorf("not a rule with its functions and tests: %s", line)
		}
		for _, n := range name.FindAllStringSubmatch(line, -1) {
			if !there[n[1]] {
				t.Errorf("docs/laws.md names %s, which isn't there", n[1])
			}
		}
	}
	if rows < 20 {
		t.Errorf("docs/laws.md has %d rules", rows)
	}
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
			if f, ok := d.(*ast.FuncDecl); ok {
				there[pkg+"."+receiver(f)+f.Name.Name] = true
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
