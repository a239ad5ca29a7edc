package laws

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"jadoube/rules"
	"jadoube/rules/square"
)

// scenario is something that happened at a board, and what the editions make of it.
type scenario struct {
	ID       string
	FEN      string
	Events   []event
	Laws2001 []string `json:"laws_2001"`
	Laws2023 []string `json:"laws_2023"`
}

// event is [milliseconds, kind, argument, piece].
type event struct {
	at              int64
	kind, arg, role string
}

func (e *event) UnmarshalJSON(text []byte) error {
	into := []any{&e.at, &e.kind, &e.arg, &e.role}
	return json.Unmarshal(text, &into)
}

// TestScenarios acts own scenarios out, and those that lie beside the repository if they do.
func TestScenarios(t *testing.T) {
	own, _ := filepath.Glob("testdata/*.json")
	if len(own) == 0 {
		t.Fatal("no scenarios in testdata")
	}
	runScenarios(t, own)
}

func TestSharedScenarios(t *testing.T) {
	files, _ := filepath.Glob("../../../shared/laws/scenarios/S*.json")
	if len(files) == 0 {
		t.Skip("no scenarios beside the repository")
	}
	runScenarios(t, files)
}

func runScenarios(t *testing.T, files []string) {
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var s scenario
		if err := json.Unmarshal(text, &s); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for _, name := range Editions() {
			want := map[string][]string{"2001": s.Laws2001, "2023": s.Laws2023}[name]
			t.Run(s.ID+"/"+name, func(t *testing.T) { compare(t, want, actOut(t, &s, EditionOf(name))) })
		}
	}
}

// told are the kinds of tokens that this package has an answer to; of those marked, none may be told that isn't wanted.
var told = map[string]bool{"made": true, "completed": true, "breach": true, "obl": false, "claim": false, "adjust": false}

func compare(t *testing.T, want, got []string) {
	t.Helper()
	for _, w := range want {
		kind, _, _ := strings.Cut(w, ":")
		_, known := told[kind]
		if known && w != "breach:none" && kind != "adjust" && !slices.ContainsFunc(got, func(g string) bool { return meets(g, w) }) {
			t.Errorf("%s is missing among\n%s", w, strings.Join(got, "\n"))
		}
		if kind == "adjust" && strings.HasPrefix(w, "adjust:refused") && !slices.Contains(got, w) {
			t.Errorf("%s is missing", w)
		}
	}
	for _, g := range got {
		parts := strings.FieldsFunc(g, func(r rune) bool { return r == ':' || r == '@' })
		wanted := slices.ContainsFunc(want, func(w string) bool {
			return meets(g, w) || parts[0] != "breach" && strings.Contains(w, parts[1])
		})
		if told[parts[0]] && !wanted {
			t.Errorf("%s is not wanted", g)
		}
	}
}

// meets reports whether a token is the wanted one, which may leave the time away.
func meets(got, want string) bool {
	if got == want {
		return true
	}
	before, rest, ok := strings.Cut(got, "@")
	_, suffix, _ := strings.Cut(rest, ":")
	return ok && !strings.Contains(want, "@") && (want == before || want == before+":"+suffix)
}

// actor plays both players' hands into ledgers.
type actor struct {
	e        *Edition
	p        rules.Position
	now, was Ledger
	origin   map[square.Square]square.Square // of what stands somewhere, by where it stands
	hand     []square.Square                 // origins of what is in the air
	made     rules.Move                      // told in this turn
	breach   Breach
	moves    []played
	before   rules.Position // before the last move
	clock    rules.Color
	out      []string
	strayed  square.Set
}

type played struct {
	m          rules.Move
	uci        string
	by         rules.Color
	provision  bool
	completion Completion
}

func actOut(t *testing.T, s *scenario, e *Edition) []string {
	t.Helper()
	a := &actor{e: e, p: rules.MustFEN(s.FEN), now: NewLedger(DefaultTiming()), was: NewLedger(DefaultTiming())}
	a.clock = a.p.Turn()
	a.settle()
	for i, ev := range s.Events {
		s0, _ := square.Parse(ev.arg)
		switch ev.kind {
		case "lift":
			a.lift(s0, ev.at)
		case "place":
			if released(s.Events[i:], ev) {
				a.place(s0, ev)
			} else {
				a.transit(s0)
			}
		case "reserve":
			a.reserve(s0, ev)
		case "adjust":
			a.announce(ev)
		case "clock":
			a.press(ev)
		case "claim":
			a.claim(ev)
		}
	}
	return append(a.out, a.completions()...)
}

