package rules

import (
	"strings"
	"unicode/utf8"

	"jadoube/rules/square"
)

// SAN writes m in Standard Algebraic Notation as PGN's export format wants it, with + and #. m must be legal.
func (p *Position) SAN(m Move) string {
	return string(p.AppendSAN(make([]byte, 0, 8), m))
}

// AppendSAN appends what [Position.SAN] writes to b.
func (p *Position) AppendSAN(b []byte, m Move) []byte {
	b = p.appendSAN(b, m)
	var q Position
	switch p.PlayTo(m, &q); {
	case !q.InCheck():
		return b
	case q.HasLegalMove():
		return append(b, '+')
	}
	return append(b, '#')
}

// appendSAN writes m without marks of check.
func (p *Position) appendSAN(b []byte, m Move) []byte {
	if m.IsCastle() {
		if m.isShort() {
			return append(b, "O-O"...)
		}
		return append(b, "O-O-O"...)
	}
	capture := p.IsCapture(m)
	if r := p.at(m.From()).Role(); r != Pawn {
		b = append(b, r.Letter())
		b = p.appendOrigin(b, m)
	} else if capture {
		b = append(b, 'a'+byte(m.From().File()))
	}
	if capture {
		b = append(b, 'x')
	}
	b = append(b, m.To().String()...)
	if r := m.Promotion(); r != NoRole {
		b = append(b, '=', r.Letter())
	}
	return b
}

// appendOrigin writes as much of the origin as tells the piece from its like: the file, else the rank, else both.
func (p *Position) appendOrigin(b []byte, m Move) []byte {
	from, to, role := m.From(), m.To(), p.at(m.From()).Role()
	if p.reaching(role, to)&p.Pieces(p.turn, role) == from.Set() {
		return b
	}
	rivals := p.origins(role, to, ^from.Set())
	name := from.String()
	switch {
	case rivals == 0:
		return b
	case rivals&(square.FileA<<from.File()) == 0:
		return append(b, name[0])
	case rivals&(square.Rank1<<(8*from.Rank())) == 0:
		return append(b, name[1])
	}
	return append(b, name...)
}

// ParseSAN reads a legal move in algebraic notation. Beside what [Position.SAN] writes it takes what people and
// programs write: zeros or lower case in castling, e8Q, e8=q, e8(Q) and e8/Q, the origin though it isn't needed (Ng1f3,
// e2-e4, g1f3), a missing or a needless x, : or × for x, figurines, marks of check and mate or none, right or wrong, e.p.,
// judgements (! and ?, also those of other scripts) and offers of a draw. Errors are *MoveError; of several moves that fit
// it names all.
func (p *Position) ParseSAN(s string) (Move, error) {
	var t sanText
	if !t.read(s) {
		if isNullMove(s) {
			return NoMove, moveError(s, Unreadable, "a null move is no move of a game")
		}
		return NoMove, moveError(s, Unreadable, "expected algebraic notation, as in e4, Nbd7, exd8=Q+ or O-O")
	}
	if t.role == NoRole && t.from.complete() { // g1f3: any piece, and castling as UCI has it
		return p.parseCoordinates(s, &t)
	}
	switch m, n := p.find(&t); n {
	case 1:
		return m, nil
	case 0:
		return NoMove, moveError(s, Illegal, "no legal move of %s fits", p.turn)
	}
	return NoMove, p.ambiguous(s, &t)
}

// find returns how many legal moves fit a text, and the move when it is one.
func (p *Position) find(t *sanText) (m Move, n int) {
	if t.castle != 0 {
		if m = p.castling(t.castle == 2); m != NoMove {
			n = 1
		}
		return m, n
	}
	role := max(t.role, Pawn)
	promotes := role == Pawn && lastRanks.Has(t.to)
	if t.promotion != NoRole && !promotes {
		return NoMove, 0
	}
	from := p.origins(role, t.to, t.from.set())
	n = from.Len()
	if promotes && t.promotion == NoRole {
		n *= 4
	}
	if n == 1 {
		m = p.moveOf(role, from.First(), t.to, t.promotion)
	}
	return m, n
}

// castling returns castling with the rook on the h-side, or on the a-side; NoMove when it isn't legal.
func (p *Position) castling(short bool) Move {
	v := view{p: p}
	v.look()
	for b := v.castlingRooks(); b != 0; b &= b - 1 {
		if m := makeMove(v.king, b.First(), kindCastle); m.isShort() == short {
			return m
		}
	}
	return NoMove
}

func (p *Position) ambiguous(s string, t *sanText) error {
	var fits []string
	for _, m := range p.LegalMoves(nil) {
		if t.matches(p, m) {
			fits = append(fits, p.SAN(m))
		}
	}
	return moveError(s, Ambiguous, "it can mean %s", strings.Join(fits, " or "))
}

func (p *Position) parseCoordinates(s string, t *sanText) (Move, error) {
	uci := t.from.square().String() + t.to.String()
	if t.promotion != NoRole {
		uci += string(t.promotion.Letter() - 'A' + 'a')
	}
	m, err := p.ParseUCI(uci)
	if e, ok := err.(*MoveError); ok {
		e.Text = s
		return NoMove, e
	}
	return m, nil
}

