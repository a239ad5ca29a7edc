package web

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"jadoube/boardstate/clock"
	"jadoube/cmd/internal/config"
	"jadoube/rules"
	"jadoube/sensors/trace"
)

// catalogs are the words of every language, by its file.
func catalogs(t *testing.T) map[string]map[string]string {
	t.Helper()
	all := map[string]map[string]string{}
	files, _ := filepath.Glob("ui/src/lang/*.json")
	for _, file := range files {
		all[filepath.Base(file)] = readCatalogue(t, file)
	}
	if len(all) < 3 {
		t.Fatalf("only %d languages", len(all))
	}
	return all
}

// walkCode calls f with each node of the code of some folders, tests left out, and with those in which it stands, the innermost last.
func walkCode(t *testing.T, dirs []string, f func(n ast.Node, within []ast.Node)) {
	t.Helper()
	for _, dir := range dirs {
		files, _ := filepath.Glob(filepath.Join(dir, "*.go"))
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			tree, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.PreorderStack(tree, nil, func(n ast.Node, within []ast.Node) bool {
				f(n, within)
				return true
			})
		}
	}
}

// nameOf is the name of what is called, assigned to or set, without what it belongs to.
func nameOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	}
	return ""
}

func literal(e ast.Expr) (string, bool) {
	if lit, is := e.(*ast.BasicLit); is && lit.Kind == token.STRING {
		text, err := strconv.Unquote(lit.Value)
		return text, err == nil
	}
	return "", false
}

// assigned are the texts that code gives to fields of a name: x.State = "open", State: "open", and e.Type, e.State = Claim, "open".
func assigned(t *testing.T, field string, dirs ...string) (texts []string) {
	t.Helper()
	walkCode(t, dirs, func(n ast.Node, _ []ast.Node) {
		switch n := n.(type) {
		case *ast.KeyValueExpr:
			if text, is := literal(n.Value); is && nameOf(n.Key) == field {
				texts = append(texts, text)
			}
		case *ast.AssignStmt:
			for i, to := range n.Lhs {
				if len(n.Rhs) == len(n.Lhs) && nameOf(to) == field {
					if text, is := literal(n.Rhs[i]); is {
						texts = append(texts, text)
					}
				}
			}
		}
	})
	slices.Sort(texts)
	return slices.Compact(texts)
}

// called are the texts with which functions of some names are called, the i-th argument.
func called(t *testing.T, i int, names []string, dirs ...string) (texts []string) {
	t.Helper()
	walkCode(t, dirs, func(n ast.Node, _ []ast.Node) {
		if call, is := n.(*ast.CallExpr); is && len(call.Args) > i && slices.Contains(names, nameOf(call.Fun)) {
			if text, is := literal(call.Args[i]); is {
				texts = append(texts, text)
			}
		}
	})
	slices.Sort(texts)
	return slices.Compact(texts)
}

// words are the words that the referee says in rulings of a kind: r.say(Refused, at, side, Ruling{Word: "stands"}).
func rulingWords(t *testing.T, kind string) (words []string) {
	t.Helper()
	walkCode(t, []string{"../../../boardstate/referee"}, func(n ast.Node, within []ast.Node) {
		pair, is := n.(*ast.KeyValueExpr)
		if !is || nameOf(pair.Key) != "Word" {
			return
		}
		for _, outer := range within {
			if call, is := outer.(*ast.CallExpr); is && nameOf(call.Fun) == "say" && nameOf(call.Args[0]) == kind {
				if text, is := literal(pair.Value); is {
					words = append(words, text)
				}
			}
		}
	})
	return words
}

const game, referee = "../../../boardstate/game", "../../../boardstate/referee"

