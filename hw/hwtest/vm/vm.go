// Package vm knows how to have a test run programs on computers that aren't there: QEMU's Raspberry Pi and a PC, with Debian's kernels and
// real drivers, over whose wires the test has power. It must not know what the programs do.
//
// Everything comes as Debian packages, unpacked into a folder of the user's cache; nothing is installed and no rights are needed. Where
// they can't be fetched the test is skipped. Nothing of the emulation is hardware's: neither its speed nor its electricity.
package vm

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Machine is a computer.
type Machine struct {
	Name    string
	Env     []string // what the go command builds for it with
	image   string   // its kernel's package
	qemu    string   // the program, without "qemu-system-"
	args    []string
	dtb     string // the end of the name of what tells the kernel of the hardware; "" = the machine tells it
	console string // what the kernel is told
	modules []string
	levels  uint64 // the address of GPLEV0, the levels of its pins (BCM2835 ARM Peripherals, 6.1); 0 = it is no Raspberry Pi
	pins    bool   // has the pinboard
}

// Expanders is how many PCA9552 hang on bus 1 of the Raspberry Pi, from 0x60 on.
const Expanders = 4

// The machines.
var (
	// Pi3 is a Raspberry Pi 3B: arm64, the real driver i2c-bcm2835, and Expanders.
	Pi3 = Machine{
		Name: "Raspberry Pi 3B", Env: []string{"GOARCH=arm64"}, image: "linux-image-arm64:arm64", qemu: "aarch64",
		args: withExpanders("-M", "raspi3b", "-m", "1G", "-serial", "null", "-serial", "stdio"),
		dtb:  "/broadcom/bcm2837-rpi-3-b.dtb", console: "console=ttyS1,115200",
		modules: []string{"i2c-dev", "i2c-bcm2835"}, levels: 0x3f200034,
	}
	// PiZero is a Raspberry Pi Zero: ARMv6, and Expanders. QEMU has none of the power domains that its kernel asks for.
	PiZero = Machine{
		Name: "Raspberry Pi Zero", Env: []string{"GOARCH=arm", "GOARM=6"}, image: "linux-image-rpi:armel", qemu: "arm",
		args: withExpanders("-M", "raspi0", "-m", "512M", "-serial", "stdio"),
		dtb:  "/bcm2835-rpi-zero.dtb", console: "console=ttyAMA0,115200 initcall_blacklist=bcm2835_power_driver_init",
		modules: []string{"i2c-dev"}, levels: 0x20200034,
	}
	// PC is a PC with FUSE, and the lines of a Raspberry Pi's header: see PinDir.
	PC = Machine{
		Name: "PC with pins", Env: []string{"GOARCH=amd64"}, image: "linux-image-amd64:amd64", qemu: "x86_64",
		args: []string{"-M", "q35", "-cpu", "max", "-m", "1G", "-nodefaults", "-serial", "stdio"}, console: "console=ttyS0",
		modules: []string{"fuse"}, pins: true,
	}
)

// ownTime has a machine's clock go on by 4 ns with each instruction, and as the computer's does only while the machine idles, so that what
// it measures doesn't depend on how busy the computer is. With the computer's clock a Raspberry Pi Zero sleeps for good sooner or later:
// its kernel sets the timer's alarm a few microseconds ahead and doesn't look whether they passed meanwhile, and an alarm that is set
// too late rings after 71 minutes.
var ownTime = []string{"-icount", "shift=2,sleep=on"}

// PinDir is where the PC's pins are moved from: the files drive, contacts, diodes and levels, told in pinboard/pinboard.c.
const PinDir = "/sys/devices/platform/pinboard"

var wantedModules = regexp.MustCompile(`/(fuse|i2c-dev|i2c-bcm2835)\.ko$`)

func withExpanders(args ...string) []string {
	for i := range Expanders {
		args = append(args, "-device", fmt.Sprintf("pca9552,id=expander%d,bus=i2c-bus.1,address=%#x", i, 0x60+i))
	}
	return args
}

// Build builds a program of the module for a machine.
func (m Machine) Build(t testing.TB, pkg string) []byte {
	t.Helper()
	return m.compile(t, "build", "-ldflags", "-s -w", pkg)
}

// BuildTest builds the tests of a package for a machine.
func (m Machine) BuildTest(t testing.TB, pkg string) []byte {
	t.Helper()
	return m.compile(t, "test", "-c", pkg)
}

