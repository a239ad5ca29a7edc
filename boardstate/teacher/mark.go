package teacher

// Tag is the name of the PGN tag that says which help a side had, by its colour: "WhiteHelp", "BlackHelp". Its value is
// [Help.String].
func Tag(white bool) string {
	if white {
		return "WhiteHelp"
	}
	return "BlackHelp"
}

// Comment is the comment on a move before which help was given that isn't shown all the time: a hint, or a warning after
// which another move was made. It is "" when none of them was.
func Comment(used Help) string {
	if used &= Hints | Blunders; used == None {
		return ""
	}
	return "[%help " + used.String() + "]"
}
