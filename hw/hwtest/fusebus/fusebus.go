//go:build linux && (amd64 || arm64)

// Package fusebus knows how to serve /dev/i2c-N and /dev/spidevN.M from a FUSE mount, so that an
// unchanged program's ioctls reach simulated chips without a virtual machine or a kernel module. It must
// not know what the chips do: they are an hw.I2C or an hw.SPI.
//
// It needs root and /dev/fuse. GPIO can't be done this way, as its ioctl hands out a file descriptor.
package fusebus

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"jadoube/hw"
)

// Serve makes each bus appear in /dev until the test ends: "i2c-90" with an hw.I2C, "spidev90.0" with an
// hw.SPI. Real devices keep their names: take numbers that no computer has. Where it can't be done, the
// test is skipped.
//
// hw.ErrNoAnswer becomes EREMOTEIO, as of the Raspberry Pi's controller, any other error EIO.
func Serve(t testing.TB, buses map[string]fmt.Stringer) {
	t.Helper()
	dir := t.TempDir()
	m, err := mount(dir, buses)
	if err != nil {
		t.Skipf("no FUSE here: %v", err)
	}
	t.Cleanup(func() { unix.Unmount(dir, unix.MNT_DETACH) })
	for _, name := range m.names {
		link := filepath.Join("/dev", name)
		if err := os.Symlink(filepath.Join(dir, name), link); err != nil {
			t.Fatalf("show the bus in /dev: %v", err)
		}
		t.Cleanup(func() { os.Remove(link) })
	}
	if len(m.names) > 0 {
		settlePoll(t, filepath.Join(dir, m.names[0]))
	}
}

// settlePoll has the kernel ask once whether a file can be polled. It remembers the answer, no. When Go's runtime opens a
// file, it asks while it holds a processor; were it to wait for our answer then, and all processors with it, nobody could
// give that answer.
func settlePoll(t testing.TB, path string) {
	t.Helper()
	fd, err := unix.Open(path, unix.O_RDWR|unix.O_CLOEXEC, 0)
	if err != nil {
		t.Fatalf("open a served bus: %v", err)
	}
	defer unix.Close(fd)
	unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, 0)
}

// served is one mount. Node 1 is its directory, node 2 + n the n-th bus.
type served struct {
	fd    int
	names []string
	buses []fmt.Stringer
}

func mount(dir string, buses map[string]fmt.Stringer) (*served, error) {
	m := new(served)
	for name, bus := range buses {
		m.names = append(m.names, name)
		m.buses = append(m.buses, bus)
	}
	var err error
	if m.fd, err = unix.Open("/dev/fuse", unix.O_RDWR|unix.O_CLOEXEC, 0); err != nil {
		return nil, err
	}
	options := fmt.Sprintf("fd=%d,rootmode=40755,user_id=0,group_id=0,allow_other", m.fd)
	if err := unix.Mount("fusebus", dir, "fuse.fusebus", unix.MS_NOSUID|unix.MS_NODEV, options); err != nil {
		unix.Close(m.fd)
		return nil, err
	}
	go m.serve()
	return m, nil
}

// Operations of the FUSE protocol, include/uapi/linux/fuse.h. All numbers are little-endian here.
const (
	opLookup     = 1
	opForget     = 2
	opGetattr    = 3
	opOpen       = 14
	opRelease    = 18
	opFlush      = 25
	opInit       = 26
	opOpendir    = 27
	opReleasedir = 29
	opAccess     = 34
	opIoctl      = 39
	opForgets    = 42
)

var le = binary.LittleEndian

// request is one message of the kernel: struct fuse_in_header, and what belongs to the operation.
type request struct {
	op     uint32
	unique uint64
	node   uint64
	pid    int
	body   []byte
}

func (m *served) serve() {
	defer unix.Close(m.fd)
	buf := make([]byte, 1<<17+4096)
	for {
		n, err := unix.Read(m.fd, buf)
		switch {
		case errors.Is(err, unix.EINTR), errors.Is(err, unix.EAGAIN), errors.Is(err, unix.ENOENT):
			continue
		case err != nil: // ENODEV: unmounted
			return
		}
		m.handle(request{
			op:     le.Uint32(buf[4:]),
			unique: le.Uint64(buf[8:]),
			node:   le.Uint64(buf[16:]),
			pid:    int(le.Uint32(buf[32:])),
			body:   append([]byte(nil), buf[40:n]...),
		})
	}
}

func (m *served) handle(r request) {
	switch r.op {
	case opInit:
		m.reply(r, 0, initReply())
	case opLookup:
		m.lookup(r)
	case opGetattr:
		m.reply(r, 0, append(make([]byte, 16), attributes(r.node)...))
	case opOpen, opOpendir:
		m.reply(r, 0, make([]byte, 16))
	case opIoctl:
		go m.ioctl(r) // two buses may be in use at once
	case opForget, opForgets:
	case opRelease, opFlush, opReleasedir, opAccess:
		m.reply(r, 0, nil)
	default:
		m.reply(r, syscall.ENOSYS, nil)
	}
}

func (m *served) reply(r request, errno syscall.Errno, body []byte) {
	b := make([]byte, 16, 16+len(body))
	b = append(b, body...)
	le.PutUint32(b, uint32(len(b)))
	le.PutUint32(b[4:], uint32(-int32(errno)))
	le.PutUint64(b[8:], r.unique)
	unix.Write(m.fd, b)
}

// initReply is struct fuse_init_out: version 7.31.
func initReply() []byte {
	b := make([]byte, 64)
	le.PutUint32(b, 7)
	le.PutUint32(b[4:], 31)
	le.PutUint32(b[20:], 1<<16) // the longest write
	return b
}

func (m *served) lookup(r request) {
	name := string(r.body[:len(r.body)-1])
	for i, known := range m.names {
		if known == name {
			node := uint64(i + 2)
			b := make([]byte, 40) // struct fuse_entry_out without the attributes
			le.PutUint64(b, node)
			m.reply(r, 0, append(b, attributes(node)...))
			return
		}
	}
	m.reply(r, syscall.ENOENT, nil)
}

// attributes is struct fuse_attr.
func attributes(node uint64) []byte {
	b := make([]byte, 88)
	le.PutUint64(b, node)
	mode := uint32(syscall.S_IFREG | 0o666)
	if node == 1 {
		mode = syscall.S_IFDIR | 0o755
	}
	le.PutUint32(b[60:], mode)
	le.PutUint32(b[64:], 1)
	return b
}

func (m *served) bus(node uint64) fmt.Stringer {
	if node < 2 || node-2 >= uint64(len(m.buses)) {
		return nil
	}
	return m.buses[node-2]
}

func (m *served) ioctl(r request) {
	call := ioctlCall{
		pid: r.pid,
		cmd: le.Uint32(r.body[12:]),
		arg: le.Uint64(r.body[16:]),
		in:  r.body[32:],
	}
	errno := syscall.ENOTTY
	switch bus := m.bus(r.node).(type) {
	case hw.I2C:
		errno = call.i2c(bus)
	case hw.SPI:
		errno = call.spi(bus)
	}
	if errno != 0 {
		m.reply(r, errno, nil)
		return
	}
	m.reply(r, 0, make([]byte, 16))
}
