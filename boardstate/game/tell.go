package game

import (
	"jadoube/boardstate"
	"jadoube/rules"
	"jadoube/rules/square"
	"jadoube/sensors"
)

// believe tells what the debounced sensors see.
func (g *Game) believe(changes []sensors.Stable) {
	g.buf = changes
	for _, c := range changes {
		if g.recovering && g.guide.discards(c.Square, g.men.at[c.Square]) {
			g.men.at[c.Square] = c.From // who is put on next is rather another one from beside the board
		}
	}
	g.men.follow(changes)
	for _, c := range changes {
		g.known[c.Square] = c.To
		if c.To != sensors.Nothing {
			g.came[c.Square] = c.First
		}
	}
	if len(changes) == 0 || g.over {
		return
	}
	pos := g.Position()
	for _, c := range changes {
		if g.ref != nil && !g.setting && !g.menu.open {
			g.ref.Contact(c)
		}
		piece := pos.At(c.Square)
		if piece == rules.NoPiece || g.setting {
			continue
		}
		if pos.Turn() == piece.Color() && c.To == sensors.Nothing {
			g.unoffer(piece.Color())
		}
		e := Event{Type: Touched, Square: c.Square.String(), Piece: piece.String(), Side: piece.Color().String()}
		if c.To != sensors.Nothing {
			e.Type = Untouched
			if c.From != sensors.Nothing {
				continue
			}
		}
		g.emit(e)
	}
	frame := g.stable.Frame()
	g.emit(Event{Type: Sensors, Frame: frame.String()})
}

// tell compares the cheapest story with what was told and tells the difference.
func (g *Game) tell() {
	if g.over {
		return
	}
	g.lookAgain()
	ruledOut, void := g.isRuledOut(), g.stillVoid()
	if !void && !ruledOut {
		g.tellMoves(false)
	}
	g.consult()
	if n := len(g.shown); (g.doubtUntil > 0 || g.complete && n > 0 && g.shown[n-1].settled) && !g.over {
		g.complete = false
		g.endByPosition()
	}
	if g.over {
		return
	}
	g.keepMost()
	g.weighSign()
	g.tellBroken()
	if !ruledOut && !void { // else men that are back where they belong would be wrong
		g.tellWrong(illegalAfter)
	}
	g.lead()
	g.resume()
	g.tellPrompt()
	g.tellLights()
}

// signed reports whether the kings show a result, all men standing where that story has them.
func (g *Game) signed() bool {
	return g.story.Sign != "" && len(g.story.Lifted)+len(g.story.Placed) == 0
}

// signAsked is a result that the kings showed where the Laws are kept, while the players are asked whether they mean it.
type signAsked struct {
	result string     // "" for none
	at     int64      // ms: since when the kings stand so
	men    square.Set // the kings, and who made room for them, by their squares in the game
}

// weighSign ends the game by the sign of the kings. Where the Laws are kept it asks first: the sign counts when the kings are left standing, when
// somebody presses for it, or when the men go home; when they stand as in the game again it is none (5.1b, 5.2c; 2023: 5.1.2, 5.2.3).
func (g *Game) weighSign() {
	s := &g.story
	quiet := g.now - s.SignAt
	switch {
	case g.signed() && quiet >= resultQuiet:
		g.asking = signAsked{s.Sign, s.SignAt, g.signing()}
		if !g.kept() || quiet >= resultQuiet+resultAnswer {
			g.end(s.Sign, "kings")
		}
	case g.asking.result != "" && s.Sign == "" && len(s.Lifted)+len(s.Placed) == 0 && g.stable.Frame() == g.raw:
		if g.ref != nil {
			g.ref.Unsign(g.asking.men, g.asking.at)
			g.heed()
		}
		g.asking = signAsked{}
	}
}

// signing are the kings, and the men who made room for them, by their squares in the game.
func (g *Game) signing() square.Set {
	pos := g.storyPosition()
	men := square.Of(pos.King(rules.White), pos.King(rules.Black))
	for s := range (pos.Occupied() & boardstate.Centre).Squares() {
		if g.story.Kings.Has(s) || g.raw[s] == sensors.Nothing {
			men = men.With(s)
		}
	}
	return men
}

// asksSign reports whether the players are asked now whether the kings show the result.
func (g *Game) asksSign() bool {
	return g.signed() && g.asking.result == g.story.Sign && g.asking.at == g.story.SignAt && !g.over
}

