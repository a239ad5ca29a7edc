package app

// timeline gives the readings of one recording their times. Whoever replays the record has all readings
// beforehand; he tells the same only if a reading never comes after what has been told of its moment. So
// one that is late is dated after that. Two readings don't share a millisecond: a trace would make one of
// them.
type timeline struct {
	base int64 // the board's time at which the recording began
	told int64 // up to this time of the recording, included, all is told
	read bool  // there has been a reading
}

// reading returns the time of a reading that the board dates at.
func (l *timeline) reading(at int64) int64 {
	l.told, l.read = max(at-l.base, l.told+1), true
	return l.told
}

// pass lets the time up to at, included, be told of, and returns what it is in the recording.
func (l *timeline) pass(at int64) int64 {
	l.told = max(at-l.base, l.told)
	return l.told
}