func isNullMove(s string) bool {
	switch s {
	case "--", "Z0", "null", "0000", "@@@@":
		return true
	}
	return false
}

// sanText is what a move's text says: a castling, or a destination with what is told of the rest.
type sanText struct {
	castle    int  // rook's side: 0 none, 2 short (O-O), 3 long
	role      Role // NoRole: no letter, so a pawn (or any piece when the origin is complete)
	from      origin
	to        square.Square
	promotion Role
}

// origin is a file and a rank, each -1 when not told.
type origin struct{ file, rank int }

func (o origin) complete() bool        { return o.file >= 0 && o.rank >= 0 }
func (o origin) square() square.Square { return square.At(o.file, o.rank) }

// set returns the squares that may be meant.
func (o origin) set() square.Set {
	b := square.All
	if o.file >= 0 {
		b &= square.FileA << o.file
	}
	if o.rank >= 0 {
		b &= square.Rank1 << (8 * o.rank)
	}
	return b
}

func (t *sanText) matches(p *Position, m Move) bool {
	if t.castle != 0 || m.IsCastle() {
		return m.IsCastle() && t.castle != 0 && m.isShort() == (t.castle == 2)
	}
	return m.To() == t.to && (t.promotion == NoRole || m.Promotion() == t.promotion) &&
		p.at(m.From()).Role() == max(t.role, Pawn) && t.from.set().Has(m.From())
}

// read takes a move's text apart, from its end: the destination is the last square named.
func (t *sanText) read(s string) (ok bool) {
	t.from = origin{-1, -1}
	s = trimMarks(s)
	if t.castle = readCastling(s); t.castle != 0 {
		return true
	}
	if s, ok = t.readPromotion(s); !ok || len(s) < 2 {
		return false
	}
	to, err := square.Parse(s[len(s)-2:])
	if err != nil {
		return false
	}
	t.to = to
	s = s[:len(s)-2]
	if n := len(s); n > 1 && (s[n-1] == 'x' || s[n-1] == '-' || s[n-1] == ':' || s[n-1] == 'X') {
		s = s[:n-1]
	}
	if s != "" {
		if t.role = roleOf(s[0]); t.role != NoRole {
			s = s[1:]
		}
	}
	return t.from.read(s)
}

// plain replaces what stands for the signs of algebraic notation in print and in other scripts.
var plain = strings.NewReplacer(
	" ", "", "\t", "", "\u00a0", "", "\u200e", "", "\u200f", "", "\ufe0e", "", "\ufe0f", "",
	"♔", "K", "♕", "Q", "♖", "R", "♗", "B", "♘", "N", "♙", "", "♚", "K", "♛", "Q", "♜", "R", "♝", "B", "♞", "N", "♟", "",
	"×", "x", "‐", "-", "‑", "-", "–", "-", "—", "-", "−", "-",
	"؟", "?", "！", "!", "？", "?", "‼", "!!", "⁇", "??", "⁈", "?!", "⁉", "!?", "†", "+", "‡", "#",
)

// trimMarks takes check, mate, judgements, "e.p." and offers of a draw off the end.
func trimMarks(s string) string {
	for i := range len(s) {
		if s[i] <= ' ' || s[i] >= utf8.RuneSelf {
			s = plain.Replace(s)
			break
		}
	}
	for s != "" && (s[len(s)-1] < '0' || s[len(s)-1] > '8') {
		t := strings.TrimRight(s, "+#!?=")
		for _, suffix := range [...]string{"e.p.", "e.p", "ep", "mate", "ch", "dbl", "(=)"} {
			t = strings.TrimSuffix(t, suffix)
		}
		if t == s {
			return s
		}
		s = t
	}
	return s
}

// readCastling returns the rook's side, see sanText.
func readCastling(s string) int {
	if s == "" || s[0] != 'O' && s[0] != 'o' && s[0] != '0' {
		return 0
	}
	switch strings.ToUpper(strings.ReplaceAll(s, "0", "O")) {
	case "O-O", "OO":
		return 2
	case "O-O-O", "OOO":
		return 3
	}
	return 0
}

// readPromotion takes a promotion off the end of s: a letter with or without =, / or brackets.
func (t *sanText) readPromotion(s string) (rest string, ok bool) {
	if s == "" {
		return s, false
	}
	if last := s[len(s)-1]; last >= '1' && last <= '8' {
		return s, true
	}
	s, closed := strings.CutSuffix(s, ")")
	if s == "" {
		return s, false
	}
	t.promotion = roleOf(s[len(s)-1] &^ 0x20)
	s = s[:len(s)-1]
	if s != "" && (strings.HasSuffix(s, "(") == closed) {
		s = strings.TrimRight(s, "=/(")
	}
	return s, t.promotion >= Knight && t.promotion <= Queen
}

// read takes in a file, a rank, both or nothing.
func (o *origin) read(s string) bool {
	if s != "" && s[0] >= 'a' && s[0] <= 'h' {
		o.file = int(s[0] - 'a')
		s = s[1:]
	}
	if s != "" && s[0] >= '1' && s[0] <= '8' {
		o.rank = int(s[0] - '1')
		s = s[1:]
	}
	return s == ""
}
