package boardstate_test

import (
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"jadoube/boardstate"
)

// TestCostsPage compares the table in docs/recognition.md with the costs in force.
func TestCostsPage(t *testing.T) {
	text, err := os.ReadFile("../docs/recognition.md")
	if err != nil {
		t.Fatal(err)
	}
	costs := reflect.ValueOf(boardstate.DefaultCosts())
	for i := range costs.NumField() {
		row := fmt.Sprintf("| `%s` | %d |", costs.Type().Field(i).Name, costs.Field(i).Int())
		if !strings.Contains(string(text), row) {
			t.Errorf("docs/recognition.md has no row %s", row)
		}
	}
	if rows := strings.Count(string(text), "\n| `"); rows != costs.NumField() {
		t.Errorf("docs/recognition.md has %d costs, the tracker %d", rows, costs.NumField())
	}
}
