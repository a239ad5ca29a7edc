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
	nodes []*[huntChunk]huntNode // pieces that stay where they are when the table grows
	slots []int32                // open addressing: index of a node plus one, 0 for none; a power of two
	n     int
}

const huntChunk = 64

func (t *huntTable) len() int { return t.n }

func (t *huntTable) at(i int32) *huntNode { return &t.nodes[i/huntChunk][i%huntChunk] }

// add notes a position, and returns its index and whether it was new.
func (t *huntTable) add(p *Position, from int32, by Move) (i int32, fresh bool) {
	if 3*t.n >= 2*len(t.slots) {
		t.grow()
	}
	slot := &t.slots[t.find(p)]
	if *slot != 0 {
		return *slot - 1, false
	}
	if t.n%huntChunk == 0 {
		t.nodes = append(t.nodes, new([huntChunk]huntNode))
	}
	i = int32(t.n)
	t.n++
	*slot = int32(t.n)
	n := t.at(i)
	n.p, n.from, n.by = *p, from, by
	if from >= 0 {
		n.depth = t.at(from).depth + 1
	}
	return i, true
}

// find returns the slot of a position, or the empty one where it belongs.
func (t *huntTable) find(p *Position) int {
	mask := len(t.slots) - 1
	for s := int(p.key) & mask; ; s = (s + 1) & mask {
		if i := t.slots[s]; i == 0 || t.at(i-1).p.Same(p) {
			return s
		}
	}
}

// grow makes the slots four times as many.
func (t *huntTable) grow() {
	t.slots = make([]int32, max(4*len(t.slots), 128))
	for i := range int32(t.n) {
		t.slots[t.find(&t.at(i).p)] = i + 1
	}
}

// line returns the moves from the first position to that with the index i, and one more.
func (t *huntTable) line(i int32, last Move) []Move {
	out := []Move{last}
	for n := t.at(i); n.from >= 0; n = t.at(n.from) {
		out = append(out, n.by)
	}
	slices.Reverse(out)
	return out
}
