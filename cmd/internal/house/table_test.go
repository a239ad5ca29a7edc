package house

import "slices"

// row says what the packages of a pattern may import beside the standard library. Patterns are paths below the module; "x/..." is x and
// all below it. The first row that fits a package is its row.
type row struct {
	pkg   string
	may   []string // packages of the module by pattern, other modules by the beginning of their path
	never []string // packages of the standard library by pattern
	pure  bool     // no goroutine, no channel, no look at a clock
	why   string
}

// world is what a pure package must not import, unless it is excepted.
func world(except ...string) []string {
	all := []string{
		"time", "context", "io/...", "bufio", "os/...", "net/...", "log/...", "syscall", "sync/...", "runtime/...", "database/...", "crypto/...",
	}
	return slices.DeleteFunc(all, func(path string) bool { return slices.Contains(except, path) })
}

// Packages that only tests may import.
var testOnly = []string{
	"github.com/chromedp/", "pgregory.net/rapid", "github.com/rogpeppe/go-internal", "hw/hwtest/...", "ledmatrix/ledtest", "sensors/trace/tracetest", "sensors/link/linktest", "sensors/line/linetest", "sensors/dgt/dgttest", "sensors/certabo/certabotest", "sensors/chesslink/chesslinktest", "cmd/internal/web/webtest", "cmd/internal/engine/enginetest", "testing/synctest",
}

// serialBoard is what a board on a serial port may import.
var serialBoard = []string{"rules/square", "sensors", "sensors/link", "ledmatrix", "hw"}

const serialBoardWhy = "such a board is its sensors and its lights behind one wire: its package speaks for both, and still knows nothing of chess"

// serialModel is what the model of such a board may import.
var serialModel = []string{"rules/square", "sensors", "sensors/link/linktest"}

const serialModelWhy = "a board as its firmware is, for tests: it shares no code with the driver that it tests"

