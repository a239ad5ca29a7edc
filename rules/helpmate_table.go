package rules

import (
	"slices"

	"jadoube/rules/square"
)

// packed is a position in as few bytes as compare fast: which squares are occupied, and what stands on them in their
// order, four bits each. A rook with a castling right, and a pawn that may be taken in passing, are pieces of their own.
type packed struct {
	occupied square.Set
	pieces   [2]uint64
}

const (
	packedEnPassant = 0
	packedCastling  = 7 // for White; 15 for Black
)

func pack(p *Position) (k packed) {
	k.occupied = p.Occupied()
	castling := p.CastlingRooks()
	n := 0
	for b := k.occupied; b != 0; n++ {
		s := b.Pop()
		code := uint64(p.at(s))
		if castling.Has(s) {
			code = packedCastling | code&8
		} else if p.enPassant != square.None && s == p.enPassant^8 {
			code = packedEnPassant
		}
		k.pieces[n>>4&1] |= code << (n & 15 * 4)
	}
	return k
}

// unpack makes p the position again, with the given side to move and no counters.
func (k *packed) unpack(p *Position, turn Color) {
	*p = Position{turn: turn, enPassant: square.None, fullMove: 1}
	var castling square.Set
	n := 0
	for b := k.occupied; b != 0; n++ {
		s := b.Pop()
		pc := Piece(k.pieces[n>>4&1] >> (n & 15 * 4) & 15)
		switch pc & 7 {
		case packedEnPassant:
			pc = MakePiece(turn^1, Pawn)
			p.enPassant = s ^ 8
			p.key ^= zobrist.enPassant[s.File()]
		case packedCastling:
			pc = pc&8 | Piece(Rook)
			castling |= s.Set()
		}
		p.put(pc, s)
	}
	p.giveRights(castling)
	if turn == Black {
		p.key ^= zobrist.black
	}
}

// huntNode is a position that a hunt has come to.
type huntNode struct {
	packed
	from         int32 // the position before, -1 for the first
	after        [queues]int32
	hash         uint32 // of position and side to move
	by           Move   // from the position before
	tested, done bool
	depth        uint16 // half-moves from the first position; their parity tells the side to move
}

// huntTable holds the positions of a hunt in the order in which they came up, and finds them again.
type huntTable struct {
	nodes []huntNode
	slots []int32 // open addressing: index of a node plus one, 0 for none
	first Color   // the side to move in the first position
}

const huntStart = 512 // positions for which there is room at first

func (t *huntTable) init() {
	t.nodes = make([]huntNode, 0, huntStart)
	t.slots = make([]int32, 4*huntStart)
}

func (t *huntTable) len() int { return len(t.nodes) }

func (t *huntTable) turn(n *huntNode) Color { return t.first ^ Color(n.depth&1) }

// add notes a position, and returns its index and whether it was new.
func (t *huntTable) add(p *Position, from int32, by Move) (int32, bool) {
	n := huntNode{packed: pack(p), from: from, hash: uint32(p.key ^ p.key>>32), by: by}
	if from < 0 {
		t.first = p.turn
	} else {
		n.depth = t.nodes[from].depth + 1
	}
	slot := t.find(&n)
	if i := t.slots[slot]; i != 0 {
		return i - 1, false
	}
	t.nodes = append(t.nodes, n)
	t.slots[slot] = int32(len(t.nodes))
	if 2*len(t.nodes) > len(t.slots) {
		t.grow()
	}
	return int32(len(t.nodes) - 1), true
}

// find returns the slot of a position, or the empty one where it belongs.
func (t *huntTable) find(n *huntNode) int {
	mask := len(t.slots) - 1
	for s := int(n.hash) & mask; ; s = (s + 1) & mask {
		i := t.slots[s]
		if i == 0 {
			return s
		}
		if o := &t.nodes[i-1]; o.hash == n.hash && o.packed == n.packed && o.depth&1 == n.depth&1 {
			return s
		}
	}
}

func (t *huntTable) grow() {
	t.slots = make([]int32, 4*len(t.slots))
	mask := len(t.slots) - 1
	for i := range t.nodes {
		s := int(t.nodes[i].hash) & mask
		for t.slots[s] != 0 {
			s = (s + 1) & mask
		}
		t.slots[s] = int32(i + 1)
	}
}

// position makes p the position with the index i.
func (t *huntTable) position(i int32, p *Position) {
	n := &t.nodes[i]
	n.unpack(p, t.turn(n))
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