// confirm ends the game by the sign of the kings that was asked for, if one was, and returns what there is to tell.
func (g *Game) confirm() []Event {
	g.out = nil
	g.endAsSigned()
	return g.out
}

// endAsSigned ends the game by a sign of the kings that was asked for, and that nobody took back by putting them where they had stood.
func (g *Game) endAsSigned() {
	if g.asking.result != "" && !g.over {
		g.end(g.asking.result, "kings")
	}
}

// rests reports whether a move, the last of the story, has been quiet long enough to be told.
func (g *Game) rests(p *boardstate.Played) bool { return g.now >= g.restsAt(p) }

// restsAt is when a last move is told: when its contacts have been quiet for as long as the debouncer takes to believe a
// piece set down, or, where it looks like a piece on its way over the squares, for as long as hands rest on the way.
func (g *Game) restsAt(p *boardstate.Played) int64 {
	switch {
	case p.Announced:
		return p.Made
	case p.Pressed >= 0:
		return p.Pressed
	case p.Pushed:
		return p.Made + pushQuiet + g.opt.Scan
	}
	return p.Made + g.opt.Debounce.Placed
}

// tellMoves tells moves that are new, other, gone or settled.
func (g *Game) tellMoves(finish bool) {
	line := g.story.Moves
	same := 0
	for same < len(line) && same < len(g.shown) && line[same].Move == g.shown[same].Move {
		g.shown[same].Played = line[same]
		same++
	}
	if same < len(g.shown) {
		g.tellOther(line, same, finish)
	} else {
		g.taken, g.homeward = g.story.Taken, false
	}
	if g.homeward {
		return
	}
	for i, p := range line {
		if i >= len(g.shown) {
			if last := i == len(line)-1; last && !finish && !g.rests(&p) {
				break
			}
			g.show(p)
		}
		if i < g.story.Settled && (g.settle(i) || g.choosing()) && i == len(g.shown)-1 {
			g.endByPosition()
		}
	}
}

// tellOther unsays what was told from a ply on: settled moves by a takeback or an amendment, provisional
// ones silently replaced by the next provisional event, or withdrawn.
func (g *Game) tellOther(line []boardstate.Played, same int, finish bool) {
	gone := g.shown[same:]
	if len(line) == same+1 && len(gone) > 0 && !gone[0].settled && !finish && !g.rests(&line[same]) {
		return // the other move isn't shown yet either: the old one may come back
	}
	if gone[0].settled && g.goesHome(same) {
		g.homeward = true
		return
	}
	if back := len(line) == same && g.story.Sign == "" && !g.resumed; gone[0].settled && (back || g.story.Taken > g.taken) {
		g.homeward = false
		if g.recovering && g.story.Taken == g.taken && !finish {
			return // men that were knocked over are no takeback
		}
		g.tellTakeback(same, finish)
		return
	}
	if gone[0].settled {
		e := Event{Type: Amended, FromPly: same + 1, Old: g.ucis(gone), New: []string{}}
		g.shown = g.shown[:same]
		for _, p := range line[same:] {
			g.shown = append(g.shown, g.word(p))
		}
		e.New = g.ucis(g.shown[same:])
		pos := g.Position()
		e.FEN = pos.FEN()
		g.emit(e)
		return
	}
	for i := len(gone) - 1; i >= 0; i-- {
		if i > 0 || len(line) == same {
			g.emit(Event{Type: Withdrawn, Ply: same + i + 1, UCI: gone[i].uci})
		}
	}
	g.shown = g.shown[:same]
}

// tellTakeback tells that the players took back all moves but the first ones, when the men have stood there for as long
// as the debouncer takes to believe it.
func (g *Game) tellTakeback(left int, finish bool) {
	if !finish && g.now < g.backRestsAt() {
		return
	}
	g.taken = g.story.Taken
	if g.saidBack() {
		g.agreed = max(0, g.now-otherwiseAfter) // nobody is led back from there
	}
	g.takeBack(left)
}

// takeBack leaves the first moves, and tells that the others are taken back.
func (g *Game) takeBack(left int) {
	e := Event{Type: Takeback, FromPly: left + 1, Old: g.ucis(g.shown[left:])}
	g.lines.keep(g.shown)
	g.leap = max(g.leap, len(g.shown)-left)
	g.shown = g.shown[:left]
	pos := g.Position()
	e.FEN = pos.FEN()
	g.emit(e)
}

