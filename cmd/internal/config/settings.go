package config

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"jadoube/boardstate/referee"
	"jadoube/boardstate/teacher"

	"github.com/pelletier/go-toml/v2"
)

// ChosenFile is the file in the data folder that keeps what was set on the page. It goes before the config, which stays as
// it was written, with its comments, and may lie where the program can't write.
const ChosenFile = "page.toml"

// Setting is an option that may be changed while a board is in use: no wire depends on it, and no secret or program.
type Setting struct {
	Key     string `json:"key"`               // "game.level"
	Choices []any  `json:"choices,omitempty"` // the values there are; of a list, those of its items
	Low     int    `json:"low,omitempty"`     // bounds of a number
	High    int    `json:"high,omitempty"`
	Unit    string `json:"unit,omitempty"` // of a number: "%", "mA", "ms", "s", "days", "MB"
}

// Settable returns the options that may be changed on the page, in the order of the sections.
func Settable() []Setting {
	texts := func(words ...string) (list []any) {
		for _, w := range words {
			list = append(list, w)
		}
		return list
	}
	steps := texts(teacher.StepWords()...)
	return []Setting{
		{Key: "game.level", Choices: texts(referee.Off.String(), referee.Trainer.String(), referee.Arbiter.String(), referee.Strict.String())},
		{Key: "game.laws", Choices: []any{2001, 2023}},
		{Key: "game.clock"},
		{Key: "game.clock-first"},
		{Key: "game.default-time"},
		{Key: "game.rated"},
		{Key: "game.promotion", Choices: texts("queen", "lift")},
		{Key: "game.unfinished", Choices: texts("resume", "ask", "abort")},
		{Key: "leds.palette", Choices: texts("default", "colour-blind", "mono")},
		{Key: "leds.brightness", Low: 1, High: 100, Unit: "%"},
		{Key: "leds.max-milliamps", Low: 100, High: 4000, Unit: "mA"},
		{Key: "teacher.white", Choices: steps},
		{Key: "teacher.black", Choices: steps},
		{Key: "teacher.takeback", Low: minTakeback, High: maxTakeback, Unit: "s"},
		{Key: "opponent.side", Choices: texts("none", "white", "black")},
		{Key: "opponent.level"},
		{Key: "opponent.move-time", High: 600000, Unit: "ms"},
		{Key: "engine.threads", Low: 1, High: 64},
		{Key: "engine.hash", Low: 1, High: 4096, Unit: "MB"},
		{Key: "sensors.debounce-lifted", High: maxDebounce, Unit: "ms"},
		{Key: "sensors.debounce-placed", High: maxDebounce, Unit: "ms"},
		{Key: "access.strangers", Choices: texts("spectator", "nobody")},
		{Key: "data.raw-days", High: maxDays, Unit: "days"},
	}
}

// Get returns the value of an option by its full name, nil for one that c has no section for.
func (c *Config) Get(key string) any {
	v := reflect.ValueOf(c).Elem()
	for name := range strings.SplitSeq(key, ".") {
		if v.Kind() == reflect.Pointer {
			v = v.Elem()
		}
		if !v.IsValid() || v.Kind() != reflect.Struct {
			return nil
		}
		v = fieldsOf(v)[name]
	}
	if !v.IsValid() {
		return nil
	}
	return v.Interface()
}

// Chosen is what was set on the page: values by the full names of their options, as TOML has them.
type Chosen map[string]any

// LoadChosen reads what was set on the page from a data folder. None is no error.
func LoadChosen(folder string) (Chosen, error) {
	file := filepath.Join(folder, ChosenFile)
	text, err := os.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		return Chosen{}, nil
	}
	if err != nil {
		return nil, err
	}
	var tree map[string]map[string]any
	if err := toml.Unmarshal(text, &tree); err != nil {
		return nil, Problems{syntaxProblem(file, err)}
	}
	all := Chosen{}
	for section, values := range tree {
		for name, v := range values {
			all[section+"."+name] = v
		}
	}
	return all, nil
}

// With returns what is chosen with changes: nil takes the config's value again. It refuses what may not be set on the page.
// Numbers may be as JSON has them.
func (s Chosen) With(changes map[string]any) (Chosen, error) {
	all := maps.Clone(s)
	for key, v := range changes {
		if !slices.ContainsFunc(Settable(), func(x Setting) bool { return x.Key == key }) {
			return nil, fmt.Errorf("%s can't be set on the page: change it in the config (docs/config.md)", key)
		}
		if n, ok := v.(float64); ok && n == float64(int64(n)) {
			v = int64(n)
		}
		if all[key] = v; v == nil {
			delete(all, key)
		}
	}
	return all, nil
}

// tree is s by sections, as files have it.
func (s Chosen) tree() map[string]any {
	tree := map[string]any{}
	for key, v := range s {
		section, name, _ := strings.Cut(key, ".")
		if tree[section] == nil {
			tree[section] = map[string]any{}
		}
		tree[section].(map[string]any)[name] = v
	}
	return tree
}

// Choose puts what was set on the page into c. The error is of type Problems, and may tell what c has wrong then.
func (c *Config) Choose(s Chosen) error {
	list := fill(c, s.tree())
	if len(list) == 0 {
		list = c.problems()
	}
	if len(list) == 0 {
		return nil
	}
	for i := range list {
		if _, set := s[list[i].Key]; set {
			list[i].File = ChosenFile
		}
	}
	return list
}

// Save keeps what was set on the page in a data folder: the file is whole before it takes the old one's place.
func (s Chosen) Save(folder string) error {
	text, err := toml.Marshal(s.tree())
	if err != nil {
		return fmt.Errorf("writing the settings: %w", err)
	}
	if err := os.MkdirAll(folder, 0o750); err != nil {
		return err
	}
	f, err := os.CreateTemp(folder, ChosenFile+".*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // it is gone when all went well
	_, err = f.Write(append([]byte("# Set on the page of jadoube; goes before the config (docs/config.md).\n"), text...))
	if err = errors.Join(err, f.Sync(), f.Chmod(0o640), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), filepath.Join(folder, ChosenFile))
}
