package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"slices"
	"strconv"
)

// The files of a bundle, made by ui/build.sh; nothing else is served.
const pageFile = "index.html"

var assetFiles = []string{"app.js", "app.css", "icon.svg"}

// assets are the page and its parts as they are sent.
type assets struct {
	pages map[string]*asset // by the code of their language; none: this binary was built without the bundle
	parts map[string]*asset
}

type asset struct {
	contentType string
	tag         string // changes with the content
	plain, gzip []byte
}

// loadAssets reads a bundle. One that isn't there at all is no error; one with a file missing is.
func loadAssets(files fs.FS) (*assets, error) {
	a := &assets{pages: map[string]*asset{}, parts: map[string]*asset{}}
	page, err := fs.ReadFile(files, pageFile)
	if errors.Is(err, fs.ErrNotExist) {
		return a, nil
	}
	if err != nil {
		return nil, err
	}
	for _, name := range assetFiles {
		b, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, fmt.Errorf("the page's bundle is not whole, run make again: %w", err)
		}
		part := newAsset(name, b)
		url := "/assets/" + part.tag + "/" + name
		a.parts[url] = part
		page = bytes.ReplaceAll(page, []byte("{{"+name+"}}"), []byte(url))
	}
	languages, err := readCatalogues(files)
	if err != nil {
		return nil, err
	}
	names := map[string]string{}
	for code, words := range languages {
		names[code] = words["name"]
	}
	for code, words := range languages {
		spoken, err := speak(string(page), words, names)
		if err != nil {
			return nil, fmt.Errorf("%s.json: %w", code, err)
		}
		a.pages[code] = newAsset(pageFile, []byte(spoken))
	}
	return a, nil
}

func newAsset(name string, b []byte) *asset {
	sum := sha256.Sum256(b)
	return &asset{contentType: typeOf(name), tag: hex.EncodeToString(sum[:8]), plain: b, gzip: squeeze(b)}
}

func typeOf(name string) string {
	switch path.Ext(name) { // the system's table may know other types
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	case ".txt":
		return "text/plain; charset=utf-8"
	}
	return mime.TypeByExtension(path.Ext(name))
}

func squeeze(b []byte) []byte {
	var out bytes.Buffer
	z, _ := gzip.NewWriterLevel(&out, gzip.BestCompression) // fails on an unknown level only
	z.Write(b)
	z.Close()
	return out.Bytes()
}

func (s *Server) servePage(w http.ResponseWriter, r *http.Request) {
	page := s.assets.pages[s.assets.language(r)]
	if page == nil {
		page = newAsset(pageFile, []byte(noBundle))
	}
	w.Header().Set("Cache-Control", "no-cache")
	w.Header().Set("Vary", "Accept-Language, Cookie")
	page.serve(w, r)
}

func (s *Server) serveAsset(w http.ResponseWriter, r *http.Request) {
	part := s.assets.parts[r.URL.Path]
	if part == nil {
		notFound(w, r)
		return
	}
	w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	part.serve(w, r)
}

func (a *asset) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	tag := `"` + a.tag + `"`
	h.Set("ETag", tag)
	h.Add("Vary", "Accept-Encoding")
	if r.Header.Get("If-None-Match") == tag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	body := a.plain
	if slices.Contains(weighed(r.Header.Get("Accept-Encoding")), "gzip") {
		h.Set("Content-Encoding", "gzip")
		body = a.gzip
	}
	h.Set("Content-Type", a.contentType)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.Write(body)
}

const noBundle = `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>jadoube</title>
<h1>jadoube</h1>
<p>The board is running, but this program was built without its page.</p>
<p>Run <code>make</code> in the source folder: it bundles the page and builds the program again.</p>
<p>The board's data is served all the same: <a href="/api/state">state</a>, <a href="/api/events">events</a>,
<a href="/api/pgn">PGN</a>, <a href="/api/trace">trace</a>.</p>
</html>
`
