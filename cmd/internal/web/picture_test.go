package web

import (
	"image/png"
	"net/url"
	"strings"
	"testing"
)

// TestPicture asks for the position as a picture, of the game and of another position, and for what can't be drawn.
func TestPicture(t *testing.T) {
	s := testServer(t, newFakeBoard())
	w := ask(s, "GET", "/api/position.svg", "")
	if w.Code != 200 || w.Header().Get("Content-Type") != "image/svg+xml" || strings.Count(w.Body.String(), `<use href="#wp"`) != 8 {
		t.Errorf("status %d, %s", w.Code, w.Header())
	}
	w = ask(s, "GET", "/api/position.png?size=200&flip=1&fen="+url.QueryEscape("7k/8/8/8/8/8/8/K7 w - - 0 1"), "")
	if m, err := png.Decode(w.Body); w.Code != 200 || err != nil || m.Bounds().Dx() != 200 {
		t.Errorf("status %d, %v", w.Code, err)
	}
	for _, query := range []string{"fen=8", "size=63", "size=0", "size=x", "size=99999", "flip=2"} {
		if w := ask(s, "GET", "/api/position.png?"+query, ""); w.Code != 400 || errorOf(t, w) == "" {
			t.Errorf("%s: status %d", query, w.Code)
		}
	}
}
