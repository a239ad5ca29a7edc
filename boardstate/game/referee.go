package game

import (
	"strings"

	"jadoube/boardstate"
	"jadoube/boardstate/clock"
	"jadoube/boardstate/referee"
	"jadoube/rules"
	"jadoube/rules/pgn"
	"jadoube/rules/square"
)

// hire gives the game its referee, if it has Laws to keep or a clock to run.
func (g *Game) hire() error {
	opt := g.opt.Laws
	if opt.Level == referee.Off && opt.Clock == nil && !opt.Outside {
		return nil
	}
	opt.Kind = g.opt.Kind
	ref, err := referee.New(g.start, g.opt.Debounce.Lifted, opt)
	if err != nil {
		return err
	}
	g.ref = ref
	if g.legacy != nil {
		ref.Inherit(g.legacy)
	}
	if g.setting {
		ref.Sensors(g.raw)
	}
	return nil
}

// kept reports whether the Laws are kept, by whomever.
func (g *Game) kept() bool { return g.ref != nil && g.opt.Laws.Level != referee.Off }

// completedStand reports whether a move that was completed by a press stands, and hands alone can't take it back: to agree on that, players
// have the button, and arbiters their words.
func (g *Game) completedStand() bool { return g.opt.Laws.Level >= referee.Arbiter }

// restoring reports whether men are to be put back that an illegal move left where they are.
func (g *Game) restoring() bool {
	if !g.kept() || g.setting {
		return false
	}
	_, is := g.ref.Restoring()
	return is
}

// isRuledOut reports whether the story takes for a move what by the Laws is none: it was ruled to be illegal, or the pawn that would be
// promoted is seen to stand on the last rank still. When the game goes on from there all the same, it was a move.
func (g *Game) isRuledOut() bool {
	n := len(g.shown)
	if !g.kept() || len(g.story.Moves) != n+1 {
		return g.ruledOut
	}
	last := &g.story.Moves[n]
	return g.ruledOut || g.restoring() && last.Made <= g.ruledAt || !last.Announced && g.arrived(last)
}

// consult tells the referee what is shown, and the time, and does what he says.
func (g *Game) consult() {
	if g.ref == nil || g.setting {
		return
	}
	g.ref.Broken(g.passedOver())
	g.line = g.line[:0]
	for i := range g.shown {
		g.line = append(g.line, referee.Move{Move: g.shown[i].Move, Made: g.shown[i].Made, Settled: g.shown[i].settled})
	}
	g.ref.Shown(g.now, g.line)
	g.ref.Advance(g.now)
	g.heed()
}

// heed tells what the referee says, and does what follows from it for the board.
func (g *Game) heed() {
	for rulings := g.ref.Take(); len(rulings) > 0; rulings = g.ref.Take() {
		for i := range rulings {
			g.heedOne(&rulings[i])
		}
	}
}

func (g *Game) heedOne(r *referee.Ruling) {
	if r.Kind == referee.Offence && r.Word == "move" {
		g.tellWrong(0)
	}
	g.tellRuling(r)
	switch r.Kind {
	case referee.Completed:
		g.keepTime(r)
		g.complete = true
	case referee.Clock:
		if r.Word == referee.WordShown {
			g.keepShown(r)
		}
	case referee.Void:
		g.void(r)
	case referee.Replace:
		g.tracker.Announce(r.Move)
	case referee.PutBack:
		g.men.told(r.From, r.Man)
		if _, restoring := g.ref.Restoring(); restoring && g.voided == rules.NoMove {
			g.recovering, g.agreed, g.ruledOut, g.ruledBack, g.ruledAt = true, -1, true, true, g.now
		}
	case referee.Ended:
		g.unmake(r.N)
		g.end(r.Result, r.Word)
	}
}

// unmake takes the last moves off, which came after the game's end.
func (g *Game) unmake(n int) {
	if n == 0 || n > len(g.shown) {
		return
	}
	left := len(g.shown) - n
	if g.shown[left].settled {
		e := Event{Type: Takeback, FromPly: left + 1, Old: g.ucis(g.shown[left:]), Reason: "ruling"}
		g.shown = g.shown[:left]
		pos := g.Position()
		e.FEN = pos.FEN()
		g.emit(e)
		return
	}
	for i := len(g.shown) - 1; i >= left; i-- {
		g.emit(Event{Type: Withdrawn, Ply: i + 1, UCI: g.shown[i].uci})
	}
	g.shown = g.shown[:left]
}

