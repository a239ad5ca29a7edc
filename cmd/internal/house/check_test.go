package house

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
)

// pkg is what `go list` tells of a package.
type pkg struct {
	Dir        string
	ImportPath string
	Doc        string
	Standard   bool
	GoFiles    []string
	Imports    []string
}

const module = "jadoube"

// local is the package's path below the module.
func (p *pkg) local() string { return within(p.ImportPath) }

func within(path string) string {
	rest, inside := strings.CutPrefix(path, module+"/")
	if !inside {
		return path
	}
	return rest
}

// fits reports whether a path is x for the pattern "x", x or below it for "x/...", and for a pattern
// with a dot in its first part (another module) whether it begins so.
func fits(pattern, path string) bool {
	if base, below := strings.CutSuffix(pattern, "/..."); below {
		return path == base || strings.HasPrefix(path, base+"/")
	}
	if first, _, _ := strings.Cut(pattern, "/"); strings.Contains(first, ".") {
		return strings.HasPrefix(path, pattern)
	}
	return path == pattern
}

func fitsAny(patterns []string, path string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return fits(p, path) })
}

// standard reports whether a path belongs to the standard library.
func standard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".") && path != module && !strings.HasPrefix(path, module+"/")
}

func rowOf(rows []row, p *pkg) *row {
	for i := range rows {
		if fits(rows[i].pkg, p.local()) {
			return &rows[i]
		}
	}
	return nil
}

// breaches returns every arrow that the table doesn't allow.
func breaches(rows []row, all []pkg) (out []string) {
	for i := range all {
		p := &all[i]
		r := rowOf(rows, p)
		if r == nil {
			out = append(out, fmt.Sprintf("%s has no row in the table: say what it may import, and why", p.local()))
			continue
		}
		for _, path := range p.Imports {
			if why := r.refuses(path); why != "" {
				out = append(out, fmt.Sprintf("%s imports %s: %s", p.local(), within(path), why))
			}
		}
	}
	return out
}

// refuses returns why a package of this row must not import path, "" when it may.
func (r *row) refuses(path string) string {
	short := within(path)
	switch {
	case fitsAny(testOnly, short) && !fitsAny(r.may, short):
		return "for tests only"
	case standard(path):
		if fitsAny(r.never, path) {
			return r.why
		}
	case !fitsAny(r.may, short):
		return r.why
	}
	return ""
}

// clocks are the functions by which a program looks at the time or waits for it.
var clocks = []string{"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "Tick", "NewTimer", "NewTicker"}

// impurities returns the places in a source file where a goroutine starts, a channel is used or a clock
// is looked at.
func impurities(name string, src any) ([]string, error) {
	files := token.NewFileSet()
	f, err := parser.ParseFile(files, name, src, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	timeName := nameOf(f, "time")
	var out []string
	found := func(n ast.Node, what string) {
		out = append(out, fmt.Sprintf("%s: %s", files.Position(n.Pos()), what))
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			found(n, "a goroutine")
		case *ast.ChanType:
			found(n, "a channel")
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok && x.Name == timeName && slices.Contains(clocks, n.Sel.Name) {
				found(n, "time."+n.Sel.Name)
			}
		}
		return true
	})
	return out, nil
}

// nameOf is the name under which a file imports a package, "" when it doesn't.
func nameOf(f *ast.File, path string) string {
	for _, spec := range f.Imports {
		if p, _ := strconv.Unquote(spec.Path.Value); p == path {
			if spec.Name != nil {
				return spec.Name.Name
			}
			return path
		}
	}
	return ""
}
