package web

import (
	"cmp"
	"encoding/json"
	"fmt"
	"html"
	"io/fs"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

const (
	english        = "en"       // for who asks for no language that the page speaks, and for words that one lacks
	languageCookie = "language" // the code of the language that was chosen on the page
)

// catalogue is a language: its words by key. "lang" is its code, "dir" its direction, "name" what it calls itself.
type catalogue map[string]string

// readCatalogues reads a bundle's languages, a file CODE.json each, by their codes.
func readCatalogues(files fs.FS) (map[string]catalogue, error) {
	found, err := fs.Glob(files, "*.json")
	if err != nil {
		return nil, err
	}
	languages := map[string]catalogue{}
	for _, name := range found {
		b, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		words := catalogue{}
		if err := json.Unmarshal(b, &words); err != nil {
			return nil, fmt.Errorf("%s is no list of words: %w", name, err)
		}
		languages[strings.TrimSuffix(name, ".json")] = words
	}
	if languages[english] == nil {
		return nil, fmt.Errorf("the page's bundle is not whole, run make again: it has no %s.json", english)
	}
	for code, words := range languages {
		all := maps.Clone(languages[english])
		maps.Copy(all, words)
		languages[code] = all
	}
	return languages, nil
}

// An element with data-t="key" gets the words of the key as its text, one with data-t-label="key" as its name.
var (
	wordPlace  = regexp.MustCompile(` data-t="([\w.-]+)"([^>]*>)`)
	labelPlace = regexp.MustCompile(` data-t-label="([\w.-]+)"`)
)

// speak is the page in a language: its text is there before any script has run, and the words that scripts need come along.
func speak(page string, words catalogue, names map[string]string) (string, error) {
	lacking := map[string]bool{}
	of := func(key string) string {
		if _, ok := words[key]; !ok {
			lacking[key] = true
		}
		return html.EscapeString(words[key])
	}
	page = wordPlace.ReplaceAllStringFunc(page, func(place string) string {
		m := wordPlace.FindStringSubmatch(place)
		return m[2] + of(m[1])
	})
	page = labelPlace.ReplaceAllStringFunc(page, func(place string) string {
		return ` aria-label="` + of(labelPlace.FindStringSubmatch(place)[1]) + `"`
	})
	data, err := json.Marshal(map[string]any{"words": words, "names": names}) // in which < is written so that no element ends
	if err != nil {
		return "", err
	}
	page = strings.NewReplacer("{{lang}}", of("lang"), "{{dir}}", of("dir"), "{{words}}", string(data)).Replace(page)
	if len(lacking) > 0 {
		return "", fmt.Errorf("the page has no words for %q", slices.Sorted(maps.Keys(lacking)))
	}
	return page, nil
}

// language is the one that who asks for the page gets: the address's (?lang=fa), the one that was chosen, or the first of the browser's that there is.
func (a *assets) language(r *http.Request) string {
	wishes := []string{r.URL.Query().Get("lang")}
	if c, err := r.Cookie(languageCookie); err == nil {
		wishes = append(wishes, c.Value)
	}
	for _, wish := range append(wishes, weighed(r.Header.Get("Accept-Language"))...) {
		code, _, _ := strings.Cut(strings.ToLower(wish), "-")
		if a.pages[code] != nil {
			return code
		}
	}
	return english
}

// weighed is what a header such as "fa-IR,fa;q=0.9,en;q=0.8" or "gzip;q=0" accepts, the best first (RFC 9110, 12.4.2).
func weighed(header string) []string {
	type wish struct {
		name   string
		weight float64
	}
	var wishes []wish
	for part := range strings.SplitSeq(header, ",") {
		name, parameter, _ := strings.Cut(part, ";")
		weight := 1.0
		if q, found := strings.CutPrefix(strings.TrimSpace(parameter), "q="); found {
			weight, _ = strconv.ParseFloat(q, 64) // what is no number weighs nothing
		}
		if weight > 0 {
			wishes = append(wishes, wish{strings.TrimSpace(name), weight})
		}
	}
	slices.SortStableFunc(wishes, func(a, b wish) int { return cmp.Compare(b.weight, a.weight) })
	var names []string
	for _, w := range wishes {
		names = append(names, w.name)
	}
	return names
}
