package doctor

import (
	"fmt"
	"io"
	"strings"

	"jadoube/rules/square"
)

// Report is what can be shown to others: it has no names, addresses or paths of the user's own.
type Report struct {
	Version string // of the program, in one line
	Machine Machine
	Config  string // the sections on board, sensors and lights; "" = none
	// Findings of the board; nil when none was examined.
	Findings *Findings
	Stopped  string // why the examination ended early; "" = it didn't
}

// Write writes the report as text that keeps its form in a forum: in Markdown, with what is aligned in code blocks.
func (r Report) Write(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# jadoube doctor\n\n%s\n\n## The computer\n\n```\n%s```\n", r.Version, r.Machine)
	if r.Config != "" {
		fmt.Fprintf(&b, "\n## The config\n\n```toml\n%s\n```\n", strings.TrimSpace(r.Config))
	}
	if r.Findings != nil {
		r.Findings.write(&b)
	}
	if r.Stopped != "" {
		fmt.Fprintf(&b, "\nThe examination is not complete: %s.\n", r.Stopped)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (f *Findings) write(b *strings.Builder) {
	b.WriteString("\n## The board\n\n")
	b.WriteString(f.Summary())
	fmt.Fprintf(b, "\n```\n%s```\n\n", f.Map())
	b.WriteString(legend + "\n")
	f.numbers(b)
	f.moves(b)
	f.wires(b)
}

const (
	sound  = "Nothing is wrong as far as this examination goes."
	one    = "One problem:"
	some   = "%d problems:"
	legend = ". well, D dead, S stuck, X seen on another square, L closes others too, H hangs, W weak, ? not asked"
)

// headline says how many problems were found.
func headline(n int) Line {
	switch n {
	case 0:
		return inWords(sound)
	case 1:
		return inWords(one)
	}
	return inWords(some, n)
}

// Tell says what is wrong and what to do, each in a line, and shows the map.
func (f *Findings) Tell(con *Console) {
	problems := f.Problems()
	con.say(headline(len(problems)))
	for _, p := range problems {
		con.say(p.What)
		con.say(p.Remedy)
	}
	con.Say("%s", f.Map())
	con.Say(legend)
}

// Summary is what is wrong and what to do, a line each.
func (f *Findings) Summary() string {
	problems := f.Problems()
	var b strings.Builder
	b.WriteString(headline(len(problems)).Text + "\n")
	for _, p := range problems {
		fmt.Fprintf(&b, "- %s. %s\n", p.What.Text, p.Remedy.Text)
	}
	return b.String()
}

// names lists squares, in no language.
func names(set square.Set) string {
	if set == ^square.Empty {
		return "a1–h8"
	}
	return strings.Trim(set.String(), "{}")
}

// numbers are those of the contacts that aren't clean, and of all together.
func (f *Findings) numbers(b *strings.Builder) {
	all := f.chatter()
	if len(all) == 0 {
		return
	}
	fmt.Fprintf(b, "\nOf %d contacts half chatter for %d ms or less, the worst for %d ms.\n", len(all), all[len(all)/2], all[len(all)-1])
	var rows strings.Builder
	for s := range square.None {
		if c := f.Squares[s].Contact; c.Changes > 2 {
			fmt.Fprintf(&rows, "%v %8d %8d ms %8d\n", s, c.Changes, c.Chatter, c.Dropouts)
		}
	}
	if rows.Len() > 0 {
		fmt.Fprintf(b, "Those that changed more than twice:\n\n```\n    changes     chatter  dropouts\n%s```\n", rows.String())
	}
}

// moves is how far the piece moved the levels of sensors that measure, in a map like the board.
func (f *Findings) moves(b *strings.Builder) {
	if f.On == 0 {
		return
	}
	fmt.Fprintf(b, "\nBy how many thousandths the piece moved each level; %d are needed:\n\n```\n", f.On)
	for rank := 7; rank >= 0; rank-- {
		fmt.Fprintf(b, "%d", rank+1)
		for file := range 8 {
			fmt.Fprintf(b, " %4d", f.Squares[square.At(file, rank)].Move)
		}
		b.WriteByte('\n')
	}
	b.WriteString("     a    b    c    d    e    f    g    h\n```\n")
}

// wires is how the wires did.
func (f *Findings) wires(b *strings.Builder) {
	if f.Cornered && f.Ghosts == 0 {
		b.WriteString("\nThree pieces on a1, a8 and h1 close nothing else.\n")
	}
	if f.Diodes && f.Bridged == 0 {
		b.WriteString("\nThe diodes have been tried one by one, but for that of b2.\n")
	}
	if h := f.Health; h != nil {
		fmt.Fprintf(b, "\nThe wires: %d scans, %d transfers tried again, %d scans given up, chips set up anew %d times.\n", h.Scans, h.Retries, h.Errors, h.Resets)
		for _, warning := range h.Warnings {
			fmt.Fprintf(b, "- %s\n", warning)
		}
	}
	if l := f.Lights; l != nil && l.Err == nil {
		fmt.Fprintf(b, "\nThe lights: %s.\n", l.Name)
	}
}
