package rules

// History is a game's positions since its start, with the moves that led from each to the next. The zero value is
// not usable: see [NewHistory]. It takes under 70 bytes a ply.
type History struct {
	positions []Position
	moves     []Move
}

// NewHistory begins a history. The first position counts as its first occurrence.
func NewHistory(start Position) *History {
	return &History{positions: []Position{start}}
}

// Push plays m, which must be legal in the current position.
func (h *History) Push(m Move) {
	h.positions = append(h.positions, h.Current().Play(m))
	h.moves = append(h.moves, m)
}

// Pop takes the last move back and returns it; NoMove when there is none.
func (h *History) Pop() Move {
	n := len(h.moves)
	if n == 0 {
		return NoMove
	}
	m := h.moves[n-1]
	h.moves, h.positions = h.moves[:n-1], h.positions[:n]
	return m
}

// Len is the number of moves played.
func (h *History) Len() int { return len(h.moves) }

// Moves returns the moves since the start. The slice is the history's own, valid until the next Push or Pop.
func (h *History) Moves() []Move { return h.moves }

// Current returns the position after the last move. It is the history's own: copy it to keep it.
func (h *History) Current() *Position { return &h.positions[len(h.positions)-1] }

// At returns the position after so many moves, from 0 to Len. It is the history's own: copy it to keep it.
func (h *History) At(ply int) *Position { return &h.positions[ply] }

// Count returns how often the current position has been on the board, this time included (9.2.2 is met at 3, 9.6.1
// at 5).
func (h *History) Count() int { return h.CountAt(h.Len()) }

// CountAt returns how often the position after so many moves had been on the board by then.
func (h *History) CountAt(ply int) int { return h.count(&h.positions[ply], ply) }

// count returns how often now, the position after so many moves, has then been on the board. No position comes back
// after a capture or a pawn's move.
func (h *History) count(now *Position, ply int) int {
	n := 1
	for i := ply - 2; i >= 0 && ply-i <= now.HalfMoves(); i -= 2 {
		if h.positions[i].Same(now) {
			n++
		}
	}
	return n
}
