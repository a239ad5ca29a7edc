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
	EndNeedsTouchRules  Ruling[bool]     // mate and stalemate stand only if the move kept to the touch rules, too
	LostByTouch         Ruling[[]Reason] // whose breach can't be claimed any more once the opponent has touched a piece

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
		LostByTouch: Ruling[[]Reason]{
			[]Reason{OwnTouched, EnemyTouched, BothTouched, KingAndRook, RookFirst, CannotCastle}, "4.6", // of 4.3 and 4.4
		},
		articles: [reasons]string{
			OwnTouched: "4.3a", EnemyTouched: "4.3b", BothTouched: "4.3c", KingAndRook: "4.4a", RookFirst: "4.4b", CannotCastle: "4.4c",
			PromotionChosen: "4.4d", // since 2005; what was released stays (4.7) comes to the same before
			NoneCanMove:     "4.5", Released: "4.7", CastlingBegun: "4.7",
		},
	},
	{
		Name:                "2023",
		AdjustNeedsClock:    Ruling[bool]{true, "6.2.5"},
		SeveralOfEachColour: Ruling[bool]{true, "4.3.3"},
		CompletedByNext:     Ruling[bool]{true, "6.2.1.2"},
		EndNeedsTouchRules:  Ruling[bool]{true, "5.1.1"},
		LostByTouch: Ruling[[]Reason]{
			[]Reason{
				OwnTouched, EnemyTouched, BothTouched, KingAndRook, RookFirst, CannotCastle, PromotionChosen, Released, CastlingBegun,
			}, "4.8", // of 4.1 to 4.7
		},
		articles: [reasons]string{
			OwnTouched: "4.3.1", EnemyTouched: "4.3.2", BothTouched: "4.3.3", KingAndRook: "4.4.1", RookFirst: "4.4.2", CannotCastle: "4.4.3",
			PromotionChosen: "4.4.4", NoneCanMove: "4.5", Released: "4.7", CastlingBegun: "4.7.2",
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

// EndStands reports whether mate or stalemate ends the game at once although the move that brought it about was, or wasn't, in
// breach of the touch rules. The move is legal.
func (e *Edition) EndStands(breach bool) (stands bool, article string) {
	return !breach || !e.EndNeedsTouchRules.Value, e.EndNeedsTouchRules.Article
}