// void takes moves back that count no more, and leads the men to where they stood, or to where the move brings them that counts instead.
func (g *Game) void(r *referee.Ruling) {
	i := r.Ply - 1
	if i >= len(g.shown) {
		return
	}
	gone := g.shown[i:]
	e := Event{Type: Takeback, FromPly: i + 1, Old: g.ucis(gone), Reason: "ruling"}
	g.voided, g.voidedAt, g.counts = gone[0].Move, i, r.Instead
	g.stood, g.mark = *r.Before, g.tracker.MarkAt(i)
	g.tracker.Release(i)
	g.offered = false
	g.shown = g.shown[:i:i]
	for j := range g.shown {
		g.settle(j)
	}
	if r.Instead != rules.NoMove {
		after := g.stood.Play(r.Instead)
		m := boardstate.Played{Move: r.Instead, Before: r.Before, After: &after, Made: r.Made, Pressed: gone[0].Pressed}
		g.shown = append(g.shown, g.word(m))
		g.stood, g.mark = after, g.tracker.Instead(g.mark, &m)
		e.Type, e.New = Amended, g.ucis(g.shown[i:])
	}
	e.FEN = g.stood.FEN()
	g.emit(e)
	if r.Instead != rules.NoMove {
		g.settle(i)
	}
	g.recovering, g.agreed, g.wrong = true, -1, 0
}

// stillVoid reports whether the cheapest story still has the move that doesn't count any more, or not yet the one that counts instead.
// While that is so, nothing new is told; nor is anything before the men stand again in a game that was over.
func (g *Game) stillVoid() bool {
	if g.overruled || g.voided == rules.NoMove {
		return g.overruled
	}
	at := rules.NoMove
	if line := g.story.Moves; len(line) > g.voidedAt {
		at = line[g.voidedAt].Move
	}
	if g.recovering && (at == g.voided || g.counts != rules.NoMove && at != g.counts || g.halfVoid()) {
		return true
	}
	g.voided, g.counts = rules.NoMove, rules.NoMove
	return false
}

// halfVoid reports whether the men stand partly as after the move that counts no more, and partly as before it: a king that has come home from
// castling before his rook leaves what could be another move.
func (g *Game) halfVoid() bool {
	if g.counts != rules.NoMove || !g.voided.IsCastle() {
		return false
	}
	pos := g.stood.Play(g.voided)
	before, after := boardstate.Men(&g.stood), boardstate.Men(&pos)
	b, a := before.As(g.opt.Kind), after.As(g.opt.Kind)
	for s, c := range g.raw {
		if c != b[s] && c != a[s] {
			return false
		}
	}
	return g.raw != b
}

// tellRuling puts a ruling into an event.
func (g *Game) tellRuling(r *referee.Ruling) {
	at := r.At
	e := Event{At: &at, Side: r.Side.String(), Article: r.Article}
	if r.Move != rules.NoMove && r.Before != nil {
		e.Ply, e.UCI, e.SAN = r.Ply, g.uci(r.Before, r.Move), r.Before.SAN(r.Move)
	}
	switch r.Kind {
	case referee.Obliged:
		g.fillObligation(&e, r)
	case referee.Made:
		e.Type, e.Made, e.At, e.Claimable = Made, &at, nil, r.Open
	case referee.Completed:
		e.Type, e.Completed, e.At, e.Claimable = Completed, &at, nil, r.Open
	case referee.Breached:
		e.Type = Breach
		g.fillBreach(&e, r)
	case referee.ClaimOpen:
		e.Type, e.Key, e.State = Claim, r.Word, "open"
	case referee.ClaimClosed:
		e.Type, e.Key, e.State = Claim, r.Word, "closed"
	case referee.Claimed:
		e.Type, e.Key, e.State = Claim, r.Word, answer(r.OK)
		if r.Asked {
			e.State = "asked-" + e.State
		}
	case referee.Offence:
		e.Type, e.Key, e.State, e.Count = Illegal, r.Word, "completed", r.N
	case referee.Penalty:
		e.Type, e.Gain, e.Reason = Penalty, r.Gain, r.Reason.String()
	case referee.PutBack:
		e.Type, e.From, e.To = Restore, name(r.From), name(r.To)
	case referee.Void:
		e.Type, e.State, e.Owed = Claim, "void", g.owedUCI(r)
	case referee.Adjusting:
		e.Type, e.State = Adjust, answer(r.OK)
		if r.Word != "said" {
			e.State, e.Square = "done", name(r.From)
		}
	case referee.OutOfTurn:
		e.Type, e.From, e.To = Displaced, name(r.From), name(r.To)
	case referee.Refused:
		e.Type, e.Key, e.State, e.Reason = Press, r.Side.String(), "refused", r.Word
	case referee.Replace:
		e.Type, e.Square, e.Piece = Prompt, name(r.To), "Q"
		e.Key, e.Args = "replace-pawn", map[string]string{"square": name(r.To)}
	case referee.Offered:
		e.Type, e.State = Offer, r.Word
	case referee.Clock:
		e.Type, e.Key, e.Count, e.Clock = ClockShown, r.Word, r.N, face(&r.View)
		if r.Reason != clock.NoReason {
			e.Reason = r.Reason.String()
		}
	case referee.Ruled:
		e.Type, e.Text, e.State = Ruling, r.Word, answer(r.OK)
	case referee.Advice:
		e.Type, e.Key, e.Gain = Advice, r.Word, r.Gain
		if r.Reason != clock.NoReason {
			e.Reason = r.Reason.String()
		}
	default:
		return // told by the game itself
	}
	g.emit(e)
}