// table is the house. The order is that of the design, from the ground up.
var table = []row{
	{
		pkg: "rules/square", never: world(), pure: true,
		why: "squares are words that everybody shares: they know nothing and need nothing",
	},
	{
		pkg: "rules", may: []string{"rules/square"}, never: world(), pure: true,
		why: "chess doesn't depend on boards, clocks or machines: a position gives the same answer everywhere",
	},
	{
		pkg: "rules/...", may: []string{"rules", "rules/square"}, never: world("time", "io/...", "bufio"), pure: true,
		why: "the formats of chess are text about the rules; who opens the file is the caller's business",
	},
	{
		pkg: "sensors", may: []string{"rules/square"}, never: world("context"), pure: true,
		why: "sensors know squares, not what is legal: a wish for a legal move must never bend what was seen; time comes in as a value",
	},
	{
		pkg: "sensors/sim", may: []string{"rules", "rules/square", "sensors", "sensors/trace"},
		why: "the simulated board is the one sensor that may know the rules, because its hands act out games",
	},
	{
		pkg: "sensors/trace", may: []string{"rules/square", "sensors"}, never: []string{"os/...", "net/...", "time"},
		why: "a trace is what sensors said, as text; it opens no files and judges no moves",
	},
	{
		pkg: "sensors/trace/tracetest", may: []string{"sensors/trace"},
		why: "the one place that opens recorded traces for tests, because a trace itself opens no files",
	},
	{
		pkg: "sensors/link/linktest", may: []string{"rules/square", "sensors", "sensors/link", "hw", "hw/hwtest", "testing/synctest"},
		why: "what every board on a serial port promises, as a test, and the faults of its line",
	},
	{
		pkg: "sensors/line", may: serialBoard, why: serialBoardWhy,
	},
	{
		pkg: "sensors/line/...", may: serialModel, why: serialModelWhy,
	},
	{
		pkg: "sensors/certabo", may: serialBoard, why: serialBoardWhy,
	},
	{
		pkg: "sensors/certabo/...", may: serialModel, why: serialModelWhy,
	},
	{
		pkg: "sensors/chesslink", may: serialBoard, why: serialBoardWhy,
	},
	{
		pkg: "sensors/chesslink/...", may: serialModel, why: serialModelWhy,
	},
	{
		pkg: "sensors/dgt", may: serialBoard, why: serialBoardWhy,
	},
	{
		pkg: "sensors/dgt/...", may: serialModel, why: serialModelWhy,
	},
	{
		pkg: "sensors/matrix", may: []string{"rules/square", "sensors", "sensors/scan", "sensors/layout", "hw"},
		why: "switches are scanned as every board of wires is, which sensors/scan knows; the chips are behind an interface of its own",
	},
	{
		pkg: "sensors/analog", may: []string{"rules/square", "sensors", "sensors/scan", "sensors/layout", "hw"},
		why: "hall sensors are scanned as every board of wires is, which sensors/scan knows; the chips are behind an interface of its own",
	},
	{
		pkg: "sensors/...", may: []string{"rules/square", "sensors", "hw"},
		why: "a kind of board sees its bus through hw's interfaces, so that it can be tested without one, and no legality",
	},
	{
		pkg: "ledmatrix", may: []string{"rules/square"}, never: world("time"), pure: true,
		why: "lights know squares and meanings; what is legal is decided elsewhere, and time comes in as a value",
	},
	{
		pkg: "ledmatrix/ledtest", may: []string{"rules/square", "ledmatrix", "testing/synctest"},
		why: "what every driver promises, as a test, in fake time for those with a clock of their own",
	},
	{
		pkg: "ledmatrix/...", may: []string{"rules/square", "ledmatrix", "hw"},
		why: "a driver turns an image into its chip's bytes over hw's interfaces",
	},
	{
		pkg: "boardstate", may: []string{"rules", "rules/square", "sensors"}, never: world(), pure: true,
		why: "what happened on the board follows from what the sensors said and from nothing else: a recording read twice gives the same game",
	},
	{
		pkg: "boardstate/laws", may: []string{"rules", "rules/square"}, never: world(), pure: true,
		why: "what the Laws make of touches follows from the position, the touches and the edition; how they were seen is no business of theirs",
	},
	{
		pkg: "boardstate/clock", may: []string{"rules"}, never: world(), pure: true,
		why: "a chess clock counts what it is told: it knows the two sides and neither a board nor the time of day, so that the same inputs give the same times",
	},
	{
		pkg: "boardstate/gesture", may: []string{"rules/square", "sensors"}, never: world(), pure: true,
		why: "a gesture is what settled sensors said, and when: it knows no chess, no game and no clock, so that any hands can be read again",
	},
	{
		pkg: "boardstate/teacher", may: []string{"rules", "rules/square"}, never: world(), pure: true,
		why: "what help to show follows from the position and from advice that comes in as a value: no engine, no board, no clock",
	},
	{
		pkg: "boardstate/...", may: []string{"rules", "rules/...", "sensors", "boardstate", "boardstate/..."}, never: world("time", "io/...", "bufio"), pure: true,
		why: "a game, its clock and its laws are state machines: time comes in as a value, so any moment can be tested and any game read again",
	},
	{
		pkg: "hw/pi", may: []string{"hw", "periph.io/x/", "go.bug.st/serial", "golang.org/x/sys/"},
		why: "the one place that opens real pins, buses and ports: periph and serial stay behind it",
	},
	{
		pkg: "hw/hwtest/vm/agent",
		why: "what a test outside and a program in a virtual machine tell each other; the program must be as small as can be",
	},
	{
		pkg: "hw/hwtest/vm/...", may: []string{"hw/hwtest/vm/agent", "golang.org/x/sys/"},
		why: "a computer that isn't there, with a kernel that is: it knows machines and wires, and neither boards nor the program",
	},
	{
		pkg: "hw/hwtest/...", may: []string{"hw", "hw/hwtest", "golang.org/x/sys/"},
		why: "hardware made of memory, for tests of drivers",
	},
	{
		pkg: "hw", never: []string{"os/...", "net/..."},
		why: "interfaces with their contracts: nobody who imports them gets a machine's drivers with them",
	},
	{
		pkg: "hw/...", may: []string{"hw"},
		why: "a chip's driver knows its bytes and the bus they go over",
	},
	{
		pkg: "cmd/internal/house",
		why: "it only looks at the others",
	},
	{
		pkg: "cmd/internal/render", may: []string{"rules", "rules/square", "golang.org/x/image/"},
		why: "a picture of a position needs the position and nothing else; the rasterizer stays behind this folder",
	},
	{
		pkg: "cmd/internal/access", may: []string{"rules/square"}, never: []string{"net/..."},
		why: "who may do what follows from tokens and codes: how a request came, and what it asks for, others say",
	},
	{
		pkg: "cmd/internal/systemd", may: []string{"golang.org/x/sys/"},
		why: "what systemd is told, over its socket; what a service does is no business of it",
	},
	{
		pkg: "cmd/internal/qr", never: world("io/..."),
		why: "a drawing of a text, and nothing else",
	},
	{
		pkg: "cmd/internal/redact", never: world("time", "io/...", "net/..."), pure: true,
		why: "what must not be shown is a question of texts alone: whoever has names to hide says which",
	},
	{
		pkg: "cmd/internal/web", may: []string{"rules/square", "cmd/internal/access", "cmd/internal/qr", "cmd/internal/render"},
		why: "the page gets copies through an interface of its own: it holds no game and knows no rules",
	},
	{
		pkg: "cmd/internal/web/webtest", may: []string{"github.com/chromedp/"},
		why: "a browser that looks at the page, for tests; it knows no board",
	},
	{
		pkg: "cmd/internal/engine", may: []string{"rules", "rules/square"},
		why: "an engine is a program that is told positions: what its moves are good for is its caller's business",
	},
	{
		pkg: "cmd/internal/engine/enginetest", may: []string{"rules", "rules/square"},
		why: "an engine for tests, which misbehaves as real ones do",
	},
	{
		pkg: "cmd/internal/rigs", may: []string{"rules/square", "sensors", "hw", "hw/hwtest/..."},
		why: "the hardware of the example configs, for tests; it works out for itself what lies under which square",
	},
	{
		pkg: "cmd/internal/config",
		may: []string{
			"rules/pgn", "rules/square", "boardstate/clock", "boardstate/laws", "boardstate/referee", "boardstate/teacher", "cmd/internal/access", "sensors", "sensors/layout", "ledmatrix/...", "cmd/internal/engine", "github.com/pelletier/go-toml/v2",
			"sensors/line", "sensors/dgt", "sensors/certabo", "sensors/chesslink", "sensors/trace",
			"hw", "hw/outputs", "hw/mcp23017", "hw/pca9555", "hw/pcf857x", "hw/picked", "hw/pca9552", "hw/hc165", "hw/mcp3008", "hw/ads1115", "hw/ads7830",
		},
		why: "settings are checked against what the parts say of their bounds; TOML stays behind this folder",
	},
	{
		pkg: "cmd/internal/store", may: []string{"rules/...", "sensors", "modernc.org/sqlite"}, never: []string{"net/http"},
		why: "the database keeps games, readings and opaque events; it plays nothing, and SQLite stays behind this folder",
	},
	{
		pkg: "cmd/internal/doctor", may: []string{"rules/square", "sensors", "sensors/certabo", "ledmatrix", "hw", "hw/pi"},
		why: "it watches a board that somebody else opened, and asks the computer what it has",
	},
	{
		pkg: "cmd/internal/app", may: []string{"rules/...", "sensors/...", "boardstate/...", "ledmatrix/...", "hw/...", "cmd/internal/...", "github.com/VictoriaMetrics/metrics"},
		why: "the one place where parts meet, and the only holder of a game",
	},
	{
		pkg: "cmd/internal/scenario", may: []string{"rules/...", "sensors/...", "boardstate/..."},
		why: "a scenario is judged by the game that a live board plays, and by no rule of its own",
	},
	{
		pkg: "cmd/jadoube",
		may: []string{
			"rules/...", "sensors/...", "boardstate/game", "boardstate/laws", "boardstate/referee", "cmd/internal/scenario", "cmd/internal/app", "cmd/internal/config", "cmd/internal/doctor", "cmd/internal/store", "cmd/internal/web", "cmd/internal/access", "cmd/internal/qr", "cmd/internal/redact", "cmd/internal/systemd", "github.com/spf13/",
		},
		why: "the command line says what is to be done; it owns no device, and cobra stays behind it",
	},
}