// backRestsAt is when a takeback is told: when the men have stood for as long as the debouncer takes to believe it. With a move from afar it
// was rather the answer that isn't carried out yet, and a man whose reply leads over the square that he came from rests there for a moment.
func (g *Game) backRestsAt() int64 {
	for i := len(g.shown) - 1; i >= len(g.story.Moves); i-- {
		if g.shown[i].Announced {
			return g.story.TakenAt + pushQuiet + g.opt.Scan
		}
	}
	return g.story.TakenAt + g.opt.Debounce.Placed
}

// SensorPart, followed by a square, is the part of health events about one square's sensor.
const SensorPart = "sensor "

// tellBroken tells of sensors that are no longer listened to, and of those that are again.
func (g *Game) tellBroken() {
	if g.recovering {
		return
	}
	for s := range (g.story.Broken &^ g.broken).Squares() {
		g.emit(Event{Type: Health, Part: SensorPart + s.String(), Square: s.String(), State: "failed", Text: "says what can't be, so it is passed over"})
	}
	for s := range (g.broken &^ g.story.Broken).Squares() {
		g.emit(Event{Type: Health, Part: SensorPart + s.String(), Square: s.String(), State: "ok"})
	}
	g.broken = g.story.Broken
}

func (g *Game) ucis(moves []shown) []string {
	out := make([]string, len(moves))
	for i, m := range moves {
		out[i] = m.uci
	}
	return out
}

// word puts a move into the words in which it is told.
func (g *Game) word(p boardstate.Played) shown {
	return shown{Played: p, uci: g.uci(p.Before, p.Move), san: p.Before.SAN(p.Move), fen: p.After.FEN(), left: -1}
}

func (g *Game) moveEvent(t Type, i int) Event {
	s := g.shown[i] // a copy: what was told stays as it was told
	return Event{Type: t, Ply: i + 1, UCI: s.uci, SAN: s.san, FEN: s.fen, Made: &s.Made}
}

func (g *Game) uci(pos *rules.Position, m rules.Move) string {
	if g.opt.Chess960 {
		return pos.UCI960(m)
	}
	return pos.UCI(m)
}

func (g *Game) show(p boardstate.Played) {
	if p.Announced || p.Made > g.offeredAt {
		g.unoffer(p.Before.Turn())
	}
	g.shown = append(g.shown, g.word(p))
	g.tellShown(len(g.shown) - 1)
}

func (g *Game) tellShown(i int) {
	p := &g.shown[i]
	e := g.moveEvent(Provisional, i)
	e.Announced = g.shown[i].Announced
	g.emit(e)
	if r := p.Move.Promotion(); r != rules.NoRole {
		g.emit(Event{
			Type: Promotion, Ply: i + 1, Square: p.Move.To().String(),
			Piece: rules.MakePiece(p.Before.Turn(), r).String(),
		})
	}
}

// settle tells that a move is settled; it is false when that was told before.
func (g *Game) settle(i int) bool {
	s := &g.shown[i]
	if s.settled {
		return false
	}
	s.settled = true
	g.tellSettled(i)
	return true
}

func (g *Game) tellSettled(i int) {
	e := g.moveEvent(Move, i)
	if at := g.shown[i].Pressed; at >= 0 {
		e.Completed = &at
	}
	g.emit(e)
}

// choosing reports whether the last move promoted, and what to may still be chosen although it ends the game.
func (g *Game) choosing() bool {
	return g.opt.Kind != sensors.Piece && len(g.shown) > 0 && g.shown[len(g.shown)-1].Move.Promotion() != rules.NoRole
}

// choiceStands reports whether a key would change what a pawn became although that can't be changed any more, and the article (4.4d of 2005;
// 2023: 4.4.4): it was chosen, or the opponent has touched a man since, who takes it for what it was, or there is an arbiter and it was
// pressed for.
func (g *Game) choiceStands(p *sensors.Press) (article string, stands bool) {
	if p == nil || boardstate.PromotionOf(p.Key) == rules.NoRole {
		return "", false
	}
	is, article := g.lastChoice()
	return article, is != rules.NoRole && is != boardstate.PromotionOf(p.Key)
}

// lastChoice is what the pawn of the last move became, where that can't be changed any more, and the article; NoRole where it can, or there
// was none.
func (g *Game) lastChoice() (is rules.Role, article string) {
	if !g.kept() || !g.completedStand() || g.over || g.setting {
		return rules.NoRole, ""
	}
	is, chosen := g.tracker.Chosen()
	if is == rules.NoRole {
		return is, ""
	}
	pos := g.Position()
	late, article := g.ref.ChoiceEnds(pos.Turn())
	if !chosen && !late {
		return rules.NoRole, ""
	}
	return is, article
}

