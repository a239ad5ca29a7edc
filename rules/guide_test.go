package rules

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestGuide: the code on the page about the rules is that of the examples, which are compiled and run.
func TestGuide(t *testing.T) {
	page, err := os.ReadFile("../docs/rules.md")
	if err != nil {
		t.Fatal(err)
	}
	examples := bodies(t, "example_test.go")
	blocks := regexp.MustCompile("(?s)```go\n(.*?)```").FindAllStringSubmatch(string(page), -1)
	if len(blocks) < 8 {
		t.Errorf("the page has only %d blocks of code", len(blocks))
	}
	for _, b := range blocks {
		if !examples[b[1]] {
			t.Errorf("this is the body of no example in example_test.go:\n%s", b[1])
		}
	}
}

// bodies returns the functions' bodies in a file, without their indentation.
func bodies(t *testing.T, path string) map[string]bool {
	t.Helper()
	source, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, f := range regexp.MustCompile(`(?s)\nfunc \w+\(\) \{\n(.*?\n)\}\n`).FindAllStringSubmatch(string(source), -1) {
		found[strings.ReplaceAll("\n"+f[1], "\n\t", "\n")[1:]] = true
	}
	return found
}
