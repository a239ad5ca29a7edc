package referee

import (
	"fmt"
	"strconv"
	"strings"

	"jadoube/boardstate/clock"
	"jadoube/boardstate/laws"
	"jadoube/rules"
	"jadoube/rules/square"
)

// Words lists what an arbiter can say, as [Referee.Press] takes it with the key "arbiter".
var Words = []string{
	"confirm", "void", "add SIDE SECONDS", "take SIDE SECONDS", "illegal SIDE", "pardon SIDE", "touch SQUARE", "set PLY", "result RESULT REASON",
	"clock SIDE SECONDS [MOVES]", "undo", "resume", "note TEXT",
}

// CheckWords refuses what an arbiter can't say.
func CheckWords(text string) error {
	word, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	fields := strings.Fields(rest)
	sides := map[string]bool{"white": true, "black": true}
	bad := func(want string) error { return fmt.Errorf("arbiter %s: expected %s", text, want) }
	switch word {
	case "confirm", "void", "resume", "undo":
	case "add", "take":
		if len(fields) != 2 || !sides[fields[0]] {
			return bad(word + " white|black SECONDS")
		}
		if n, err := strconv.Atoi(fields[1]); err != nil || n < 1 || n > 86400 {
			return bad("1 to 86400 seconds")
		}
	case "clock":
		if len(fields) < 2 || len(fields) > 3 || !sides[fields[0]] {
			return bad("clock white|black SECONDS [MOVES]")
		}
		if n, err := strconv.Atoi(fields[1]); err != nil || n < 1 || n > maxSeconds {
			return bad(fmt.Sprintf("1 to %d seconds that are left", maxSeconds))
		}
		if n, err := strconv.Atoi(fields[len(fields)-1]); len(fields) == 3 && (err != nil || n < 0 || n > 9999) {
			return bad("0 to 9999 moves that are completed")
		}
	case "illegal", "pardon":
		if len(fields) != 1 || !sides[fields[0]] {
			return bad(word + " white|black")
		}
	case "touch":
		if _, err := square.Parse(rest); err != nil {
			return bad("touch SQUARE, as in touch e4")
		}
	case "set":
		if n, err := strconv.Atoi(rest); err != nil || n < 0 {
			return bad("set PLY: so many moves stay, counted from the start, 0 for none")
		}
	case "result":
		if len(fields) == 0 || !strings.Contains(" 1-0 0-1 1/2-1/2 * ", " "+fields[0]+" ") {
			return bad("result 1-0|0-1|1/2-1/2|* [REASON]")
		}
	case "note":
	default:
		return bad("one of " + strings.Join(Words, ", "))
	}
	return nil
}

// maxSeconds is the most that an arbiter puts on a clock: 100 days, as in a time control.
const maxSeconds = 8_640_000

// rule does what the arbiter says. What makes no sense now is told as refused.
func (r *Referee) rule(text string) {
	if CheckWords(text) != nil {
		r.say(Ruled, r.now, r.turn.side, Ruling{Word: text})
		return
	}
	r.drain(r.now)
	word, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	fields := strings.Fields(rest)
	side := rules.White
	if len(fields) > 0 && fields[0] == "black" {
		side = rules.Black
	}
	r.say(Ruled, r.now, side, Ruling{Word: text, OK: r.obey(word, rest, fields, side)})
}

func (r *Referee) obey(word, rest string, fields []string, side rules.Color) bool {
	switch word {
	case "confirm":
		return r.confirm()
	case "void":
		return r.ruleVoid()
	case "resume":
		if !r.Paused() {
			return false
		}
		r.Resume()
	case "add", "take":
		s, _ := strconv.Atoi(fields[1])
		if word == "take" {
			s = -s
		}
		ok := r.fine(side, int64(s)*1000, clock.Ruling)
		if ok {
			r.lastSet = &setting{side: side, ms: int64(s) * 1000}
		}
		return ok
	case "clock":
		s, _ := strconv.Atoi(fields[1])
		moves := -1
		if len(fields) == 3 {
			moves, _ = strconv.Atoi(fields[2])
		}
		return r.ruleClock(side, int64(s)*1000, moves)
	case "undo":
		return r.undoSetting()
	case "illegal":
		return r.ruleIllegal(side)
	case "pardon":
		if r.illegal[side] == 0 {
			return false
		}
		r.illegal[side]--
		r.lastSet = &setting{side: side.Other(), illegal: -1}
	case "touch":
		s, _ := square.Parse(rest)
		return r.ruleTouch(s)
	case "result":
		result, reason := ResultOf(rest)
		r.end(result, reason, r.now)
	case "set":
		n, _ := strconv.Atoi(rest)
		return r.set(n)
	}
	return true
}

// ResultOf splits what the arbiter says after the word "result", as [CheckWords] passes it, into the result and its reason.
func ResultOf(words string) (result, reason string) {
	fields := strings.Fields(words)
	if len(fields) < 2 {
		return fields[0], "arbiter"
	}
	return fields[0], strings.Join(fields[1:], " ")
}

// confirm lets the last move stand whatever it broke.
func (r *Referee) confirm() bool {
	if r.open == nil {
		return false
	}
	by := r.open.by
	r.open = nil
	if n := len(r.moves); n > 0 {
		r.moves[n-1].broken = false
	}
	r.say(ClaimClosed, r.now, by, Ruling{Word: "confirmed"})
	return true
}

// ruleVoid takes back the last move, for a breach.
func (r *Referee) ruleVoid() bool {
	if r.turn.move != rules.NoMove {
		r.pass()
	}
	n := len(r.moves)
	if n == 0 || r.moves[n-1].turn.p == (rules.Position{}) {
		return false
	}
	if r.open == nil {
		r.open = &claim{by: r.turn.side, breach: laws.Breach{Piece: square.None, Victim: square.None}}
	}
	r.void()
	return true
}

// ruleIllegal counts an illegal move, that the board noted or that it didn't see, and gives its penalty. One that was noted is put back,
// by the clock of when it was pressed.
func (r *Referee) ruleIllegal(side rules.Color) bool {
	n := r.illegal[side] + 1
	r.illegal[side] = n
	p := r.noted
	if p == nil || p.side != side {
		p = nil
		r.say(Offence, r.now, side, Ruling{N: n, Word: "move", Article: r.e.IllegalTime.Article})
	}
	r.noted = nil
	set := &setting{side: side.Other(), illegal: 1}
	r.lastSet = set
	if n >= r.e.IllegalLoses.Value {
		r.ending = p
		r.lose(side, r.now, ordinal(n)+"_illegal_move", r.e.DrawIfNoMate.Value)
		return true
	}
	had := r.fined[side.Other()]
	if p != nil {
		set.noted, set.ply = p, len(r.moves)
		set.undone = r.penalise(p, r.pawnLeft())
	} else if r.fine(side.Other(), r.illegalTime(), clock.IllegalMove); r.clock == nil {
		had -= r.illegalTime()
	}
	set.ms = r.fined[side.Other()] - had
	return true
}

// ruleTouch enters a touch that lifted nothing.
func (r *Referee) ruleTouch(s square.Square) bool {
	t := &r.turn
	o := t.hands.at[s]
	if !o.Valid() || t.move != rules.NoMove {
		return false
	}
	t.note(act{at: r.now, do: touches, from: o, to: o})
	t.note(act{at: r.now, do: returns, from: o, to: o})
	r.touched(o, r.now)
	return true
}
