package engine

import (
	"reflect"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	for line, want := range map[string]message{
		"uciok":                     {kind: uciOK},
		"  \treadyok \r":            {kind: readyOK},
		"joho readyok":              {kind: readyOK},
		"id name Rust 3 the Great":  {kind: ident, name: "name", text: "Rust 3 the Great"},
		"id author A and B":         {kind: ident, name: "author", text: "A and B"},
		"bestmove e2e4 ponder e7e5": {kind: best, text: "e2e4"},
		"bestmove (none)":           {kind: best, text: "(none)"},
		"info depth 12 seldepth 18 multipv 2 score cp -31 nodes 42 pv e7e5 g1f3": {kind: info, info: Info{2, 12, Score{Centipawns: -31}, []string{"e7e5", "g1f3"}}},
		"info depth 3 score mate -2 pv e7e5":                                     {kind: info, info: Info{1, 3, Score{Mate: true, In: -2}, []string{"e7e5"}}},
		"option name UCI_Elo type spin default 1350 min 1350 max 2850":           {kind: option, option: Option{Name: "UCI_Elo", Type: "spin", Default: "1350", Min: 1350, Max: 2850}},
		"option name Clear Hash type button":                                     {kind: option, option: Option{Name: "Clear Hash", Type: "button"}},
		"option name Debug Log File type string default":                         {kind: option, option: Option{Name: "Debug Log File", Type: "string"}},
		"option name SyzygyPath type string default <empty>":                     {kind: option, option: Option{Name: "SyzygyPath", Type: "string"}},
		"option name Style type combo default Very Solid var Very Solid var Risky": {
			kind: option, option: Option{Name: "Style", Type: "combo", Default: "Very Solid", Vars: []string{"Very Solid", "Risky"}},
		},
	} {
		if got := parse(line); !reflect.DeepEqual(got, want) {
			t.Errorf("%q is %+v, want %+v", line, got, want)
		}
	}
}

func TestParseSaysNothing(t *testing.T) {
	for _, line := range []string{
		"", "hello", "bestmove", "id", "id name", "id colour blue", "option", "option name", "option name X", "option name X type",
		"option name X type lever", "option name X type spin default 1 min a max 3", "option name X type spin default 1 min 3 max 1",
		"option name X type spin", "info", "info string score cp 3 pv e2e4", "info depth 3", "info score cp x pv e2e4", "info score",
		"info score cp 12 lowerbound pv e2e4", "info score cp 99999999999 pv e2e4", "info multipv -1 score cp 1 pv e2e4", "info currmove e2e4",
	} {
		if got := parse(line); got.kind != nothing {
			t.Errorf("%q is %+v, want nothing", line, got)
		}
	}
}

func TestScoreOrder(t *testing.T) {
	order := []Score{
		{Mate: true},
		{Mate: true, In: -1},
		{Mate: true, In: -40},
		{Centipawns: -1 << 30},
		{Centipawns: -5},
		{},
		{Centipawns: 900},
		{Centipawns: 1 << 30},
		{Mate: true, In: 40},
		{Mate: true, In: 1},
	}
	for i := 1; i < len(order); i++ {
		if a, b := order[i-1], order[i]; a.Value() >= b.Value() {
			t.Errorf("%+v is %d and %+v is %d", a, a.Value(), b, b.Value())
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"info depth 12 multipv 2 score cp -31 pv e7e5", "option name A type spin default 1 min 1 max 2", "option name var type combo var a var b",
		"bestmove a", "id name x", "x uciok", "info pv score cp", "option name type type type", "\x00\xff info score mate 0 pv a",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, line string) {
		switch m := parse(line); m.kind {
		case option:
			o := m.option
			if o.Name == "" || o.Type == "spin" && o.Min > o.Max || strings.ContainsAny(o.Name, "\n\r") {
				t.Errorf("%q is an option %+v", line, o)
			}
			if o.Type == "spin" {
				if c := o.clamp(7); atoi(c.value) < o.Min || atoi(c.value) > o.Max {
					t.Errorf("%+v is set to %s", o, c.value)
				}
			}
		case info:
			if v := m.info.Score.Value(); m.info.Line < 1 || len(m.info.PV) == 0 || v > 2*maxNumber || v < -2*maxNumber {
				t.Errorf("%q is %+v", line, m.info)
			}
		case best, ident:
			if m.text == "" {
				t.Errorf("%q says nothing", line)
			}
		}
	})
}

func TestLevels(t *testing.T) {
	fish := options{
		{Name: "Skill Level", Type: "spin", Max: 20},
		{Name: "UCI_LimitStrength", Type: "check"},
		{Name: "UCI_Elo", Type: "spin", Min: 1350, Max: 2850},
	}
	off, on := setting{"UCI_LimitStrength", "false"}, setting{"UCI_LimitStrength", "true"}
	full := setting{"Skill Level", "20"}
	for _, c := range []struct {
		asked string
		have  options
		want  []setting
		got   string
	}{
		{"full", fish, []setting{off, full}, "full"},
		{"elo 1500", fish, []setting{on, full, {"UCI_Elo", "1500"}}, "elo 1500"},
		{"elo 400", fish, []setting{on, full, {"UCI_Elo", "1350"}}, "elo 1350"},
		{"elo 4000", fish, []setting{on, full, {"UCI_Elo", "2850"}}, "elo 2850"},
		{"skill 3", fish, []setting{off, {"Skill Level", "3"}}, "skill 3"},
		{"skill 100", fish, []setting{off, full}, "skill 20"},
		{"elo 1500", fish[:1], []setting{full}, "full"},
		{"elo 1500", fish[:2], []setting{off, full}, "full"}, // no rating to set: don't limit to who knows what
		{"skill 3", nil, nil, "full"},
	} {
		l, err := ParseLevel(c.asked)
		if err != nil {
			t.Fatal(err)
		}
		set, got := c.have.level(l)
		if wantSet := append([]setting(nil), c.want...); !sameSettings(set, wantSet) || got.String() != c.got {
			t.Errorf("%s with %d options: %v at %s, want %v at %s", c.asked, len(c.have), set, got, c.want, c.got)
		}
	}
}

// sameSettings compares without regard to the order.
func sameSettings(a, b []setting) bool {
	m := map[setting]int{}
	for _, s := range a {
		m[s]++
	}
	for _, s := range b {
		m[s]--
	}
	for _, n := range m {
		if n != 0 {
			return false
		}
	}
	return true
}

func TestParseLevel(t *testing.T) {
	for _, s := range []string{"full", "elo 100", "elo 4000", "skill 0", "skill 100"} {
		l, err := ParseLevel(" " + s + " ")
		if err != nil || l.String() != s {
			t.Errorf("%q is %s, %v", s, l, err)
		}
	}
	for _, s := range []string{"", "elo", "elo 99", "elo 4001", "skill -1", "skill 101", "full 3", "elo x", "elo 1500 please", "Full", "1500"} {
		if l, err := ParseLevel(s); err == nil || !strings.Contains(err.Error(), "expected") {
			t.Errorf("%q is %s, %v", s, l, err)
		}
	}
}
