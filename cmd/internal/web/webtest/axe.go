package webtest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Axe looks at the page with axe-core, which npm brings for tests, and returns what it calls serious or critical, one finding a line: the
// rule, what it says, and the first element. rules are those that are asked, by their names at axe-core; none means all. The test is
// skipped where axe-core is not.
func (b *Tab) Axe(rules ...string) []string {
	b.t.Helper()
	if !Value[bool](b, `typeof axe === "object"`) {
		source, err := os.ReadFile(filepath.Join(root(), "cmd/internal/web/ui/node_modules/axe-core/axe.min.js"))
		if err != nil {
			b.t.Skip("SKIP: axe-core is not installed: run make need where npm can be had")
		}
		Value[bool](b, string(source)+"; true")
	}
	options := `{resultTypes: ["violations"]}`
	if len(rules) > 0 {
		options = fmt.Sprintf(`{resultTypes: ["violations"], runOnly: ["%s"]}`, strings.Join(rules, `", "`))
	}
	Value[bool](b, `(window.findings = null, axe.run(document, `+options+`).then(r => window.findings = r.violations
		.filter(v => v.impact === "serious" || v.impact === "critical")
		.map(v => v.id + ": " + v.help + ", " + v.nodes.length + " times: " + v.nodes[0].html.slice(0, 160) + " " + v.nodes[0].any.concat(v.nodes[0].all).map(c => c.message).join("; ").slice(0, 200)),
		err => window.findings = ["axe-core: " + err]), true)`)
	b.Until(`window.findings !== null`)
	return Value[[]string](b, `window.findings`)
}
