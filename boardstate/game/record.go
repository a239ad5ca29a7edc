package game

import (
	"jadoube/rules/pgn"
)

// PGN returns the game as far as it has been shown. Moves that are still provisional are in it.
func (g *Game) PGN() *pgn.Game {
	return nil
}
