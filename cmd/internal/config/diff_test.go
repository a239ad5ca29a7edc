package config

import (
	"slices"
	"testing"
)

func TestDiff(t *testing.T) {
	for text, want := range map[string][]string{
		"": nil,
		"[leds]\npalette = \"mono\"\nbrightness = 7":        {"leds.palette", "leds.brightness"},
		"[page]\nhosts = [\"a\"]\n[game.tags]\nWhite=\"A\"": {"game.tags", "page.hosts"},
		"[leds]\nkind = \"ws2812\"\n[leds.ws2812]\nbits=4":  {"leds.kind", "leds.ws2812"},
	} {
		old := Default()
		c, err := Parse("x", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if got := Diff(&old, &c); !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
	a, _ := Parse("a", []byte("[leds]\nkind = \"ws2812\""))
	b, _ := Parse("b", []byte("[leds]\nkind = \"ws2812\"\n[leds.ws2812]\nbits = 4"))
	if got := Diff(&a, &b); !slices.Equal(got, []string{"leds.ws2812.bits"}) {
		t.Errorf("within a section of a kind: %v", got)
	}
}
