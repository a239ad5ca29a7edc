package game

import (
	"slices"
	"strings"

	"jadoube/boardstate"
	"jadoube/boardstate/laws"
	"jadoube/boardstate/referee"
	"jadoube/rules"
	"jadoube/rules/square"
)

type prompt struct {
	key  string
	args string // the values, joined by "-"
}

// asked is a question or notice that the session has for the players; key "" is none.
type asked struct {
	key  string
	args []string // names and values in turn
}

// tellWrong tells once of each man that has stood for some ms where nothing explains it, and when it is gone.
func (g *Game) tellWrong(after int64) {
	wrong := g.wrongSquares(after)
	for s := range (wrong &^ g.wrong).Squares() {
		g.emit(g.illegalEvent(s))
	}
	for s := range (g.wrong &^ wrong).Squares() {
		g.emit(Event{Type: Restore, Square: s.String()})
	}
	g.wrong = wrong
}

func (g *Game) illegalEvent(s square.Square) Event {
	e := Event{Type: Illegal, Square: s.String()}
	if from, piece := g.cameFrom(); from.Valid() {
		e.From, e.Piece = from.String(), piece.String()
	}
	pos := g.storyPosition()
	_, piece := g.cameFrom()
	his := piece == rules.NoPiece || piece.Color() == pos.Turn() // else it is displaced, and no move
	if i := slices.IndexFunc(g.story.Placed, func(a boardstate.Away) bool { return a.Square == s }); i >= 0 && his && g.kept() {
		since := g.since(&g.story.Placed[i])
		e.At = &since
	}
	return e
}

// wrongSquares are those on which a man has stood for some ms that no story explains.
func (g *Game) wrongSquares(after int64) (out square.Set) {
	if g.story.Sign != "" && g.kept() {
		return 0 // the kings go where they show a result, or back
	}
	half := g.story.Half.Move != rules.NoMove && after > 0 // it may still become a move
	for i := range g.story.Placed {
		a := &g.story.Placed[i]
		if g.wrong.Has(a.Square) || !half && g.now-g.since(a) >= after {
			out = out.With(a.Square)
		}
	}
	return out
}

// since is when a man came to stand where nothing explains him. Where the Laws are kept it is asked who stands there, not for how long the
// square has been otherwise: he may stand in the place of one who left before.
func (g *Game) since(a *boardstate.Away) int64 {
	switch {
	case !g.kept():
		return a.Since
	case g.known[a.Square] != g.raw[a.Square]:
		return g.now // not believed yet
	}
	return max(a.Since, g.came[a.Square])
}

// cameFrom is the square of the only man that is off its square, None when that isn't clear.
func (g *Game) cameFrom() (square.Square, rules.Piece) {
	if len(g.story.Lifted) != 1 {
		return square.None, rules.NoPiece
	}
	pos := g.storyPosition()
	s := g.story.Lifted[0].Square
	return s, pos.At(s)
}

// pawnLeft is where a pawn stands that has reached the last rank and is still to be exchanged, None for nowhere.
func (g *Game) pawnLeft() square.Square {
	if n := len(g.story.Moves); n > len(g.shown) && g.kept() && g.arrived(&g.story.Moves[n-1]) {
		return g.story.Moves[n-1].Move.To()
	}
	from, man := g.cameFrom()
	if man.Role() != rules.Pawn || g.wrong.Len() != 1 {
		return square.None
	}
	pos, at := g.storyPosition(), g.wrong.First()
	for _, m := range pos.LegalMoves(nil) {
		if m.From() == from && m.To() == at && m.Promotion() != rules.NoRole {
			return at
		}
	}
	return square.None
}

// storyPosition is the position of the cheapest story, told or not.
func (g *Game) storyPosition() rules.Position {
	if n := len(g.story.Moves); n > 0 {
		return *g.story.Moves[n-1].After
	}
	return g.start
}

// tellPrompt tells what a player should do next, in a key of the catalogs.
func (g *Game) tellPrompt() {
	p, args := g.nextPrompt()
	if p == g.prompt {
		return
	}
	g.prompt, g.promptArgs = p, args
	g.emit(Event{Type: Prompt, Key: p.key, Args: args})
}

