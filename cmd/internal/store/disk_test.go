package store

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"unsafe"

	"modernc.org/libc"
	lib "modernc.org/sqlite/lib"
)

// disk is a VFS of SQLite's that writes down what is done to files, so that the disk of a machine that loses power can be
// made from it, and that fails where it is told to. All but writing goes on to SQLite's own.
type disk struct {
	name string
	mu   sync.Mutex
	log  []op
	fail func(call string) int32 // a result code of SQLite's for a call, SQLITE_OK to let it through
}

// op is something done to a file: a write at an offset, a change of its length, a flush, or its deletion.
type op struct {
	call, file string
	at         int64
	data       []byte
}

// at returns what stands at an address of SQLite's memory.
func at[T any](p uintptr) *T { return (*T)(*(*unsafe.Pointer)(unsafe.Pointer(&p))) }

// call makes a function of an address.
func call[F any](p uintptr) F { return *(*F)(unsafe.Pointer(&p)) }

// callbacks keeps functions alive that SQLite has addresses of.
var callbacks []any

// address is call's opposite.
func address(f any) uintptr {
	callbacks = append(callbacks, f)
	return (*[2]uintptr)(unsafe.Pointer(&f))[1]
}

var disks int

// newDisk registers a disk under a name of its own.
func newDisk(t *testing.T) *disk {
	t.Helper()
	disks++
	d := &disk{name: fmt.Sprintf("disk%d", disks), fail: func(string) int32 { return lib.SQLITE_OK }}
	tls := libc.NewTLS()
	defer tls.Close()
	base := lib.Xsqlite3_vfs_find(tls, 0)
	own := libc.Xmalloc(tls, lib.Tsize_t(unsafe.Sizeof(lib.Tsqlite3_vfs{})))
	name, err := libc.CString(d.name)
	if base == 0 || own == 0 || err != nil {
		t.Fatal("no memory for a VFS")
	}
	*at[lib.Tsqlite3_vfs](own) = *at[lib.Tsqlite3_vfs](base)
	v := at[lib.Tsqlite3_vfs](own)
	v.FzName = name
	d.wrap(v, base)
	if rc := lib.Xsqlite3_vfs_register(tls, own, 0); rc != lib.SQLITE_OK {
		t.Fatalf("the VFS isn't taken: %d", rc)
	}
	return d
}

// wrap puts the disk's own calls in the place of SQLite's.
func (d *disk) wrap(v *lib.Tsqlite3_vfs, base uintptr) {
	type openFunc = func(*libc.TLS, uintptr, uintptr, uintptr, int32, uintptr) int32
	type deleteFunc = func(*libc.TLS, uintptr, uintptr, int32) int32
	opens, deletes := call[openFunc](v.FxOpen), call[deleteFunc](v.FxDelete)
	methods := map[string]uintptr{}
	v.FxOpen = address(openFunc(func(tls *libc.TLS, _, path, file uintptr, flags int32, out uintptr) int32 {
		name := ""
		if path != 0 {
			name = libc.GoString(path)
		}
		rc := d.ask("open", name)
		if rc == lib.SQLITE_OK {
			rc = opens(tls, base, path, file, flags, out)
		}
		if rc == lib.SQLITE_OK && name != "" {
			d.mu.Lock()
			if methods[name] == 0 {
				methods[name] = d.methods(tls, name, at[lib.Tsqlite3_file](file).FpMethods)
			}
			at[lib.Tsqlite3_file](file).FpMethods = methods[name]
			d.mu.Unlock()
		}
		return rc
	}))
	v.FxDelete = address(deleteFunc(func(tls *libc.TLS, _, path uintptr, sync int32) int32 {
		if rc := d.ask("delete", libc.GoString(path)); rc != lib.SQLITE_OK {
			return rc
		}
		d.done(op{call: "delete", file: libc.GoString(path), at: int64(sync)})
		return deletes(tls, base, path, sync)
	}))
}

// methods are those of an open file.
func (d *disk) methods(tls *libc.TLS, name string, base uintptr) uintptr {
	type writeFunc = func(*libc.TLS, uintptr, uintptr, int32, lib.Tsqlite3_int64) int32
	type truncateFunc = func(*libc.TLS, uintptr, lib.Tsqlite3_int64) int32
	type syncFunc = func(*libc.TLS, uintptr, int32) int32
	own := libc.Xmalloc(tls, lib.Tsize_t(unsafe.Sizeof(lib.Tsqlite3_io_methods{})))
	*at[lib.Tsqlite3_io_methods](own) = *at[lib.Tsqlite3_io_methods](base)
	m := at[lib.Tsqlite3_io_methods](own)
	writes, truncates, syncs := call[writeFunc](m.FxWrite), call[truncateFunc](m.FxTruncate), call[syncFunc](m.FxSync)
	m.FxWrite = address(writeFunc(func(tls *libc.TLS, file, buf uintptr, n int32, offset lib.Tsqlite3_int64) int32 {
		rc := d.ask("write", name)
		if rc == lib.SQLITE_OK {
			d.done(op{call: "write", file: name, at: offset, data: slices.Clone(unsafe.Slice(at[byte](buf), n))})
			rc = writes(tls, file, buf, n, offset)
		}
		return rc
	}))
	m.FxTruncate = address(truncateFunc(func(tls *libc.TLS, file uintptr, size lib.Tsqlite3_int64) int32 {
		d.done(op{call: "truncate", file: name, at: size})
		return truncates(tls, file, size)
	}))
	m.FxSync = address(syncFunc(func(tls *libc.TLS, file uintptr, flags int32) int32 {
		rc := d.ask("sync", name)
		if rc == lib.SQLITE_OK {
			d.done(op{call: "sync", file: name})
			rc = syncs(tls, file, flags)
		}
		return rc
	}))
	return own
}

func (d *disk) ask(call, _ string) int32 {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.fail(call)
}

func (d *disk) done(o op) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.log = append(d.log, o)
}

func (d *disk) ops() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.log)
}

// sector is what a disk writes whole or not at all.
const sector = 512

// after makes, in a folder, the disk as it is found when the power fails after n operations: what was flushed is there; of
// what came after the last flush of its file each sector may be or not.
func (d *disk) after(t *testing.T, n int, random *rand.Rand, folder string) {
	t.Helper()
	flushed, flushedLast := map[string]int{}, 0 // the last flush of each file, and of any: that brings folders along
	for i, o := range d.log[:n] {
		if o.call == "sync" {
			flushed[o.file], flushedLast = i, i
		}
	}
	files := map[string][]byte{}
	for i, o := range d.log[:n] {
		last, is := flushed[o.file]
		safe := is && i <= last
		switch o.call {
		case "write":
			files[o.file] = write(files[o.file], o, safe, random)
		case "truncate":
			if text := files[o.file]; safe || random.IntN(2) == 0 {
				files[o.file] = append(text, make([]byte, max(0, int(o.at)-len(text)))...)[:o.at]
			}
		case "delete":
			if o.at != 0 || i < flushedLast || random.IntN(2) == 0 {
				delete(files, o.file)
			}
		}
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(folder, filepath.Base(name)), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func write(text []byte, o op, safe bool, random *rand.Rand) []byte {
	if over := int(o.at) + len(o.data) - len(text); over > 0 {
		text = append(text, make([]byte, over)...)
	}
	for from := 0; from < len(o.data); from += sector {
		to := min(from+sector, len(o.data))
		if safe || random.IntN(2) == 0 {
			copy(text[int(o.at)+from:], o.data[from:to])
		}
	}
	return text
}
