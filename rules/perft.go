package rules

// Perft counts the sequences of legal moves of the given length; 1 for depth 0 or less. The last ply is counted
// without being played.
func Perft(p *Position, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	if depth == 1 {
		return uint64(p.CountLegalMoves())
	}
	var buf [MaxMoves]Move
	var n uint64
	var q Position
	for _, m := range p.LegalMoves(buf[:0]) {
		q = p.Play(m)
		n += Perft(&q, depth-1)
	}
	return n
}

// Branch is one legal move with the number of sequences that begin with it.
type Branch struct {
	Move  Move
	Nodes uint64
}

// Divide is [Perft] by first moves, in the order of [Position.LegalMoves]; empty for depth 0 or less.
func Divide(p *Position, depth int) []Branch {
	if depth <= 0 {
		return nil
	}
	var branches []Branch
	for _, m := range p.LegalMoves(nil) {
		q := p.Play(m)
		branches = append(branches, Branch{m, Perft(&q, depth-1)})
	}
	return branches
}
