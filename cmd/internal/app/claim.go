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
	"jadoube/hw/pi"
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

// claimBoard keeps a second daemon from the devices that a board and its lights hang on, whatever else its config says. A
// board without such devices is known by its section of the config. The error is an [InUse] when another has one of them.
// A lock ends with the process that holds it, however that ends.
func claimBoard(c *config.Config) (unlock func(), err error) {
	names := map[string]string{} // by what is locked: what it is to people
	for _, device := range c.Devices() {
		names[deviceOf(device)] = device
	}
	if _, real := boards[c.Board.Kind]; real && len(names) == 0 {
		var text strings.Builder
		if err := (&config.Config{Board: c.Board}).Write(&text); err != nil {
			return nil, err
		}
		names[text.String()] = "the board (" + c.Board.Kind + ")"
	}
	var held []*os.File
	unlock = func() {
		for _, f := range held {
			f.Close()
		}
	}
	for locked, name := range names {
		sum := sha256.Sum256([]byte(locked))
		file := filepath.Join(lockFolder(), "jadoube-board-"+hex.EncodeToString(sum[:8])+".lock")
		f, err := openLock(file)
		if err != nil {
			continue // nowhere to lock: the device itself will say if it is taken
		}
		if ok, pid := hold(f, file); !ok {
			f.Close()
			unlock()
			return nil, &InUse{name, pid, "stop it first"}
		}
		held = append(held, f)
	}
	return unlock, nil
}

// deviceOf is a device by the name that it has for everybody: of the several names of a serial port that of the kernel.
func deviceOf(name string) string {
	if path, err := pi.SerialPath(name); err == nil {
		name = path
	}
	if path, err := filepath.EvalSymlinks(name); err == nil {
		name = path
	}
	return name
}

// openLock opens a file to lock, which may be another user's: the kernel lets only its owner write to it.
func openLock(file string) (*os.File, error) {
	f, err := os.OpenFile(file, os.O_RDWR|os.O_CREATE, 0o644)
	if errors.Is(err, fs.ErrPermission) {
		return os.Open(file)
	}
	return f, err
}
