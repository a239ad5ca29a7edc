package store

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestSchemaPage compares docs/store.md with the schema: every table and view with its columns in their order, no other.
func TestSchemaPage(t *testing.T) {
	text, err := os.ReadFile("../../../docs/store.md")
	if err != nil {
		t.Fatal(err)
	}
	told := map[string][]string{}
	table := ""
	for line := range strings.Lines(string(text)) {
		if m := regexp.MustCompile("^### `(\\w+)`").FindStringSubmatch(line); m != nil {
			table = m[1]
			told[table] = []string{}
		} else if m := regexp.MustCompile("^\\| `(\\w+)` \\|").FindStringSubmatch(line); m != nil {
			told[table] = append(told[table], m[1])
		}
	}
	s := opened(t)
	rows, err := s.db.Query("SELECT m.name, c.name FROM sqlite_schema AS m, pragma_table_info(m.name) AS c WHERE m.type IN ('table', 'view') ORDER BY m.name, c.cid")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	real := map[string][]string{}
	for rows.Next() {
		var table, column string
		if err := rows.Scan(&table, &column); err != nil {
			t.Fatal(err)
		}
		real[table] = append(real[table], column)
	}
	for table, columns := range real {
		if !slices.Equal(told[table], columns) {
			t.Errorf("%s has %v, the page says %v", table, columns, told[table])
		}
	}
	for table := range told {
		if real[table] == nil {
			t.Errorf("the page tells of %s, which there isn't", table)
		}
	}
	// The queries it shows work.
	for _, m := range regexp.MustCompile(`(?m)^    sqlite3 -readonly \S+ (?:'(.*)'|"(.*)")$`).FindAllStringSubmatch(string(text), -1) {
		if _, err := s.db.Exec(m[1] + m[2]); err != nil {
			t.Errorf("%s: %v", m[1]+m[2], err)
		}
	}
}
