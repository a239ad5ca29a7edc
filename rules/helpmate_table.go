package rules

import "slices"

// huntNode is a position that a hunt has come to.
type huntNode struct {
	p       Position          // its counters mean nothing
	from    int32             // the position before, -1 for the first
	after   [huntQueues]int32 // the next position in each queue plus one, 0 for none
	by      Move              // from the position before
	depth   uint16            // half-moves from the first position
	hopeful bool              // since the last pawn move or capture it was asked whether there is hope, and there was
	done    bool              // it was taken from a queue
}

// huntTable holds the positions of a hunt in the order in which they came up, and finds them again. Whether a position
// is known is decided by the position, not by its key alone.
type huntTable struct {
	nodes []huntNode
	slots []int32 // open addressing: index of a node plus one, 0 for none; a power of two
}

// init makes room for the first positions.
func (t *huntTable) init(limit int) {
	t.nodes = make([]huntNode, 0, min(limit, 256))
	t.slots = make([]int32, 512)
}

func (t *huntTable) len() int { return len(t.nodes) }

// add notes a position, and returns its index and whether it was new.
func (t *huntTable) add(p *Position, from int32, by Move) (i int32, fresh bool) {
	slot := t.find(p)
	if i := t.slots[slot]; i != 0 {
		return i - 1, false
	}
	n := huntNode{p: *p, from: from, by: by}
	if from >= 0 {
		n.depth = t.nodes[from].depth + 1
	}
	t.nodes = append(t.nodes, n)
	t.slots[slot] = int32(len(t.nodes))
	if 3*len(t.nodes) > 2*len(t.slots) {
		t.grow()
	}
	return int32(len(t.nodes) - 1), true
}

// find returns the slot of a position, or the empty one where it belongs.
func (t *huntTable) find(p *Position) int {
	mask := len(t.slots) - 1
	for s := int(p.key) & mask; ; s = (s + 1) & mask {
		if i := t.slots[s]; i == 0 || t.nodes[i-1].p.Same(p) {
			return s
		}
	}
}

// grow makes the slots four times as many.
func (t *huntTable) grow() {
	t.slots = make([]int32, 4*len(t.slots))
	for i := range t.nodes {
		t.slots[t.find(&t.nodes[i].p)] = int32(i + 1)
	}
}

// line returns the moves from the first position to that with the index i, and one more.
func (t *huntTable) line(i int32, last Move) []Move {
	out := []Move{last}
	for ; t.nodes[i].from >= 0; i = t.nodes[i].from {
		out = append(out, t.nodes[i].by)
	}
	slices.Reverse(out)
	return out
}
