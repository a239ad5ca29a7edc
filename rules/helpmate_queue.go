package rules

// huntQueues is the number of queues, each with an estimate of its own: three of [hunt.estimates], one of the targets.
const huntQueues = 4

// maxEstimate is the worst estimate that is told from others.
const maxEstimate = 511

// huntQueue holds positions by an estimate, of equal ones the latest first. The links are in the positions' table, and
// those taken from another queue are passed over. The zero value is an empty queue.
type huntQueue struct {
	last [maxEstimate + 1]int32 // by estimate: the latest position plus one, 0 for none
	best int                    // nothing with a better estimate is here
	gain int                    // how much better than maxEstimate the best that was ever taken is
}

func (q *huntQueue) put(t *huntTable, queue int, i int32, estimate int) {
	estimate = min(estimate, maxEstimate)
	t.at(i).after[queue] = q.last[estimate]
	q.last[estimate] = i + 1
	q.best = min(q.best, estimate)
}

// take takes the best position out and reports whether there was no better one before; -1 when there is none.
func (q *huntQueue) take(t *huntTable, queue int) (i int32, record bool) {
	for ; q.best <= maxEstimate; q.best++ {
		for next := q.last[q.best]; next != 0; next = q.last[q.best] {
			n := t.at(next - 1)
			q.last[q.best] = n.after[queue]
			if !n.done {
				gain := maxEstimate - q.best
				record = gain > q.gain
				q.gain = max(q.gain, gain)
				return next - 1, record
			}
		}
	}
	return -1, false
}
