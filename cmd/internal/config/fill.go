package config

import (
	"maps"
	"reflect"
	"slices"
	"strings"
)

// fill puts a decoded file into c and returns what has no place there or is of another type.
func fill(c *Config, tree map[string]any) Problems {
	f := filler{}
	f.table(reflect.ValueOf(c).Elem(), tree, "")
	return f.problems
}

type filler struct{ problems Problems }

func (f *filler) bad(key string, value any, want string) {
	f.problems = append(f.problems, Problem{Key: key, What: show(value), Want: want})
}

func (f *filler) table(to reflect.Value, from map[string]any, prefix string) {
	fields := fieldsOf(to)
	for _, name := range slices.Sorted(maps.Keys(from)) {
		key := join(prefix, name)
		if field, known := fields[name]; known {
			f.value(field, from[name], key)
			continue
		}
		f.problems = append(f.problems, Problem{Key: key, What: "is unknown", Want: meant(name, prefix, fields)})
	}
}

func (f *filler) value(to reflect.Value, from any, key string) {
	switch to.Kind() {
	case reflect.Pointer:
		newTable(to)
		f.value(to.Elem(), from, key)
	case reflect.Struct:
		if m, ok := from.(map[string]any); ok {
			f.table(to, m, key)
		} else {
			f.bad(key, from, "expected a section ["+key+"]")
		}
	case reflect.Map:
		f.texts(to, from, key)
	case reflect.Slice:
		f.list(to, from, key)
	case reflect.Int:
		if n, ok := from.(int64); ok && int64(int(n)) == n {
			to.SetInt(n)
		} else {
			f.bad(key, from, "expected a whole number, without quotes")
		}
	case reflect.Float64:
		switch n := from.(type) {
		case float64:
			to.SetFloat(n)
		case int64:
			to.SetFloat(float64(n))
		default:
			f.bad(key, from, "expected a number, without quotes")
		}
	case reflect.Bool:
		if b, ok := from.(bool); ok {
			to.SetBool(b)
		} else {
			f.bad(key, from, "expected true or false, without quotes")
		}
	default:
		if s, ok := from.(string); ok {
			to.SetString(s)
		} else {
			f.bad(key, from, "expected text in quotes")
		}
	}
}

// texts fills a map from names to texts.
func (f *filler) texts(to reflect.Value, from any, key string) {
	m, ok := from.(map[string]any)
	if !ok {
		f.bad(key, from, "expected a section ["+key+"]")
		return
	}
	for _, name := range slices.Sorted(maps.Keys(m)) {
		if s, ok := m[name].(string); ok {
			to.SetMapIndex(reflect.ValueOf(name), reflect.ValueOf(s))
		} else {
			f.bad(join(key, name), m[name], "expected text in quotes")
		}
	}
}

// list fills a list of texts.
func (f *filler) list(to reflect.Value, from any, key string) {
	items, ok := from.([]any)
	texts := make([]string, 0, len(items))
	for _, item := range items {
		s, text := item.(string)
		texts, ok = append(texts, s), ok && text
	}
	if !ok {
		f.bad(key, from, `expected a list of texts in quotes, as ["a", "b"]`)
		return
	}
	to.Set(reflect.ValueOf(texts))
}

func nameOf(field reflect.StructField) string {
	name, _, _ := strings.Cut(field.Tag.Get("toml"), ",")
	return name
}

func fieldsOf(v reflect.Value) map[string]reflect.Value {
	fields := map[string]reflect.Value{}
	for i := range v.NumField() {
		if field := v.Type().Field(i); field.Anonymous {
			maps.Copy(fields, fieldsOf(v.Field(i)))
		} else {
			fields[nameOf(field)] = v.Field(i)
		}
	}
	return fields
}

// meant says what an unknown name may have been meant for.
func meant(name, prefix string, fields map[string]reflect.Value) string {
	known := slices.Sorted(maps.Keys(fields))
	if near := nearest(name, known); near != "" {
		return "did you mean " + join(prefix, near) + "?"
	}
	section, _, _ := strings.Cut(prefix, ".")
	for _, key := range Keys() {
		near := strings.Count(key, ".") == 1 || strings.HasPrefix(key, section+".")
		if near && strings.HasSuffix(key, "."+name) {
			return "did you mean " + key + "?"
		}
	}
	if prefix == "" {
		return "the sections are " + strings.Join(known, ", ")
	}
	if len(known) == 0 {
		return "[" + prefix + "] has no options"
	}
	return "[" + prefix + "] has " + strings.Join(known, ", ")
}

// Keys returns the full names of all options, sorted; those of one kind have three parts, as
// "board.switches.bus".
func Keys() []string {
	keys := keysOf(reflect.TypeFor[Config](), "")
	slices.Sort(keys)
	return keys
}

func keysOf(t reflect.Type, prefix string) (keys []string) {
	for i := range t.NumField() {
		name, inner := join(prefix, nameOf(t.Field(i))), t.Field(i).Type
		if t.Field(i).Anonymous {
			name = prefix
		}
		if inner.Kind() == reflect.Pointer {
			inner = inner.Elem()
		}
		if inner.Kind() == reflect.Struct {
			keys = append(keys, keysOf(inner, name)...)
		} else {
			keys = append(keys, name)
		}
	}
	return keys
}
