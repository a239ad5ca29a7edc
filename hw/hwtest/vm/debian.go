package vm

import (
	"archive/tar"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"

	"golang.org/x/sys/unix"
)

// errSkip is the error of what can't be had from here.
var errSkip = errors.New("can't be had here")

// debian is a folder with parts of Debian packages, of a release of its own: the machine's packages, and its user's rights, don't
// matter. apt fetches and checks them.
type debian struct {
	dir    string
	lock   *os.File // who has it, has the folder
	update bool     // the lists are there
}

const release = "bookworm" // and its backports, for QEMU 10

// openDebian returns the folder, which keeps what was fetched for the next time: JADOUBE_KERNELS, else one in the user's cache. Nobody
// else has it until Close.
func openDebian() (*debian, error) {
	dir := os.Getenv("JADOUBE_KERNELS")
	if dir == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return nil, err
		}
		dir = filepath.Join(cache, "jadoube-kernels")
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	d := &debian{dir: dir}
	for _, folder := range []string{"apt/lists/partial", "apt/archives/partial"} {
		if err := os.MkdirAll(d.path(folder), 0o755); err != nil {
			return nil, err
		}
	}
	if d.lock, err = os.Create(d.path("lock")); err != nil {
		return nil, err
	}
	if err := errors.Join(unix.Flock(int(d.lock.Fd()), unix.LOCK_EX), d.configure()); err != nil {
		d.Close()
		return nil, err
	}
	return d, nil
}

// Close lets others have the folder.
func (d *debian) Close() error { return d.lock.Close() }

func (d *debian) path(name string) string { return filepath.Join(d.dir, name) }

var mirrors = regexp.MustCompile(`(?m)^(?:URIs:|deb(?: +\[[^]]*\])?) *(\S+/debian/?)(?:\s|$)`)

// mirror is the one that this machine uses, when it is a Debian.
func mirror() string {
	files, _ := filepath.Glob("/etc/apt/sources.list.d/*")
	for _, file := range append(files, "/etc/apt/sources.list") {
		text, _ := os.ReadFile(file)
		if found := mirrors.FindSubmatch(text); found != nil {
			return string(found[1])
		}
	}
	return "http://deb.debian.org/debian"
}

// configure has apt believe in a machine on which nothing is installed.
func (d *debian) configure() error {
	var sources string
	for _, suite := range []string{release, release + "-backports"} {
		sources += fmt.Sprintf("deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] %s %s main\n", mirror(), suite)
	}
	config := fmt.Sprintf(`Dir::State "%[1]s";
Dir::State::status "%[1]s/status";
Dir::Cache "%[1]s";
Dir::Etc::sourcelist "%[1]s/sources.list";
Dir::Etc::sourceparts "-";
APT::Architecture "%[2]s";
APT::Architectures { "%[2]s"; "amd64"; "arm64"; "armel"; };
APT::Install-Recommends "false";
APT::Sandbox::User "root";
Acquire::Languages "none";
Acquire::Retries "2";
Debug::NoLocking "true";
`, d.path("apt"), runtime.GOARCH)
	return errors.Join(
		os.WriteFile(d.path("apt/status"), nil, 0o644),
		os.WriteFile(d.path("apt/sources.list"), []byte(sources), 0o644),
		os.WriteFile(d.path("apt/apt.conf"), []byte(config), 0o644),
	)
}

// apt runs a command of apt. What it refuses is errSkip.
func (d *debian) apt(name string, args ...string) (string, error) {
	var out, errs bytes.Buffer
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), "APT_CONFIG="+d.path("apt/apt.conf"), "LC_ALL=C", "DEBIAN_FRONTEND=noninteractive")
	cmd.Dir, cmd.Stdout, cmd.Stderr = d.path("apt/archives"), &out, &errs
	if err := cmd.Run(); err != nil {
		lines := strings.Split(strings.TrimSpace(errs.String()), "\n")
		return "", fmt.Errorf("%s %s: %v: %s: %w", name, strings.Join(args, " "), err, lines[len(lines)-1], errSkip)
	}
	return out.String(), nil
}

func (d *debian) lists() error {
	if d.update {
		return nil
	}
	_, err := d.apt("apt-get", "update", "-q", "--error-on=any")
	d.update = err == nil
	return err
}

// fetch unpacks into a folder what keep says of packages, and of all that they need when deep is set. A folder that is there is taken as
// it is; until all is there it has another name.
func (d *debian) fetch(folder string, packages func() ([]string, error), deep bool, keep func(path string) bool) (string, error) {
	dir := d.path(folder)
	if _, err := os.Stat(dir); err == nil {
		return dir, nil
	}
	if err := errors.Join(d.removeArchives(), d.lists()); err != nil {
		return "", err
	}
	names, err := packages()
	if err != nil {
		return "", err
	}
	if deep {
		_, err = d.apt("apt-get", append([]string{"install", "-qy", "--download-only", "-t", release + "-backports"}, names...)...)
	} else {
		_, err = d.apt("apt-get", append([]string{"download", "-q"}, names...)...)
	}
	if err != nil {
		return "", err
	}
	return dir, d.unpackAll(dir, keep)
}

