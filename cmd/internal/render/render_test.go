package render

import (
	"bytes"
	"encoding/xml"
	"flag"
	"image"
	"image/png"
	"io"
	"os"
	"strings"
	"testing"

	"jadoube/rules"
	"jadoube/rules/square"
)

var pictures = flag.String("pictures", "", "folder in which to keep what is drawn, to be looked at")

const italian = "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4"

func pixel(m image.Image, size int, s square.Square, dx, dy float64) string {
	x := (float64(s.File()) + dx) * float64(size) / 8
	y := (float64(7-s.Rank()) + dy) * float64(size) / 8
	r, g, b, _ := m.At(int(x), int(y)).RGBA()
	return strings.ToLower(hex(r>>8) + hex(g>>8) + hex(b>>8))
}

func hex(v uint32) string { return string("0123456789abcdef"[v>>4]) + string("0123456789abcdef"[v&15]) }

// TestPNG looks at single pixels: grounds, bodies of both colours, a mark, and the same from Black's side.
func TestPNG(t *testing.T) {
	const size = 480
	var b bytes.Buffer
	if err := PNG(&b, italian, Options{Marks: map[square.Square]string{square.E4: "#ff0000"}}); err != nil {
		t.Fatal(err)
	}
	if *pictures != "" {
		os.WriteFile(*pictures+"/italian.png", b.Bytes(), 0o644)
	}
	m, err := png.Decode(&b)
	if err != nil || m.Bounds().Dx() != size {
		t.Fatal(err, m.Bounds())
	}
	for _, c := range []struct {
		at     square.Square
		dx, dy float64
		want   string
	}{
		{square.E5 + 8, .5, .5, pale[1:]}, {square.D5 + 8, .5, .5, deep[1:]}, // e6, d6: empty
		{square.A1, .5, .85, "fffdf7"}, {square.A8, .5, .85, "45413d"}, // the rooks' feet
		{square.E2 - 8, .5, .84, "fffdf7"}, // e1, the king's foot
	} {
		if got := pixel(m, size, c.at, c.dx, c.dy); got != c.want {
			t.Errorf("%s at %.2f %.2f is %s, want %s", c.at, c.dx, c.dy, got, c.want)
		}
	}
	if got := pixel(m, size, square.E4, .1, .1); got == pale[1:] || got == deep[1:] {
		t.Errorf("the mark of e4 isn't seen: %s", got)
	}
	turned, err := Image(italian, Options{Size: size, Flipped: true, Plain: true})
	if err != nil {
		t.Fatal(err)
	}
	if got := pixel(turned, size, square.A1, .5, .85); got != "45413d" { // h8's rook stands there
		t.Errorf("from Black's side the corner is %s", got)
	}
}

// TestMenDiffer: each of the twelve men is a picture of its own, inside its square.
func TestMenDiffer(t *testing.T) {
	seen := map[string]string{}
	for _, piece := range "PNBRQKpnbrqk" {
		pc, _ := rules.ParsePiece(byte(piece))
		m := image.NewRGBA(image.Rect(0, 0, 120, 120))
		new(pen).draw(m, groupOf[man(pc)], image.Rect(40, 40, 80, 80))
		for i := 0; i < len(m.Pix); i += 4 {
			if x, y := i/4%120, i/4/120; m.Pix[i+3] != 0 && (x < 39 || x > 80 || y < 39 || y > 80) {
				t.Fatalf("%c is drawn outside of its square, at %d %d", piece, x, y)
			}
		}
		if other, ok := seen[string(m.Pix)]; ok {
			t.Errorf("%c looks like %s", piece, other)
		}
		seen[string(m.Pix)] = string(piece)
	}
}

// TestSVG: well-formed, complete in itself, with each man once for each square.
func TestSVG(t *testing.T) {
	var b bytes.Buffer
	if err := SVG(&b, italian, Options{Size: 320, Marks: map[square.Square]string{square.E4: "#00ff00"}}); err != nil {
		t.Fatal(err)
	}
	if *pictures != "" {
		os.WriteFile(*pictures+"/italian.svg", b.Bytes(), 0o644)
	}
	ids, uses, rects := map[string]bool{}, 0, 0
	dec := xml.NewDecoder(&b)
	for {
		tok, err := dec.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		e, ok := tok.(xml.StartElement)
		if !ok {
			continue
		}
		for _, a := range e.Attr {
			switch {
			case a.Name.Local == "id":
				ids[a.Value] = true
			case a.Name.Local == "href" && !ids[strings.TrimPrefix(a.Value, "#")] && !strings.HasPrefix(a.Value, "#man-"):
				t.Errorf("%s is used and not there", a.Value)
			case a.Name.Local == "href" && len(a.Value) == 3:
				uses++
			}
		}
		if e.Name.Local == "rect" {
			rects++
		}
	}
	if uses != 32 || rects < 65 {
		t.Errorf("%d men on %d squares", uses, rects)
	}
}

func TestRefused(t *testing.T) {
	for _, o := range []Options{
		{Size: 63},
		{Size: 2049},
		{Size: -1},
		{Marks: map[square.Square]string{square.None: "#000000"}},
		{Marks: map[square.Square]string{square.E4: "red"}},
		{Marks: map[square.Square]string{square.E4: "#12345g"}},
	} {
		if err := PNG(io.Discard, italian, o); err == nil || !strings.Contains(err.Error(), "expected") {
			t.Errorf("%+v: %v", o, err)
		}
		if err := SVG(io.Discard, italian, o); err == nil {
			t.Errorf("%+v: drawn", o)
		}
	}
	if err := SVG(io.Discard, "8/8 w", Options{}); err == nil {
		t.Error("half a FEN was drawn")
	}
}

func BenchmarkPNG(b *testing.B) {
	for b.Loop() {
		if err := PNG(io.Discard, italian, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
