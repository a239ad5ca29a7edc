package laws

import (
	"strconv"
	"strings"
	"testing"

	"jadoube/rules"
	"jadoube/rules/square"
)

// script writes a ledger: "e2@0" touches, "-e2@900" is back, "e2e4@900" and "e7e8q@900" are released, "@e8q@900" is a new piece put down
// before any pawn was touched, "adjust@0" is said.
func script(t testing.TB, text string) *Ledger {
	t.Helper()
	l := NewLedger(DefaultTiming())
	for _, word := range strings.Fields(text) {
		what, when, _ := cutLast(word)
		at, err := strconv.ParseInt(when, 10, 64)
		if err != nil {
			t.Fatalf("%s: %v", word, err)
		}
		do(&l, what, at)
	}
	return &l
}

func cutLast(s string) (before, after string, ok bool) {
	i := strings.LastIndexByte(s, '@')
	return s[:i], s[i+1:], true
}

func do(l *Ledger, what string, at int64) {
	sq := func(i int) square.Square { s, _ := square.Parse(what[i : i+2]); return s }
	role := func(i int) rules.Role {
		if len(what) <= i {
			return rules.NoRole
		}
		pc, _ := rules.ParsePiece(what[i])
		return pc.Role()
	}
	switch {
	case what == "adjust":
		l.Announce(at)
	case what[0] == '-':
		l.Return(sq(1), at, false)
	case what[0] == '~':
		l.Return(sq(1), at, true)
	case what[0] == '@':
		l.Release(square.None, sq(1), role(3), at)
	case len(what) == 2:
		l.Touch(sq(0), at)
	default:
		l.Release(sq(0), sq(2), role(4), at)
	}
}

// list writes moves in UCI notation.
func list(p *rules.Position, moves []rules.Move) string {
	var words []string
	for _, m := range moves {
		words = append(words, p.UCI(m))
	}
	return strings.Join(words, " ")
}