// TestWhatIsToldHasWords goes through what the code can tell the page, event by event, and finds each in every catalog: states, prompts, reasons,
// parts of the board, keys, and the options of the settings.
func TestWhatIsToldHasWords(t *testing.T) {
	wanted := map[string][]string{} // the keys, by what they are
	want := func(what, prefix string, least int, words ...string) {
		t.Helper()
		words = slices.DeleteFunc(words, func(w string) bool { return w == "" })
		if len(words) < least {
			t.Errorf("only %d %s were found in the code: %q", len(words), what, words)
		}
		for _, w := range words {
			wanted[what] = append(wanted[what], prefix+w)
		}
	}
	states := slices.DeleteFunc(assigned(t, "State", game), func(w string) bool { return w == "completed" }) // of an illegal move, which has words of its own
	want("states", "state.", 8, append(states, "accepted", "refused", "asked-accepted", "asked-refused", "warning")...)
	want("states of offers", "state.", 3, rulingWords(t, "Offered")...)
	want("why a press counts for nothing", "uncounted.", 3, append(rulingWords(t, "Refused"), "chosen", clock.Fell.String())...)
	var stands []string
	for r := clock.Assistance; r <= clock.Over; r++ {
		stands = append(stands, r.String())
	}
	want("reasons of the clock", "stands.", 10, stands...)
	var outcomes []string
	for o := rules.Checkmate; o <= rules.SeventyFiveMoves; o++ {
		outcomes = append(outcomes, o.String())
	}
	ends := slices.Concat(called(t, 1, []string{"end"}, game, referee), called(t, 2, []string{"lose"}, referee), []string{"absent", "both_absent", "second_illegal_move", "third_illegal_move", "arbiter", "by decision"}, outcomes)
	want("reasons of results", "reason.", 12, slices.DeleteFunc(ends, func(w string) bool { return strings.HasPrefix(w, "_") })...)
	want("prompts", "prompt.", 15, slices.Concat(called(t, 0, []string{"ask", "question"}, game), []string{"new-game", "stop-first", "position-refused", "resume-game", "replace-pawn"})...)
	want("what the daemon says", "prompt.", 4, "engine-declines", "engine-accepts", "follow-begin", "follow-end", "follow-over", "review-spot")
	want("parts of the board", "part.", 5, slices.Concat(called(t, 0, []string{"health", "healthIs"}, "../app"), []string{"sensor", "buttons"})...)
	want("advice", "advice.", 1, slices.DeleteFunc(rulingWords(t, "Advice"), func(w string) bool { return strings.HasPrefix(w, "clock:") })...)
	var options []string
	for _, s := range config.Settable() {
		options = append(options, s.Key, strings.Split(s.Key, ".")[0])
		if s.Unit != "" {
			want("units", "unit.", 1, s.Unit)
		}
	}
	want("options", "option.", 10, options...)
	for file, words := range catalogs(t) {
		for what, keys := range wanted {
			for _, key := range keys {
				if words[key] == "" {
					t.Errorf("%s: %s: no words for %q", file, what, key)
				}
			}
		}
	}
}

// TestKeysHaveWords: every key that can be pressed is named in the log.
func TestKeysHaveWords(t *testing.T) {
	_, err := trace.ParsePress("")
	_, list, _ := strings.Cut(fmt.Sprint(err), "expected ")
	log := readUI(t, "src/log.js")
	n := 0
	for _, words := range regexp.MustCompile(`, | or `).Split(list, -1) {
		key, _, _ := strings.Cut(words, " ")
		key = strings.TrimSuffix(strings.TrimSuffix(key, "-white"), "-black")
		if key == "white" || key == "black" {
			continue // a clock, by its side
		}
		if key == "arbiter" {
			continue // told as a ruling
		}
		n++
		if !regexp.MustCompile(`[\s{]` + key + `: "`).MatchString(log) {
			t.Errorf("log.js has no words for the key %s", key)
		}
	}
	if n < 20 {
		t.Fatalf("only %d keys: %v", n, err)
	}
	english := readCatalogue(t, "ui/src/lang/en.json")
	_, table, _ := strings.Cut(log, "const KEYS = {")
	table, _, _ = strings.Cut(table, "\n}")
	for _, m := range regexp.MustCompile(`: "([\w.-]+)"`).FindAllStringSubmatch(table, -1) {
		if english[m[1]] == "" {
			t.Errorf("en.json has no words for %q", m[1])
		}
	}
}

// TestRefusalsHaveWords: each error that the board can answer the page with has words in every language, with as many places as it fills in; and
// every answer for which there are words is given. What isn't named here, as a slip in a config, is shown in English after words that say so.
func TestRefusalsHaveWords(t *testing.T) {
	dirs := []string{".", "../app", "../access", game}
	found := slices.Concat(called(t, 0, []string{"Refuse"}, dirs...), assigned(t, "Text", game))
	walkCode(t, dirs, func(n ast.Node, within []ast.Node) {
		call, is := n.(*ast.CallExpr)
		if !is || nameOf(call.Fun) != "New" || slices.ContainsFunc(within, func(n ast.Node) bool { _, is := n.(*ast.FuncDecl); return is }) {
			return
		}
		if text, is := literal(call.Args[0]); is {
			found = append(found, text)
		}
	})
	var reasons []string
	walkCode(t, []string{"../../../rules"}, func(n ast.Node, _ []ast.Node) {
		if spec, is := n.(*ast.ValueSpec); is && spec.Type != nil && nameOf(spec.Type) == "Reason" {
			text, _ := literal(spec.Values[0])
			reasons = append(reasons, "position-refused "+text)
		}
	})
	fields := strings.Split("fields,placement,turn,castling,en passant,half-moves,full move", ",")
	if len(found) < 25 || len(reasons) < 10 {
		t.Fatalf("only %d errors and %d reasons were found", len(found), len(reasons))
	}
	for file, words := range catalogs(t) {
		for _, text := range found {
			var want []string
			for i := range verb.FindAllString(text, -1) { // what is said twice, %[1]s, is one
				want = append(want, fmt.Sprintf("{%d}", i))
			}
			if got, ok := words["refused."+text]; !ok || !slices.Equal(names(got), want) {
				t.Errorf("%s: %q is %q", file, "refused."+text, got)
			}
		}
		for _, reason := range reasons {
			if words["refused."+reason] == "" {
				t.Errorf("%s: no words for %q", file, "refused."+reason)
			}
		}
		for _, field := range fields {
			if words["refused.fen "+field] == "" {
				t.Errorf("%s: no words for the field %q of a FEN", file, field)
			}
		}
		for key := range words {
			text, is := strings.CutPrefix(key, "refused.")
			field, fen := strings.CutPrefix(text, "fen ")
			if known := slices.Contains(found, text) || slices.Contains(reasons, text) || fen && slices.Contains(fields, field); is && !known && text != "connection" && text != "board" {
				t.Errorf("%s: nobody says %q", file, text)
			}
		}
	}
}