func (d *debian) unpackAll(dir string, keep func(path string) bool) error {
	if err := os.RemoveAll(dir + "~"); err != nil {
		return err
	}
	for _, deb := range d.archives() {
		if err := unpack(deb, dir+"~", keep); err != nil {
			return fmt.Errorf("unpack %s: %w", deb, err)
		}
	}
	return errors.Join(d.removeArchives(), os.Rename(dir+"~", dir))
}

func (d *debian) archives() []string {
	debs, _ := filepath.Glob(d.path("apt/archives/*.deb")) // the pattern is well formed
	return debs
}

func (d *debian) removeArchives() (err error) {
	for _, deb := range d.archives() {
		err = errors.Join(err, os.Remove(deb))
	}
	return err
}

// unpack writes those files of a package that keep wants.
func unpack(deb, dir string, keep func(path string) bool) error {
	cmd := exec.Command("dpkg-deb", "--fsys-tarfile", deb)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	files := tar.NewReader(out)
	for err == nil {
		var h *tar.Header
		if h, err = files.Next(); err == nil && keep(strings.TrimPrefix(h.Name, "./")) {
			err = write(dir, h, files)
		}
	}
	io.Copy(io.Discard, out)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return errors.Join(err, cmd.Wait())
}

// write writes one file. Links that begin at the root begin at dir.
func write(dir string, h *tar.Header, content io.Reader) error {
	name := filepath.Join(dir, filepath.Clean("/"+h.Name))
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	switch h.Typeflag {
	case tar.TypeSymlink:
		to := h.Linkname
		if filepath.IsAbs(to) {
			to = strings.TrimSuffix(dir, "~") + to
		}
		return os.Symlink(to, name)
	case tar.TypeLink:
		return os.Link(filepath.Join(dir, filepath.Clean("/"+h.Linkname)), name)
	case tar.TypeReg:
		f, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, h.FileInfo().Mode().Perm())
		if err != nil {
			return err
		}
		_, err = io.Copy(f, content)
		return errors.Join(err, f.Close())
	}
	return nil
}

// needs returns the first package that a package depends on whose name fits.
func (d *debian) needs(of, pattern string) (string, error) {
	text, err := d.apt("apt-cache", "show", "--no-all-versions", of)
	if err != nil {
		return "", err
	}
	for line := range strings.Lines(text) {
		if list, is := strings.CutPrefix(line, "Depends: "); is {
			if found := regexp.MustCompile(`\b` + pattern).FindString(list); found != "" {
				return found, nil
			}
		}
	}
	return "", fmt.Errorf("package %s depends on no %s: %w", of, pattern, errSkip)
}

// qemu is the folder of QEMU, with the libraries that it needs.
func (d *debian) qemu() (string, error) {
	return d.fetch("qemu", func() ([]string, error) { return []string{"qemu-system-arm", "qemu-system-x86"}, nil }, true,
		func(path string) bool {
			switch top, rest, _ := strings.Cut(path, "/"); top {
			case "lib", "lib64":
				return true
			case "usr":
				return strings.HasPrefix(rest, "lib/") || strings.HasPrefix(rest, "share/qemu/") || strings.HasPrefix(rest, "share/seabios/") ||
					strings.HasPrefix(rest, "bin/qemu-system-")
			}
			return false
		})
}

// kernel is the folder of the newest kernel that a package without a version, "linux-image-arm64:arm64", stands for.
func (d *debian) kernel(image string) (string, error) {
	_, arch, _ := strings.Cut(image, ":")
	return d.fetch(strings.ReplaceAll(image, ":", "_"), func() ([]string, error) {
		name, err := d.needs(image, `linux-image-[0-9][^ ,]*`)
		return []string{name + ":" + arch}, err
	}, false, func(path string) bool {
		return strings.HasPrefix(path, "boot/vmlinu") || strings.HasSuffix(path, ".dtb") || wantedModules.MatchString(path)
	})
}

// headers is the folder of what modules for that kernel are built with.
func (d *debian) headers(kernel string) (string, error) {
	return d.fetch("headers", func() ([]string, error) {
		version, err := versionOf(kernel)
		if err != nil {
			return nil, err
		}
		own := "linux-headers-" + version
		names := []string{own}
		for _, other := range []string{`linux-headers-[^ ,]*-common`, `linux-kbuild-[^ ,]*`} {
			name, err := d.needs(own, other)
			if err != nil {
				return nil, err
			}
			names = append(names, name)
		}
		return names, nil
	}, false, func(path string) bool {
		return strings.HasPrefix(path, "usr/src/") || strings.HasPrefix(path, "usr/lib/linux-kbuild")
	})
}

// versionOf is the version of an unpacked kernel, "6.1.0-49-amd64".
func versionOf(kernel string) (string, error) {
	file, err := one(kernel, "boot/vmlinuz-*")
	_, version, _ := strings.Cut(filepath.Base(file), "-")
	return version, err
}

// one is the one file in a folder that fits.
func one(dir, pattern string) (string, error) {
	files, err := filepath.Glob(filepath.Join(dir, pattern))
	if err == nil && len(files) != 1 {
		err = fmt.Errorf("%d files %s in %s: expected one", len(files), pattern, dir)
	}
	return strings.Join(files, " "), err
}
