package vm

import (
	"bytes"
	"fmt"
	"maps"
	"path"
	"slices"
)

// initramfs packs files, by their paths from the root, "bin/jadoube", into what a kernel unpacks at its start: a cpio archive of the
// kind "newc" (Linux, Documentation/driver-api/early-userspace/buffer-format.rst). All of them may be executed.
func initramfs(files map[string][]byte) []byte {
	var packed bytes.Buffer
	made := map[string]bool{".": true}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		for _, dir := range above(name) {
			if !made[dir] {
				made[dir] = true
				packed.Write(entry(dir, 0o40755, nil))
			}
		}
		packed.Write(entry(name, 0o100755, files[name]))
	}
	packed.Write(entry("TRAILER!!!", 0, nil))
	return packed.Bytes()
}

// above are the folders that a file is in, the outermost first.
func above(name string) (dirs []string) {
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		dirs = append(dirs, dir)
	}
	slices.Reverse(dirs)
	return dirs
}

// entry is a header of thirteen numbers, the name and the content, each filled up to four bytes.
func entry(name string, mode int, content []byte) []byte {
	const inode, owner, group, links, time, major, minor, rmajor, rminor, check = 0, 0, 0, 1, 0, 0, 0, 0, 0, 0
	e := fmt.Appendf(nil, "070701%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x%s\x00",
		inode, mode, owner, group, links, time, len(content), major, minor, rmajor, rminor, len(name)+1, check, name)
	return fill(append(fill(e), content...))
}

func fill(b []byte) []byte {
	for len(b)%4 != 0 {
		b = append(b, 0)
	}
	return b
}
