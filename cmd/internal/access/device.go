package access

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// MaxName is how many characters the name of a device may have.
const MaxName = 60

// tokenPrefix makes a token that has gone astray recognisable.
const tokenPrefix = "jdb_"

// Device is something that was paired: a browser or a program.
type Device struct {
	ID    string    `json:"id"` // short, to name it when it is revoked
	Name  string    `json:"name"`
	Role  Role      `json:"role"`
	Since time.Time `json:"since"`
	Seen  time.Time `json:"seen"` // when it was last used, as far as it was written down
}

// paired is a device as the file holds it. The token itself is nowhere: from 128 random bits and more a plain
// hash can't be turned back, so that a copy of the file opens nothing.
type paired struct {
	Device
	Hash string `json:"hash"` // SHA-256 of the token, in hexadecimal digits
}

// newToken returns a token of 130 random bits.
func newToken() string { return tokenPrefix + rand.Text() }

func hashOf(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// newID returns a name for a device, of 40 random bits.
func newID() string { return strings.ToLower(rand.Text()[:8]) }

// checkName refuses what can't be shown in a list.
func checkName(name string) error {
	switch {
	case strings.TrimSpace(name) == "" || utf8.RuneCountInString(name) > MaxName:
		return fmt.Errorf("name %.80q: expected 1 to %d characters, as \"Anna's phone\"", name, MaxName)
	case !utf8.ValidString(name) || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }):
		return fmt.Errorf("name %.80q: expected printable characters only", name)
	}
	return nil
}
