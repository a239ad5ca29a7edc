package scenario_test

import (
	"strings"
	"testing"

	"jadoube/cmd/internal/scenario"
)

// TestRefused: what is wrong with a file is said with its name, the value and what is wanted instead.
func TestRefused(t *testing.T) {
	const fen = `"class":"occupancy","fen":"4k3/8/8/8/8/8/8/4K3 w - - 0 1"`
	for _, c := range []struct{ text, want string }{
		{"", "case.json: nothing in it: expected a JSON object as in docs/judge.md"},
		{" \n", "case.json: nothing in it: expected a JSON object as in docs/judge.md"},
		{"[]", "case.json: a JSON array: expected a JSON object as in docs/judge.md"},
		{`{"fen"`, "case.json: no JSON from byte 6 on (unexpected end of JSON input): expected a JSON object as in docs/judge.md"},
		{"1. e4", "case.json: no JSON from byte 3 on (invalid character ' ' after decimal point in numeric literal): expected a JSON object as in docs/judge.md"},
		{`{"fen":3}`, "case.json: fen: a JSON number at byte 8: expected a text"},
		{`{"events":"e4"}`, "case.json: events: a JSON string at byte 14: expected a list"},
		{`{"setup":[]}`, "case.json: setup: a JSON array at byte 10: expected an object"},
		{`{"setup":{"supervised":1}}`, "case.json: setup.supervised: a JSON number at byte 24: expected true or false"},
		{`{"setup":{"clock_ms":{"W":1.5}}}`, "case.json: setup.clock_ms: a JSON number 1.5 at byte 29: expected a whole number"},
		{`{` + fen + `,"laws_2001":3}`, "case.json: laws_2001: 3: expected a list of texts"},
		{`{` + fen + `}`, "case.json: events: none: expected a list of what was done, [] for nothing"},
		{`{` + fen + `,"events":[[0,"claim","W"]]}`, `case.json: event 1: claim "W": kind "": expected SIDE:touch, SIDE:illegal, SIDE:threefold or SIDE:fifty`},
		{`{` + fen + `,"events":[[0,"claim","W:touch:e2e4:x"]]}`, `case.json: event 1: claim "W:touch:e2e4:x": "e2e4:x": expected one move in UCI after threefold or fifty, nothing after touch or illegal`},
		{`{` + fen + `,"events":[[0,"claim","W:fifty:e9e9"]]}`, `case.json: event 1: claim "W:fifty:e9e9": "e9e9": expected one move in UCI after threefold or fifty, nothing after touch or illegal`},
		{`{` + fen + `,"events":[[0,"lift","e4"]]}`, "case.json: event 1: lift e4: nobody stands there: expected a square with a man"},
		{`{` + fen + `,"events":[[0,"place","e4"]]}`, "case.json: event 1: place e4: no man is in a hand: expected a lift before, or reserve for one from beside the board"},
		{`{` + fen + `,"events":[[0,"clock","W:now"]]}`, `case.json: event 1: clock "W:now": expected W or B alone`},
		{`{` + fen + `,"events":[],"setup":{"clock_ms":{"W":0}}}`, `case.json: setup: clock_ms "W": 0: expected W or B, and 1 ms or more; leave it away for plenty`},
		{`{` + fen + `,"events":[],"setup":{"clock_ms":{"B":-5}}}`, `case.json: setup: clock_ms "B": -5: expected W or B, and 1 ms or more; leave it away for plenty`},
		{`{` + fen + `,"events":[],"setup":{"illegal_count":{"X":1}}}`, `case.json: setup: illegal_count "X": 1: expected W or B, and 0 or more`},
		{`{` + fen + `,"events":[],"setup":{"colour":1}}`, `case.json: setup: key "colour": expected one of illegal_count, clock_ms, mode, supervised, repetition_count`},
		{`{` + fen + `,"events":[],"setup":{"repetition_count":0}}`, "case.json: setup: repetition_count 0: expected 1 to 1000: the position at 0 ms stands; leave it away for the first time"},
		{`{"events":["e4"]}`, `case.json: event "e4": expected [ms, kind, argument] or [ms, kind, argument, piece]`},
		{
			`{"class":"occupancy","fen":"4k3/8/8/8/8/8/3p4/4K3 b - - 0 1"}`,
			`case.json: fen "4k3/8/8/8/8/8/3p4/4K3 b - - 0 1": impossible position: black is to move but already attacks the king on e1, from d2`,
		},
	} {
		_, err := scenario.Read("case.json", strings.NewReader(c.text))
		if err == nil || err.Error() != c.want {
			t.Errorf("%s:\n%v, want\n%s", c.text, err, c.want)
		}
	}
}
