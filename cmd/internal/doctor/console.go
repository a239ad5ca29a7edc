package doctor

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"
)

// Console is where a person is told what to do, and answers with Enter or a word.
type Console struct {
	out   io.Writer                       // nil without a terminal
	lines <-chan string                   // nil when nobody is there any more
	bar   bool                            // a progress bar stands on the present line
	fancy bool                            // it may be drawn again over itself
	says  func(Line)                      // without a terminal
	shows func(done, total int, now Line) // without a terminal
}

// Line is something that is said, in English and so that it can be said in another language.
type Line struct {
	Text string
	Key  string   // the English words with a verb of package fmt where something is filled in
	Args []string // what that is
}

// inWords is a line of constant words with what is filled in.
func inWords(format string, args ...any) Line { return lineOf(format, args) }

func lineOf(format string, args []any) Line {
	l := Line{Text: strings.TrimRight(fmt.Sprintf(format, args...), "\n"), Key: format}
	for _, a := range args {
		l.Args = append(l.Args, fmt.Sprint(a))
	}
	return l
}

// NewTalk returns a console without a terminal: say is called with each line, progress with how far the work is; lines bring the
// person's answers.
func NewTalk(lines <-chan string, say func(Line), progress func(done, total int, now Line)) *Console {
	return &Console{lines: lines, says: say, shows: progress}
}

// NewConsole returns a console that listens until ctx ends. Terminal says that out is for eyes, so that a progress bar
// is drawn over itself.
func NewConsole(ctx context.Context, in io.Reader, out io.Writer, terminal bool) *Console {
	lines := make(chan string)
	go func() {
		defer close(lines)
		for s := bufio.NewScanner(in); s.Scan(); {
			select {
			case lines <- strings.TrimSpace(s.Text()):
			case <-ctx.Done():
				return
			}
		}
	}()
	return &Console{out: out, lines: lines, fancy: terminal}
}

// Say writes a line.
func (c *Console) Say(format string, args ...any) { c.say(lineOf(format, args)) }

func (c *Console) say(l Line) {
	if c.says != nil {
		c.says(l)
		return
	}
	if c.bar {
		fmt.Fprintln(c.out)
		c.bar = false
	}
	fmt.Fprintln(c.out, l.Text)
}

const barWidth = 32

// Progress shows how far the work is, and what is to be done now.
func (c *Console) Progress(done, total int, format string, args ...any) {
	if c.shows != nil {
		c.shows(done, total, lineOf(format, args))
		return
	}
	now := fmt.Sprintf(format, args...)
	n := barWidth * done / max(total, 1)
	text := fmt.Sprintf("[%s%s] %d/%d  %s", strings.Repeat("#", n), strings.Repeat(".", barWidth-n), done, total, now)
	if !c.fancy {
		fmt.Fprintln(c.out, text)
		return
	}
	fmt.Fprintf(c.out, "\r%s\x1b[K", text)
	c.bar = true
}
