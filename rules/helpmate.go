package rules

// hunt looks for a helpmate: a mate by one side with the help of the other. As both sides help, a position that was
// looked at once need not be looked at again, whatever moves led to it, so the hunt walks through a graph and never
// comes back: when nothing is left to walk to, there is no mate. The positions that promise most come first.
type hunt struct {
	mater Color
	limit int
	table huntTable
	queue [queues]queue
	turn  int
	moves [MaxMoves]Move
}

func newHunt(p *Position, mater Color, limit int) *hunt {
	h := &hunt{mater: mater, limit: limit}
	for i := range h.queue {
		h.queue[i].init()
	}
	h.table.init()
	h.add(p, -1, NoMove, true)
	return h
}

func (h *hunt) run() Winnable {
	var p, q Position
	for {
		i := h.next()
		if i < 0 {
			return Winnable{Answer: No, Reason: WinExhausted, Nodes: h.table.len()}
		}
		h.table.position(i, &p)
		tested := h.table.nodes[i].tested
		if !tested && h.table.len() > lazyNodes {
			if tested = true; h.hopeless(&p) {
				continue
			}
		}
		for _, m := range p.LegalMoves(h.moves[:0]) {
			p.PlayTo(m, &q)
			if q.InCheck() && q.turn != h.mater && !q.HasLegalMove() {
				return Winnable{Answer: Yes, Line: h.table.line(i, m), Nodes: h.table.len()}
			}
			once := irreversible(&p, m)
			if once && tooLittle(&q, h.mater) {
				continue
			}
			if h.table.len() >= h.limit {
				return Winnable{Reason: WinLimit, Nodes: h.table.len()}
			}
			h.add(&q, i, m, tested && !once)
		}
	}
}

// irreversible reports whether a move is one that can't be taken back: a pawn's, or a capture.
func irreversible(p *Position, m Move) bool {
	return p.at(m.From()).Role() == Pawn || p.IsCapture(m)
}

// lazyNodes is after how many positions a hunt begins to ask of each whether it is hopeless.
const lazyNodes = 200

// hopeless reports whether h's side certainly can't mate any more.
func (h *hunt) hopeless(q *Position) bool {
	r := newReach(q)
	return !r.mayMate(h.mater)
}

// add notes a position unless it is known.
func (h *hunt) add(p *Position, from int32, by Move, tested bool) {
	i, fresh := h.table.add(p, from, by)
	if !fresh {
		return
	}
	n := &h.table.nodes[i]
	n.tested = tested
	e := h.estimate(p)
	d := int(n.depth) / 4
	for k, v := range [queues]int{e, e/2 + h.strip(p)} {
		h.queue[k].put(h.table.nodes, k, i, min(v+d, maxPromise))
	}
}

// next takes the most promising position, -1 when there is none.
func (h *hunt) next() int32 {
	for range queues {
		h.turn = (h.turn + 1) % queues
		if i := h.queue[h.turn].take(h.table.nodes, h.turn); i >= 0 {
			h.table.nodes[i].done = true
			return i
		}
	}
	return -1
}

// queue holds the positions that are still to be looked at, sorted by an estimate.
type queue struct {
	ready [maxPromise + 1]int32 // by promise: the last position put there, -1 for none
	best  int                   // nothing better than this is ready
}

const queues = 2

func (q *queue) init() {
	for i := range q.ready {
		q.ready[i] = -1
	}
}

func (q *queue) put(nodes []huntNode, k int, i int32, e int) {
	nodes[i].after[k] = q.ready[e]
	q.ready[e] = i
	q.best = min(q.best, e)
}

func (q *queue) take(nodes []huntNode, k int) int32 {
	for ; q.best <= maxPromise; q.best++ {
		for {
			i := q.ready[q.best]
			if i < 0 {
				break
			}
			q.ready[q.best] = nodes[i].after[k]
			if !nodes[i].done {
				return i
			}
		}
	}
	return -1
}