func answer(ok bool) string {
	if ok {
		return "accepted"
	}
	return "refused"
}

// names are the names of squares, nil for none.
func names(set square.Set) (out []string) {
	for s := range set.Squares() {
		out = append(out, s.String())
	}
	return out
}

// name is a square's name, "" for none.
func name(s square.Square) string {
	if !s.Valid() {
		return ""
	}
	return s.String()
}

func (g *Game) fillObligation(e *Event, r *referee.Ruling) {
	o := &r.Obligation
	e.Type, e.Reason, e.Square, e.Victim = Obligation, o.Reason.String(), name(o.Piece), name(o.Victim)
	e.Either = names(o.Either)
	if o.Move != rules.NoMove {
		e.Owed = g.uci(r.Before, o.Move)
	}
}

func (g *Game) fillBreach(e *Event, r *referee.Ruling) {
	e.Reason, e.Square, e.Victim, e.Owed = r.Breach.Reason.String(), name(r.Breach.Piece), name(r.Breach.Victim), g.owedUCI(r)
	e.Either = names(r.Breach.Either)
}

func (g *Game) owedUCI(r *referee.Ruling) string {
	if r.Breach.Move == rules.NoMove || r.Before == nil {
		return ""
	}
	return g.uci(r.Before, r.Breach.Move)
}

// ClockFace is what the clock shows.
type ClockFace struct {
	White   int64  `json:"white"`             // ms to the next control
	Black   int64  `json:"black"`             // ms
	Running string `json:"running,omitempty"` // whose time runs; "" when none does
	Turn    string `json:"turn"`              // whose time runs, or will
	Reason  string `json:"reason,omitempty"`  // why none runs
	Flag    string `json:"flag,omitempty"`    // whose flag is down, the first of two

	WhiteMoves int    `json:"white_moves,omitempty"` // to White's next control; 0: none is left
	BlackMoves int    `json:"black_moves,omitempty"` // to Black's
	Away       string `json:"away,omitempty"`        // whose player hasn't come, and is waited for; "both"
	Until      int64  `json:"until,omitempty"`       // ms until the default time is over, while somebody is waited for
	T          int64  `json:"-"`                     // ms: when it shows that
}

func face(v *clock.View) *ClockFace {
	f := &ClockFace{White: v.Sides[0].Available(), Black: v.Sides[1].Available(), Turn: v.Turn.String()}
	f.WhiteMoves, f.BlackMoves, f.Until = v.Sides[0].ToControl, v.Sides[1].ToControl, v.Until
	if v.Phase == clock.Running {
		f.Running = v.Turn.String()
	} else if v.Reason != clock.NoReason {
		f.Reason = v.Reason.String()
	}
	for i := range v.Sides {
		if fl := v.Sides[i].Flag; fl.Down && (fl.First || f.Flag == "") {
			f.Flag = rules.Color(i).String()
		}
		if v.Sides[i].Waited() {
			f.Away = rules.Color(i).String()
		}
	}
	if v.Sides[0].Waited() && v.Sides[1].Waited() {
		f.Away = "both"
	}
	return f
}

