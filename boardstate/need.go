package boardstate

import (
	"slices"

	"jadoube/rules"
	"jadoube/rules/square"
	"jadoube/sensors"
)

// put is a contact that must be seen when a move is complete.
type put struct {
	at    square.Square
	says  sensors.Contact
	comes bool          // something arrives here
	swaps bool          // the square is occupied before and after: a break of contact must have been seen
	src   square.Square // for comes and swaps: what arrives was lifted here, before
}

// need is what one explanation of the next changes asks of the sensors: the contacts that change,
// the squares a piece may pass on its way, and what is left in the end.
type need struct {
	move  rules.Move
	sign  *sign // set instead of move: the kings show a result
	puts  []put
	from  square.Set // the pieces whose lift begins the move
	roles square.Set // the squares in puts
	still bool       // castling in Chess960 after which all contacts are as before
	line  square.Set // squares that a piece slid along the board passes
	near  square.Set // neighbours of roles and line, where a sleeve or a magnet's edge is felt
}

// sign is a result shown by the two kings on centre squares.
type sign struct {
	result       string
	white, black square.Square // where the kings stand
}

// place is a position with all that can be done next from it, shared by the nodes that stand there.
type place struct {
	pos   rules.Position
	ply   int
	key   uint64
	frame sensors.Frame
	see   planes
	needs []need
	// capturable are the squares of men that the side to move can take.
	capturable square.Set
	// reach is what the moves that begin with the man of a square touch; any is the same for all moves.
	reach [64]reach
	any   reach
}

// reach is what some moves touch: the squares they use, pass, and have beside them.
type reach struct{ roles, line, near square.Set }

func (r *reach) add(n *need) {
	r.roles |= n.roles
	r.line |= n.line
	r.near |= n.near
}

func (e *eye) newPlace(pos rules.Position, ply int) *place {
	p := &place{pos: pos, ply: ply, key: pos.Key()}
	p.frame, p.see = e.frame(&p.pos)
	var buf [256]rules.Move
	moves := p.pos.LegalMoves(buf[:0])
	p.needs = make([]need, 0, len(moves))
	room := make([]put, maxPuts*len(moves))
	for i, m := range moves {
		if v := p.pos.Victim(m); v != square.None {
			p.capturable = p.capturable.With(v)
		}
		n := e.moveNeed(&p.pos, m, room[maxPuts*i:maxPuts*i:maxPuts*(i+1)])
		p.needs = append(p.needs, n)
		p.any.add(&n)
		for s := range n.from.Squares() {
			p.reach[s].add(&n)
		}
	}
	return p
}

// maxPuts is how many contacts a move can need: castling has two men, each with a square to leave and one to reach.
const maxPuts = 4

// moveNeed returns what m asks for; room has space for maxPuts.
func (e *eye) moveNeed(pos *rules.Position, m rules.Move, room []put) need {
	n := need{move: m, from: m.From().Set(), puts: room}
	if m.IsCastle() {
		e.castleNeed(pos, m, &n)
	} else {
		e.plainNeed(pos, m, &n)
	}
	for _, p := range n.puts {
		n.roles = n.roles.With(p.at)
	}
	n.line &^= n.roles
	n.near = ring(n.roles|n.line) &^ (n.roles | n.line)
	return n
}

func (e *eye) plainNeed(pos *rules.Position, m rules.Move, n *need) {
	from, to, victim := m.From(), m.To(), pos.Victim(m)
	piece := pos.At(from)
	if r := m.Promotion(); r != rules.NoRole {
		piece = rules.MakePiece(piece.Color(), r)
	}
	n.puts = append(n.puts,
		put{at: to, says: e.says[piece], comes: true, swaps: victim == to, src: from},
		put{at: from, says: sensors.Nothing})
	if victim != square.None && victim != to {
		n.puts = append(n.puts, put{at: victim, says: sensors.Nothing})
	}
	n.line = way(from, to)
}

// castleNeed covers Chess960 too, where one piece may end where the other began or stay where it is.
func (e *eye) castleNeed(pos *rules.Position, m rules.Move, n *need) {
	kingTo, rookTo := m.CastleTo()
	king, rook := m.From(), m.To()
	n.from = square.Of(king, rook)
	for _, s := range [...]square.Square{kingTo, rookTo, king, rook} {
		if n.roles.Has(s) {
			continue
		}
		n.roles = n.roles.With(s)
		var after rules.Piece
		var src square.Square
		switch s {
		case kingTo:
			after, src = pos.At(king), king
		case rookTo:
			after, src = pos.At(rook), rook
		}
		filled, was := after != rules.NoPiece, pos.At(s) != rules.NoPiece
		n.puts = append(n.puts, put{at: s, says: e.says[after], comes: filled && !was, swaps: filled && was && pos.At(s) != after, src: src})
	}
	n.still = !slices.ContainsFunc(n.puts, func(p put) bool { return p.says != e.says[pos.At(p.at)] })
	for _, s := range [...]square.Square{king, rook, kingTo, rookTo} {
		n.line |= way(king, s) | way(rook, s)
	}
}

// way is what a piece slid from a to b passes: the squares between them on a line, else all of the
// rectangle that they span (a knight goes round either corner).
func way(a, b square.Square) square.Set {
	df, dr := b.File()-a.File(), b.Rank()-a.Rank()
	var w square.Set
	if df == 0 || dr == 0 || (df == dr || df == -dr) && max(df, -df) > 1 {
		n := max(df, -df, dr, -dr)
		for i := 1; i < n; i++ {
			w = w.With(square.At(a.File()+i*df/n, a.Rank()+i*dr/n))
		}
		return w
	}
	for f := min(a.File(), b.File()); f <= max(a.File(), b.File()); f++ {
		for r := min(a.Rank(), b.Rank()); r <= max(a.Rank(), b.Rank()); r++ {
			w = w.With(square.At(f, r))
		}
	}
	return w.Without(a).Without(b)
}

// ring is the set with all its neighbours.
func ring(b square.Set) square.Set {
	b |= b&^square.FileH<<1 | b&^square.FileA>>1
	return b | b<<8 | b>>8
}