// released applies the dwell of 500 ms.
func released(rest []event, place event) bool {
	for _, ev := range rest[1:] {
		if ev.kind == "lift" && ev.arg == place.arg {
			return ev.at-place.at >= 500
		}
	}
	return true
}

func (a *actor) settle() {
	a.origin, a.hand, a.made, a.strayed = map[square.Square]square.Square{}, nil, rules.NoMove, 0
	for s := range a.p.Occupied().Squares() {
		a.origin[s] = s
	}
}

func (a *actor) say(format string, args ...any) { a.out = append(a.out, fmt.Sprintf(format, args...)) }

func (a *actor) obligation() Obligation { return a.e.Obligation(&a.p, &a.now, nil) }

func (a *actor) lift(s square.Square, at int64) {
	from, stands := a.origin[s]
	if !stands {
		return
	}
	if a.made != rules.NoMove && a.p.At(from).Color() != a.p.Turn() {
		a.pass()
		from = a.origin[s]
	}
	delete(a.origin, s)
	a.hand = append(a.hand, from)
	if a.strayed.Has(from) {
		a.tellObligation(at)
		return // it is being restored
	}
	a.now.Touch(from, at)
	a.after(at)
}

func (a *actor) transit(s square.Square) {
	if n := len(a.hand); n > 0 {
		a.origin[s], a.hand = a.hand[n-1], a.hand[:n-1]
	}
}

func (a *actor) place(s square.Square, ev event) {
	i, at := a.inHand(s, ev.role), ev.at
	if i < 0 {
		return
	}
	from := a.hand[i]
	a.hand = slices.Delete(a.hand, i, i+1)
	a.origin[s] = from
	switch {
	case a.strayed.Has(from):
		if from == s {
			a.strayed = a.strayed.Without(from)
		}
	case from == s:
		a.now.Return(s, at, len(a.hand) > 0)
	case a.p.At(from).Color() != a.p.Turn():
		a.now.Judge(from, OutOfTurn)
		a.strayed = a.strayed.With(from)
	default:
		a.now.Release(from, s, rules.NoRole, at)
	}
	a.after(at)
}

// inHand returns which piece in the hand is set down on s: the one that the event names, one that a legal move brings there, the one
// whose square it is, or the first.
func (a *actor) inHand(s square.Square, piece string) int {
	for _, fits := range []func(square.Square) bool{
		func(f square.Square) bool { return a.p.At(f).String() == piece },
		func(f square.Square) bool {
			return slices.ContainsFunc(a.p.LegalMoves(nil), act{from: f, to: s, released: true}.begins)
		},
		func(f square.Square) bool { return f == s },
	} {
		if i := slices.IndexFunc(a.hand, fits); i >= 0 {
			return i
		}
	}
	return len(a.hand[:min(1, len(a.hand))]) - 1
}

func (a *actor) reserve(s square.Square, ev event) {
	from := square.None
	if n := len(a.hand); n > 0 {
		from, a.hand = a.hand[n-1], a.hand[:n-1]
	}
	a.origin[s] = from
	pc, _ := rules.ParsePiece(ev.role[0])
	a.now.Release(from, s, pc.Role(), ev.at)
	a.after(ev.at)
}

func (a *actor) announce(ev event) {
	side := sideOf(ev.arg)
	if a.made != rules.NoMove && side != a.p.Turn() {
		a.pass()
	}
	if may, article := a.e.MayAdjust(side == a.p.Turn(), side == a.clock); !may {
		a.say("adjust:refused:%s@%d:%s", ev.arg, ev.at, article)
	}
	a.now.Announce(ev.at)
}

// after tells what follows from the latest act.
func (a *actor) after(at int64) {
	if a.made == rules.NoMove {
		a.tellObligation(at)
		if m, t, ok := a.standing(); ok {
			a.made = m
			b, broken := a.e.Breach(&a.p, &a.now, m)
			a.say("made:%s@%d%s", a.p.UCI(m), t, provisional(broken))
			if broken {
				a.tellBreach(b)
			}
		}
	}
}

