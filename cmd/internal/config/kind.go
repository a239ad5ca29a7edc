package config

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"jadoube/sensors"
)

// table holds the options that only one kind of board, or of LEDs, has. It is a field of its section that
// points to a struct and bears the name of the kind: [board.switches] belongs to board.kind = "switches". The
// pointer is nil for every kind but the one that is set.
type table interface {
	defaults()        // sets what the file needn't
	check(bad report) // reports everything that is wrong; names are those within the table
}

// scanned is a table of a board that knows how many milliseconds lie between two scans.
type scanned interface{ scan() int64 }

// sensing is a table of a board whose squares can't tell everything.
type sensing interface{ sees() []sensors.Kind }

// tablesOf returns the tables of a section, a pointer to a struct, by kind.
func tablesOf(section any) map[string]reflect.Value {
	tables := map[string]reflect.Value{}
	for name, field := range fieldsOf(reflect.ValueOf(section).Elem()) {
		if field.Kind() == reflect.Pointer {
			tables[name] = field
		}
	}
	return tables
}

// newTable makes the table that a pointer is for, with its defaults.
func newTable(field reflect.Value) {
	field.Set(reflect.New(field.Type().Elem()))
	field.Interface().(table).defaults()
}

// complete gives the kind its table when the file has none.
func complete(section any, kind string) {
	if field, ok := tablesOf(section)[kind]; ok && field.IsNil() {
		newTable(field)
	}
}

// checkKind reports a kind that isn't known, tables of other kinds, and what is wrong in the kind's own.
// plain are the kinds without a table.
func checkKind(section any, kind string, bad report, plain ...string) {
	known := plain
	for other, field := range tablesOf(section) {
		known = append(known, other)
		switch {
		case field.IsNil():
		case other != kind:
			bad(other, map[string]any{}, fmt.Sprintf("it is for kind = %q only: leave it out, or set that kind", other))
		default:
			field.Interface().(table).check(func(option string, value any, want string) { bad(join(kind, option), value, want) })
		}
	}
	if !slices.Contains(known, kind) {
		slices.Sort(known)
		bad("kind", kind, fmt.Sprintf(`expected one of "%s"`, strings.Join(known, `", "`)))
	}
}

// sorted returns the keys of a map in order.
func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
