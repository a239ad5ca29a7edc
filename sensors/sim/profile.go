package sim

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// Span is a range of times in milliseconds. Times are drawn evenly in their logarithm: short ones are the
// rule and long ones the exception, as with people.
type Span struct{ Min, Max int64 }

func (s Span) draw(rng *rand.Rand) int64 {
	if s.Max <= s.Min {
		return s.Min
	}
	low, high := math.Log(float64(s.Min)+1), math.Log(float64(s.Max)+1)
	return int64(math.Exp(low+rng.Float64()*(high-low))) - 1
}

// Profile is how somebody plays, and what the contacts make of it. Shares run from 0 (never) to 1 (always).
type Profile struct {
	Name string

	Think Span // from the opponent's move to the first touch
	Carry Span // from a lift to the place
	Pause Span // between two acts of one move: from lifting one piece to lifting the other, from king to rook
	Dwell Span // on each square of a slide
	Lever Span // from letting the piece go to the press

	// Shares of the moves, or of those that can be made so.
	Slide       float64 // pawns' double steps, rooks, bishops, queens, kings castling: pushed over the squares between
	VictimFirst float64 // captures: the victim is lifted first (else the capturing piece)
	Shove       float64 // captures: the victim is pushed aside by the piece that arrives, its contact breaks for moments
	RookFirst   float64 // castlings
	BothHands   float64 // castlings: both pieces are in the air at once
	TakesRook   float64 // castlings with both in the air: the king is set on the rook's square first, and noticed
	Swap        float64 // promotions: the pawn is set on the last rank first, then swapped (else never set down)
	Overlap     float64 // replies: lifted before the mover's contact has closed. Not where a lever is pressed
	Adjust      float64 // one or two own pieces are lifted and set back straight before the move
	TouchBack   float64 // a piece is lifted, held, and put back; another, or the same, moves
	Hover       float64 // set down for moments on another square on the way
	Wrong       float64 // set down beside the destination and noticed a second later
	Illegal     float64 // set where it can't go, put back seconds later, then the right move
	Knock       float64 // some pieces fall over and are set up again
	Neighbour   float64 // a contact next door opens, or closes, as a hand passes
	Late        float64 // the destination's contact closes up to seconds after the piece was let go
	Weak        float64 // a standing piece loses contact for moments
	Bounce      float64 // share of all openings and closings that bounce once to three times
	Gap         float64 // the board isn't read for seconds, while up to two moves are made

	Kings float64 // share of the games with a known result that end with the kings on centre squares
}

// The profiles. Their times were chosen to look like boards at which people were watched.
var (
	// Clean hands play as a manual asks them to, on contacts that don't bounce.
	Clean = Profile{
		Name:  "clean",
		Think: Span{2000, 8400}, Carry: Span{270, 840}, Pause: Span{250, 600}, Lever: Span{80, 480},
		VictimFirst: 0.5, Swap: 0.5, Kings: 0.3,
	}
	// Club players slide, straighten their pieces and castle as they like.
	Club = Profile{
		Name:  "club",
		Think: Span{1500, 32000}, Carry: Span{300, 1900}, Pause: Span{150, 1200}, Dwell: Span{30, 140}, Lever: Span{80, 480},
		Slide: 0.35, VictimFirst: 0.4, Shove: 0.08, RookFirst: 0.08, BothHands: 0.15, Swap: 0.6,
		Adjust: 0.06, TouchBack: 0.012, Hover: 0.015, Bounce: 0.4, Kings: 0.6,
	}
	// Blitz players shove, overlap and answer at once.
	Blitz = Profile{
		Name:  "blitz",
		Think: Span{110, 2500}, Carry: Span{70, 360}, Pause: Span{40, 250}, Dwell: Span{8, 42}, Lever: Span{80, 480},
		Slide: 0.6, VictimFirst: 0.25, Shove: 0.45, RookFirst: 0.1, BothHands: 0.4, Swap: 0.4,
		Overlap: 0.06, Adjust: 0.03, TouchBack: 0.006, Hover: 0.005, Bounce: 0.45, Kings: 0.6,
	}
	// Gaps is club play on a board whose cable fails now and then.
	Gaps = gaps()
	// Rough is a club evening on a bad board.
	Rough = Profile{
		Name:  "rough",
		Think: Span{800, 20000}, Carry: Span{400, 4200}, Pause: Span{150, 1800}, Dwell: Span{40, 200}, Lever: Span{80, 480},
		Slide: 0.35, VictimFirst: 0.4, Shove: 0.12, RookFirst: 0.1, BothHands: 0.3, TakesRook: 0.15, Swap: 0.6,
		Overlap: 0.03, Adjust: 0.08, TouchBack: 0.03, Hover: 0.03, Wrong: 0.012, Illegal: 0.014, Knock: 0.012,
		Neighbour: 0.07, Late: 0.04, Weak: 0.03, Bounce: 0.45, Kings: 0.6,
	}
)

func gaps() Profile {
	p := Club
	p.Name, p.Gap = "gaps", 0.035
	return p
}

// ParseProfile returns the profile of a name: clean, club, blitz, rough or gaps.
func ParseProfile(name string) (Profile, error) {
	for _, p := range []Profile{Clean, Club, Blitz, Rough, Gaps} {
		if p.Name == name {
			return p, nil
		}
	}
	return Profile{}, fmt.Errorf("profile %q: expected clean, club, blitz, rough or gaps", name)
}
