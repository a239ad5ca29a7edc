package access

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// FileName is the book's name in the data folder.
const FileName = "access.json"

const (
	fileMode     = 0o600 // hashes are no secrets, but nobody else's business either
	maxFileBytes = 1 << 20
)

// contents is what the file holds.
type contents struct {
	Devices []paired `json:"devices"`
}

// Open reads the book of a data folder. Without a file nothing is paired. With one that can't be read the error says
// why, and the book is empty and in use all the same: nobody gets in by a broken file, and it isn't written over, but
// set aside.
func Open(folder string, p Policy) (*Book, error) {
	b := New(p)
	b.file = filepath.Join(folder, FileName)
	devices, err := read(b.file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return b, nil
	case err != nil:
		aside := b.file + ".broken"
		return b, errors.Join(fmt.Errorf("%w: it was set aside as %s, and every device must be paired again", err, aside), os.Rename(b.file, aside))
	}
	b.devices = devices
	return b, os.Chmod(b.file, fileMode)
}

// Names are those of the devices that are paired, by what a folder's file says; none where it can't be read.
func Names(folder string) (names []string) {
	devices, _ := read(filepath.Join(folder, FileName))
	for _, d := range devices {
		names = append(names, d.Name)
	}
	return names
}

func read(file string) ([]paired, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxFileBytes+1))
	if err != nil {
		return nil, err
	}
	var c contents
	if len(text) > maxFileBytes {
		return nil, fmt.Errorf("%s is larger than %d bytes", file, maxFileBytes)
	}
	if err := json.Unmarshal(text, &c); err != nil {
		return nil, fmt.Errorf("%s can't be read: %w", file, err)
	}
	for _, d := range c.Devices {
		if len(d.Hash) != len(hashOf("")) || d.ID == "" || d.Role <= Nobody || checkName(d.Name) != nil {
			return nil, fmt.Errorf("%s: device %q is not whole", file, d.ID)
		}
	}
	return c.Devices, nil
}

// write replaces the file in one step, so that it is whole after a power cut.
func (b *Book) write(devices []paired) (err error) {
	if b.file == "" {
		return nil
	}
	defer func() {
		if err != nil {
			err = fmt.Errorf("the paired devices can't be written down: %w", err)
		}
	}()
	text, err := json.MarshalIndent(contents{devices}, "", "  ")
	if err != nil {
		return err
	}
	dir := filepath.Dir(b.file)
	tmp, err := os.CreateTemp(dir, "."+FileName+"-*") // made with 0600
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	_, err = tmp.Write(append(text, '\n'))
	if err := errors.Join(err, tmp.Sync(), tmp.Close()); err != nil {
		return err
	}
	if err := os.Rename(tmp.Name(), b.file); err != nil {
		return err
	}
	return syncFolder(dir)
}

// syncFolder makes a new name in a folder last.
func syncFolder(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
