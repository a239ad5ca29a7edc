// Package teacher knows what help to show a player: squares with meanings, words by key; what is wrong with a move; what to
// try instead; lessons, and which moments of a game are worth another look. It must not know boards, sensors, clocks or
// engines: a moment of a game comes in as a value, so does the advice of somebody stronger, and without any the rules' own
// exchange evaluation has to do. Nothing is stored here: what a player has learned is a value too.
//
// Meanings are those of the lights, by their words ("may-go", "at-risk" …); words are keys of the page's catalogs with
// their arguments.
package teacher
