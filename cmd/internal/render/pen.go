package render

import (
	"image"
	"image/draw"
	"math"
	"strconv"
	"strings"

	"golang.org/x/image/vector"
)

// pen fills and strokes shapes of the sprite.
type pen struct {
	raster vector.Rasterizer
	box    image.Rectangle // the square that is drawn into
	scale  float32         // pixels for a unit of the sprite
}

type point struct{ x, y float32 }

// draw draws a man into a box. A group that colours another one hands its colours on.
func (p *pen) draw(m *image.RGBA, g *group, box image.Rectangle) {
	p.box, p.scale = box, float32(box.Dx())/unit
	for _, s := range groupOf[g.uses].Shapes {
		lines, closed := s.outline()
		if s.Fill != "none" {
			p.begin()
			for _, l := range lines {
				p.polygon(l)
			}
			p.end(m, g.Fill)
		}
		stroke := g.Stroke
		if s.Stroke == "currentColor" {
			stroke = g.Color
		}
		p.begin()
		for i, l := range lines {
			p.stroke(l, closed[i], width(s.Width, g.Width)/2)
		}
		p.end(m, stroke)
	}
}

func width(own, inherited string) float32 {
	if own == "" {
		own = inherited
	}
	f, _ := strconv.ParseFloat(own, 32)
	return float32(f)
}

func (p *pen) begin() { p.raster.Reset(p.box.Dx(), p.box.Dy()) }

func (p *pen) end(m *image.RGBA, colour string) {
	c, _ := parseColour(colour)
	p.raster.DrawOp = draw.Over
	p.raster.Draw(m, p.box, image.NewUniform(c), image.Point{})
}

func (p *pen) polygon(l []point) {
	for i, q := range l {
		x, y := q.x*p.scale, q.y*p.scale
		if i == 0 {
			p.raster.MoveTo(x, y)
		} else {
			p.raster.LineTo(x, y)
		}
	}
	p.raster.ClosePath()
}

// stroke draws a line of a half width, with round joins and ends: a rectangle for each piece and a disc at each point, all turning the
// same way, since what is covered twice counts once then.
func (p *pen) stroke(l []point, closed bool, half float32) {
	for i, a := range l {
		p.polygon(disc(a, half))
		if i == len(l)-1 && !closed {
			break
		}
		b := l[(i+1)%len(l)]
		dx, dy := b.x-a.x, b.y-a.y
		n := float32(math.Hypot(float64(dx), float64(dy)))
		if n == 0 {
			continue
		}
		ox, oy := -dy/n*half, dx/n*half
		p.polygon([]point{{a.x + ox, a.y + oy}, {a.x - ox, a.y - oy}, {b.x - ox, b.y - oy}, {b.x + ox, b.y + oy}})
	}
}

const steps = 16 // of a circle and of a curve

// disc is a circle as a polygon.
func disc(c point, r float32) []point {
	l := make([]point, steps)
	for i := range l {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / steps)
		l[i] = point{c.x + r*float32(cos), c.y + r*float32(sin)}
	}
	return l
}

// outline is a shape as lines of points, and which of them are closed.
func (s *shape) outline() (lines [][]point, closed []bool) {
	switch s.XMLName.Local {
	case "circle":
		return [][]point{disc(point{float32(s.CX), float32(s.CY)}, float32(s.R))}, []bool{true}
	case "rect":
		return [][]point{s.rounded()}, []bool{true}
	}
	return path(s.D)
}

// rounded is a rectangle with round corners.
func (s *shape) rounded() (l []point) {
	x, y, w, h, r := float32(s.X), float32(s.Y), float32(s.W), float32(s.H), float32(s.RX)
	for i, c := range []point{{x + w - r, y + h - r}, {x + r, y + h - r}, {x + r, y + r}, {x + w - r, y + r}} {
		for j := range steps/4 + 1 {
			sin, cos := math.Sincos(math.Pi / 2 * (float64(i) + float64(j)*4/steps))
			l = append(l, point{c.x + r*float32(cos), c.y + r*float32(sin)})
		}
	}
	return l
}

// path reads the commands that the sprite has: M, L, H, V, C and Z, absolute.
func path(d string) (lines [][]point, closed []bool) {
	var l []point
	finish := func(shut bool) {
		if len(l) > 0 {
			lines, closed, l = append(lines, l), append(closed, shut), nil
		}
	}
	for d != "" {
		op := d[0]
		rest := d[1:]
		end := strings.IndexAny(rest, "MLHVCZ")
		if end < 0 {
			end = len(rest)
		}
		v := numbers(rest[:end])
		d = rest[end:]
		var at point
		if len(l) > 0 {
			at = l[len(l)-1]
		}
		switch {
		case op == 'Z':
			finish(true)
		case op == 'M' && len(v) == 2:
			finish(false)
			l = []point{{v[0], v[1]}}
		case op == 'L' && len(v) == 2:
			l = append(l, point{v[0], v[1]})
		case op == 'H' && len(v) == 1:
			l = append(l, point{v[0], at.y})
		case op == 'V' && len(v) == 1:
			l = append(l, point{at.x, v[0]})
		case op == 'C' && len(v) == 6:
			l = append(l, curve(at, point{v[0], v[1]}, point{v[2], v[3]}, point{v[4], v[5]})...)
		default:
			panic("pieces.svg: a path has " + string(op) + rest[:end])
		}
	}
	finish(false)
	return lines, closed
}

func numbers(s string) (v []float32) {
	for _, word := range strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == ',' }) {
		f, err := strconv.ParseFloat(word, 32)
		if err != nil {
			panic("pieces.svg: " + err.Error())
		}
		v = append(v, float32(f))
	}
	return v
}

// curve is a cubic Bézier curve as points, without the first.
func curve(a, b, c, d point) []point {
	l := make([]point, steps)
	for i := range l {
		t := float32(i+1) / steps
		u := 1 - t
		k := [4]float32{u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t}
		l[i] = point{k[0]*a.x + k[1]*b.x + k[2]*c.x + k[3]*d.x, k[0]*a.y + k[1]*b.y + k[2]*c.y + k[3]*d.y}
	}
	return l
}
