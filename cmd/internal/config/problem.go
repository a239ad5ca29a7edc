package config

import (
	"fmt"
	"strconv"
	"strings"
)

// Problem is one thing that is wrong with a config.
type Problem struct {
	File string // "" = not from a file
	Line int    // from 1; 0 = unknown, or a default
	Key  string // "page.listen"; "" = the text is no TOML at all
	What string // the value at fault as it would stand in the file, or what is wrong
	Want string // what was expected and what to do
}

// Error returns `FILE:LINE: key value: expected …`.
func (p Problem) Error() string {
	var b strings.Builder
	if p.File != "" {
		b.WriteString(p.File + ":")
		if p.Line > 0 {
			fmt.Fprintf(&b, "%d:", p.Line)
		}
		b.WriteByte(' ')
	}
	if p.Key != "" {
		b.WriteString(p.Key + " ")
	}
	b.WriteString(p.What)
	if p.Want != "" {
		b.WriteString(": " + p.Want)
	}
	return b.String()
}

// Problems is everything that is wrong with a config, in the order of lines.
type Problems []Problem

// Error returns one line for each problem.
func (p Problems) Error() string {
	lines := make([]string, len(p))
	for i := range p {
		lines[i] = p[i].Error()
	}
	return strings.Join(lines, "\n")
}

const maxShown = 60 // characters of a value that a message repeats

// show writes a value as it would stand in the file, shortened.
func show(v any) string {
	switch v := v.(type) {
	case string:
		r := []rune(v)
		if len(r) > maxShown {
			return strconv.Quote(string(r[:maxShown])) + "…"
		}
		return strconv.Quote(v)
	case map[string]any:
		return "with a table"
	case []any:
		return "with a list"
	}
	return fmt.Sprint(v)
}

// nearest returns the candidate that word was probably meant to be, "" when none is near.
func nearest(word string, candidates []string) string {
	best, least := "", max(1, len(word)/3)
	if len(word) > maxShown {
		return ""
	}
	for _, c := range candidates {
		if d := distance(strings.ToLower(word), strings.ToLower(c)); d <= least {
			best, least = c, d-1
		}
	}
	return best
}

// distance counts the letters to be inserted, left out, replaced, or swapped with the next, from a to b.
func distance(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			same := 1
			if a[i-1] == b[j-1] {
				same = 0
			}
			rows[i][j] = min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+same)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}
