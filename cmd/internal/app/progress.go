package app

import (
	"maps"
	"slices"

	"jadoube/boardstate/teacher"
	"jadoube/cmd/internal/store"
	"jadoube/cmd/internal/web"
)

// remember takes up what players had learned before the program was started.
func (d *daemon) remember(src *store.Store) error {
	if src == nil {
		return nil
	}
	marks, err := src.Progress()
	for _, m := range marks {
		d.progress[m.Player] = d.progress[m.Player].With(m.Exercise, teacher.Mark{Tries: m.Tries, Solved: m.Solved, Helped: m.Helped})
	}
	return err
}

// learned keeps the mark for the exercise.
func (d *daemon) learned(l *lesson) {
	d.progress[l.player] = d.progress[l.player].With(l.exercise.ID, l.mark)
	m := d.progress[l.player][l.exercise.ID]
	d.journal.add(&entry{
		rec:  d.recording,
		mark: &store.Mark{Player: l.player, Exercise: l.exercise.ID, Solved: m.Solved, Tries: m.Tries, Helped: m.Helped},
	})
}

// aboutProgress says what each player has solved of each lesson, for the state.
func (d *daemon) aboutProgress() web.Learning {
	var l web.Learning
	for _, name := range teacher.Lessons() {
		l.Lessons = append(l.Lessons, web.LessonSize{Name: name, Of: len(teacher.Of(name))})
	}
	l.Players = []web.Learner{}
	for _, player := range slices.Sorted(maps.Keys(d.progress)) {
		solved := map[string]int{}
		for _, name := range teacher.Lessons() {
			solved[name], _ = d.progress[player].Count(name)
		}
		l.Players = append(l.Players, web.Learner{Player: player, Solved: solved})
	}
	return l
}
