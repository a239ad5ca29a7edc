package game_test

import (
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"jadoube/boardstate/game"
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
			if inner := regexp.MustCompile(`^([a-h][1-8]|from|to)$`); !fields[name[1]] && !inner.MatchString(name[1]) {
				t.Errorf("an example has a field %s that doesn't exist: %s", name[1], example[1])
			}
		}
	}
}
