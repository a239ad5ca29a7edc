package scenario_test

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"jadoube/boardstate/laws"
	"jadoube/cmd/internal/scenario"
)

// TestPageExample judges the example of docs/judge.md and compares the answer with the one that is printed there.
func TestPageExample(t *testing.T) {
	page, err := os.ReadFile("../../../docs/judge.md")
	if err != nil {
		t.Fatal(err)
	}
	example := regexp.MustCompile("(?s)```json\n(.*?)```\n\n    ({.*?})\n").FindSubmatch(page)
	if example == nil {
		t.Fatal("docs/judge.md has no example")
	}
	s, err := scenario.Read("docs/judge.md", strings.NewReader(string(example[1])))
	if err != nil {
		t.Fatal(err)
	}
	var want map[string]any
	if err := json.Unmarshal(example[2], &want); err != nil {
		t.Fatal(err)
	}
	for _, edition := range laws.Editions() {
		got, err := s.Judge(edition)
		if err != nil {
			t.Fatal(err)
		}
		var printed []string
		for _, token := range want["laws_"+edition].([]any) {
			printed = append(printed, token.(string))
		}
		if !slices.Equal(got, printed) {
			t.Errorf("%s: got\n%q, the page has\n%q", edition, got, printed)
		}
	}
}
