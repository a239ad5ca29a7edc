package config

import (
	"bytes"
	"flag"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"jadoube/boardstate/teacher"
	"jadoube/cmd/internal/access"
	"jadoube/ledmatrix"
	"jadoube/rules/pgn"
	"jadoube/sensors"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestProblems reads each bad config in testdata/bad and compares what is said with the file beside it.
func TestProblems(t *testing.T) {
	files, err := filepath.Glob("testdata/bad/*.toml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no bad configs found (%v)", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			_, err = Parse(filepath.Base(file), text)
			if err == nil {
				t.Fatal("read without a complaint")
			}
			golden(t, strings.TrimSuffix(file, ".toml")+".want", err.Error()+"\n")
		})
	}
}

func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("got:\n%swant:\n%s", got, want)
	}
}

func TestDefaultIsGood(t *testing.T) {
	c := Default()
	if err := c.Check(); err != nil {
		t.Error(err)
	}
	empty, err := Parse("empty.toml", nil)
	if err != nil || !reflect.DeepEqual(empty, c) {
		t.Errorf("an empty file gives %+v, %v; want the defaults", empty, err)
	}
}

// TestExamples loads each config of the documentation; sim.toml must show every option that all kinds share, with its default.
func TestExamples(t *testing.T) {
	files, _ := filepath.Glob("../../../docs/boards/*.toml")
	if len(files) == 0 {
		t.Fatal("no examples found")
	}
	for _, file := range files {
		if _, err := Load(file); err != nil {
			t.Error(err)
		}
	}
	c, err := Load("../../../docs/boards/sim.toml")
	if err != nil || !reflect.DeepEqual(c, Default()) {
		t.Errorf("sim.toml gives %+v, %v; want the defaults", c, err)
	}
	text, err := os.ReadFile("../../../docs/boards/sim.toml")
	if err != nil {
		t.Fatal(err)
	}
	lines := linesOf(text)
	for _, key := range Keys() {
		if lines[key] == 0 && strings.Count(key, ".") == 1 {
			t.Errorf("sim.toml lacks %s", key)
		}
	}
}

func TestManual(t *testing.T) {
	text, err := os.ReadFile("../../../docs/config.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range Keys() {
		name := key[strings.LastIndexByte(key, '.')+1:]
		if !bytes.Contains(text, []byte("`"+name+"`")) {
			t.Errorf("docs/config.md doesn't tell of %s", key)
		}
	}
}

func TestEverySettingIsRead(t *testing.T) {
	got, err := Parse("all.toml", []byte(`
board = {kind = "sim", sensor = "piece", lever = true}
sensors.debounce-lifted = 80
buttons = {keys = ["GPIO4 white"], lever = "!GPIO5", debounce = 7}
buzzer.pin = "GPIO6"
sensors.debounce-placed = 30
[leds]
kind = "sim"
palette = "mono"
brightness = 10
max-milliamps = 1500
gamma = 2
refresh = 60
layout = "files-serpentine"
origin = "h8"
rotate = 90
offset = 3
unrecorded = false
[game]
laws = 2001
level = "arbiter"
rated = true
clock = "blitz"
default-time = "1800"
clock-first = true
unfinished = "ask"
tags = {White = "Anna", Zeit = "x", Event = "Club"}
[page]
listen = ":0"
hosts = ["board.local"]
readers = 7
connections = 90
[access]
strangers = "nobody"
local = "paired"
certificate = "c.pem"
key = "k.pem"
[data]
folder = "/var/lib/jadoube"
journal = "delete"
raw-days = 365
raw-megabytes = 2000
event-days = 30
[engine]
program = "/opt/fish"
threads = 3
hash = 64
options = {Contempt = "0"}
[opponent]
side = "black"
level = "elo 1500"
move-time = 0
[teacher]
white = ["all"]
black = []
takeback = 30
[menu]
on = false
levels = ["skill 3"]
clocks = ["300+3", "none"]
shut-down = "machine"
`))
	want := Config{
		Board:   Board{Kind: "sim", Sensor: "piece", Lever: true},
		Buttons: Buttons{Keys: []string{"GPIO4 white"}, Lever: "!GPIO5", Debounce: 7}, Buzzer: Buzzer{"GPIO6"},
		Sensors: Sensors{80, 30},
		LEDs: LEDs{
			Kind: "sim", Palette: "mono", Brightness: 10, MaxMilliamps: 1500, Gamma: 2, Refresh: 60,
			Layout: "files-serpentine", Origin: "h8", Rotate: 90, Offset: 3, Unrecorded: false,
		},
		Game: Game{2001, "arbiter", true, "blitz", "1800", true, "queen", "ask", map[string]string{"White": "Anna", "Zeit": "x", "Event": "Club"}},
		Page: Page{":0", []string{"board.local"}, 7, 90},
		Data: Data{"/var/lib/jadoube", "delete", 365, 2000, 30},

		Access: Access{"nobody", "paired", "c.pem", "k.pem"},

		Engine:   Engine{"/opt/fish", 3, 64, map[string]string{"Contempt": "0"}},
		Opponent: Opponent{"black", "elo 1500", 0},
		Teacher:  Teacher{[]string{"all"}, []string{}, 30},
		Menu:     Menu{false, []string{"skill 3"}, []string{"300+3", "none"}, "machine"},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Fatalf("got %+v, %v", got, err)
	}
	if tags := got.Game.TagList(); !reflect.DeepEqual(tags, []pgn.Tag{{Name: "Event", Value: "Club"}, {Name: "White", Value: "Anna"}, {Name: "Zeit", Value: "x"}}) {
		t.Errorf("tags in the order %v", tags)
	}
	if p := got.Access.Policy(); p != (access.Policy{}) {
		t.Errorf("policy %+v: want nothing for nobody", p)
	}
	usual := Default()
	if p := usual.Access.Policy(); p != (access.Policy{Strangers: access.Spectator, Local: access.Admin}) {
		t.Errorf("usual policy %+v", p)
	}
	if k := got.Board.SensorKind(); k != sensors.Piece {
		t.Errorf("kind of sensor %v", k)
	}
	if d := got.Sensors.Debounce(1); d != (sensors.Debounce{Lifted: 80, Placed: 30}) {
		t.Errorf("debounce %v", d)
	}
	if d := (Sensors{}).Debounce(10); d != sensors.DebounceFor(10) {
		t.Errorf("debounce of its own: %v", d)
	}
	if got.LEDs.Colours() != ledmatrix.Mono || got.LEDs.Power() != (ledmatrix.Power{Brightness: 10, Budget: 1500}) {
		t.Errorf("lights %v %v", got.LEDs.Colours(), got.LEDs.Power())
	}
}

