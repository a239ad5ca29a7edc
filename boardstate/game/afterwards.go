package game

import (
	"strings"

	"jadoube/boardstate"
	"jadoube/boardstate/referee"
	"jadoube/rules"
	"jadoube/sensors"
)

// outcome is how a game ended; the zero value while it goes on.
type outcome struct{ result, reason string }

// ruleAlone does what an arbiter says where no referee hears him: the game is over, its men are being set up, or it is played without
// Laws and clock. A result that he says counts, undo brings back the one before it, and resume lets a game go on that was over; notes are
// kept. Everything else makes no sense then, and is told as refused.
func (g *Game) ruleAlone(words string) {
	accepted := referee.CheckWords(words) == nil
	word, rest, _ := strings.Cut(strings.TrimSpace(words), " ")
	was, said := g.outcome, g.outcome
	switch {
	case !accepted || word == "note":
	case word == "result" && !g.setting:
		said.result, said.reason = referee.ResultOf(rest)
	case word == "undo" && g.over && g.mistaken != nil:
		said = *g.mistaken
	case word == "resume" && g.over:
		said = outcome{}
	default:
		accepted = false
	}
	at, pos := g.now, g.Position()
	g.emit(Event{Type: Ruling, Text: words, State: answer(accepted), At: &at, Side: pos.Turn().String()})
	switch {
	case said == was && word != "result" || !accepted:
	case said.result == "":
		g.playOn()
	case !g.over:
		g.end(said.result, said.reason)
	default:
		g.mistaken, g.outcome, g.unsure = &was, said, false
		g.emit(Event{Type: ResultShown, Result: g.result, Reason: g.reason})
	}
}

// playOn lets a game go on that was over, from its last move: the men are led back to where they stood then, and what they did since is
// no part of it. A clock runs on when they stand.
func (g *Game) playOn() {
	g.over, g.outcome, g.mistaken, g.unsure, g.reopened = false, outcome{}, nil, false, true
	g.overruled, g.doubtUntil, g.complete = true, 0, false
	g.voided, g.counts, g.ruledOut, g.ruledBack, g.homeward = rules.NoMove, rules.NoMove, false, false, false
	g.offered = false
	g.known = g.stable.Frame()
	g.lookAgain()
	g.stood, g.mark = g.Position(), g.markOfShown()
	g.recovering, g.agreed, g.guide = true, -1, guide{}
	if g.ref != nil {
		g.ref.Reopen(g.now, g.stable.Frame())
		g.resuming = true
		g.heed()
	}
	g.emit(Event{Type: ResultShown})
}

// markOfShown is where a story stands that has the moves that were told.
func (g *Game) markOfShown() boardstate.Mark {
	same := 0
	for same < len(g.shown) && same < len(g.story.Moves) && g.shown[same].Move == g.story.Moves[same].Move {
		same++
	}
	m := g.tracker.MarkAt(same)
	for i := same; i < len(g.shown); i++ {
		m = g.tracker.Instead(m, &g.shown[i].Played)
	}
	return m
}

// lookAgain takes the tracker's story. A sign of the kings that was overruled is none until the men stand in the game again; nor is one
// which the Laws rather take for an illegal move.
func (g *Game) lookAgain() {
	g.story = g.tracker.Story()
	if g.story.Sign != "" && (g.overruled || g.kept() && g.stepsIllegally()) {
		g.story.Sign = ""
	}
}

// stepsIllegally reports whether the kings stand side by side in the centre since a player moved his king to the other, who had his square
// there before, or since a move was completed by that. A king that comes from afar to the other shows a result, as two that are taken
// there do, but not that its own player has won: only the opponent resigns (5.1b; 2023: 5.1.2).
func (g *Game) stepsIllegally() bool {
	pos := g.storyPosition()
	for _, there := range [...]rules.Color{rules.White, rules.Black} {
		k, came := pos.King(there), there.Other()
		if !boardstate.Centre.Has(k) || g.raw[k] == sensors.Nothing {
			continue
		}
		if g.story.Sign == came.Wins() {
			return true
		}
		for c := range boardstate.Centre.Without(k).Squares() {
			if pos.King(came).Distance(c) <= 1 {
				return true
			}
		}
	}
	return g.ref.Offended()
}

// saysAlone reports whether a press is an arbiter's word that no referee hears.
func (g *Game) saysAlone(p *sensors.Press) bool {
	return p.Key == "arbiter" && (g.over || g.setting || g.ref == nil)
}
