// Command init knows how to be the first process of a virtual machine made for a test: it mounts what programs expect, loads the
// kernel modules in /lib/modules in the order of their names, and then does what the test asks for. It must not know what is tested.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"

	"jadoube/hw/hwtest/vm/agent"
)

func main() {
	if os.Getpid() != 1 {
		fmt.Fprintln(os.Stderr, "init: this is the first process of a virtual machine, and of no use elsewhere")
		os.Exit(2)
	}
	err := prepare()
	if err == nil {
		err = agent.Serve(os.Stdin, os.Stdout)
	}
	fmt.Println("init:", err)
	select {} // the kernel doesn't survive its first process
}

func prepare() error {
	for _, m := range []struct{ kind, dir string }{
		{"proc", "/proc"}, {"sysfs", "/sys"}, {"devtmpfs", "/dev"}, {"tmpfs", "/tmp"},
	} {
		if err := os.MkdirAll(m.dir, 0o755); err != nil {
			return err
		}
		if err := unix.Mount(m.kind, m.dir, m.kind, 0, ""); err != nil {
			return fmt.Errorf("mount %s: %w", m.dir, err)
		}
	}
	modules, _ := filepath.Glob("/lib/modules/*.ko")
	for _, file := range modules {
		if err := load(file); err != nil {
			return fmt.Errorf("load %s: %w", file, err)
		}
	}
	if err := raw(); err != nil {
		return fmt.Errorf("the console: %w", err)
	}
	os.Setenv("PATH", "/bin")
	os.Setenv("HOME", "/tmp")
	return loopback()
}

func load(file string) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	return unix.FinitModule(int(f.Fd()), "", 0)
}

// raw has the console hand on what comes as it is, without an echo.
func raw() error {
	t, err := unix.IoctlGetTermios(0, unix.TCGETS)
	if err != nil {
		return err
	}
	t.Iflag, t.Oflag, t.Lflag = 0, 0, 0
	return unix.IoctlSetTermios(0, unix.TCSETS, t)
}

// loopback switches 127.0.0.1 on.
func loopback() error {
	s, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(s)
	lo, err := unix.NewIfreq("lo")
	if err != nil {
		return err
	}
	lo.SetUint16(unix.IFF_UP)
	return unix.IoctlIfreq(s, unix.SIOCSIFFLAGS, lo)
}