// endByPosition ends the game when the last move, settled, did so.
func (g *Game) endByPosition() {
	pos := g.Position()
	o := pos.Outcome()
	if g.kept() {
		g.consult()
		if len(g.shown) == 0 {
			g.doubtUntil = 0
			return
		}
		last := &g.shown[len(g.shown)-1]
		if g.choosing() && last.Pressed < 0 && (o == rules.DeadPosition || g.now < last.Made+choiceTime) {
			return // what the pawn became is only somebody's word
		}
		if result, reason := g.verdict(); !g.over && result != "" {
			g.end(result, reason)
		}
		return
	}
	// What the pawn became is only somebody's word where the sensors can't tell, and it may still be changed.
	last := g.shown[len(g.shown)-1]
	guessed := g.choosing()
	if guessed && o != rules.None && g.now < last.Made+choiceTime {
		return
	}
	switch o {
	case rules.None:
	case rules.DeadPosition:
		if !guessed { // the players decide, not the board
			g.end("1/2-1/2", o.String())
		}
	case rules.Checkmate:
		g.end(pos.Turn().Other().Wins(), o.String())
	default:
		g.end("1/2-1/2", o.String())
	}
}

// end gives the game its result; later readings are no part of it.
func (g *Game) end(result, reason string) {
	if g.over {
		return
	}
	for i := range g.shown {
		g.settle(i)
	}
	if g.ref != nil {
		g.ref.Over(g.now)
		g.heed()
	}
	g.tellDoubts()
	g.over, g.outcome, g.overruled, g.asking = true, outcome{result, reason}, false, signAsked{}
	g.known, _ = g.standing(g.storyPosition())
	g.emit(Event{Type: ResultShown, Result: result, Reason: reason, Claimable: g.unsure})
	g.tellPrompt()
	g.tellLights()
}

// announce makes a move that somebody plays from afar. One that isn't legal now is told as a press and no more.
func (g *Game) announce(uci string) {
	if !g.setting {
		announce(g.tracker, uci)
	}
}

// announce makes a move that somebody plays from afar in a tracker's story, where it is legal.
func announce(t *boardstate.Tracker, uci string) {
	pos := t.Position()
	if m, err := pos.ParseUCI(uci); err == nil {
		t.Announce(m)
	}
}

// unoffer declines what a side was offered, where nobody keeps the Laws: it touched a man of its own to move him, or has moved since (9.1).
func (g *Game) unoffer(side rules.Color) {
	if g.offered && g.offer != side {
		g.offered = false
		g.tellOffer(side, "declined")
	}
}

// tellOffer tells what became of a draw, in the referee's words.
func (g *Game) tellOffer(side rules.Color, state string) {
	at := g.now
	g.emit(Event{Type: Offer, Side: side.String(), At: &at, State: state})
}

// press tells of a button and acts on those that end a game.
func (g *Game) press(p *sensors.Press) {
	if alone := g.saysAlone(p); alone || !g.over {
		g.emit(Event{Type: Press, Key: p.Key, Text: p.Args})
		if alone {
			g.ruleAlone(p.Args)
		}
	}
	if g.over {
		return
	}
	switch p.Key {
	case "white", "black", "agree":
		if g.asksSign() {
			g.end(g.asking.result, "kings")
			return
		}
	case "takeback":
		g.backAt = g.now
		g.withdraw()
	case "move":
		g.announce(p.Args)
	case "pause":
		g.resuming = false
	case "menu":
		g.heedMenu(p.Args)
	case "analyse":
		g.lines.on = p.Args == "" && !g.kept()
	}
	if g.setting || g.kept() {
		return // nothing is offered or given up in a game that hasn't begun; else the referee answers
	}
	side := rules.White
	switch p.Key {
	case "resign-black", "draw-black", "decline-black":
		side = rules.Black
	}
	switch p.Key {
	case "resign-white", "resign-black":
		g.end(side.Other().Wins(), "resignation")
	case "draw-white", "draw-black":
		if g.offered && g.offer != side {
			g.end("1/2-1/2", "agreement")
			return
		}
		g.offer, g.offered, g.offeredAt = side, true, g.now
		g.tellOffer(side, "offered")
	case "decline-white", "decline-black":
		g.unoffer(side)
	}
}
