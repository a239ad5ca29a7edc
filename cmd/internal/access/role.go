// Package access knows who may do what at a board: the roles, the devices that were paired and their
// tokens, and the codes with which a device is paired. It must not know how requests come, nor what is
// done at a board.
package access

import (
	"fmt"
	"slices"
	"strings"
)

// Role is what somebody may do. Each role may do all that the ones before it may.
type Role int

// The roles.
const (
	Nobody    Role = iota // nothing
	Spectator             // see the board and its game
	Player                // move, press, say what players say, begin games
	Arbiter               // rule
	Admin                 // pair devices and revoke them
)

var roleWords = []string{"nobody", "spectator", "player", "arbiter", "admin"}

// String returns the role's word.
func (r Role) String() string {
	if r < Nobody || r > Admin {
		return fmt.Sprintf("Role(%d)", int(r))
	}
	return roleWords[r]
}

// ParseRole reads the word of a role that a device can have.
func ParseRole(s string) (Role, error) {
	if i := slices.Index(roleWords, s); i > int(Nobody) {
		return Role(i), nil
	}
	return Nobody, fmt.Errorf("role %q: expected %s", s, strings.Join(roleWords[1:], ", "))
}

// MarshalText implements encoding.TextMarshaler.
func (r Role) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (r *Role) UnmarshalText(text []byte) (err error) {
	*r, err = ParseRole(string(text))
	return err
}
