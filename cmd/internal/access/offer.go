package access

import (
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"time"

	"jadoube/rules/square"
)

// How a device is paired.
const (
	Lasts      = 10 * time.Minute // how long an offer stands
	FirstLasts = 30 * time.Minute // the one that a board makes by itself when nothing is paired

	codeLetters  = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ" // 32, without those that look alike
	codeLength   = 8                                  // 40 bits
	patternSize  = 6                                  // squares: one of 75 million patterns, 26 bits
	wrongAnswers = 20                                 // after which an offer ends: a chance of 1 in 3.7 million to guess the pattern
)

// Errors of pairing.
var (
	ErrNoOffer = errors.New("no device can be paired now: ask for a code on the board's own page, or with `jadoube access pair` on its machine")
	ErrWrong   = errors.New("this is not the code: compare it with the one that is shown, or tap the squares that are lit on the board")
)

// Offer lets one device be paired: with the code, or with the squares that the board lights.
type Offer struct {
	Code    string // "ABCD-EFGH"
	Squares square.Set
	Role    Role
	Until   time.Time

	wrong int // answers
}

func newOffer(role Role, until time.Time) *Offer {
	o := &Offer{Role: role, Until: until}
	for i := range codeLength {
		if i == codeLength/2 {
			o.Code += "-"
		}
		o.Code += string(codeLetters[random(len(codeLetters))])
	}
	for o.Squares.Len() < patternSize {
		o.Squares = o.Squares.With(square.Square(random(int(square.None))))
	}
	return o
}

// random returns a number below n that nobody can foretell.
func random(n int) int {
	v, _ := rand.Int(rand.Reader, big.NewInt(int64(n))) // the system's source doesn't fail
	return int(v.Int64())
}

// answers reports whether a text is the code, however it is spaced, or names the lit squares and no others.
func (o *Offer) answers(text string) bool {
	if subtle.ConstantTimeCompare([]byte(plainCode(text)), []byte(plainCode(o.Code))) == 1 {
		return true
	}
	squares, err := parseSquares(text)
	return err == nil && squares == o.Squares
}

func plainCode(text string) string {
	return strings.NewReplacer("-", "", " ", "").Replace(strings.ToUpper(text))
}

func parseSquares(text string) (set square.Set, err error) {
	for _, name := range strings.Fields(text) {
		s, err := square.Parse(name)
		if err != nil {
			return set, fmt.Errorf("the lit squares: %w", err)
		}
		set = set.With(s)
	}
	return set, nil
}