// ask makes a prompt of a key and its arguments, names and values in turn.
func ask(key string, kv ...string) (prompt, map[string]string) {
	args, all := map[string]string{}, ""
	for i := 0; i < len(kv); i += 2 {
		args[kv[i]] = kv[i+1]
		all += "-" + kv[i+1]
	}
	return prompt{key, all}, args
}

func (g *Game) nextPrompt() (prompt, map[string]string) {
	h := g.story.Half
	switch {
	case g.over:
		return prompt{}, nil
	case g.asksSign() && !g.menu.open:
		return ask("confirm-result", "result", g.asking.result)
	case g.dark() && !g.setting && !g.recovering && g.asked.key == "":
		return prompt{}, nil
	case g.menu.open:
		return ask("menu")
	case g.asked.key != "":
		return ask(g.asked.key, g.asked.args...)
	case g.setting:
		return g.guide.ask("set-up-move", "set-up", "set-up")
	case h.Move != rules.NoMove && (h.Next.Valid() || h.To.Valid()) && g.asksHalf(&h):
		return askHalf(&h)
	case g.story.Owed != 0:
		return g.askOwed()
	case g.recovering:
		return g.guide.ask("put-back", "put-on", "take-off")
	case g.pawnLeft().Valid():
		return ask("replace-pawn", "square", g.pawnLeft().String())
	case g.wrong != 0:
		at := g.wrong.First().String()
		from, _ := g.cameFrom()
		if !from.Valid() && g.kept() {
			from = g.ref.Whence(g.wrong.First())
		}
		if from.Valid() {
			return ask("put-back", "from", at, "to", from.String())
		}
		return ask("illegal", "square", at)
	}
	return g.askLaws()
}

// dark reports whether nothing may be shown that helps a player: in a rated game with an arbiter (11.3.1, 12.6 of 2023).
func (g *Game) dark() bool { return g.opt.Laws.Rated && g.opt.Laws.Level == referee.Arbiter }

// askLaws asks for what a touch obliges to, or tells that something may be claimed.
func (g *Game) askLaws() (prompt, map[string]string) {
	if !g.kept() {
		return prompt{}, nil
	}
	if o, ok := g.ref.Owed(); ok {
		pos := g.Position()
		switch {
		case o.Reason == laws.KingAndRook:
			return ask("must-castle", "from", o.Move.From().String(), "to", arrival(o.Move).String())
		case o.Either != 0:
			return ask("must-move-one", "squares", strings.Join(names(o.Either), ", "))
		case o.Piece.Valid() && o.Victim.Valid():
			return ask("must-take-with", "square", o.Victim.String(), "from", o.Piece.String(), "piece", pos.At(o.Piece).String())
		case o.Piece.Valid():
			return ask("must-move", "square", o.Piece.String(), "piece", pos.At(o.Piece).String())
		default:
			return ask("must-take", "square", o.Victim.String(), "piece", pos.At(o.Victim).String())
		}
	}
	if side, ok := g.ref.MayClaim(); ok && g.opt.Laws.Level == referee.Strict {
		return ask("may-claim", "side", side.String())
	}
	if side, ok := g.ref.Offer(); ok {
		return ask("draw-offered", "side", side.String())
	}
	return prompt{}, nil
}

// lightOwedMan lights what a touch obliges to, while it isn't done.
func (g *Game) lightOwedMan(p *picture) {
	if !g.kept() {
		return
	}
	o, ok := g.ref.Owed()
	if !ok {
		return
	}
	for _, m := range o.Moves {
		switch {
		case o.Victim.Valid():
			p.put(m.From(), "do-next")
		case o.Piece.Valid() || o.Either.Has(m.From()):
			p.put(arrival(m), "may-go")
		}
	}
	pos := g.Position()
	for s := range o.Either.Squares() {
		if pos.At(s).Color() == pos.Turn() {
			p.put(s, "do-next")
		} else {
			p.put(s, "may-capture")
		}
	}
	if o.Victim.Valid() {
		p.put(o.Victim, "may-capture")
	}
	if o.Piece.Valid() {
		p.put(o.Piece, "do-next")
	}
}

