package teacher

import "maps"

// Mark is what a player has made of an exercise.
type Mark struct {
	Tries  int  `json:"tries"`  // wrong moves before it was solved, or so far
	Solved bool `json:"solved"` //
	Helped bool `json:"helped"` // a hint was asked for
}

// Progress is what a player has made of all exercises, by their IDs. The zero value is a beginner's; who stores it may write
// it as JSON. What it says of exercises that don't exist any more is kept.
type Progress map[string]Mark

// With returns the progress with a mark for an exercise; the old one stays as it is. What was solved once stays solved.
func (p Progress) With(id string, m Mark) Progress {
	q := maps.Clone(p)
	if q == nil {
		q = Progress{}
	}
	m.Solved = m.Solved || q[id].Solved
	q[id] = m
	return q
}

// Next returns the first exercise of a lesson that isn't solved yet; ok is false when all of them are.
func (p Progress) Next(lesson string) (e Exercise, ok bool) {
	for _, e := range Of(lesson) {
		if !p[e.ID].Solved {
			return e, true
		}
	}
	return Exercise{}, false
}

// Count returns how many exercises of a lesson are solved, and how many it has.
func (p Progress) Count(lesson string) (solved, of int) {
	for _, e := range Of(lesson) {
		of++
		if p[e.ID].Solved {
			solved++
		}
	}
	return solved, of
}
