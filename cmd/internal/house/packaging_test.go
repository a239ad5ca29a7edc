package house

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// TestManPage: the manual names every command that the program has, and no other.
func TestManPage(t *testing.T) {
	page, err := os.ReadFile("../../../packaging/jadoube.1")
	if err != nil {
		t.Fatal(err)
	}
	help, err := exec.Command("go", "run", "../../jadoube", "--help").Output()
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(help), "Available Commands:\n")
	list, _, _ = strings.Cut(list, "\n\n")
	has := map[string]bool{}
	for line := range strings.Lines(list) {
		has[strings.Fields(line)[0]] = true
	}
	_, commands, _ := strings.Cut(string(page), ".SH COMMANDS")
	commands, _, _ = strings.Cut(commands, ".SH")
	for _, m := range regexp.MustCompile(`(?m)^\.B (\S+)$`).FindAllStringSubmatch(commands, -1) {
		if !has[m[1]] {
			t.Errorf("the manual tells of a command %s that there isn't", m[1])
		}
		delete(has, m[1])
	}
	for name := range has {
		t.Errorf("the manual doesn't tell of the command %s", name)
	}
}
