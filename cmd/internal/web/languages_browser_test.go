package web

import (
	"encoding/json"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"jadoube/cmd/internal/web/webtest"
)

// TestALanguageMoreIsOneFile: with one file beside those of the bundle Settings offer the language, and the page speaks it when it is chosen,
// in its direction and with the words of English where it has none.
func TestALanguageMoreIsOneFile(t *testing.T) {
	files := fstest.MapFS{}
	for _, name := range append([]string{pageFile, "en.json", "fa.json", "ar.json"}, assetFiles...) {
		text, err := fs.ReadFile(dist, "dist/"+name)
		if err != nil {
			t.Skip("the page is not bundled: run make")
		}
		files[name] = &fstest.MapFile{Data: text}
	}
	words, err := json.Marshal(map[string]string{"lang": "de", "dir": "ltr", "name": "Deutsch", "view.play": "Spielen", "piece.N": "der weiße Springer"})
	if err != nil {
		t.Fatal(err)
	}
	files["de.json"] = &fstest.MapFile{Data: words}
	board := newFakeBoard()
	s, err := newServer(board, Options{}, files)
	if err != nil {
		t.Fatal(err)
	}
	b := &browser{webtest.Open(t), t, board, s, ""}
	b.serve()
	b.Load(b.url+"/?lang=en#settings", webtest.DesktopWidth, webtest.DesktopHeight)
	b.Until(`[...document.querySelectorAll("#language option")].map(o => o.textContent).sort().join() === ` + quoted("Deutsch", "English", "العربية", "فارسی"))
	webtest.Value[bool](b.Tab, `(s => { s.value = "de"; s.dispatchEvent(new Event("change", {bubbles: true})); return true })(document.querySelector("#language"))`)
	b.Until(`document.documentElement.lang === "de" && document.documentElement.dir === "ltr"`)
	b.Until(`document.querySelector("[href='#play']").textContent.includes("Spielen")`)
	b.Until(`document.querySelector("[href='#games']").textContent.includes("Games")`)
	b.calm("404") // the fake board has no settings of its own
}

// quoted is a JavaScript string of what is listed.
func quoted(list ...string) string { return `"` + strings.Join(list, ",") + `"` }
