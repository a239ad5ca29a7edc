package qr

// What makes a code hard to read (7.8.3.1).
const (
	runPenalty    = 3
	blockPenalty  = 3
	finderPenalty = 40
	sharePenalty  = 10
)

// penalty counts what makes a code hard to read: long runs, blocks, what looks like a finder, too much of a colour.
func (c *Code) penalty() int {
	p, dark := 0, 0
	for a := range c.Size {
		p += lines(c.Size, func(i int) bool { return c.Dark(i, a) })
		p += lines(c.Size, func(i int) bool { return c.Dark(a, i) })
		for b := range c.Size {
			dark += bit(c.Dark(a, b))
			same := c.Dark(a, b) == c.Dark(a+1, b) && c.Dark(a, b) == c.Dark(a, b+1) && c.Dark(a, b) == c.Dark(a+1, b+1)
			p += blockPenalty * bit(same && a+1 < c.Size && b+1 < c.Size)
		}
	}
	all := c.Size * c.Size
	return p + sharePenalty*(max(2*dark-all, all-2*dark)*10/all)
}

// lines is the penalty of one row or column.
func lines(n int, dark func(int) bool) (p int) {
	run, last := 0, 0
	for i := range n {
		if i > 0 && dark(i) == dark(i-1) {
			run++
		} else {
			run = 1
		}
		switch {
		case run == 5:
			p += runPenalty
		case run > 5:
			p++
		}
		last = last<<1&0x7ff | bit(dark(i))
		if i >= 10 && (last == 0b10111010000 || last == 0b00001011101) {
			p += finderPenalty
		}
	}
	return p
}
