package qr

// draw lays the codewords of a version out, with the mask that makes the code easiest to read.
func draw(v int, words []byte) *Code {
	c := &Code{Size: 17 + 4*v}
	c.dark, c.fixed = make([]bool, c.Size*c.Size), make([]bool, c.Size*c.Size)
	c.patterns(v)
	c.fill(words)
	best, least := 0, -1
	for m := range masks {
		c.mask(m)
		c.format(m)
		if p := c.penalty(); least < 0 || p < least {
			best, least = m, p
		}
		c.mask(m) // away again
	}
	c.mask(best)
	c.format(best)
	return c
}

// set draws a module that belongs to a pattern.
func (c *Code) set(x, y int, dark bool) {
	if x >= 0 && y >= 0 && x < c.Size && y < c.Size {
		c.dark[y*c.Size+x], c.fixed[y*c.Size+x] = dark, true
	}
}

// patterns draws what every code of a version has (6.3), and keeps the place of the format.
func (c *Code) patterns(v int) {
	far := c.Size - 7
	for i := range c.Size {
		c.set(6, i, i%2 == 0)
		c.set(i, 6, i%2 == 0)
	}
	for _, at := range [][2]int{{3, 3}, {far + 3, 3}, {3, far + 3}} {
		c.rings(at[0], at[1], true, true, false, true, false) // a finder with its light border
	}
	if v > 1 {
		c.rings(far, far, true, false, true) // for alignment
	}
	c.format(0)
}

// rings draws squares around a centre, dark or light from the inside out.
func (c *Code) rings(x, y int, dark ...bool) {
	reach := len(dark) - 1
	for dy := -reach; dy <= reach; dy++ {
		for dx := -reach; dx <= reach; dx++ {
			c.set(x+dx, y+dy, dark[max(dx, -dx, dy, -dy)])
		}
	}
}

// format draws level M and the mask, twice (7.9).
func (c *Code) format(mask int) {
	bits := formatBits(mask)
	at := func(i int) bool { return bits>>i&1 == 1 }
	for i := range 6 {
		c.set(8, i, at(i))
		c.set(5-i, 8, at(9+i))
	}
	c.set(8, 7, at(6))
	c.set(8, 8, at(7))
	c.set(7, 8, at(8))
	for i := range 8 {
		c.set(c.Size-1-i, 8, at(i))
	}
	for i := range 7 {
		c.set(8, c.Size-7+i, at(8+i))
	}
	c.set(8, c.Size-8, true)
}

// formatBits are five bits of format, 00 for level M and the mask, and ten that protect them (annex C).
func formatBits(mask int) int {
	rest := mask << 10
	for i := 14; i >= 10; i-- {
		if rest>>i&1 == 1 {
			rest ^= 0x537 << (i - 10)
		}
	}
	return (mask<<10 | rest) ^ 0x5412
}

// fill writes the words in pairs of columns from the right, up and down in turn (7.7.3).
func (c *Code) fill(words []byte) {
	i, up := 0, true
	for right := c.Size - 1; right > 0; right, up = right-2, !up {
		if right == 6 { // the timing pattern's column
			right--
		}
		for step := range c.Size {
			y := step
			if up {
				y = c.Size - 1 - step
			}
			for _, x := range []int{right, right - 1} {
				if at := y*c.Size + x; !c.fixed[at] {
					c.dark[at] = i < 8*len(words) && words[i/8]>>(7-i%8)&1 == 1
					i++
				}
			}
		}
	}
}

// masks say which data modules are inverted (table 10).
var masks = [8]func(x, y int) bool{
	func(x, y int) bool { return (x+y)%2 == 0 },
	func(_, y int) bool { return y%2 == 0 },
	func(x, _ int) bool { return x%3 == 0 },
	func(x, y int) bool { return (x+y)%3 == 0 },
	func(x, y int) bool { return (x/3+y/2)%2 == 0 },
	func(x, y int) bool { return x*y%2+x*y%3 == 0 },
	func(x, y int) bool { return (x*y%2+x*y%3)%2 == 0 },
	func(x, y int) bool { return ((x+y)%2+x*y%3)%2 == 0 },
}

// mask inverts the data modules of a mask; done twice it changes nothing.
func (c *Code) mask(m int) {
	for at := range c.dark {
		c.dark[at] = c.dark[at] != (!c.fixed[at] && masks[m](at%c.Size, at/c.Size))
	}
}
