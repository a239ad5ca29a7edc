package doctor

import (
	"context"

	"jadoube/rules/square"
)

// home are the squares of the men in the initial position; two of them stay free, so that a contact which closes there is seen.
const (
	home square.Set = 0xFFFF00000000FFFF
	free square.Set = 1<<square.A1 | 1<<square.B2
	men             = home &^ free

	aFile square.Set = 0x0101010101010101
	third square.Set = 0xFF0000
)

// diodes has each diode of a matrix tried with the men of one set. A bridged diode lets current from its column back into its row.
// Then another row that meets its column shows the men of its row as its own: so a free square is closed by a bridged diode of any
// man at home, but for those of a2 and b1, whose files the free squares' ranks don't meet. A man on the third rank meets one file
// after the other, and finds them all.
//
// Where none is bridged, the two men that are left over go to each rank between, the rook to the a-file, the pawn over the other
// files: rank 1 meets the pawn and shows the rook on a1 if the pawn's diode is bridged; and rank 2 meets the rook and shows the pawn
// on b2 if the rook's is. The diode of a1 was tried by the three pieces before.
func (e *exam) diodes(ctx context.Context) error {
	if !e.crossed || !e.f.Cornered || e.f.Ghosts != 0 {
		return nil
	}
	e.con.Say("Now each diode is tried, which takes five minutes: put all men at home but the rook of a1 and the pawn of b2. (Enter leaves this out.)")
	ghosts, came, err := e.shown(ctx, men)
	if err != nil || !came {
		return err
	}
	files := 2
	if ghosts != 0 {
		e.con.Say("A diode of a man at home is bridged: now its file.")
		files = 8
	}
	if came, err = e.files(ctx, files); err != nil || !came || ghosts|e.f.Suspects != 0 {
		return err
	}
	for rank := 2; rank < 6; rank++ {
		if came, err := e.between(ctx, rank); err != nil || !came {
			return err
		}
	}
	e.con.Progress(28, 28, "Done: each diode but that of b2 has been tried.")
	e.f.Diodes = true
	return nil
}

// files looks for those of the first n files on which a man at home has a bridged diode.
func (e *exam) files(ctx context.Context, n int) (came bool, err error) {
	for file := range n {
		pawn := square.At(file, 2)
		if e.f.dead().Has(pawn) {
			continue
		}
		e.con.Progress(file, n, "Lift the pawn, then put it on %v.", pawn)
		if _, came, err := e.shown(ctx, men); err != nil || !came { // lifted: the third rank meets nothing
			return came, err
		}
		if came, err := e.settle(ctx, func(closed square.Set) bool { return closed.Has(pawn) }, leaveOut); err != nil || !came {
			return came, err
		}
		if e.frame.Occupied()&third&^pawn.Set()&^e.f.Stuck != 0 {
			e.f.Suspects |= aFile << file & men
		}
	}
	return true, nil
}

// between tries the diodes of a rank on which nobody stands at home.
func (e *exam) between(ctx context.Context, rank int) (came bool, err error) {
	rook := square.At(0, rank)
	for file := 1; file < 8; file++ {
		pawn := square.At(file, rank)
		if done := 7*(rank-2) + file - 1; file == 1 {
			e.con.Progress(done, 28, "Put the rook on %v and the pawn on %v.", rook, pawn)
		} else {
			e.con.Progress(done, 28, "Move the pawn to %v.", pawn)
		}
		ghosts, came, err := e.shown(ctx, men|rook.Set()|pawn.Set())
		if err != nil || !came {
			return came, err
		}
		if ghosts.Has(square.A1) {
			e.f.Bridged = e.f.Bridged.With(pawn)
		}
		if ghosts.Has(square.B2) {
			e.f.Bridged = e.f.Bridged.With(rook)
		}
	}
	return true, nil
}

// shown waits until men stand on these squares, as far as their contacts work, and on no others of the ranks between; it returns what
// is closed at home besides. False when Enter was pressed before.
func (e *exam) shown(ctx context.Context, stand square.Set) (ghosts square.Set, came bool, err error) {
	works := ^(e.f.Stuck | e.f.Hanging | e.f.dead())
	came, err = e.settle(ctx, func(closed square.Set) bool { return (closed^stand)&works&^free == 0 }, leaveOut)
	return e.frame.Occupied() & works & free, came, err
}

const leaveOut = "Press Enter to leave the diodes out."
