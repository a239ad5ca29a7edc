package ledmatrix

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"jadoube/rules/square"
)

// Scene is the meaning of every square, indexed by square (a1 = 0). The zero Scene is dark.
type Scene [64]Meaning

// Add gives the square s the meaning m unless it already has a stronger one. A square or a meaning
// that doesn't exist is left out.
func (c *Scene) Add(s square.Square, m Meaning) {
	if s.Valid() && m < meanings && m > c[s] {
		c[s] = m
	}
}

// AddAll gives all squares of a set the meaning m, as Add does.
func (c *Scene) AddAll(set square.Set, m Meaning) {
	for s := range set.Squares() {
		c.Add(s, m)
	}
}

// FromWords makes a scene of square names and meanings' words, as the leds event carries them:
// {"e2": "touched", "e4": "may-go"}. The error names every pair that can't be read; the scene then
// holds the others.
func FromWords(words map[string]string) (Scene, error) {
	var c Scene
	var problems []error
	for _, name := range slices.Sorted(maps.Keys(words)) {
		if err := c.addWord(name, words[name]); err != nil {
			problems = append(problems, err)
		}
	}
	return c, errors.Join(problems...)
}

func (c *Scene) addWord(name, word string) error {
	s, err := square.Parse(name)
	if err != nil {
		return err
	}
	m, err := ParseMeaning(word)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	c.Add(s, m)
	return nil
}

// Words is the inverse of FromWords: dark squares are left out.
func (c *Scene) Words() map[string]string {
	words := make(map[string]string)
	for s, m := range c {
		if m != Dark {
			words[square.Square(s).String()] = m.String()
		}
	}
	return words
}
