package app

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// lockFile holds the number of the process that has the folder.
const lockFile = ".lock"

// InUse says that another program has a data folder.
type InUse struct {
	Folder string
	PID    int // 0: it doesn't say
}

func (e *InUse) Error() string {
	who := "another jadoube"
	if e.PID > 0 {
		who = fmt.Sprintf("another jadoube, process %d", e.PID)
	}
	return fmt.Sprintf("data folder %s is in use by %s: stop it, or choose another folder with [data] folder", e.Folder, who)
}

// Claim keeps a second daemon from writing into the same folder, which is made when it isn't there. It holds the folder
// itself, so that a disk that can't be written keeps nobody from playing. The error is an [InUse] when another has it.
func Claim(folder string) (unlock func(), err error) {
	if err := os.MkdirAll(folder, 0o755); err != nil && !errors.Is(err, syscall.EROFS) {
		return nil, fmt.Errorf("data folder: %w: choose another with [data] folder in the config", err)
	}
	f, err := os.Open(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return func() {}, nil // a disk that can't be written has nobody to share it with
	}
	if err != nil {
		return nil, fmt.Errorf("data folder: %w: choose another with [data] folder in the config", err)
	}
	file := filepath.Join(folder, lockFile)
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		text, _ := os.ReadFile(file)
		pid, _ := strconv.Atoi(strings.TrimSpace(string(text)))
		return nil, &InUse{folder, pid}
	}
	os.WriteFile(file, []byte(strconv.Itoa(os.Getpid())+"\n"), 0o644) // only to be told to others
	return func() { f.Close() }, nil
}
