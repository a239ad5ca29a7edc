package scenario

import (
	"fmt"
	"slices"
	"strings"

	"jadoube/boardstate/game"
)

var promotions = map[string]string{"Q": "queen", "R": "rook", "B": "bishop", "N": "knight"}

// key is an event as a button's or clock's word, as traces have them.
func key(e *Event) (word, args string) {
	side := e.side.String()
	switch e.Kind {
	case "clock":
		return side, ""
	case "promo":
		return promotions[e.Arg], ""
	case "claim":
		_, what, _ := strings.Cut(e.Arg, ":")
		return "claim-" + side, strings.Replace(what, ":", " ", 1)
	case "offer", "accept":
		return "draw-" + side, ""
	}
	return e.Kind + "-" + side, ""
}

// teller puts what a game tells into words.
type teller struct {
	out    []string
	broken bool
	over   bool
}

func (t *teller) say(format string, args ...any) { t.out = append(t.out, fmt.Sprintf(format, args...)) }

func (t *teller) tell(events []game.Event) {
	for i := range events {
		if !t.over { // what comes later belongs to the next game
			t.event(&events[i])
		}
	}
}

func (t *teller) event(e *game.Event) {
	side := letter(e.Side)
	switch e.Type {
	case game.Obligation:
		t.obligation(e, side)
	case game.Made:
		t.say("made:%s@%d%s", e.UCI, *e.Made, provisional(e.Claimable))
	case game.Completed:
		t.say("completed:%s@%d%s", e.UCI, *e.Completed, provisional(e.Claimable))
	case game.Breach:
		t.broken = true
		t.say("breach:%s:owed=%s", e.Article, owed(e))
	case game.Illegal:
		t.illegal(e)
	case game.Penalty:
		t.say("penalty:%+ds:%s", e.Gain/1000, side)
	case game.Restore:
		if e.To != "" && e.From != "" {
			t.say("restore:%s->%s", e.From, e.To)
		}
	case game.ResultShown:
		t.over = true
		t.say("result:%s:%s%s", e.Result, e.Reason, provisional(e.Claimable))
	case game.Claim:
		t.claim(e, side)
	case game.Adjust:
		t.adjust(e, side)
	case game.Displaced:
		t.say("displaced:%s->%s", e.From, e.To)
	case game.Offer:
		t.say("offer:%s:%s@%d", side, e.State, *e.At)
	case game.Advice:
		t.say("advice:%s", e.Key)
	case game.Prompt:
		if e.Key != "" {
			t.say("prompt:%s", e.Key)
		}
	case game.Press:
		if e.State == "refused" {
			t.say("clock:refused@%d", *e.At)
		}
	case game.ClockShown:
		if e.Key == "flag" {
			t.say("flag:%s@%d", side, *e.At)
		}
	}
}

func letter(side string) string { return strings.ToUpper(side[:min(1, len(side))]) }

func provisional(open bool) string {
	if open {
		return ":provisional"
	}
	return ""
}

func (t *teller) obligation(e *game.Event, side string) {
	switch {
	case e.Reason == "released" || e.Reason == "promotion_chosen":
		if e.Owed != "" { // else what the pawn becomes is open
			t.say("bound:%s@%d", e.Owed, *e.At)
		}
		if e.Square != "" {
			t.say("obl:move:%s@%d", e.Square, *e.At)
		}
	case e.Reason == "king_and_rook" || e.Reason == "castling_begun":
		t.say("obl:castle:%s@%d", wing(e.Owed), *e.At)
	case len(e.Either) > 0:
		t.say("obl:either:%s@%d", strings.Join(e.Either, "+"), *e.At)
	case e.Square != "" && e.Victim != "":
		t.say("obl:capture:%s:with=%s@%d", e.Victim, e.Square, *e.At)
	case e.Square != "":
		t.say("obl:move:%s@%d", e.Square, *e.At)
	case e.Victim != "":
		t.say("obl:capture:%s@%d", e.Victim, *e.At)
	default:
		t.say("obl:none@%d", *e.At)
		t.say("obl:none:%s@%d", side, *e.At)
	}
}

// wing is the side of a castling move.
func wing(uci string) string {
	if len(uci) >= 4 && uci[2] > uci[0] {
		return "K"
	}
	return "Q"
}

// owed is what a breach leaves undone: the move where only one was owed by its release or as a capture with a piece, else the piece, or
// what that piece, which did move, had to take.
func owed(e *game.Event) string {
	single := []string{"both_touched", "king_and_rook", "rook_first", "promotion_chosen", "released", "castling_begun", "intended_move"}
	switch {
	case e.Owed != "" && slices.Contains(single, e.Reason):
		return e.Owed
	case len(e.Either) > 0:
		return strings.Join(e.Either, "+")
	case e.Square != "" && (e.Victim == "" || !strings.HasPrefix(e.UCI, e.Square)):
		return e.Square
	}
	return "x" + e.Victim
}

func (t *teller) illegal(e *game.Event) {
	switch {
	case e.State == "completed":
		no := ""
		if e.Key == "no_move" {
			no = ":no_move"
		}
		t.say("illegal:completed:%d@%d%s", e.Count, *e.At, no)
	case e.From != "" && e.At != nil:
		t.say("illegal:pending:%s%s@%d", e.From, e.Square, *e.At)
	}
}

func (t *teller) claim(e *game.Event, side string) {
	switch e.State {
	case "accepted", "refused":
		t.say("claim:%s@%d", e.State, *e.At)
	case "open":
		t.say("claim_open:%s@%d", side, *e.At)
	case "closed":
		t.say("claim_closed:%s@%d", side, *e.At)
	case "void":
		t.say("void:%s", e.UCI)
	default:
		t.say("claim:%s", e.State)
	}
}

func (t *teller) adjust(e *game.Event, side string) {
	switch e.State {
	case "accepted":
		t.say("adjust:on:%s@%d", side, *e.At)
	case "refused":
		t.say("adjust:refused:%s@%d:%s", side, *e.At, e.Article)
	default:
		t.say("adjusted:%s", e.Square)
	}
}

// end adds what only the end shows.
func (t *teller) end(g *game.Session) []string {
	if !t.broken {
		t.say("breach:none")
	}
	if c := g.Clock(); c != nil && c.Running != "" && !t.over {
		t.say("running:%s", letter(c.Running))
	}
	return t.out
}