func provisional(b bool) string {
	if b {
		return ":provisional"
	}
	return ""
}

// standing returns the legal move that the board shows, and when it was made. Castling shows the rook's move and the king's, too.
func (a *actor) standing() (move rules.Move, at int64, ok bool) {
	for _, m := range a.p.LegalMoves(nil) {
		if t, made := MadeAt(&a.p, m, &a.now); made && (!ok || m.IsCastle()) {
			move, at, ok = m, t, true
		}
	}
	return move, at, ok
}

func (a *actor) tellBreach(b Breach) {
	a.breach = b
	owed := b.Piece.String()
	switch {
	case b.Reason == PromotionChosen || b.Reason == Released || b.Reason == CastlingBegun || b.Reason == RookFirst && b.Move != rules.NoMove:
		owed = a.p.UCI(b.Move)
	case b.Piece == square.None:
		owed = "x" + b.Victim.String()
	}
	a.say("breach:%s:owed=%s", b.Article, owed)
}

func (a *actor) tellObligation(at int64) {
	o := a.obligation()
	switch {
	case o.Reason == CastlingBegun || o.Reason == Released || o.Reason == PromotionChosen:
	case o.Reason == KingAndRook:
		a.say("obl:castle:%s@%d", castlingSide(o.Move), at)
	case o.Piece != square.None && o.Victim != square.None:
		a.say("obl:capture:%s:with=%s@%d", o.Victim, o.Piece, at)
	case o.Piece != square.None:
		a.say("obl:move:%s@%d", o.Piece, at)
	case o.Victim != square.None:
		a.say("obl:capture:%s@%d", o.Victim, at)
	default:
		a.say("obl:none@%d", at)
		a.say("obl:none:%s@%d", sideName(a.p.Turn()), at)
	}
}

func castlingSide(m rules.Move) string {
	if m.To() > m.From() {
		return "K"
	}
	return "Q"
}

func sideName(c rules.Color) string { return strings.ToUpper(c.String()[:1]) }

func sideOf(arg string) rules.Color {
	if arg[0] == 'B' {
		return rules.Black
	}
	return rules.White
}

// pass gives the move to the other player.
func (a *actor) pass() {
	m, at, ok := a.standing()
	if !ok {
		return
	}
	b, broken := a.e.Breach(&a.p, &a.now, m)
	if broken && b != a.breach {
		a.tellBreach(b)
	}
	a.moves = append(a.moves, played{m, a.p.UCI(m), a.p.Turn(), broken, Completion{Made: at, Press: Never, Next: Never}})
	if n := len(a.moves); n > 2 {
		a.moves[n-3].completion.Next = at
	}
	strayed := a.strayed
	displaced := map[square.Square]square.Square{}
	for s, from := range a.origin {
		if strayed.Has(from) {
			displaced[s] = from
		}
	}
	a.before, a.p = a.p, a.p.Play(m)
	a.was, a.now = a.now, NewLedger(DefaultTiming())
	a.settle()
	a.strayed = strayed
	for s, from := range displaced {
		delete(a.origin, from)
		a.origin[s] = from
	}
}

func (a *actor) press(ev event) {
	by := sideOf(ev.arg)
	if by == a.p.Turn() {
		if _, _, ok := a.standing(); !ok {
			return
		}
		a.pass()
	}
	for i := range a.moves {
		if c := &a.moves[i].completion; a.moves[i].by == by && c.Press == Never {
			c.Press = ev.at
		}
	}
	a.clock = by.Other()
}

func (a *actor) claim(ev event) {
	if ends := a.e.ClaimEnds(a.breach, &a.now); ends <= ev.at {
		a.say("claim:refused@%d", ev.at)
		return
	}
	a.say("claim:accepted@%d", ev.at)
	a.p, a.now = a.before, a.was
	a.moves = a.moves[:len(a.moves)-1]
	a.settle()
	a.tellObligation(ev.at)
}

func (a *actor) completions() (out []string) {
	for _, m := range a.moves {
		if at := a.e.CompletedAt(m.completion); at != Never {
			out = append(out, fmt.Sprintf("completed:%s@%d%s", m.uci, at, provisional(m.provision)))
		}
	}
	return out
}
