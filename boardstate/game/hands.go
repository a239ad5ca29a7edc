package game

import (
	"jadoube/rules/square"
	"jadoube/sensors"
)

// Begun reports whether the game is being played: not while the men are set up for it.
func (g *Game) Begun() bool { return !g.setting }

// InHand returns the squares of the men that are off the board and belong to no move that was told, in the order in which
// they were lifted. A man whose contact is not believed to be open yet is none of them, nor is one that is to carry out a
// move made from afar.
func (g *Game) InHand() (squares []square.Square) {
	if g.over || g.setting {
		return nil
	}
	stable := g.stable.Frame()
	for _, a := range g.story.Lifted {
		if stable[a.Square] == sensors.Nothing {
			squares = append(squares, a.Square)
		}
	}
	return squares
}
