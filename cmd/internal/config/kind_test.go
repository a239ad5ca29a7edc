package config

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

// hut is a section with kinds, as Board is.
type hut struct {
	Kind  string `toml:"kind"`
	Straw *straw `toml:"straw,omitempty"`
	Brick *brick `toml:"brick,omitempty"`
}

type straw struct {
	Bales int `toml:"bales"`
}

func (s *straw) defaults() { s.Bales = 7 }
func (s *straw) check(bad report) {
	if s.Bales < 1 {
		bad("bales", s.Bales, "expected 1 or more")
	}
}

type brick struct{}

func (*brick) defaults()    {}
func (*brick) check(report) {}

func said(h *hut) (list []string) {
	checkKind(h, h.Kind, func(option string, value any, want string) {
		list = append(list, option+" "+show(value)+": "+want)
	}, "none")
	slices.Sort(list)
	return list
}

func TestKinds(t *testing.T) {
	for name, c := range map[string]struct {
		hut  hut
		want string
	}{
		"without a table": {hut{Kind: "none"}, ""},
		"own table":       {hut{Kind: "straw", Straw: &straw{1}}, ""},
		"bad table":       {hut{Kind: "straw", Straw: &straw{}}, "straw.bales 0: expected 1 or more"},
		"unknown":         {hut{Kind: "wood"}, `kind "wood": expected one of "brick", "none", "straw"`},
		"another's table": {hut{Kind: "none", Straw: &straw{}}, `straw with a table: it is for kind = "straw" only: leave it out, or set that kind`},
	} {
		if got := strings.Join(said(&c.hut), "\n"); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestKindGetsItsDefaults(t *testing.T) {
	h := hut{Kind: "straw"}
	complete(&h, h.Kind)
	if h.Straw == nil || h.Straw.Bales != 7 || h.Brick != nil {
		t.Errorf("%+v", h)
	}
	var f filler
	f.table(reflect.ValueOf(&h).Elem(), map[string]any{"straw": map[string]any{}, "brick": 3}, "hut")
	if h.Straw.Bales != 7 {
		t.Errorf("an empty table: %+v", h.Straw)
	}
	if len(f.problems) != 1 || f.problems[0].Error() != "hut.brick 3: expected a section [hut.brick]" {
		t.Errorf("a table that is none: %v", f.problems)
	}
	if got := keysOf(reflect.TypeOf(h), "hut"); !slices.Equal(got, []string{"hut.kind", "hut.straw.bales"}) {
		t.Errorf("keys %q", got)
	}
}