func TestEngineAsItKnowsItself(t *testing.T) {
	o := Opponent{"black", "elo 1500", 250}
	if o.Strength().Elo() != 1500 || o.Think() != 250*time.Millisecond {
		t.Errorf("%v, %v", o.Strength(), o.Think())
	}
	help := Teacher{White: []string{"moves", "hints"}}.Help()
	if help[0] != teacher.Moves|teacher.Hints || help[1] != teacher.None || (Teacher{Takeback: 7}).Patience() != 7*time.Second {
		t.Errorf("help %v", help)
	}
	e := Engine{"fish", 2, 32, map[string]string{"A": "b"}}
	if s := e.Settings(); s.Program != "fish" || s.Threads != 2 || s.Hash != 32 || s.Options["A"] != "b" {
		t.Errorf("%+v", s)
	}
}

func TestLoadRefuses(t *testing.T) {
	if _, err := Load(filepath.Join(t.TempDir(), "none.toml")); err == nil {
		t.Error("a file that isn't there was read")
	}
	large := filepath.Join(t.TempDir(), "large.toml")
	if err := os.WriteFile(large, bytes.Repeat([]byte("#"), maxBytes+1), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(large); err == nil || !strings.Contains(err.Error(), "large.toml: larger than 1048576 bytes") {
		t.Errorf("a large file: %v", err)
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestWrite(t *testing.T) {
	c := Default()
	c.Game.Tags["White"] = `O'Brien "Bob"`
	c.LEDs.Layout = strings.Join(ledmatrix.Layout{}.Strip().Words(), "\n") + "\n"
	var b bytes.Buffer
	if err := c.Write(&b); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "layout = \"\"\"\na1 b1 c1 d1 e1 f1 g1 h1\na2 ") {
		t.Errorf("a layout of several lines is written as\n%s", b.String())
	}
	got, err := Parse("written.toml", b.Bytes())
	if err != nil || !reflect.DeepEqual(got, c) {
		t.Errorf("written and read again: %+v, %v", got, err)
	}
	if c.Write(broken{}) == nil {
		t.Error("a writer's error was lost")
	}
}

func TestNearest(t *testing.T) {
	names := []string{"listen", "hosts", "palette"}
	for word, want := range map[string]string{
		"lisetn": "listen", "Listen": "listen", "host": "hosts", "pallete": "palette", "folder": "", "x": "",
	} {
		if got := nearest(word, names); got != want {
			t.Errorf("nearest(%q) = %q, want %q", word, got, want)
		}
	}
}

// FuzzParse: nothing panics, each problem names the file, and what is accepted can be written and read again.
func FuzzParse(f *testing.F) {
	for _, pattern := range []string{"testdata/bad/*.toml", "../../../docs/boards/*.toml"} {
		files, _ := filepath.Glob(pattern)
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(text)
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := Parse("f.toml", text)
		if err != nil {
			for _, line := range strings.Split(err.Error(), "\n") {
				if !strings.HasPrefix(line, "f.toml:") {
					t.Errorf("a problem that names no file: %q", line)
				}
			}
			return
		}
		var b bytes.Buffer
		if err := c.Write(&b); err != nil {
			t.Fatal(err)
		}
		again, err := Parse("again.toml", b.Bytes())
		if err != nil || !reflect.DeepEqual(again, c) {
			t.Errorf("%+v written and read again: %+v, %v", c, again, err)
		}
	})
}
