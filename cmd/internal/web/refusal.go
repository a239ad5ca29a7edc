package web

import (
	"errors"
	"fmt"
)

// Refusal is why something isn't done, as a line: its words have the key "refused." and Key.
type Refusal struct{ Line }

func (r *Refusal) Error() string { return r.Text }

// Refuse is fmt.Errorf for an answer that the page says in its own language. What is never filled in needs none: its own text is the key.
func Refuse(format string, args ...any) error {
	r := &Refusal{Line{Text: fmt.Sprintf(format, args...), Key: format}}
	for _, a := range args {
		r.Args = append(r.Args, fmt.Sprint(a))
	}
	return r
}

// answer is an error as it is sent.
type answer struct {
	Error string   `json:"error"`
	Key   string   `json:"key,omitempty"` // "" where the words are found by Error
	Args  []string `json:"args,omitempty"`
}

// inWords is what the page is told of an error. Of one that wraps another the innermost is looked up.
func inWords(err error) answer {
	if r := (*Refusal)(nil); errors.As(err, &r) {
		return answer{err.Error(), r.Key, r.Args}
	}
	a := answer{Error: err.Error()}
	for inner := errors.Unwrap(err); inner != nil; inner = errors.Unwrap(inner) {
		a.Key = inner.Error()
	}
	return a
}
