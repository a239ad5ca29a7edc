package rules

import "jadoube/rules/square"

// Moves of many men of a kind at once: each function returns what any of the squares of a set attacks or steps to.

const (
	notA  = ^square.FileA
	notH  = ^square.FileH
	notAB = ^(square.FileA | square.FileA<<1)
	notGH = ^(square.FileH | square.FileH>>1)
)

func kingSteps(b square.Set) square.Set {
	beside := b<<1&notA | b>>1&notH
	row := b | beside
	return beside | row<<8 | row>>8
}

func knightSteps(b square.Set) square.Set {
	one := b<<1&notA | b>>1&notH
	two := b<<2&notAB | b>>2&notGH
	return one<<16 | one>>16 | two<<8 | two>>8
}

func pawnSteps(b square.Set, c Color) square.Set {
	if c == White {
		return b << 8
	}
	return b >> 8
}

func pawnCaptures(b square.Set, c Color) square.Set {
	b = pawnSteps(b, c)
	return b<<1&notA | b>>1&notH
}

// diagonals returns the squares that bishops on b attack when only the squares outside free hinder them.
func diagonals(b, free square.Set) square.Set {
	return climb(b, free&notA, 9)<<9&notA | climb(b, free&notH, 7)<<7&notH |
		descend(b, free&notH, 9)>>9&notH | descend(b, free&notA, 7)>>7&notA
}

// straights does the same for rooks.
func straights(b, free square.Set) square.Set {
	return climb(b, free, 8)<<8 | climb(b, free&notA, 1)<<1&notA |
		descend(b, free, 8)>>8 | descend(b, free&notH, 1)>>1&notH
}

// climb returns b and all that it comes to by steps to the left over free squares: first one, then two, then four.
func climb(b, free square.Set, step int) square.Set {
	b |= free & (b << step)
	free &= free << step
	b |= free & (b << (2 * step))
	free &= free << (2 * step)
	return b | free&(b<<(4*step))
}

// descend does the same by steps to the right.
func descend(b, free square.Set, step int) square.Set {
	b |= free & (b >> step)
	free &= free >> step
	b |= free & (b >> (2 * step))
	free &= free >> (2 * step)
	return b | free&(b>>(4*step))
}
