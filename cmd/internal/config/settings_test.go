package config

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// TestSettable: every option for the page is one of the config's, its default among its choices or within its bounds, and a value
// beyond them is refused by the config's own check.
func TestSettable(t *testing.T) {
	c := Default()
	for _, s := range Settable() {
		if !slices.Contains(Keys(), s.Key) {
			t.Errorf("%s is no option", s.Key)
			continue
		}
		value := c.Get(s.Key)
		switch v := value.(type) {
		case string:
			if len(s.Choices) > 0 && !slices.Contains(s.Choices, value) {
				t.Errorf("%s: the default %q is none of %v", s.Key, v, s.Choices)
			}
		case int:
			if len(s.Choices) == 0 && (v < s.Low || v > s.High) {
				t.Errorf("%s: the default %d is not %d to %d", s.Key, v, s.Low, s.High)
			}
			if len(s.Choices) == 0 {
				for _, bad := range []int64{int64(s.Low) - 1, int64(s.High) + 1} {
					fresh := Default()
					if fresh.Choose(Chosen{s.Key: bad}) == nil {
						t.Errorf("%s: %d is taken, though it is said to go from %d to %d", s.Key, bad, s.Low, s.High)
					}
				}
			}
		case bool, []string:
		default:
			t.Errorf("%s is a %T", s.Key, value)
		}
		for _, choice := range s.Choices {
			fresh, v := Default(), choice
			if n, is := choice.(int); is {
				v = int64(n)
			}
			if _, list := value.([]string); list {
				v = []any{choice}
			}
			if err := fresh.Choose(Chosen{s.Key: v}); err != nil {
				t.Errorf("%s: %v: %v", s.Key, choice, err)
			}
		}
	}
}

func TestChosen(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "data")
	none, err := LoadChosen(folder)
	if err != nil || len(none) != 0 {
		t.Fatalf("in a folder that isn't there: %v, %v", none, err)
	}
	some, err := none.With(map[string]any{"game.level": "trainer", "leds.brightness": float64(30), "teacher.white": []any{"moves", "hints"}, "game.rated": false})
	if err != nil {
		t.Fatal(err)
	}
	if err := some.Save(folder); err != nil {
		t.Fatal(err)
	}
	again, err := LoadChosen(folder)
	if err != nil || !reflect.DeepEqual(again, some) {
		t.Errorf("kept as %v, %v; want %v", again, err, some)
	}
	c := Default()
	if err := c.Choose(again); err != nil || c.Game.Level != "trainer" || c.LEDs.Brightness != 30 || !slices.Equal(c.Teacher.White, []string{"moves", "hints"}) {
		t.Errorf("%v: %+v", err, c)
	}
	if less, err := again.With(map[string]any{"game.level": nil}); err != nil || len(less) != 3 || len(again) != 4 {
		t.Errorf("taken back: %v, %v", less, err)
	}
	if _, err := again.With(map[string]any{"engine.program": "/bin/sh"}); err == nil {
		t.Error("the page may name a program to run")
	}
	var wrong Problems
	if err := c.Choose(Chosen{"leds.brightness": int64(400)}); !errors.As(err, &wrong) || !strings.Contains(err.Error(), ChosenFile) {
		t.Errorf("a brightness of 400 %%: %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(folder, "*")); len(left) != 1 {
		t.Errorf("left in the folder: %v", left)
	}
	if err := os.WriteFile(filepath.Join(folder, ChosenFile), []byte("game = 1"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := LoadChosen(folder); err == nil {
		t.Error("a file that is none is read")
	}
}
