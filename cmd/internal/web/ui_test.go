package web

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var language = regexp.MustCompile(`^[a-z]{2,3}\.json$`)

// TestBundleHoldsOnlyItsFiles keeps what others have made, and what nobody asks for, out of the binary.
func TestBundleHoldsOnlyItsFiles(t *testing.T) {
	expected := append([]string{".keep", pageFile}, assetFiles...)
	err := fs.WalkDir(dist, "dist", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if name := strings.TrimPrefix(path, "dist/"); !slices.Contains(expected, name) && !language.MatchString(name) {
			t.Errorf("%s is embedded: it is not on the list of the bundle's files", path)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

func readUI(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("ui", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// ids are the ids of an SVG file, which must be well-formed.
func ids(t *testing.T, name string) (ids []string) {
	t.Helper()
	dec := xml.NewDecoder(strings.NewReader(readUI(t, name)))
	for {
		token, err := dec.Token()
		if token == nil {
			if err.Error() != "EOF" {
				t.Fatalf("%s: %v", name, err)
			}
			return ids
		}
		if start, ok := token.(xml.StartElement); ok {
			for _, a := range start.Attr {
				if a.Name.Local == "id" {
					ids = append(ids, a.Value)
				}
				if a.Name.Local == "style" {
					t.Errorf("%s: a style attribute, which the page's policy refuses", name)
				}
			}
		}
	}
}

var meanings = strings.Fields("touched may-go may-capture do-next cannot-stay at-risk check last-move hint setup unrecorded")

func TestSpritesHaveEveryPicture(t *testing.T) {
	men, marks := ids(t, "../../render/pieces.svg"), ids(t, "src/marks.svg")
	for _, id := range strings.Fields("wk wq wr wb wn wp bk bq br bb bn bp") {
		if !slices.Contains(men, id) {
			t.Errorf("pieces.svg has no %s", id)
		}
	}
	for _, m := range meanings {
		if !slices.Contains(marks, "led-"+m) {
			t.Errorf("marks.svg has no shape for the light %s", m)
		}
	}
}

// TestLanguages: every language has every key of English with the same {names}, and every key that
// the page uses has words.
func TestLanguages(t *testing.T) {
	english := readCatalogue(t, "ui/src/lang/en.json")
	files, _ := filepath.Glob("ui/src/lang/*.json")
	for _, file := range files {
		words := readCatalogue(t, file)
		for key, text := range english {
			if got, ok := words[key]; !ok || !slices.Equal(names(text), names(got)) {
				t.Errorf("%s: %q is %q; English has %q", file, key, got, text)
			}
		}
	}
	for _, key := range usedKeys(t) {
		if _, ok := english[key]; !ok {
			t.Errorf("en.json has no words for %q", key)
		}
	}
}

func readCatalogue(t *testing.T, file string) map[string]string {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	words := map[string]string{}
	if err := json.Unmarshal(b, &words); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return words
}

func names(text string) []string {
	found := regexp.MustCompile(`\{[\w-]+\}`).FindAllString(text, -1)
	slices.Sort(found)
	return slices.Compact(found)
}

// usedKeys are the keys in the page's sources, and those that the board's words become.
func usedKeys(t *testing.T) (keys []string) {
	use := regexp.MustCompile(`(?:\bt\("|data-t(?:-label)?=")([\w.-]+)"`)
	files, _ := filepath.Glob("ui/src/*.*")
	for _, file := range files {
		for _, m := range use.FindAllStringSubmatch(readUI(t, "src/"+filepath.Base(file)), -1) {
			if !strings.HasSuffix(m[1], ".") && !strings.HasSuffix(m[1], "-") {
				keys = append(keys, m[1])
			}
		}
	}
	for _, m := range meanings {
		keys = append(keys, "led."+m)
	}
	for _, p := range strings.Fields("castle-rook castle-king remove-captured put-back choose-promotion not-your-turn set-up illegal") {
		keys = append(keys, "prompt."+p)
	}
	for _, letter := range pieceLetters {
		keys = append(keys, "piece."+string(letter))
	}
	return keys
}

// maxPage is how many bytes the page has at the most, in all its languages, compressed.
const maxPage = 150_000

func TestPageIsLight(t *testing.T) {
	s, err := New(newFakeBoard(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !s.Bundled() {
		t.Skip("the page is not bundled: run make")
	}
	bytes := 0
	for _, part := range slices.Concat(slices.Collect(maps.Values(s.assets.pages)), slices.Collect(maps.Values(s.assets.parts))) {
		bytes += len(part.gzip)
	}
	t.Logf("%d bytes", bytes)
	if bytes > maxPage {
		t.Errorf("the page has %d bytes, more than %d", bytes, maxPage)
	}
}

// TestWhatTheBoardSaysHasWords: each line that an examination or calibration says has words in every language, with as many places as it fills in.
func TestWhatTheBoardSaysHasWords(t *testing.T) {
	lines := saidLines(t, "../doctor", "../app")
	if len(lines) < 40 {
		t.Fatalf("only %d lines were found: %q", len(lines), lines)
	}
	files, _ := filepath.Glob("ui/src/lang/*.json")
	for _, file := range files {
		words := readCatalogue(t, file)
		for _, line := range lines {
			var places []string
			for i := range verb.FindAllString(line, -1) {
				places = append(places, fmt.Sprintf("{%d}", i))
			}
			if got, ok := words["said."+line]; !ok || !slices.Equal(names(got), places) {
				t.Errorf("%s: %q is %q", file, "said."+line, got)
			}
		}
		for key := range words {
			if line, said := strings.CutPrefix(key, "said."); said && !slices.Contains(lines, line) {
				t.Errorf("%s: nobody says %q", file, line)
			}
		}
	}
}

var verb = regexp.MustCompile(`%[a-z]`)

// saidLines are the constant words with which packages call a doctor's Console, and name problems and their remedies. What holds nothing but
// verbs isn't among them.
func saidLines(t *testing.T, dirs ...string) (lines []string) {
	t.Helper()
	at := map[string][]int{"Say": {0}, "inWords": {0}, "Progress": {2}, "settle": {2}, "problem": {1, 2}} // where their words are among the arguments
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
			ast.Inspect(tree, func(n ast.Node) bool {
				call, is := n.(*ast.CallExpr)
				if !is {
					return true
				}
				name := ""
				switch f := call.Fun.(type) {
				case *ast.Ident:
					name = f.Name
				case *ast.SelectorExpr:
					name = f.Sel.Name
				}
				for _, i := range at[name] {
					if len(call.Args) <= i || name == "Say" && fmt.Sprint(call.Args[i]) == "help" { // the latter is what settle was called with
						continue
					}
					line, constant := constantOf(call.Args[i])
					if !constant {
						t.Errorf("%s: the words of %s aren't constant, so that they can't be looked up", file, name)
					}
					if strings.TrimSpace(verb.ReplaceAllString(line, "")) != "" && !slices.Contains(lines, line) {
						lines = append(lines, line)
					}
				}
				return true
			})
		}
	}
	return lines
}

// constantOf is the text of a literal, or of a constant of the same file.
func constantOf(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, err == nil
	case *ast.Ident:
		if e.Obj != nil {
			if spec, is := e.Obj.Decl.(*ast.ValueSpec); is && len(spec.Values) == 1 && e.Obj.Kind == ast.Con {
				return constantOf(spec.Values[0])
			}
		}
	}
	return "", false
}

// TestPunctuation: texts in Arabic letters have the marks of their script, each language its own letters, and Persian its half spaces: slips that a reader
// sees at once, and who writes on another keyboard doesn't.
func TestPunctuation(t *testing.T) {
	slips := map[string]*regexp.Regexp{
		"fa": regexp.MustCompile(`[يىكة٠-٩]|[آ-ی][?,;]|(^|\s)ن?می [آ-ی]|[آ-ی] (ها|های|هایی|تر|ترین)([\s.،]|$)|\s[،؛؟.]|^\s|\s\s`),
		"ar": regexp.MustCompile(`[یکگچپژ۰-۹]|[ء-ي][?,;]|\s[،؛؟.]|[بلك]ـ(\s|$)|^\s|\s\s`),
	}
	for lang, slip := range slips {
		for key, text := range readCatalogue(t, "ui/src/lang/"+lang+".json") {
			if found := slip.FindString(text); found != "" && key != "comma" {
				t.Errorf("%s.json: %q has %q: %s", lang, key, found, text)
			}
		}
	}
}
