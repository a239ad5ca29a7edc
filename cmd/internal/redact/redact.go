// Package redact knows what tells in a text whose board it is: names, addresses, tokens, paths of a person's own. It puts
// placeholders in their place, the same for the same everywhere, so that the text can be shown to others and still be
// followed. It must not know boards or games, and opens no files.
package redact

import (
	"fmt"
	"net/netip"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Redactor hides what it was told of, and what looks like an address, a token, a pairing code or a path of somebody's own.
type Redactor struct {
	known  map[string]string // by what is hidden, in small letters: what stands there instead
	counts map[string]int    // by kind
	order  []string          // the keys of known, the longest first; nil when it must be made anew
}

// New returns a redactor that knows of nothing yet.
func New() *Redactor { return &Redactor{known: map[string]string{}, counts: map[string]int{}} }

// Hide has a value hidden in all texts from now on and returns what stands there instead: its kind and a number. Nothing
// is hidden of an empty value, and of those that name nobody: "?", "-". A number is hidden here only.
func (r *Redactor) Hide(kind, value string) string {
	value = strings.TrimSpace(value)
	if value == "" || value == "?" || value == "-" {
		return value
	}
	if strings.Trim(value, "0123456789") == "" {
		return "…" // it may stand elsewhere and mean something else
	}
	return r.hide(kind, value)
}

func (r *Redactor) hide(kind, value string) string {
	key := strings.ToLower(value)
	if _, is := r.known[key]; !is {
		r.counts[kind]++
		r.known[key] = fmt.Sprintf("%s-%d", kind, r.counts[kind])
		r.order = nil
	}
	return r.known[key]
}

// HidePerson is Hide for somebody's name, each word of which may stand alone elsewhere: "Anna's phone". Words that mean
// something at a chessboard, and those shorter than three letters, are left where they stand alone.
func (r *Redactor) HidePerson(kind, name string) string {
	stands := r.Hide(kind, name)
	for _, word := range strings.FieldsFunc(name, func(c rune) bool { return !unicode.IsLetter(c) }) {
		word = strings.ToLower(word)
		if _, is := r.known[word]; !is && utf8.RuneCountInString(word) > 2 && !slices.Contains(common, word) {
			r.known[word] = stands
			r.order = nil
		}
	}
	return stands
}

// common are words that name nobody.
var common = strings.Fields("white black player board chess king queen rook bishop knight pawn engine stockfish phone tablet the and guest")

// Text is a text without what is to be hidden.
func (r *Redactor) Text(s string) string {
	return r.patterns(r.names(Paths(s)))
}

// names puts placeholders in the place of what is known. A name counts where no letter or digit continues it.
func (r *Redactor) names(s string) string {
	if r.order == nil {
		for name := range r.known {
			r.order = append(r.order, name)
		}
		slices.SortFunc(r.order, func(a, b string) int {
			if len(a) != len(b) {
				return len(b) - len(a)
			}
			return strings.Compare(a, b)
		})
	}
	for _, name := range r.order {
		s = replaceWord(s, name, r.known[name])
	}
	return s
}

// replaceWord replaces a word, given in small letters, wherever it stands by itself.
func replaceWord(s, word, by string) string {
	var out strings.Builder
	for at := 0; at < len(s); {
		n := prefixFold(s[at:], word)
		before, _ := utf8.DecodeLastRuneInString(s[:at])
		after, _ := utf8.DecodeRuneInString(s[at+max(n, 0):])
		if n > 0 && !joins(before, s[at:]) && !joins(after, s[at:at+n]) {
			out.WriteString(by)
			at += n
			continue
		}
		_, size := utf8.DecodeRuneInString(s[at:])
		out.WriteString(s[at : at+size])
		at += size
	}
	return out.String()
}

// prefixFold is how many bytes of s are the word, in whatever letters; -1 when it doesn't begin so.
func prefixFold(s, word string) int {
	rest := s
	for _, want := range word {
		c, size := utf8.DecodeRuneInString(rest)
		if size == 0 || unicode.ToLower(c) != want {
			return -1
		}
		rest = rest[size:]
	}
	return len(s) - len(rest)
}

// joins reports whether a rune beside a word makes it another word.
func joins(c rune, word string) bool {
	return (unicode.IsLetter(c) || unicode.IsDigit(c)) && word != ""
}

// own are paths that tell whose folder it is, or the number of a device.
var own = regexp.MustCompile(`(/dev/serial/by-id/|/home/|/Users/|/root/|/media/|/run/user/)[^"'\s:;,]*`)

// Paths is a text without paths of somebody's own.
func Paths(s string) string { return own.ReplaceAllString(s, "$1…") }

var (
	addresses = regexp.MustCompile(`[0-9A-Fa-f:.]*[:.][0-9A-Fa-f:.]+`)
	hardware  = regexp.MustCompile(`\b([0-9A-Fa-f]{2}:){5}[0-9A-Fa-f]{2}\b`)
	mail      = regexp.MustCompile(`[\w.+-]+@[\w-]+(\.[\w-]+)+`)
	tokens    = regexp.MustCompile(`\bjdb_[0-9A-Za-z]+|\b[A-Z2-7]{26}\b|(?i)\bbearer\s+\S+`)
	codes     = regexp.MustCompile(`\b[A-Z0-9]{4}-[A-Z0-9]{4}\b`)
	pairing   = regexp.MustCompile(`#pair=\w+`)
	settings  = regexp.MustCompile(`(?i)\b(ssid|psk|passphrase|password|passwd|secret|token|wlan|wifi)(["']?\s*[:=]\s*)("[^"]*"|'[^']*'|[^\s,;}]+)`)
)

// patterns hides what looks like something that isn't for others.
func (r *Redactor) patterns(s string) string {
	s = tokens.ReplaceAllString(s, "token-…")
	s = settings.ReplaceAllString(s, "$1$2\"…\"")
	s = pairing.ReplaceAllString(s, "#pair=…")
	s = codes.ReplaceAllStringFunc(s, func(code string) string {
		if strings.Trim(code, "0123456789-") == "" {
			return code // a date or a number
		}
		return "code-…"
	})
	s = mail.ReplaceAllStringFunc(s, func(text string) string { return r.Hide("mail", text) })
	s = hardware.ReplaceAllStringFunc(s, func(text string) string { return r.Hide("mac", text) })
	return addresses.ReplaceAllStringFunc(s, r.address)
}

// address hides an address of a network, unless every machine has it.
func (r *Redactor) address(text string) string {
	addr, err := netip.ParseAddr(text)
	port := ""
	if err != nil {
		if at, bad := netip.ParseAddrPort(text); bad == nil {
			addr, port, err = at.Addr(), fmt.Sprintf(":%d", at.Port()), nil
		} else if i := strings.LastIndexByte(text, ':'); i > 0 && i == len(text)-1 { // "192.168.1.7: it failed"
			addr, err = netip.ParseAddr(text[:i])
			port = ":"
		}
	}
	if err != nil || addr.IsLoopback() || addr.IsUnspecified() {
		return text
	}
	return r.hide("address", addr.String()) + port
}
