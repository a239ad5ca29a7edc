package config

import "reflect"

// Diff returns the names of the options in which two configs differ, as "leds.palette". What one config has a
// section for and the other hasn't is told by the section's name.
func Diff(a, b *Config) []string {
	return differ(reflect.ValueOf(a).Elem(), reflect.ValueOf(b).Elem(), "")
}

func differ(a, b reflect.Value, prefix string) (keys []string) {
	for i := range a.NumField() {
		field := a.Type().Field(i)
		key, x, y := join(prefix, nameOf(field)), a.Field(i), b.Field(i)
		if field.Anonymous {
			key = prefix
		}
		if x.Kind() == reflect.Pointer && !x.IsNil() && !y.IsNil() {
			x, y = x.Elem(), y.Elem()
		}
		switch {
		case x.Kind() == reflect.Struct:
			keys = append(keys, differ(x, y, key)...)
		case !reflect.DeepEqual(x.Interface(), y.Interface()):
			keys = append(keys, key)
		}
	}
	return keys
}