// asksHalf reports whether it is time to ask for what a half-done move waits for: the contacts are quiet, or it is being asked for already.
func (g *Game) asksHalf(h *boardstate.Half) bool {
	p, _ := askHalf(h)
	return g.prompt == p || g.now-h.Since >= g.opt.Debounce.Placed
}

// askHalf asks for what a half-done move waits for.
func askHalf(h *boardstate.Half) (prompt, map[string]string) {
	from := h.From()
	switch {
	case h.Move.IsEnPassant():
		return ask("remove-captured", "square", h.Next.String())
	case from == h.Move.From():
		return ask("castle-king", "from", from.String(), "to", h.To.String())
	}
	return ask("castle-rook", "from", from.String(), "to", h.To.String())
}

// tellLights tells the whole picture when it changed. What is drawn later covers what is drawn
// before on the same square.
func (g *Game) tellLights() {
	var image picture
	g.draw(&image)
	if image == g.image {
		return
	}
	g.image, g.lights = image, image.words()
	g.emit(Event{Type: LEDs, LEDs: g.lights})
}

// picture is what each square's light means, "" for none.
type picture [64]string

// put lights a square. The last meaning counts.
func (p *picture) put(s square.Square, meaning string) { p[s] = meaning }

// words is the picture as an event tells it.
func (p *picture) words() map[string]string {
	out := map[string]string{}
	for s, meaning := range p {
		if meaning != "" {
			out[square.Square(s).String()] = meaning
		}
	}
	return out
}

// draw draws what the lights show now.
func (g *Game) draw(p *picture) {
	if g.saying.words != "" && !g.over {
		*p = g.saying.image
		return
	}
	pos := g.storyPosition()
	if g.asksSign() && !g.menu.open {
		for k := range g.story.Kings.Squares() {
			p.put(k, "do-next")
		}
		return
	}
	if g.dark() && !g.setting && !g.recovering && !g.over {
		return
	}
	if n := len(g.shown); n > 0 {
		last := g.shown[n-1].Move
		p.put(last.From(), "last-move")
		p.put(arrival(last), "last-move")
	}
	if pos.InCheck() {
		p.put(pos.King(pos.Turn()), "check")
	}
	if g.over || g.menu.open {
		return
	}
	if g.asked.key != "" {
		return
	}
	if g.story.Owed != 0 {
		g.lightOwed(p)
		return
	}
	if g.setting || g.recovering {
		g.guide.light(p)
		return
	}
	if h := g.story.Half; h.Move != rules.NoMove && (h.Next.Valid() || h.To.Valid()) {
		if h.To.Valid() {
			p.put(h.To, "may-go")
		}
		if h.Next.Valid() {
			p.put(h.Next, "do-next")
		} else {
			p.put(h.From(), "touched")
		}
		return
	}
	g.lightOwedMan(p)
	g.lightTouched(&pos, p)
	if s := g.pawnLeft(); s.Valid() {
		p.put(s, "do-next")
		return
	}
	for s := range g.wrong.Squares() {
		p.put(s, "cannot-stay")
		if from, _ := g.cameFrom(); from.Valid() {
			p.put(from, "do-next")
		}
	}
}

// lightTouched shows the men in the hand and where they may go.
func (g *Game) lightTouched(pos *rules.Position, p *picture) {
	stable := g.stable.Frame()
	var buf [rules.MaxMoves]rules.Move
	for _, a := range g.story.Lifted {
		if stable[a.Square] != 0 || g.now-a.Since < g.opt.Debounce.Placed {
			continue
		}
		p.put(a.Square, "touched")
		if pos.At(a.Square).Color() != pos.Turn() {
			continue
		}
		for _, m := range pos.LegalMoves(buf[:0]) {
			switch {
			case m.From() != a.Square:
			case pos.IsCapture(m):
				p.put(m.To(), "may-capture")
			default:
				p.put(arrival(m), "may-go")
			}
		}
	}
}

// arrival is where the piece that makes the move arrives, in castling the king.
func arrival(m rules.Move) square.Square {
	if m.IsCastle() {
		king, _ := m.CastleTo()
		return king
	}
	return m.To()
}
