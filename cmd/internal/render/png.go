package render

import (
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"

	"jadoube/rules"

	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"
)

// PNG writes a position, given as FEN, as a picture of Options.Size pixels.
func PNG(w io.Writer, fen string, o Options) error {
	m, err := Image(fen, o)
	if err != nil {
		return err
	}
	enc := png.Encoder{CompressionLevel: png.BestSpeed}
	return enc.Encode(w, m)
}

// Image draws a position, given as FEN.
func Image(fen string, o Options) (*image.RGBA, error) {
	p, err := o.check(fen)
	if err != nil {
		return nil, err
	}
	m := image.NewRGBA(image.Rect(0, 0, o.Size, o.Size))
	edge := func(i int) int { return i * o.Size / 8 }
	stand := p.Setup()
	var pen pen
	for _, t := range tiles(&stand, &o) {
		box := image.Rect(edge(t.col), edge(t.row), edge(t.col+1), edge(t.row+1))
		ground, text := t.colours()
		fill(m, box, ground, 255)
		if c, ok := o.Marks[t.square]; ok {
			fill(m, box, c, 128)
		}
		if box.Dx() >= 32 {
			write(m, image.Pt(box.Min.X+2, box.Min.Y+12), text, t.rank)
			write(m, image.Pt(box.Max.X-9, box.Max.Y-4), text, t.file)
		}
		if t.piece != rules.NoPiece {
			pen.draw(m, groupOf[man(t.piece)], box)
		}
	}
	return m, nil
}

// fill paints a rectangle; alpha is how much of the ground it covers, of 255.
func fill(m *image.RGBA, box image.Rectangle, colour string, alpha uint8) {
	c, _ := parseColour(colour) // checked
	c.A = alpha
	draw.Draw(m, box, image.NewUniform(c), image.Point{}, draw.Over)
}

// write writes a letter, its baseline beginning at a point.
func write(m *image.RGBA, at image.Point, colour, text string) {
	c, _ := parseColour(colour)
	d := font.Drawer{Dst: m, Src: image.NewUniform(color.Color(c)), Face: basicfont.Face7x13, Dot: fixed.P(at.X, at.Y)}
	d.DrawString(text)
}
