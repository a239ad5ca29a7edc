package game

import (
	"strings"

	"jadoube/rules"
	"jadoube/sensors"
)

// asPlayed reports whether the position on the board is the game's; a move made from afar may still have to be carried out.
func (g *Game) asPlayed() bool {
	away := len(g.story.Lifted)+len(g.story.Placed) > 0 || g.story.Half.Move != rules.NoMove
	return !away && !g.recovering && !g.homeward && g.voided == rules.NoMove && !g.restoring()
}

// mayResume reports whether a clock that was paused may run on: the men must stand as in the game. Else they are led back, and it runs
// on by itself when they stand; an arbiter may insist.
func (g *Game) mayResume() bool {
	if g.asPlayed() || !g.ref.Paused() {
		return true
	}
	g.resuming = true
	g.emit(Event{Type: Advice, Key: "stand-first"})
	return false
}

// midMove reports whether nothing is off its square but what the player having the move may be moving: he may go on with it, as soon as he
// sets it down the clock runs.
func (g *Game) midMove() bool {
	if g.story.Half.Move != rules.NoMove {
		return true
	}
	pos, men := g.storyPosition(), [2]int{}
	for i := range g.story.Lifted {
		if man := pos.At(g.story.Lifted[i].Square); man != rules.NoPiece {
			men[man.Color()]++
		}
	}
	return men[pos.Turn()] == 1 && men[pos.Turn().Other()] <= 1 && len(g.story.Placed) <= 1
}

// resume lets the clock run on that waited for the men. Whoever insisted, or paused it again, has the last word.
func (g *Game) resume() {
	switch {
	case !g.resuming:
	case !g.ref.Paused():
		g.resuming = false
	case g.asPlayed() && g.calm():
		g.resuming = false
		g.ref.Resume()
		g.heed()
	}
}

// arrives reports whether a player says that he is there: before the men stand nothing else counts.
func arrives(p *sensors.Press) bool { return strings.HasPrefix(p.Key, "arrive-") }
