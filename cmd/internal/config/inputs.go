package config

import (
	"reflect"

	"jadoube/sensors/layout"
)

// laid is a table of a board of which a layout says where its inputs are.
type laid interface {
	switches() *Switches
	inputs() []layout.Usable
}

func (s *Switches) switches() *Switches { return s }

func (e *Expanders) inputs() []layout.Usable {
	chips, _ := e.Wired()
	return usable(chips)
}

func (r *ShiftRegisters) inputs() []layout.Usable { return all(8 * r.Chips) }

func (m *Matrix) inputs() []layout.Usable { return all(len(m.Rows) * len(m.Columns)) }

// Inputs returns a board's chips with their inputs; nil for a kind that has no layout. b must have passed the check.
func (b *Board) Inputs() []layout.Usable {
	if t, is := b.table().(laid); is {
		return t.inputs()
	}
	return nil
}

// Laid returns the board with another layout; b must be one that has Inputs.
func (b Board) Laid(text string, rotate int, mirror bool) Board {
	b.fresh()
	s := b.table().(laid).switches()
	s.Layout, s.Rotate, s.Mirror = text, rotate, mirror
	return b
}

// Inverted returns the board with the other level where something stands; false for a kind without such a setting.
func (b Board) Inverted() (Board, bool) {
	b.fresh()
	var level *string
	switch t := b.table().(type) {
	case *Expanders:
		level = &t.Occupied
	case *ShiftRegisters:
		level = &t.Occupied
	default:
		return b, false
	}
	*level = map[string]string{"low": "high", "high": "low"}[*level]
	return b, true
}

// fresh gives b a table of its own.
func (b *Board) fresh() {
	field := tablesOf(b)[b.Kind]
	table := reflect.New(field.Type().Elem())
	table.Elem().Set(field.Elem())
	field.Set(table)
}
