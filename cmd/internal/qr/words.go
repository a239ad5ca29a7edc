package qr

// codewords are the text's data and check words in the order in which they are drawn (7.4 to 7.6).
func codewords(v int, text string) []byte {
	l := versions[v]
	data := padded(text, l.blocks*l.data)
	all := make([]byte, l.blocks*(l.data+l.check))
	for b := range l.blocks {
		block := data[b*l.data : (b+1)*l.data]
		for i, w := range block {
			all[i*l.blocks+b] = w
		}
		for i, w := range checkWords(block, l.check) {
			all[(l.data+i)*l.blocks+b] = w
		}
	}
	return all
}

// padded is a text in byte mode: 0100, its length in 8 bits, its bytes, the end 0000, then padding.
func padded(text string, size int) []byte {
	out := make([]byte, 0, size)
	n := byte(len(text))
	out = append(out, 0x40|n>>4)
	last := n << 4
	for i := range len(text) {
		out = append(out, last|text[i]>>4)
		last = text[i] << 4
	}
	out = append(out, last)
	for pad := byte(0xec); len(out) < size; pad ^= 0xec ^ 0x11 {
		out = append(out, pad)
	}
	return out
}

// checkWords are the Reed-Solomon words of a block: the remainder of its polynomial times x^n.
func checkWords(block []byte, n int) []byte {
	gen := generator(n)
	rest := make([]byte, n)
	for _, w := range block {
		lead := w ^ rest[0]
		copy(rest, rest[1:])
		rest[n-1] = 0
		for i := range rest {
			rest[i] ^= times(gen[i], lead)
		}
	}
	return rest
}

// generator is (x-1)(x-2)(x-4)…, n factors, without its leading 1, the highest power first.
func generator(n int) []byte {
	gen := make([]byte, n)
	gen[n-1] = 1
	root := byte(1)
	for range n {
		for i := range gen {
			gen[i] = times(gen[i], root)
			if i+1 < n {
				gen[i] ^= gen[i+1]
			}
		}
		root = times(root, 2)
	}
	return gen
}

// times multiplies in the field of 256 elements modulo x^8+x^4+x^3+x^2+1.
func times(a, b byte) (p byte) {
	for ; b > 0; b >>= 1 {
		if b&1 == 1 {
			p ^= a
		}
		high := a >> 7
		a = a<<1 ^ high*0x1d
	}
	return p
}
