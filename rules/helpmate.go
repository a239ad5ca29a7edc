package rules

// hunt looks for a helpmate: a mate by one side with the help of the other. As both sides help, a position that was
// looked at need not be looked at again, whatever moves lead to it. So the hunt walks through a graph, the most
// promising positions first, and when nothing is left to walk to there is no mate.
type hunt struct {
	mater   Color
	limit   int
	table   huntTable
	queues  [huntQueues]huntQueue
	turn    int      // the queue from which the last position was taken
	streak  int      // how many more are taken from it
	targets []target // for the last queue, once the hunt is hard
	aimed   bool
	forced  bool // no position so far had two legal moves
	moves   [MaxMoves]Move
}

const (
	lazyNodes = 200  // positions after which each is asked whether it is hopeless
	hardNodes = 1000 // positions after which targets are chosen and the duel of the kings is looked at
	streak    = 8    // positions that are taken from a queue that has come nearer to a mate than ever
)

func newHunt(p *Position, mater Color, limit int) *hunt {
	h := &hunt{mater: mater, limit: limit, forced: true}
	h.add(p, -1, NoMove, true)
	return h
}

func (h *hunt) run() Winnable {
	for {
		if !h.aimed && h.table.len() > hardNodes && h.takeAim() {
			return h.no(WinUnreachable)
		}
		i := h.next()
		if i < 0 {
			return h.no(h.exhausted())
		}
		if w, over := h.expand(i); over {
			return w
		}
	}
}

func (h *hunt) no(why WinReason) Winnable {
	return Winnable{Answer: No, Reason: why, Nodes: h.table.len()}
}

func (h *hunt) exhausted() WinReason {
	if h.forced {
		return WinForced
	}
	return WinExhausted
}

// expand notes the positions that are a move away from that with the index i, and reports whether the hunt is over.
func (h *hunt) expand(i int32) (w Winnable, over bool) {
	p, hopeful := &h.table.at(i).p, h.table.at(i).hopeful
	if !hopeful && h.table.len() > lazyNodes {
		if hopeful = true; h.hopeless(p) {
			return w, false
		}
	}
	legal := p.LegalMoves(h.moves[:0])
	h.forced = h.forced && len(legal) < 2
	var q Position
	for _, m := range legal {
		p.PlayTo(m, &q)
		final := p.at(m.From()).Role() == Pawn || p.IsCapture(m)
		switch {
		case q.turn != h.mater && q.InCheck() && !q.HasLegalMove():
			return Winnable{Answer: Yes, Line: h.table.line(i, m), Nodes: h.table.len()}, true
		case final && tooLittle(&q, h.mater):
		case h.table.len() >= h.limit:
			return Winnable{Reason: WinLimit, Nodes: h.table.len()}, true
		default:
			h.add(&q, i, m, hopeful && !final)
		}
	}
	return w, false
}

// hopeless reports whether h's side certainly can't mate any more from p. The answer holds until a pawn moves or
// something is taken: what can be taken back changes nothing in what can be reached.
func (h *hunt) hopeless(p *Position) bool {
	r := newReach(p, nil)
	return !r.mayMate(h.mater) || h.aimed && r.narrow() && walledIn(p, h.mater)
}

// add notes a position, to be looked at unless it is known.
func (h *hunt) add(p *Position, from int32, by Move, hopeful bool) {
	i, fresh := h.table.add(p, from, by)
	if !fresh {
		return
	}
	h.table.at(i).hopeful = hopeful
	for k, e := range h.estimates(p) {
		h.put(k, i, e)
	}
	if h.targets != nil {
		h.aim(p, i)
	}
}

// put enters a position into a queue. Of two equal estimates the one with fewer moves counts a little more.
func (h *hunt) put(queue int, i int32, estimate int) {
	h.queues[queue].put(&h.table, queue, i, estimate+int(h.table.at(i).depth)/32)
}

// next takes the most promising position, -1 when there is none. The queues take turns, but one from which something
// nearer to a mate than ever came goes on for a while.
func (h *hunt) next() int32 {
	for range h.queues {
		if h.streak > 0 {
			h.streak--
		} else {
			h.turn = (h.turn + 1) % huntQueues
		}
		i, record := h.queues[h.turn].take(&h.table, h.turn)
		if record {
			h.streak = streak
		}
		if i >= 0 {
			h.table.at(i).done = true
			return i
		}
		h.streak = 0
	}
	return -1
}

// takeAim chooses the targets and estimates anew what is still to be looked at. It reports whether there can't be any
// mate after all.
func (h *hunt) takeAim() (hopeless bool) {
	h.aimed = true
	p := &h.table.at(0).p
	if walledIn(p, h.mater) {
		return true
	}
	r := newReach(p, nil)
	h.targets = r.targets(p, h.mater)
	for i := range int32(h.table.len()) {
		if n := h.table.at(i); !n.done {
			h.aim(&n.p, i)
		}
	}
	return false
}

// aim enters a position into the last queue, by the nearest target. It keeps to short ways more than the other queues.
func (h *hunt) aim(p *Position, i int32) {
	e := maxEstimate
	for t := range h.targets {
		e = min(e, h.targets[t].estimate(p, h.mater))
	}
	e += checkDistance(p, p.King(h.mater^1), h.mater)
	h.put(huntQueues-1, i, 2*e+int(h.table.at(i).depth)/8)
}
