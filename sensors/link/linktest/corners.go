package linktest

import "jadoube/rules/square"

// Cornered are the squares that look lit when others are, since neighbours share the lights of their corners.
func Cornered(on square.Set) (all square.Set) {
	var lit [9][9]bool
	for s := range on.Squares() {
		for _, c := range [][2]int{{0, 0}, {0, 1}, {1, 0}, {1, 1}} {
			lit[s.File()+c[0]][s.Rank()+c[1]] = true
		}
	}
	for s := range square.None {
		f, r := s.File(), s.Rank()
		if lit[f][r] && lit[f+1][r] && lit[f][r+1] && lit[f+1][r+1] {
			all = all.With(s)
		}
	}
	return all
}
