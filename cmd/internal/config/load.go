package config

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

const maxBytes = 1 << 20 // of a config file

// Load reads a file. What is wrong in it is told as Problems; other errors are those of reading.
func Load(file string) (Config, error) {
	f, err := os.Open(file)
	if err != nil {
		return Config{}, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxBytes+1))
	if err != nil {
		return Config{}, err
	}
	if len(text) > maxBytes {
		return Config{}, Problems{{File: file, What: fmt.Sprintf("larger than %d bytes", maxBytes), Want: "is it a config?"}}
	}
	return Parse(file, text)
}

// Parse reads a config's text; name stands for the file in the messages. What the text doesn't set is
// as in Default. The error is of type Problems.
func Parse(name string, text []byte) (Config, error) {
	c := Default()
	var tree map[string]any
	if err := toml.Unmarshal(text, &tree); err != nil {
		return c, Problems{syntaxProblem(name, err)}
	}
	lines := linesOf(text)
	misfits := fill(&c, tree)
	list := slices.Clone(misfits)
	for _, p := range c.problems() {
		if !slices.ContainsFunc(misfits, func(q Problem) bool { return q.Key == p.Key }) {
			list = append(list, p)
		}
	}
	for i := range list {
		list[i].File, list[i].Line = name, lines[list[i].Key]
	}
	if len(list) == 0 {
		return c, nil
	}
	slices.SortStableFunc(list, func(a, b Problem) int { return cmp.Compare(a.Line, b.Line) })
	return c, list
}

func syntaxProblem(name string, err error) Problem {
	p := Problem{File: name, What: strings.TrimPrefix(err.Error(), "toml: ")}
	var decode *toml.DecodeError
	if errors.As(err, &decode) {
		p.Line, _ = decode.Position()
	}
	return p
}

// linesOf returns the line on which each key stands, by its full dotted name.
func linesOf(text []byte) map[string]int {
	lines := map[string]int{}
	var parser unstable.Parser
	parser.Reset(text)
	table := ""
	for parser.NextExpression() {
		node := parser.Expression()
		switch node.Kind {
		case unstable.Table, unstable.ArrayTable:
			table = mark(&parser, lines, "", node)
		case unstable.KeyValue:
			markValue(&parser, lines, table, node)
		}
	}
	return lines
}

func markValue(p *unstable.Parser, lines map[string]int, prefix string, node *unstable.Node) {
	key := mark(p, lines, prefix, node)
	if value := node.Value(); value.Kind == unstable.InlineTable {
		for it := value.Children(); it.Next(); {
			markValue(p, lines, key, it.Node())
		}
	}
}

// mark notes where the parts of a node's key stand, and returns the whole name.
func mark(p *unstable.Parser, lines map[string]int, prefix string, node *unstable.Node) string {
	for it := node.Key(); it.Next(); {
		prefix = join(prefix, string(it.Node().Data))
		if _, seen := lines[prefix]; !seen {
			lines[prefix] = p.Shape(it.Node().Raw).Start.Line
		}
	}
	return prefix
}

func join(prefix, name string) string {
	if prefix == "" {
		return name
	}
	return prefix + "." + name
}

// Write writes the settings in force as a config that reads the same again.
func (c *Config) Write(w io.Writer) error { return write(w, c) }

// WriteBoard writes the sections on the board, its sensors and its lights: what concerns the wires, and no person.
func (c *Config) WriteBoard(w io.Writer) error {
	return write(w, struct {
		Board   *Board   `toml:"board"`
		Sensors *Sensors `toml:"sensors"`
		LEDs    *LEDs    `toml:"leds"`
	}{&c.Board, &c.Sensors, &c.LEDs})
}

func write(w io.Writer, settings any) error {
	var b bytes.Buffer
	if err := toml.NewEncoder(&b).Encode(settings); err != nil {
		return fmt.Errorf("writing the settings: %w", err)
	}
	_, err := w.Write(longText.ReplaceAllFunc(b.Bytes(), overLines))
	return err
}

// longText is a text of several lines in quotes, as the encoder writes it.
var longText = regexp.MustCompile(`(?m)^\S+ = "[^"\\]*\\n([^"\\]|\\n)*"$`)

// overLines writes it over as many lines as it has.
func overLines(setting []byte) []byte {
	key, text, _ := strings.Cut(string(setting), ` = "`)
	text = strings.ReplaceAll(strings.TrimSuffix(text, `"`), `\n`, "\n")
	return []byte(key + " = \"\"\"\n" + text + `"""`)
}
