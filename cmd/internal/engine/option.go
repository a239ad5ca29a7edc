package engine

import (
	"slices"
	"strconv"
	"strings"
)

// Option is something that can be set in an engine.
type Option struct {
	Name     string
	Type     string // "check", "spin", "combo", "button" or "string"
	Default  string
	Min, Max int      // of a spin
	Vars     []string // of a combo: what may be chosen
}

// parseOption reads what follows "option". Names, defaults and choices may have several words.
func parseOption(words []string) message {
	var o Option
	min, max := "", ""
	into := func(string) {}
	for _, w := range words {
		switch {
		case w == "name" && o.Name == "" && o.Type == "":
			into = func(w string) { o.Name = join(o.Name, w) }
		case w == "type" && o.Type == "" && o.Name != "":
			into = func(w string) { o.Type = w }
		case w == "default" && o.Type != "":
			into = func(w string) { o.Default = join(o.Default, w) }
		case w == "min" && o.Type == "spin":
			into = func(w string) { min = w }
		case w == "max" && o.Type == "spin":
			into = func(w string) { max = w }
		case w == "var" && o.Type == "combo":
			o.Vars = append(o.Vars, "")
			into = func(w string) { o.Vars[len(o.Vars)-1] = join(o.Vars[len(o.Vars)-1], w) }
		default:
			into(w)
		}
	}
	if o.Default == "<empty>" {
		o.Default = ""
	}
	ok := o.Name != "" && slices.Contains([]string{"check", "spin", "combo", "button", "string"}, o.Type)
	if o.Type == "spin" {
		var a, b bool
		o.Min, a = number([]string{min}, 0)
		o.Max, b = number([]string{max}, 0)
		ok = ok && a && b && o.Min <= o.Max
	}
	if !ok {
		return message{}
	}
	return message{kind: option, option: o}
}

func join(a, b string) string {
	if a == "" {
		return b
	}
	return a + " " + b
}

// maxOptions bounds how many an engine may have.
const maxOptions = 1000

// options are an engine's, in the order in which it names them.
type options []Option

// find returns the option of a name, nil when the engine has none. Case makes no difference.
func (list options) find(name string) *Option {
	for i := range list {
		if strings.EqualFold(list[i].Name, name) {
			return &list[i]
		}
	}
	return nil
}

// first returns the first of the names that the engine has as an option of a type, nil when it has none.
func (list options) first(typ string, names ...string) *Option {
	for _, name := range names {
		if o := list.find(name); o != nil && o.Type == typ {
			return o
		}
	}
	return nil
}

// setting is a value for an option.
type setting struct{ name, value string }

func (s setting) command() string {
	if s.value == "" {
		return "setoption name " + s.name
	}
	return "setoption name " + s.name + " value " + s.value
}

// clamp sets a spin as near to n as its bounds allow.
func (o *Option) clamp(n int) setting {
	return setting{o.Name, strconv.Itoa(max(o.Min, min(n, o.Max)))}
}

// base are the settings with which an engine starts: its size, its own book and its thinking in the opponent's time off.
func (list options) base(s *Settings) (out []setting) {
	if o := list.first("spin", "Threads"); o != nil && s.Threads > 0 {
		out = append(out, o.clamp(s.Threads))
	}
	if o := list.first("spin", "Hash"); o != nil && s.Hash > 0 {
		out = append(out, o.clamp(s.Hash))
	}
	for _, name := range []string{"OwnBook", "Own Book", "Use Book", "Book", "Ponder"} {
		if o := list.first("check", name); o != nil {
			out = append(out, setting{o.Name, "false"})
		}
	}
	return out
}

// own are the settings that the user gives by name; unknown are the names that the engine doesn't have.
func (list options) own(values map[string]string) (out []setting, unknown []string) {
	for name, value := range values {
		if o := list.find(name); o != nil {
			out = append(out, setting{o.Name, value})
		} else {
			unknown = append(unknown, name)
		}
	}
	slices.SortFunc(out, func(a, b setting) int { return strings.Compare(a.name, b.name) })
	slices.Sort(unknown)
	return out, unknown
}
