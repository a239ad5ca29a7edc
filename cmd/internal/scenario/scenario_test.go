package scenario_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"jadoube/boardstate/laws"
	"jadoube/cmd/internal/scenario"
)

// TestScenarios judges the scenarios that belong to the project.
func TestScenarios(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.json")
	if len(files) == 0 {
		t.Fatal("no scenarios in testdata")
	}
	judge(t, files)
}

// TestMoreScenarios judges those that lie beside the repository.
func TestMoreScenarios(t *testing.T) {
	files, _ := filepath.Glob("../../../../shared/laws/scenarios/S*.json")
	if len(files) == 0 {
		t.Skip("SKIP: no scenarios beside the repository")
	}
	judge(t, files)
}

func judge(t *testing.T, files []string) {
	t.Helper()
	for _, file := range files {
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		s, err := scenario.Read(file, f)
		f.Close()
		if err != nil {
			t.Error(err)
			continue
		}
		for _, edition := range laws.Editions() {
			t.Run(s.ID+"/"+edition, func(t *testing.T) {
				got, err := s.Judge(edition)
				if err != nil {
					t.Fatal(err)
				}
				compare(t, s.Want[edition], got)
			})
		}
	}
}

// counted are the kinds of tokens that are compared; of those marked, none may be told that isn't wanted.
var counted = map[string]bool{
	"made": true, "completed": true, "obl": false, "breach": true, "illegal": false, "penalty": true, "restore": true, "result": true,
	"running": false, "claim": false, "error": false,
}

func compare(t *testing.T, want, got []string) {
	t.Helper()
	for _, w := range want {
		if _, is := counted[kind(w)]; is && !slices.ContainsFunc(got, func(g string) bool { return meets(g, w) }) {
			t.Errorf("%s is missing among\n\t%s", w, strings.Join(got, "\n\t"))
		}
	}
	for _, g := range got {
		if strict := counted[kind(g)] || strings.HasPrefix(g, "illegal:completed"); !strict || g == "breach:none" {
			continue
		}
		wanted := slices.ContainsFunc(want, func(w string) bool {
			return meets(g, w) || slices.Contains([]string{"made", "completed"}, kind(g)) && strings.Contains(w, move(g))
		})
		if !wanted {
			t.Errorf("%s isn't wanted; wanted\n\t%s", g, strings.Join(want, "\n\t"))
		}
	}
}

func kind(token string) string {
	k, _, _ := strings.Cut(token, ":")
	return k
}

func move(token string) string {
	return strings.FieldsFunc(token, func(r rune) bool { return r == ':' || r == '@' })[1]
}

var at = regexp.MustCompile(`@\d+`)

// meets reports whether a token is the wanted one, which may leave the time away.
func meets(got, want string) bool {
	return got == want || !at.MatchString(want) && at.ReplaceAllString(got, "") == want
}