func (m Machine) compile(t testing.TB, args ...string) []byte {
	t.Helper()
	file := filepath.Join(t.TempDir(), "program")
	last := len(args) - 1
	build := exec.Command("go", append(append(args[:last:last], "-trimpath", "-o", file), args[last])...)
	build.Env = append(append(os.Environ(), "GOOS=linux", "CGO_ENABLED=0"), m.Env...)
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build for %s: %v: %s", m.Name, err, out)
	}
	program, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return program
}

// Boot starts a machine with files in its memory, by their paths from the root: "bin/jadoube". It ends with the test. What can't be had
// from here skips the test; a machine that doesn't start fails it. What the machine says is kept in a file of log.
func (m Machine) Boot(t testing.TB, log string, files map[string][]byte) *Guest {
	t.Helper()
	files = maps.Clone(files)
	files["init"] = m.Build(t, "jadoube/hw/hwtest/vm/init")
	command, err := m.prepare(t.TempDir(), files)
	if errors.Is(err, errSkip) {
		t.Skipf("SKIP: %s: %v", m.Name, err)
	}
	if err != nil {
		t.Fatalf("%s: %v", m.Name, err)
	}
	return boot(t, m, log, command)
}

// prepare fetches and builds what the machine is started with, and returns the command.
func (m Machine) prepare(dir string, files map[string][]byte) (*exec.Cmd, error) {
	d, err := openDebian()
	if err != nil {
		return nil, err
	}
	defer d.Close()
	qemu, err := d.qemu()
	if err != nil {
		return nil, err
	}
	kernel, err := d.kernel(m.image)
	if err != nil {
		return nil, err
	}
	if err := m.addModules(d, kernel, files); err != nil {
		return nil, err
	}
	initrd := filepath.Join(dir, "initrd")
	if err := os.WriteFile(initrd, initramfs(files), 0o600); err != nil {
		return nil, err
	}
	image, err := one(kernel, "boot/vmlinuz-*")
	if err != nil {
		return nil, err
	}
	args := append([]string{"-accel", "tcg", "-display", "none", "-no-reboot", "-monitor", "none"}, m.args...)
	args = append(args, ownTime...)
	args = append(args, "-kernel", image, "-initrd", initrd, "-append", m.console+" panic=-1 quiet")
	if m.dtb != "" {
		tree, err := one(kernel, "usr/lib/linux-image-*"+m.dtb)
		if err != nil {
			return nil, err
		}
		args = append(args, "-dtb", tree)
	}
	return emulator(qemu, m.qemu, args)
}

func (m Machine) addModules(d *debian, kernel string, files map[string][]byte) error {
	for i, name := range m.modules {
		file, err := findModule(kernel, name)
		if err != nil {
			return err
		}
		if files[fmt.Sprintf("lib/modules/%d-%s.ko", i, name)], err = os.ReadFile(file); err != nil {
			return err
		}
	}
	if !m.pins {
		return nil
	}
	module, err := d.buildPinboard(kernel)
	files["lib/modules/pinboard.ko"] = module
	return err
}

func findModule(kernel, name string) (found string, err error) {
	err = filepath.WalkDir(filepath.Join(kernel, "lib/modules"), func(path string, _ os.DirEntry, err error) error {
		if strings.HasSuffix(path, "/"+name+".ko") {
			found = path
		}
		return err
	})
	if err == nil && found == "" {
		err = fmt.Errorf("the kernel in %s has no module %s", kernel, name)
	}
	return found, err
}

// emulator is the command that runs an unpacked QEMU with the libraries that lie beside it.
func emulator(root, name string, args []string) (*exec.Cmd, error) {
	loader, err := one(root, "lib*/ld-linux-*.so.*")
	if err != nil {
		return nil, err
	}
	libs, err := filepath.Glob(filepath.Join(root, "usr/lib/*-linux-gnu*"))
	if err != nil || len(libs) != 1 {
		return nil, fmt.Errorf("the libraries of QEMU in %s are %v, %v: expected one folder", root, libs, err)
	}
	paths := []string{libs[0], filepath.Join(root, "lib", filepath.Base(libs[0])), filepath.Join(libs[0], "pulseaudio")}
	cmd := exec.Command(loader, append([]string{
		"--library-path", strings.Join(paths, ":"), filepath.Join(root, "usr/bin/qemu-system-"+name),
		"-L", filepath.Join(root, "usr/share/qemu"), "-L", filepath.Join(root, "usr/share/seabios"),
	}, args...)...)
	cmd.Env = append(os.Environ(), "QEMU_MODULE_DIR="+filepath.Join(libs[0], "qemu"))
	return cmd, nil
}
