package boardstate

// MarkAt returns where the cheapest story stood after so many moves, for [Tracker.Resume]; the zero value when it hasn't so many.
func (t *Tracker) MarkAt(moves int) Mark {
	n := t.best
	if n.signed() != "" {
		n = n.parent
	}
	if moves > n.ply || moves < 0 {
		return Mark{}
	}
	return Mark{n.back(moves)}
}
