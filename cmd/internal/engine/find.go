package engine

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Settings say which program is the engine and how much of the machine it may use.
type Settings struct {
	Program string            // path or name; "" looks for Stockfish
	Args    []string          // on its command line
	Threads int               // processors; 0 = the engine's own choice
	Hash    int               // MB of memory for positions; 0 = the engine's own choice
	Options map[string]string // other UCI options
}

// usual is the engine that is looked for, and gamesDir where Debian keeps it, which isn't in every service's PATH.
const (
	usual    = "stockfish"
	gamesDir = "/usr/games"
)

// Find returns the path of an engine's program: a path is taken as it is, a name is looked for in PATH and in /usr/games,
// and "" is stockfish. The error says what to do.
func Find(program string) (string, error) {
	name := program
	if name == "" {
		name = usual
	}
	if strings.Contains(name, "/") {
		return executable(name)
	}
	if path, err := exec.LookPath(name); err == nil {
		return filepath.Abs(path)
	}
	if path, err := executable(filepath.Join(gamesDir, name)); err == nil {
		return path, nil
	}
	if program == "" {
		return "", errors.New("no engine: stockfish is neither in PATH nor in /usr/games; install it (apt install stockfish) or name another with [engine] program")
	}
	return "", fmt.Errorf("no engine: %s is neither in PATH nor in /usr/games; name its path with [engine] program", name)
}

func executable(path string) (string, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return "", fmt.Errorf("no engine: %w; name another with [engine] program", err)
	case info.IsDir():
		return "", fmt.Errorf("no engine: %s is a folder; name the program in it with [engine] program", path)
	case info.Mode()&0o111 == 0:
		return "", fmt.Errorf("no engine: %s may not be run; try chmod +x %s", path, path)
	}
	return filepath.Abs(path)
}
