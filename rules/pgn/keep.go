package pgn

import "strings"

// keeper keeps the texts of games in few pieces of memory.
type keeper struct {
	text  strings.Builder // what has been written to it never moves: a piece that is full is left to its strings
	lists []string
}

const (
	keptBytes = 512 // in one piece
	keptLists = 16
)

// keep returns a text in memory of its own.
func (k *keeper) keep(s string) string {
	if k.text.Cap()-k.text.Len() < len(s) {
		k.text.Reset()
		k.text.Grow(max(len(s), keptBytes))
	}
	n := k.text.Len()
	k.text.WriteString(s)
	return k.text.String()[n:]
}

// add appends a text to a list of a game.
func (k *keeper) add(list []string, s string) []string {
	s = k.keep(s)
	if list != nil {
		return append(list, s)
	}
	if len(k.lists) == 0 {
		k.lists = make([]string, keptLists)
	}
	list, k.lists = k.lists[:1:1], k.lists[1:]
	list[0] = s
	return list
}
