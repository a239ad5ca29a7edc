package vm

import (
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// Debian's kernels have no simulated GPIO chip, and the kernel's own gpio-sim knows no switches between lines: a matrix has to follow
// its rows before the next system call reads its columns.
//
//go:embed pinboard/pinboard.c
var pinboard []byte

// buildPinboard builds the module for an unpacked kernel.
func (d *debian) buildPinboard(kernel string) ([]byte, error) {
	if runtime.GOARCH != "amd64" {
		return nil, fmt.Errorf("a module for amd64, built on %s: %w", runtime.GOARCH, errSkip)
	}
	for _, tool := range []string{"gcc", "make"} {
		if _, err := exec.LookPath(tool); err != nil {
			return nil, fmt.Errorf("%w: %w", err, errSkip)
		}
	}
	headers, err := d.headers(kernel)
	if err != nil {
		return nil, err
	}
	version, err := versionOf(kernel)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "pinboard")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if err := errors.Join(
		os.WriteFile(filepath.Join(dir, "pinboard.c"), pinboard, 0o644),
		os.WriteFile(filepath.Join(dir, "Makefile"), []byte("obj-m := pinboard.o\n"), 0o644),
	); err != nil {
		return nil, err
	}
	sources := filepath.Join(headers, "usr/src/linux-headers-")
	build := exec.Command("make", "-s", "-C", sources+version, "-f", sources+common(version)+"/Makefile", "M="+dir, "CC=gcc", "modules")
	build.Env = append(os.Environ(), "LC_ALL=C")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("build the kernel module: %v: %s", err, out)
	}
	return os.ReadFile(filepath.Join(dir, "pinboard.ko"))
}

// common is the version of a kernel without its machine: "6.1.0-49-common" for "6.1.0-49-amd64".
func common(version string) string { return strings.TrimSuffix(version, "amd64") + "common" }
