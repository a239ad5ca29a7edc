package laws

import "slices"

// A Ruling is a choice that an edition makes, with the article that makes it. Article is empty where the edition is silent.
type Ruling[T any] struct {
	Value   T
	Article string
}

// An Edition of the Laws is a table of named choices. The list is open: code asks for a choice, never for a year.
type Edition struct {
	Name string // as in configurations and the headers of traces

	AdjustNeedsClock    Ruling[bool]     // adjusting is for him only whose clock runs, not only for him who has the move
	SeveralOfEachColour Ruling[bool]     // the text covers more than one touched piece of a colour when both were touched
	CompletedByNext     Ruling[bool]     // the player's next move completes a move whose press was forgotten
	EndNeedsTouchRules  Ruling[bool]     // mate, stalemate and a dead position stand only if the move kept to the touch rules, too
	TimeIsOver          Ruling[bool]     // a flag that has fallen ends the game, whatever is done after it
	LostByTouch         Ruling[[]Reason] // whose breach can't be claimed any more once the opponent has touched a piece

	PressWithoutMove Ruling[bool]  // pressing the clock without having made a move counts as an illegal move
	PawnBecomesQueen Ruling[bool]  // a pawn left on the last rank, and pressed, is a queen; else it goes back
	IllegalLoses     Ruling[int]   // which completed illegal move of a player loses the game
	IllegalTime      Ruling[int64] // ms that the opponent gets for each before that, in standard play
	IllegalTimeFast  Ruling[int64] // … in rapid and blitz
	BlitzClaimWins   Ruling[bool]  // in blitz an illegal move costs no time: the opponent may claim the win
	DrawIfNoMate     Ruling[bool]  // who loses by illegal moves, or resigns, draws when the opponent can't mate
	AgreeAfterMoves  Ruling[bool]  // a draw can be agreed on only when both players have made a move
	FivefoldEnds     Ruling[bool]  // the fifth time that a position stands ends the game
	SeventyFiveEnds  Ruling[bool]  // 75 moves of each player without capture or pawn move end the game
	WrongClaimTime   Ruling[int64] // ms that the opponent gets for a draw claimed wrongly, in standard play
	WrongClaimFast   Ruling[int64] // … in rapid and blitz
	WrongClaimHalves Ruling[int64] // at most so many ms, and at most half of what he has, the arbiter takes from the claimant of such a draw
	WrongClaimLeaves Ruling[int64] // ms that he leaves him
	ClaimOffers      Ruling[bool]  // a draw claimed is offered, too
	OfferWithMove    Ruling[bool]  // a draw is offered between making a move and pressing the clock; at another time it holds, but may disturb
	DrawClaimTouch   Ruling[bool]  // a touch loses the right to claim a draw on this move, not only a move
	IntendedIsOwed   Ruling[bool]  // the move with which a draw was claimed wrongly must be played
	ColoursRestart   Ruling[int]   // colours found reversed before so many moves of each player begin the game anew
	DefaultTime      Ruling[int64] // ms after the start of the game that a player may come late where nothing else is said

	articles [reasons]string
}

