package redact

import (
	"bytes"
	"encoding/json"
	"slices"
)

// Keys say what stands behind the keys of JSON objects; behind all others there are texts.
type Keys struct {
	Plain  []string // left as it is
	Secret []string // hidden whole
	People []string // somebody's name
}

// JSON is one JSON value without what is to be hidden, on one line; its keys come in the order of the alphabet. What isn't
// JSON is treated as a text.
func (r *Redactor) JSON(line []byte, keys *Keys) string {
	d := json.NewDecoder(bytes.NewReader(line))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil || d.More() {
		return r.Text(string(line))
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(r.value(v, keys)); err != nil {
		return r.Text(string(line))
	}
	return string(bytes.TrimSpace(b.Bytes()))
}

func (r *Redactor) value(v any, keys *Keys) any {
	switch v := v.(type) {
	case string:
		return r.Text(v)
	case []any:
		for i := range v {
			v[i] = r.value(v[i], keys)
		}
	case map[string]any:
		for key, inner := range v {
			text, is := inner.(string)
			switch {
			case slices.Contains(keys.Plain, key):
			case is && slices.Contains(keys.People, key):
				v[key] = r.HidePerson(key, text)
			case is && slices.Contains(keys.Secret, key):
				v[key] = r.Hide(key, text)
			default:
				v[key] = r.value(inner, keys)
			}
		}
	}
	return v
}
