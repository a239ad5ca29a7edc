package game

import "math"

// assign gives each row a column of its own so that the sum of the costs is least; there must be as many columns as
// rows or more. It is the Hungarian method: rows come in one by one, and along the cheapest path of reduced costs
// earlier rows make room.
func assign(costs [][]int) []int {
	if len(costs) == 0 {
		return nil
	}
	rows, cols := len(costs), len(costs[0])
	rowPrice, colPrice := make([]int, rows), make([]int, cols+1)
	holder := make([]int, cols+1) // the row that holds a column, -1 for none; column cols is where a new row waits
	for j := range holder {
		holder[j] = -1
	}
	for i := range rows {
		holder[cols] = i
		slack, via, done := make([]int, cols), make([]int, cols), make([]bool, cols+1)
		for j := range slack {
			slack[j] = math.MaxInt
		}
		at := cols
		for holder[at] >= 0 {
			done[at] = true
			r, next := holder[at], -1
			for j := range cols {
				if done[j] {
					continue
				}
				if c := costs[r][j] - rowPrice[r] - colPrice[j]; c < slack[j] {
					slack[j], via[j] = c, at
				}
				if next < 0 || slack[j] < slack[next] {
					next = j
				}
			}
			reprice(slack[next], holder, done, slack, rowPrice, colPrice)
			at = next
		}
		for at != cols {
			holder[at], at = holder[via[at]], via[at]
		}
	}
	out := make([]int, rows)
	for j, r := range holder[:cols] {
		if r >= 0 {
			out[r] = j
		}
	}
	return out
}

// reprice raises the prices of the rows and columns reached by d, so that the next column costs nothing more.
func reprice(d int, holder []int, done []bool, slack, rowPrice, colPrice []int) {
	for j, reached := range done {
		switch {
		case reached:
			rowPrice[holder[j]] += d
			colPrice[j] -= d
		case j < len(slack):
			slack[j] -= d
		}
	}
}