// The editions that are known, the oldest first.
var editions = [...]Edition{
	{
		Name:                "2001",
		AdjustNeedsClock:    Ruling[bool]{false, "4.2"},
		SeveralOfEachColour: Ruling[bool]{false, "4.3c"},
		CompletedByNext:     Ruling[bool]{false, "6.8a"},
		EndNeedsTouchRules:  Ruling[bool]{false, "5.1a"},
		TimeIsOver:          Ruling[bool]{true, "6.10"},
		LostByTouch: Ruling[[]Reason]{
			[]Reason{OwnTouched, EnemyTouched, BothTouched, KingAndRook, RookFirst, CannotCastle}, "4.6", // of 4.3 and 4.4
		},
		PressWithoutMove: Ruling[bool]{false, "6.8c"},
		PawnBecomesQueen: Ruling[bool]{false, "7.4a"},
		IllegalLoses:     Ruling[int]{3, "7.4b"},
		IllegalTime:      Ruling[int64]{120_000, "7.4b"},
		IllegalTimeFast:  Ruling[int64]{120_000, "7.4b"},
		BlitzClaimWins:   Ruling[bool]{true, "C3"},
		DrawIfNoMate:     Ruling[bool]{false, "5.1b"},
		AgreeAfterMoves:  Ruling[bool]{false, "5.2c"},
		FivefoldEnds:     Ruling[bool]{false, "9.2"},
		SeventyFiveEnds:  Ruling[bool]{false, "9.3"},
		WrongClaimTime:   Ruling[int64]{180_000, "9.5b"},
		WrongClaimFast:   Ruling[int64]{180_000, "9.5b"},
		WrongClaimHalves: Ruling[int64]{180_000, "9.5b"},
		WrongClaimLeaves: Ruling[int64]{60_000, "9.5b"},
		ClaimOffers:      Ruling[bool]{true, "9.1c"},
		OfferWithMove:    Ruling[bool]{true, "9.1a"},
		DrawClaimTouch:   Ruling[bool]{false, "9.4"},
		IntendedIsOwed:   Ruling[bool]{true, "9.5b"},
		ColoursRestart:   Ruling[int]{0, "7.2"},
		DefaultTime:      Ruling[int64]{3_600_000, "6.7"},
		articles: [reasons]string{
			OwnTouched: "4.3a", EnemyTouched: "4.3b", BothTouched: "4.3c", KingAndRook: "4.4a", RookFirst: "4.4b", CannotCastle: "4.4c",
			PromotionChosen: "4.4d", // since 2005; what was released stays (4.7) comes to the same before
			NoneCanMove:     "4.5", Released: "4.7", CastlingBegun: "4.7", Intended: "9.5b",
		},
	},
	{
		Name:                "2023",
		AdjustNeedsClock:    Ruling[bool]{true, "6.2.5"},
		SeveralOfEachColour: Ruling[bool]{true, "4.3.3"},
		CompletedByNext:     Ruling[bool]{true, "6.2.1.2"},
		EndNeedsTouchRules:  Ruling[bool]{true, "5.1.1"},
		TimeIsOver:          Ruling[bool]{true, "6.9"},
		LostByTouch: Ruling[[]Reason]{
			[]Reason{
				OwnTouched, EnemyTouched, BothTouched, KingAndRook, RookFirst, CannotCastle, PromotionChosen, Released, CastlingBegun,
			}, "4.8", // of 4.1 to 4.7
		},
		PressWithoutMove: Ruling[bool]{true, "7.5.3"},
		PawnBecomesQueen: Ruling[bool]{true, "7.5.2"},
		IllegalLoses:     Ruling[int]{2, "7.5.5"},
		IllegalTime:      Ruling[int64]{120_000, "7.5.5"},
		IllegalTimeFast:  Ruling[int64]{60_000, "A.3, B.3"},
		BlitzClaimWins:   Ruling[bool]{false, "B.3"},
		DrawIfNoMate:     Ruling[bool]{true, "7.5.5, 5.1.2"},
		AgreeAfterMoves:  Ruling[bool]{true, "5.2.3"},
		FivefoldEnds:     Ruling[bool]{true, "9.6.1"},
		SeventyFiveEnds:  Ruling[bool]{true, "9.6.2"},
		WrongClaimTime:   Ruling[int64]{120_000, "9.5.3"},
		WrongClaimFast:   Ruling[int64]{60_000, "A.3, B.3"},
		WrongClaimHalves: Ruling[int64]{0, "9.5.3"},
		WrongClaimLeaves: Ruling[int64]{0, "9.5.3"},
		ClaimOffers:      Ruling[bool]{true, "9.1.2.3"},
		OfferWithMove:    Ruling[bool]{true, "9.1.2.1"},
		DrawClaimTouch:   Ruling[bool]{true, "9.4"},
		IntendedIsOwed:   Ruling[bool]{true, "9.5.3"},
		ColoursRestart:   Ruling[int]{10, "7.3"},
		DefaultTime:      Ruling[int64]{0, "6.7.1"},
		articles: [reasons]string{
			OwnTouched: "4.3.1", EnemyTouched: "4.3.2", BothTouched: "4.3.3", KingAndRook: "4.4.1", RookFirst: "4.4.2", CannotCastle: "4.4.3",
			PromotionChosen: "4.4.4", NoneCanMove: "4.5", Released: "4.7", CastlingBegun: "4.7.2", Intended: "9.5.3",
		},
	},
}

// Editions returns the names of the editions that are known, the oldest first.
func Editions() (names []string) {
	for i := range editions {
		names = append(names, editions[i].Name)
	}
	return names
}

// EditionOf returns the edition of a name, nil when none has it.
func EditionOf(name string) *Edition {
	i := slices.IndexFunc(editions[:], func(e Edition) bool { return e.Name == name })
	if i < 0 {
		return nil
	}
	e := editions[i]
	return &e
}

// Article returns where the edition says what a reason stands for, "" for [Free].
func (e *Edition) Article(r Reason) string {
	if r >= reasons {
		return ""
	}
	return e.articles[r]
}

// MayAdjust reports whether a player may announce that he adjusts, and the article that decides.
func (e *Edition) MayAdjust(hasMove, clockRuns bool) (may bool, article string) {
	return hasMove && (clockRuns || !e.AdjustNeedsClock.Value), e.AdjustNeedsClock.Article
}

// EndStands reports whether mate, stalemate or a dead position ends the game at once although the move that brought it about was, or wasn't, in
// breach of the touch rules. The move is legal.
func (e *Edition) EndStands(breach bool) (stands bool, article string) {
	return !breach || !e.EndNeedsTouchRules.Value, e.EndNeedsTouchRules.Article
}

// ClaimantLoses returns the ms that the arbiter takes from the claimant of a draw whose claim is wrong and who has so many left: half of
// them, up to a maximum, but always so that a minute is left, and nothing from who has no more (9.5b of 2001). It is 0 in editions that
// take nothing.
func (e *Edition) ClaimantLoses(left int64) int64 {
	return max(0, min(left/2, e.WrongClaimHalves.Value, left-e.WrongClaimLeaves.Value))
}
