package rules

import (
	"os"
	"testing"
)

// slow reports whether the deep suites are wanted: JADOUBE_SLOW=1, as `make test-slow` sets it.
func slow() bool { return os.Getenv("JADOUBE_SLOW") != "" && !testing.Short() }

// depthOf returns how deep to count, or how much to try: so far in every run of the tests, so far in the deep suites.
func depthOf(ordinary, deep int) int {
	if slow() {
		return deep
	}
	return ordinary
}
