package teacher

import (
	"encoding/json"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"jadoube/rules"
	"jadoube/rules/square"
)

// solutions are the first moves that don't fail.
func solutions(t *testing.T, e *Exercise) (p rules.Position, good []rules.Move) {
	t.Helper()
	p, err := e.Start()
	if err != nil {
		t.Fatalf("%s: %v", e.ID, err)
	}
	for _, m := range p.LegalMoves(nil) {
		if e.Judge(p, []rules.Move{m}).State != Wrong {
			good = append(good, m)
		}
	}
	return p, good
}

// TestExercises: each can be solved, can be missed, is quiet at the start where that is what it is about, and has words.
func TestExercises(t *testing.T) {
	english := catalogue(t)
	seen := map[string]bool{}
	for i := range Exercises {
		e := &Exercises[i]
		p, good := solutions(t, e)
		t.Logf("%s: %d of %d moves", e.ID, len(good), p.CountLegalMoves())
		if len(good) == 0 || len(good) == p.CountLegalMoves() && e.Goal.Aim != Go {
			t.Errorf("%s: %d of %d moves are right", e.ID, len(good), p.CountLegalMoves())
		}
		if seen[e.ID] || !strings.HasPrefix(e.ID, e.Lesson+"-") || p.Outcome() != rules.None {
			t.Errorf("%s twice, or not of %s, or over", e.ID, e.Lesson)
		}
		seen[e.ID] = true
		if a := e.Goal.Aim; (a == Go || a == Remove || a == Block) != p.InCheck() && a != Take {
			t.Errorf("%s: in check %v", e.ID, p.InCheck())
		}
		if english["prompt.lesson-"+e.ID] == "" {
			t.Errorf("no words for %s", e.ID)
		}
	}
	for _, l := range Lessons() {
		if english["lesson."+l] == "" {
			t.Errorf("no name for the lesson %s", l)
		}
	}
}

func catalogue(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("../../cmd/internal/web/ui/src/lang/en.json")
	if err != nil {
		t.Fatal(err)
	}
	words := map[string]string{}
	if err := json.Unmarshal(text, &words); err != nil {
		t.Fatal(err)
	}
	return words
}

// TestEveryKeyHasWords: the catalog has words for each key in the sources, with the names that it is given.
func TestEveryKeyHasWords(t *testing.T) {
	english := catalogue(t)
	files := []string{"check.go", "hand.go", "hint.go", "judge.go", "lesson.go", "review.go"}
	call := regexp.MustCompile(`say\("((?:teach|lesson|review)-[a-z-]+[a-z])"(.*)`)
	n := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range call.FindAllStringSubmatch(string(text), -1) {
			n++
			said := english["prompt."+m[1]]
			if said == "" {
				t.Errorf("%s: no words for %s", file, m[1])
			}
			for _, name := range regexp.MustCompile(`\{(\w+)\}`).FindAllStringSubmatch(said, -1) {
				if !strings.Contains(m[2], `"`+name[1]+`"`) {
					t.Errorf("%s: %s is not given %s", file, m[1], name[1])
				}
			}
		}
		for _, m := range regexp.MustCompile(`return "(teach-why-[a-z]+)"`).FindAllStringSubmatch(string(text), -1) {
			n++
			if english["prompt."+m[1]] == "" {
				t.Errorf("%s: no words for %s", file, m[1])
			}
		}
	}
	if n < 25 {
		t.Errorf("only %d keys found", n)
	}
}

// TestMatesAreAsLongAsTheySay: no shorter way leads to the mate that is asked for, and the longest defence holds out so long.
func TestMatesAreAsLongAsTheySay(t *testing.T) {
	for i := range Exercises {
		e := &Exercises[i]
		if p, err := e.Start(); err != nil || e.Goal.Aim == Mate && (e.Goal.Moves > 1 && mateIn(&p, e.Goal.Moves-1) || !mateIn(&p, e.Goal.Moves)) {
			t.Errorf("%s is no mate in %d, %v", e.ID, e.Goal.Moves, err)
		}
	}
}

