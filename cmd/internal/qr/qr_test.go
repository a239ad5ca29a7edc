package qr

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// read is a reader for undamaged codes that shares only the order of modules' reading with the writer's tables: it finds
// the mask from the modules, checks each block by evaluating its polynomial at the roots, and reads the text.
func read(t *testing.T, c *Code) string {
	t.Helper()
	v := (c.Size - 17) / 4
	mask := -1
	for m := range 8 {
		got := 0
		for i := range 8 {
			got |= bit(c.Dark(c.Size-1-i, 8)) << i
		}
		for i := range 7 {
			got |= bit(c.Dark(8, c.Size-7+i)) << (8 + i)
		}
		if got == formatBits(m) {
			mask = m
		}
	}
	if mask < 0 {
		t.Fatal("no format")
	}
	var bits []bool
	for x, up := c.Size-1, true; x > 0; x, up = x-2, !up {
		if x == 6 {
			x--
		}
		for i := range c.Size {
			y := i
			if up {
				y = c.Size - 1 - i
			}
			for _, x := range []int{x, x - 1} {
				if !reserved(v, c.Size, x, y) {
					bits = append(bits, c.Dark(x, y) != masks[mask](x, y))
				}
			}
		}
	}
	l := versions[v]
	var data []byte
	for b := range l.blocks {
		block := make([]byte, l.data+l.check)
		for i := range block {
			for k := range 8 {
				block[i] = block[i]<<1 | byte(bit(bits[8*(i*l.blocks+b)+k]))
			}
		}
		for root, i := byte(1), 0; i < l.check; root, i = times(root, 2), i+1 {
			sum := byte(0)
			for _, w := range block {
				sum = times(sum, root) ^ w
			}
			if sum != 0 {
				t.Fatalf("block %d: syndrome %d is %d", b, i, sum)
			}
		}
		data = append(data, block[:l.data]...)
	}
	if data[0]>>4 != 4 {
		t.Fatalf("mode %d", data[0]>>4)
	}
	var text []byte
	for i := range int(data[0]<<4 | data[1]>>4) {
		text = append(text, data[1+i]<<4|data[2+i]>>4)
	}
	return string(text)
}

// reserved are the places of patterns and format, from the standard's pictures.
func reserved(v, size, x, y int) bool {
	corner := x < 9 && y < 9 || x < 9 && y >= size-8 || x >= size-8 && y < 9
	align := v > 1 && x >= size-9 && x <= size-5 && y >= size-9 && y <= size-5
	return corner || align || x == 6 || y == 6
}

func TestReadBack(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for n := 1; n <= MaxBytes; n++ {
		text := make([]byte, n)
		for i := range text {
			text[i] = byte(rng.IntN(256))
		}
		c, err := Encode(string(text))
		if err != nil {
			t.Fatal(n, err)
		}
		if got := read(t, c); got != string(text) {
			t.Fatalf("%d bytes %q: read %q", n, text, got)
		}
	}
	for _, n := range []int{0, MaxBytes + 1} {
		if _, err := Encode(strings.Repeat("x", n)); err == nil || !strings.Contains(err.Error(), "1 to 106") {
			t.Errorf("%d bytes: %v", n, err)
		}
	}
}

// TestCheckWords holds against the example of ISO/IEC 18004 annex I.2 (01234567 in version 1-M).
func TestCheckWords(t *testing.T) {
	data := []byte{0x10, 0x20, 0x0c, 0x56, 0x61, 0x80, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11}
	want := []byte{0xa5, 0x24, 0xd4, 0xc1, 0xed, 0x36, 0xc7, 0x87, 0x2c, 0x55}
	if got := checkWords(data, 10); !bytes.Equal(got, want) {
		t.Errorf("% x, want % x", got, want)
	}
	if got := fmt.Sprintf("%015b", formatBits(5)); got != "100000011001110" { // annex C's example
		t.Errorf("format of level M, mask 5: %s", got)
	}
}

func TestPathAndText(t *testing.T) {
	c, err := Encode("http://192.168.1.7:8464/")
	if err != nil {
		t.Fatal(err)
	}
	if p := c.Path(); !strings.HasPrefix(p, "M0 0h7v1h-7z") {
		t.Errorf("the path doesn't begin with a finder: %.40s", p)
	}
	lines := strings.Split(strings.TrimSuffix(c.String(), "\n"), "\n")
	if len(lines) != (c.Size+9)/2 || len([]rune(lines[0])) != c.Size+8 || strings.Trim(lines[0], "█") != "" {
		t.Errorf("%d lines, first %q", len(lines), lines[0])
	}
}

// TestForeignReader asks a reader that others wrote.
func TestForeignReader(t *testing.T) {
	zbar, err := exec.LookPath("zbarimg")
	if err != nil {
		t.Skip("zbarimg isn't installed (zbar-tools)")
	}
	for _, text := range []string{"a", "http://10.0.0.7:8464/", "https://jadoube.local:8464/#pair=ABCDEFGH", strings.Repeat("0123456789", 6), strings.Repeat("b", 84), strings.Repeat("Xy7", 35)} {
		c, err := Encode(text)
		if err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command(zbar, "--raw", "-q", picture(t, c)).Output()
		if err != nil || strings.TrimSuffix(string(out), "\n") != text {
			t.Errorf("%q is read as %q, %v", text, out, err)
		}
	}
}

// picture is a file with the code in modules of 4 by 4.
func picture(t *testing.T, c *Code) string {
	t.Helper()
	const scale, quiet = 4, 4
	side := scale * (c.Size + 2*quiet)
	img := image.NewGray(image.Rect(0, 0, side, side))
	for i := range img.Pix {
		if !c.Dark(i%side/scale-quiet, i/side/scale-quiet) {
			img.SetGray(i%side, i/side, color.Gray{255})
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "code.png")
	if err := os.WriteFile(name, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}
