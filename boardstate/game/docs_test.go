package game_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"jadoube/boardstate/game"
	"jadoube/sensors/trace"
	"jadoube/sensors/trace/tracetest"
)

// TestEventsPage compares docs/events.md with the code: each type and each field, no other type.
func TestEventsPage(t *testing.T) {
	text, err := os.ReadFile("../../docs/events.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	var headed []string
	for _, line := range regexp.MustCompile("(?m)^### (.*)$").FindAllStringSubmatch(page, -1) {
		for _, word := range regexp.MustCompile("`([a-z]+)`").FindAllStringSubmatch(line[1], -1) {
			headed = append(headed, word[1])
		}
	}
	for _, typ := range game.Types {
		if !slices.Contains(headed, string(typ)) {
			t.Errorf("type %s is not on the page", typ)
		}
	}
	for _, word := range headed {
		if !slices.Contains(game.Types, game.Type(word)) {
			t.Errorf("the page tells of a type %s that doesn't exist", word)
		}
	}
	fields := map[string]bool{}
	for f := range reflect.TypeFor[game.Event]().Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		fields[name] = true
		if !strings.Contains(page, "`"+name+"`") && !strings.Contains(page, `"`+name+`":`) {
			t.Errorf("field %s is not on the page", name)
		}
	}
	for _, example := range regexp.MustCompile(`(?m)^    (\{.*\})$`).FindAllStringSubmatch(page, -1) {
		for _, name := range regexp.MustCompile(`[{,]"([a-z_0-9]+)":`).FindAllStringSubmatch(example[1], -1) {
			if inner := regexp.MustCompile(`^([a-h][1-8]|from|to|white|black|running|turn|white_moves|black_moves|away|until)$`); !fields[name[1]] && !inner.MatchString(name[1]) {
				t.Errorf("an example has a field %s that doesn't exist: %s", name[1], example[1])
			}
		}
	}
}

// tooFar is a pawn that goes three squares and back again.
const tooFar = "trace 1\nsensor occupancy\nscan 10\n100 -e2\n400 +e5\n3000 -e5\n3400 +e2\n9000 press pause\n"

// daemonTells are the types of events that come from the daemon and are in no recorded game.
var daemonTells = regexp.MustCompile(`"type":"(health|opponent|help|lesson)"`)

// TestEventsPageExamples holds the examples against what recorded games really tell.
func TestEventsPageExamples(t *testing.T) {
	text, err := os.ReadFile("../../docs/events.md")
	if err != nil {
		t.Fatal(err)
	}
	missing := map[string]bool{}
	for _, line := range regexp.MustCompile(`(?m)^    (\{.*\})$`).FindAllStringSubmatch(string(text), -1) {
		if !daemonTells.MatchString(line[1]) {
			missing[line[1]] = true
		}
	}
	short, err := trace.Read("tooFar", strings.NewReader(tooFar))
	if err != nil {
		t.Fatal(err)
	}
	traces := []*trace.Trace{short}
	files, _ := filepath.Glob("../../cmd/jadoube/testdata/traces/c*/*.trace")
	kept, _ := filepath.Glob("../../cmd/jadoube/testdata/laws/*.trace")
	files = append(files, kept...)
	more, _ := filepath.Glob(situations)
	for _, file := range append(files, more...) {
		traces = append(traces, tracetest.Load(t, file))
	}
	for _, x := range traces {
		_, events := play(t, x)
		for i := range events {
			line, err := json.Marshal(events[i])
			if err != nil {
				t.Fatal(err)
			}
			delete(missing, string(line))
		}
	}
	for line := range missing {
		t.Errorf("no recorded game tells this example: %s", line)
	}
}
