package referee

import (
	"strings"
	"testing"
)

// TestWords: what an arbiter can say is taken, and the rest is refused with what can be.
func TestWords(t *testing.T) {
	for _, text := range []string{
		"confirm", "void", "add white 60", "take black 120", "illegal white", "pardon black", "touch e4", "set 0", "set 12",
		"result 1-0", "result 1/2-1/2 by decision", "result *", "note the hall was loud", "note",
	} {
		if err := CheckWords(text); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
	for _, text := range []string{
		"", "hang", "add", "add white", "add green 3", "add white 0", "add white 86401", "add white x", "take white -3", "illegal", "illegal both",
		"touch", "touch e9", "set", "set -1", "set x", "result", "result 2-0", "result 1-",
	} {
		if err := CheckWords(text); err == nil || !strings.Contains(err.Error(), "expected") {
			t.Errorf("%q: %v", text, err)
		}
	}
}