// TestEventsPageNamesWords: what fields of events can say has its place in docs/events.md: states, prompts, reasons, advice, and what the daemon says.
func TestEventsPageNamesWords(t *testing.T) {
	page, err := os.ReadFile("../../../docs/events.md")
	if err != nil {
		t.Fatal(err)
	}
	said := called(t, 0, []string{"tellFollowing"}, "../app")
	walkCode(t, []string{"../app"}, func(n ast.Node, _ []ast.Node) { // the keys of what is said, also those in a variable
		lit, is := n.(*ast.BasicLit)
		if !is {
			return
		}
		if text, is := literal(lit); is && regexp.MustCompile(`^(engine|follow|review)-[a-z]+$`).MatchString(text) {
			said = append(said, text)
		}
	})
	if len(said) < 6 {
		t.Fatalf("the daemon says only %q", said)
	}
	for _, word := range slices.Concat(said, assigned(t, "State", game), rulingWords(t, "Offered"), rulingWords(t, "Refused"), rulingWords(t, "Advice"),
		called(t, 0, []string{"ask", "question"}, game), called(t, 1, []string{"end"}, game, referee)) {
		if word != "" && !strings.HasPrefix(word, "clock: ") && !strings.Contains(string(page), "`"+word+"`") {
			t.Errorf("docs/events.md doesn't name %q", word)
		}
	}
}

// TestPageNamesTheState: docs/page.md names each field of the state, in the row of what it belongs to.
func TestPageNamesTheState(t *testing.T) {
	text, err := os.ReadFile("../../../docs/page.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, found := strings.Cut(string(text), "### The state")
	rows := map[string]string{}
	for _, line := range strings.Split(table, "\n") {
		if cells := strings.Split(line, " | "); strings.HasPrefix(line, "| `") {
			for _, m := range regexp.MustCompile("`([a-z_]+)`").FindAllStringSubmatch(cells[0], -1) {
				rows[m[1]] = line
			}
		}
	}
	n := 0
	var named func(typ reflect.Type, row string)
	named = func(typ reflect.Type, row string) {
		for typ.Kind() == reflect.Pointer || typ.Kind() == reflect.Slice || typ.Kind() == reflect.Map {
			typ = typ.Elem()
		}
		if typ.Kind() != reflect.Struct || typ == reflect.TypeFor[Wire]() || row != "" && typ == reflect.TypeFor[Move]() && !strings.Contains(row, "`uci`") {
			return
		}
		for f := range typ.Fields() {
			if f.Anonymous {
				named(f.Type, row)
				continue
			}
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			in := row
			if row == "" {
				in = rows[name]
			}
			n++
			if !strings.Contains(in, "`"+name+"`") {
				t.Errorf("docs/page.md doesn't name %s of %v", name, typ)
			}
			named(f.Type, in)
		}
	}
	named(reflect.TypeFor[snapshot](), "")
	if !found || n < 80 {
		t.Errorf("only %d fields were looked for", n)
	}
}

// many is an error that can't be compared with another.
type many []string

func (m many) Error() string { return strings.Join(m, "; ") }

// TestAnyErrorIsAnswered: an error of any type is told, with the innermost that it wraps to be looked up.
func TestAnyErrorIsAnswered(t *testing.T) {
	for _, c := range []struct {
		err error
		key string
	}{
		{errors.New("plain"), ""},
		{many{"one", "another"}, ""},
		{fmt.Errorf("the config: %w", many{"one", "another"}), "one; another"},
		{fmt.Errorf("a: %w", fmt.Errorf("b: %w", errors.New("c"))), "c"},
	} {
		if got := inWords(c.err); got.Error != c.err.Error() || got.Key != c.key {
			t.Errorf("%v: %+v, want the key %q", c.err, got, c.key)
		}
	}
}
