package rules

import (
	"os"
	"testing"
)

// slow reports whether the deep suites are wanted: JADOUBE_SLOW=1, as `make test-slow` sets it.
func slow() bool { return os.Getenv("JADOUBE_SLOW") != "" && !testing.Short() }

// depthOf returns the depth to count to: one for every run of the tests, one for the deep suites.
func depthOf(ordinary, deep int) int {
	if slow() {
		return deep
	}
	return ordinary
}
