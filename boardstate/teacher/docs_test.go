package teacher_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"jadoube/boardstate/teacher"
	"jadoube/rules"
	"jadoube/rules/square"
)

func Example() {
	p := rules.MustFEN("4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 1")
	m := teacher.Moment{Position: p, Asked: 2}
	s := teacher.Look(&m, [2]teacher.Help{rules.White: teacher.Hints})
	fmt.Println(s.Lights[square.C3], s.Lights[square.D5], s.Words[0].Key, s.Words[1].Key)
	// Output: hint hint teach-hint-move teach-why-wins
}

// TestTeachingPage: the page tells of each step, each lesson, the number of exercises, and has the example above.
func TestTeachingPage(t *testing.T) {
	text, err := os.ReadFile("../../docs/teaching.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	for _, word := range teacher.StepWords() {
		if !strings.Contains(page, "\n| `"+word+"` |") {
			t.Errorf("no row for the step %s", word)
		}
	}
	for _, l := range teacher.Lessons() {
		if !strings.Contains(page, "`"+l+"`") {
			t.Errorf("nothing of the lesson %s", l)
		}
	}
	if !strings.Contains(page, fmt.Sprintf("%d in all", len(teacher.Exercises))) {
		t.Errorf("there are %d exercises", len(teacher.Exercises))
	}
	source, err := os.ReadFile("docs_test.go")
	if err != nil {
		t.Fatal(err)
	}
	_, block, _ := strings.Cut(page, "```go\n")
	block, _, _ = strings.Cut(block, "```")
	for _, line := range strings.Split(strings.TrimSpace(block), "\n") {
		if !strings.Contains(string(source), "\t"+line+"\n") {
			t.Errorf("the example isn't run: %s", line)
		}
	}
}