// TestMateInTwoIsPlayedOut: the opponent answers, and only the right second move mates.
func TestMateInTwoIsPlayedOut(t *testing.T) {
	for i := range Exercises {
		e := &Exercises[i]
		if e.Goal.Aim != Mate || e.Goal.Moves == 1 {
			continue
		}
		p, good := solutions(t, e)
		moves := good[:1]
		for n := 1; ; n++ {
			s := e.Judge(p, moves)
			if s.State == Solved {
				break
			}
			q := after(p, moves)
			if s.State != Open || !q.IsLegal(s.Reply) || n > e.Goal.Moves {
				t.Fatalf("%s: %+v after %v", e.ID, s, moves)
			}
			moves = append(moves, s.Reply)
			q = q.Play(s.Reply)
			if early := e.Judge(p, moves); early.State != Open || early.Reply != rules.NoMove {
				t.Errorf("%s: %+v while the player is to move", e.ID, early)
			}
			best := slices.IndexFunc(q.LegalMoves(nil), func(m rules.Move) bool { return e.Judge(p, append(slices.Clone(moves), m)).State != Wrong })
			if best < 0 {
				t.Fatalf("%s: nothing goes on after %v", e.ID, moves)
			}
			moves = append(moves, q.LegalMoves(nil)[best])
		}
	}
}

func after(p rules.Position, moves []rules.Move) rules.Position {
	for _, m := range moves {
		p = p.Play(m)
	}
	return p
}

func TestLessonLights(t *testing.T) {
	e := Of("rook")[0]
	p, _ := e.Start()
	s := e.Look(&Moment{Position: p}, rules.NoMove)
	want := map[square.Square]string{square.A6: "hint"}
	if !reflect.DeepEqual(s.Lights, want) || s.Words[0].Key != "lesson-rook-1" {
		t.Errorf("asked by %v, %v", s.Lights, s.Words)
	}
	s = e.Look(&Moment{Position: p, Hand: []square.Square{square.A1}}, rules.NoMove)
	if s.Lights[square.A6] != "hint" || s.Lights[square.A1] != "touched" || s.Lights[square.A5] != "may-go" || s.Lights[square.B2] != "" {
		t.Errorf("with the rook in the hand %v", s.Lights)
	}
	wrong, _ := p.ParseSAN("Rb1")
	if got := e.Judge(p, []rules.Move{wrong}); got.State != Wrong {
		t.Errorf("%v is %+v", wrong, got)
	}
	s = e.Look(&Moment{Position: p.Play(wrong)}, wrong)
	want = map[square.Square]string{square.B1: "cannot-stay", square.A1: "do-next"}
	if !reflect.DeepEqual(s.Lights, want) || s.Words[0].Key != "lesson-wrong" {
		t.Errorf("after a wrong move %v, %v", s.Lights, s.Words)
	}
	right, _ := p.ParseSAN("Ra6")
	if got := e.Judge(p, []rules.Move{right}); got.State != Solved {
		t.Errorf("%v is %+v", right, got)
	}
	if Praise(false).Key != "lesson-right" || Praise(true).Key != "lesson-finished" {
		t.Error(Praise(false), Praise(true))
	}
}

func TestProgress(t *testing.T) {
	var p Progress
	e, ok := p.Next("pin")
	if !ok || e.ID != "pin-1" {
		t.Fatal(e, ok)
	}
	q := p.With("pin-1", Mark{Tries: 1, Solved: true}).With("pin-1", Mark{Tries: 2})
	if len(p) != 0 || !q["pin-1"].Solved || q["pin-1"].Tries != 2 {
		t.Errorf("%v, %v", p, q)
	}
	if _, ok := q.Next("pin"); ok {
		t.Error("all is solved, and more is asked")
	}
	if solved, of := q.Count("pin"); solved != 1 || of != 1 {
		t.Error(solved, of)
	}
	text, err := json.Marshal(q)
	var back Progress
	if err != nil || json.Unmarshal(text, &back) != nil || !reflect.DeepEqual(back, q) {
		t.Errorf("%s, %v", text, err)
	}
	if _, ok := p.Next("juggling"); ok || len(Of("juggling")) > 0 {
		t.Error("a lesson that doesn't exist")
	}
}