// Clock is what the clock shows now; nil when there is none.
func (g *Game) Clock() *ClockFace {
	if g.ref == nil {
		return nil
	}
	v, ok := g.ref.View()
	if !ok {
		return nil
	}
	f := face(&v)
	f.T = g.now
	return f
}

// LawsKept says how the Laws are kept, and what is open.
type LawsKept struct {
	Edition, Level string
	Claim, Offer   string // sides: who may claim a breach, who offers a draw; "" for nobody
	Chosen         bool   // what the pawn of the last move became can't be changed any more

	WhiteIllegal, BlackIllegal int // illegal moves that are counted against them
}

// Laws says how the Laws are kept, and what is open.
func (g *Game) Laws() LawsKept {
	k := LawsKept{Edition: g.opt.Laws.Edition, Level: g.opt.Laws.Level.String()}
	if g.over {
		return k
	}
	if g.offered {
		k.Offer = g.offer.String()
	}
	if !g.kept() {
		return k
	}
	is, _ := g.lastChoice()
	k.Chosen = is != rules.NoRole
	k.WhiteIllegal, k.BlackIllegal = g.ref.Illegal(rules.White), g.ref.Illegal(rules.Black)
	if side, ok := g.ref.MayClaim(); ok {
		k.Claim = side.String()
	}
	if side, ok := g.ref.Offer(); ok {
		k.Offer = side.String()
	}
	return k
}

// verdict is how the position ends the game, by the Laws that are kept; "" when it doesn't, or not yet.
func (g *Game) verdict() (result, reason string) {
	if !g.kept() {
		return "", ""
	}
	result, reason = g.ref.Verdict()
	if reason == rules.Checkmate.String() || reason == rules.Stalemate.String() || reason == rules.DeadPosition.String() {
		doubted, _ := g.ref.Doubted()
		g.doubtUntil = g.shown[len(g.shown)-1].Made + doubtedFor
		if doubted && g.now < g.doubtUntil {
			return "", ""
		}
	}
	g.doubtUntil = 0
	return result, reason
}

// Decided is how what stands ends the game by the Laws that are kept; "" when it doesn't. A game may have begun from a position that had ended
// it already.
func (g *Game) Decided() (result, reason string) {
	if g.ref == nil {
		return "", ""
	}
	return g.ref.Verdict()
}

// doubtedFor is for how many ms the opponent may claim a breach by which he was mated.
const doubtedFor = 30_000

// keepTime notes what was left to the player who completed a move.
func (g *Game) keepTime(r *referee.Ruling) {
	if v, ok := g.ref.View(); ok && r.Ply <= len(g.shown) && g.shown[r.Ply-1].Move == r.Move {
		g.shown[r.Ply-1].left = v.Sides[r.Side].Left
	}
}

// addsWithin is for how many ms after a press an outside clock may add the bonus.
const addsWithin = 3000

// keepShown notes what an outside clock shows for who has just pressed it: it may add his bonus a little later.
func (g *Game) keepShown(r *referee.Ruling) {
	n := len(g.shown)
	if n == 0 {
		return
	}
	m := &g.shown[n-1]
	if by := m.Before.Turn(); m.left >= 0 && m.Pressed >= 0 && g.now-m.Pressed <= addsWithin && (r.View.Phase != clock.Running || r.View.Turn != by) {
		m.left = r.View.Sides[by].Left
	}
}

// tagClock says in the record what the time control was, and how the game ended as PGN has it (9.8.1).
func (g *Game) tagClock(out *pgn.Game) {
	c := g.opt.Laws.Clock
	if c == nil {
		return
	}
	out.SetTag("TimeControl", c.Controls[0].String())
	result, reason := g.Result()
	out.SetTag("Termination", Termination(result, reason, g.over))
}

// Termination is how a game with this result and reason ended, as PGN's tag of that name has it (9.8.1). over tells that it won't go on.
func Termination(result, reason string, over bool) string {
	switch {
	case reason == "flag":
		return "time forfeit"
	case reason == referee.ReasonAbsent || reason == referee.ReasonNobody:
		return "abandoned"
	case strings.HasSuffix(reason, "illegal_move"):
		return "rules infraction"
	case reason == "arbiter":
		return "adjudication"
	case result != string(pgn.Unfinished):
		return "normal"
	case over:
		return "abandoned"
	}
	return "unterminated"
}
