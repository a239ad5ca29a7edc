package render

import (
	"encoding/xml"
	"fmt"
	"image/color"
	"regexp"
	"strconv"
	"strings"
)

// group is one drawing of the sprite.
type group struct {
	ID     string  `xml:"id,attr"`
	Fill   string  `xml:"fill,attr"`
	Stroke string  `xml:"stroke,attr"`
	Color  string  `xml:"color,attr"`
	Width  string  `xml:"stroke-width,attr"`
	Shapes []shape `xml:",any"`
	text   string  // as it stands in the sprite
	uses   string  // id of the group that it colours
}

// shape is a path, circle or rectangle; Use is another group's.
type shape struct {
	XMLName xml.Name
	Href    string `xml:"href,attr"`
	D       string `xml:"d,attr"`
	Fill    string `xml:"fill,attr"`
	Stroke  string `xml:"stroke,attr"`
	Width   string `xml:"stroke-width,attr"`
	CX      num    `xml:"cx,attr"`
	CY      num    `xml:"cy,attr"`
	R       num    `xml:"r,attr"`
	X       num    `xml:"x,attr"`
	Y       num    `xml:"y,attr"`
	W       num    `xml:"width,attr"`
	H       num    `xml:"height,attr"`
	RX      num    `xml:"rx,attr"`
}

type num float32

func (n *num) UnmarshalXMLAttr(a xml.Attr) error {
	f, err := strconv.ParseFloat(a.Value, 32)
	*n = num(f)
	return err
}

var (
	groups  = readSprite()
	groupOf = byID(groups)
)

// readSprite reads the sprite, which is the program's own: what is wrong with it is found by the first test.
func readSprite() (list []group) {
	var doc struct {
		Groups []group `xml:"defs>g"`
	}
	if err := xml.Unmarshal([]byte(sprite), &doc); err != nil {
		panic("pieces.svg: " + err.Error())
	}
	texts := map[string]string{}
	for _, m := range regexp.MustCompile(`(?s)<g id="([^"]+)".*?</g>`).FindAllStringSubmatch(sprite, -1) {
		texts[m[1]] = m[0]
	}
	for _, g := range doc.Groups {
		g.text = texts[g.ID]
		if len(g.Shapes) == 1 && g.Shapes[0].XMLName.Local == "use" {
			g.uses = strings.TrimPrefix(g.Shapes[0].Href, "#")
		}
		list = append(list, g)
	}
	return list
}

func byID(list []group) map[string]*group {
	m := map[string]*group{}
	for i := range list {
		m[list[i].ID] = &list[i]
	}
	return m
}

// parseColour reads "#rrggbb".
func parseColour(s string) (color.NRGBA, error) {
	n, err := strconv.ParseUint(strings.TrimPrefix(s, "#"), 16, 32)
	if err != nil || len(s) != 7 || s[0] != '#' {
		return color.NRGBA{}, fmt.Errorf("colour %q: expected #rrggbb", s)
	}
	return color.NRGBA{uint8(n >> 16), uint8(n >> 8), uint8(n), 255}, nil
}
