package referee

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"jadoube/boardstate/clock"
	"jadoube/rules"
	"jadoube/rules/square"
	"jadoube/sensors"
)

// driver acts on a referee in the words of a script, one act a line: "MS -SQ" and "MS +SQ" or "MS +SQp" for contacts that are believed,
// "MS line UCI@MS …" for the moves that are shown, with a ! after one that is settled, "MS press KEY ARGS" and "MS wait".
type driver struct {
	t    testing.TB
	r    *Referee
	line []Move
	pos  rules.Position
	hand []sensors.Contact
	men  sensors.Frame
	said []string
}

func drive(t testing.TB, fen string, opt Options) *driver {
	t.Helper()
	pos := rules.MustFEN(fen)
	r, err := New(pos, 0, opt)
	if err != nil {
		t.Fatal(err)
	}
	d := &driver{t: t, r: r, pos: pos}
	for s := range pos.Occupied().Squares() {
		d.men[s] = contact(&pos, s)
	}
	r.Begin(0)
	d.listen()
	return d
}

var kindNames = [...]string{
	"obliged", "made", "completed", "breached", "claim-open", "claim-closed", "offence", "penalty", "put-back", "restored", "void", "claimed",
	"adjusting", "out-of-turn", "refused", "replace", "offered", "clock", "ended", "ruled", "advice",
}

// listen puts what the referee said into words; what the clock did is left out but for flags.
func (d *driver) listen() {
	for _, v := range d.r.Take() {
		side := v.Side.String()[:1]
		word := kindNames[v.Kind]
		switch v.Kind {
		case Obliged:
			word = fmt.Sprintf("obliged %s %s", side, v.Obligation.Reason)
		case Made, Completed:
			word = fmt.Sprintf("%s %s@%d", word, v.Move, v.At)
			if v.Open {
				word += "?"
			}
		case Breached:
			word += " " + v.Breach.Reason.String()
		case Offence:
			word = fmt.Sprintf("offence %s %d %s", side, v.N, v.Word)
		case Penalty:
			word = fmt.Sprintf("penalty %s %d", side, v.Gain/1000)
		case PutBack:
			word = fmt.Sprintf("put-back %s %s", v.From, v.To)
		case Void:
			word = fmt.Sprintf("void %s", v.Move)
			if v.Instead != rules.NoMove {
				word += " for " + v.Instead.String()
			}
		case Claimed:
			word = fmt.Sprintf("claimed %s %s %v", side, v.Word, v.OK)
		case Adjusting, Ruled:
			word = fmt.Sprintf("%s %v", word, v.OK)
		case Ended:
			word = fmt.Sprintf("ended %s %s", v.Result, v.Word)
		case Advice, Offered:
			word += " " + v.Word
		case Clock:
			if v.Word != clock.Fell.String() {
				continue
			}
			word = "flag " + side
		case ClaimOpen, ClaimClosed, OutOfTurn, Refused:
			word += " " + side
		}
		d.said = append(d.said, word)
		if v.Kind == Ended {
			d.r.Over(v.At)
		}
	}
}

func (d *driver) do(script string) []string {
	d.t.Helper()
	for line := range strings.SplitSeq(script, ";") {
		f := strings.Fields(line)
		if len(f) < 2 {
			continue
		}
		at, err := strconv.ParseInt(f[0], 10, 64)
		if err != nil {
			d.t.Fatalf("%q: %v", line, err)
		}
		d.act(at, f[1], f[2:])
		d.listen()
	}
	said := d.said
	d.said = nil
	return said
}

func (d *driver) act(at int64, what string, args []string) {
	switch {
	case what[0] == '-' || what[0] == '+':
		d.contact(at, what)
	case what == "line":
		d.show(args)
	case what == "press":
		d.r.Shown(at, d.line)
		d.r.Advance(at)
		d.r.Press(&sensors.Press{Key: args[0], Args: strings.Join(args[1:], " ")})
		return
	}
	d.r.Shown(at, d.line)
	d.r.Advance(at)
}

func (d *driver) contact(at int64, what string) {
	s, err := square.Parse(what[1:3])
	if err != nil {
		d.t.Fatal(err)
	}
	c := sensors.Stable{From: d.men[s].As(d.r.opt.Kind), First: at}
	c.Square = s
	d.men[s] = sensors.Nothing
	switch {
	case what[0] == '-':
		d.hand = append(d.hand, c.From)
	case len(what) > 3:
		d.men[s] = sensors.PieceContact(what[3])
	case len(d.hand) > 0:
		d.men[s] = d.hand[len(d.hand)-1]
		d.hand = d.hand[:len(d.hand)-1]
	}
	c.To = d.men[s].As(d.r.opt.Kind)
	d.r.Contact(c)
}

// show reads the line that is shown from now on.
func (d *driver) show(args []string) {
	d.line = nil
	pos := d.pos
	for _, a := range args {
		uci, made, _ := strings.Cut(strings.TrimSuffix(a, "!"), "@")
		at, _ := strconv.ParseInt(made, 10, 64)
		m, err := pos.ParseUCI(uci)
		if err != nil {
			d.t.Fatal(err)
		}
		d.line = append(d.line, Move{Move: m, Made: at, Settled: strings.HasSuffix(a, "!")})
		pos = pos.Play(m)
	}
}
