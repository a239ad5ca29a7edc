package app

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"jadoube/cmd/internal/config"
)

// lockFile holds the number of the process that has the folder.
const lockFile = ".lock"

// InUse says that another program has what only one may have.
type InUse struct {
	What   string // "data folder /var/lib/jadoube", "the board"
	PID    int    // 0: it doesn't say
	Remedy string
}

func (e *InUse) Error() string {
	who := "another jadoube"
	if e.PID > 0 {
		who = fmt.Sprintf("another jadoube, process %d", e.PID)
	}
	return fmt.Sprintf("%s is in use by %s: %s", e.What, who, e.Remedy)
}

// hold locks an open file or folder for as long as the process lives or until it is closed; pids is where the holder's
// number stands. It is false when another has it.
func hold(f *os.File, pids string) (ok bool, holder int) {
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		text, _ := os.ReadFile(pids)
		holder, _ = strconv.Atoi(strings.TrimSpace(string(text)))
		return false, holder
	}
	os.WriteFile(pids, []byte(strconv.Itoa(os.Getpid())+"\n"), 0o644) // only to be told to others
	return true, 0
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
	if ok, pid := hold(f, filepath.Join(folder, lockFile)); !ok {
		f.Close()
		return nil, &InUse{"data folder " + folder, pid, "stop it, or choose another folder with [data] folder"}
	}
	return func() { f.Close() }, nil
}

// lockFolder is where programs keep locks that don't outlast the machine's run.
func lockFolder() string {
	const run = "/run/lock"
	if info, err := os.Stat(run); err == nil && info.IsDir() {
		return run
	}
	return os.TempDir()
}

// claimBoard keeps a second daemon from reading the same real board, which is known by all that its config says of it. The
// error is an [InUse] when another has it.
func claimBoard(c *config.Config) (unlock func(), err error) {
	if _, real := boards[c.Board.Kind]; !real {
		return func() {}, nil
	}
	var text strings.Builder
	if err := (&config.Config{Board: c.Board}).Write(&text); err != nil {
		return nil, err
	}
	sum := sha256.Sum256([]byte(text.String()))
	name := filepath.Join(lockFolder(), "jadoube-board-"+hex.EncodeToString(sum[:8])+".lock")
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return func() {}, nil // another user's, or nowhere to lock: the board itself will say if it is taken
	}
	if ok, pid := hold(f, name); !ok {
		f.Close()
		return nil, &InUse{"the board (" + c.Board.Kind + ")", pid, "stop it first"}
	}
	return func() { f.Close() }, nil
}
