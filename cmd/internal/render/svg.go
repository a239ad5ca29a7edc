package render

import (
	_ "embed"
	"fmt"
	"io"
	"strings"

	"jadoube/rules"
)

// sprite holds the men, each a drawing of 40 by 40 with an id, "wk" to "bp".
//
//go:embed pieces.svg
var sprite string

const unit = 40 // of the sprite, for one square

// SVG writes a position, given as FEN, as a picture of its own: no font, style or file from elsewhere is needed.
func SVG(w io.Writer, fen string, o Options) error {
	p, err := o.check(fen)
	if err != nil {
		return err
	}
	s := p.Setup()
	return o.svg(w, &s)
}

// Stand writes whatever stands on a board as SVG does, also what can be no position.
func Stand(w io.Writer, s *rules.Setup, o Options) error {
	if err := o.checkLooks(); err != nil {
		return err
	}
	return o.svg(w, s)
}

func (o *Options) svg(w io.Writer, p *rules.Setup) error {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img">`, o.Size, o.Size, 8*unit, 8*unit)
	fmt.Fprintf(&b, "<title>%s</title>%s", placement(p), definitions(p))
	for _, t := range tiles(p, o) {
		x, y := t.col*unit, t.row*unit
		ground, text := t.colours()
		fmt.Fprintf(&b, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`, x, y, unit, unit, ground)
		if c, ok := o.Marks[t.square]; ok {
			fmt.Fprintf(&b, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s" fill-opacity=".5"/>`, x, y, unit, unit, c)
		}
		if t.rank != "" {
			fmt.Fprintf(&b, `<text x="%d" y="%d" fill="%s" font-family="sans-serif" font-size="7">%s</text>`, x+2, y+8, text, t.rank)
		}
		if t.file != "" {
			fmt.Fprintf(&b, `<text x="%d" y="%d" fill="%s" font-family="sans-serif" font-size="7" text-anchor="end">%s</text>`, x+unit-2, y+unit-2, text, t.file)
		}
		if t.piece != rules.NoPiece {
			lifted := ""
			if o.Lifted.Has(t.square) {
				lifted = ` opacity=".25"`
			}
			fmt.Fprintf(&b, `<use href="#%s" x="%d" y="%d"%s/>`, man(t.piece), x, y, lifted)
		}
	}
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// definitions are the sprite's drawings that the position needs.
func definitions(p *rules.Setup) string {
	needed := map[string]bool{}
	for _, at := range p.Board {
		if at != rules.NoPiece {
			needed[man(at)], needed["man-"+man(at)[1:]] = true, true
		}
	}
	var b strings.Builder
	b.WriteString("<defs>")
	for _, g := range groups {
		if needed[g.ID] {
			b.WriteString(g.text)
		}
	}
	b.WriteString("</defs>")
	return b.String()
}

// placement is where the men stand, as a FEN has it.
func placement(p *rules.Setup) string {
	fen, _, _ := strings.Cut(p.FEN(), " ")
	return fen
}
