package main

import (
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"

	"jadoube/rules"

	"github.com/spf13/cobra"
)

// explanation is what is true of a position by the rules alone. docs/explain.md tells what each field means.
type explanation struct {
	OK       bool            `json:"ok"`
	FEN      string          `json:"fen"`
	Turn     string          `json:"turn"`
	Moves    []namedMove     `json:"moves"`
	Check    bool            `json:"check"`
	Outcome  *string         `json:"outcome"` // null while the game goes on
	Claims   []string        `json:"claims"`  // draws that the side to move can claim
	CanWin   sides[string]   `json:"can_win"` // yes, no or unknown
	Helpmate sides[[]string] `json:"helpmate"`
	Why      sides[*string]  `json:"why"`
	lesson
}

// sides is something of each side.
type sides[T any] struct {
	White T `json:"white"`
	Black T `json:"black"`
}

// sidesOf asks the same of both sides.
func sidesOf[T any](ask func(rules.Color) T) sides[T] {
	return sides[T]{ask(rules.White), ask(rules.Black)}
}

type namedMove struct {
	UCI string `json:"uci"`
	SAN string `json:"san"`
}

// refusal is why a FEN is no position.
type refusal struct {
	OK      bool   `json:"ok"`
	Reason  string `json:"reason"` // "unreadable", or why what was read can't be played on
	Field   string `json:"field"`  // of the FEN
	Message string `json:"message"`
}

func (p *program) explain() *cobra.Command {
	var chess960 bool
	cmd := &cobra.Command{
		Use:   "explain FEN",
		Short: "tells what is legal and what is to be seen in a position, as JSON",
		Long: "explain prints a position's legal moves (UCI and SAN), check, outcome, the draws that can be claimed, who can\n" +
			"still win and how, and what a teacher points at: hanging pieces, pins, double attacks, passed pawns, open\n" +
			"files, development, the opening's name. It prints one JSON object; docs/explain.md describes its fields.\n" +
			"A refused FEN prints {\"ok\":false,\"reason\":…,\"field\":…} and exits with 2. The FEN is one argument.",
		Example: `  jadoube explain "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1"` + "\n" +
			`  jadoube explain --chess960 "4k3/8/8/8/8/8/8/1RK3R1 w BG - 0 1"`,
		Args: takes("FEN"),
		RunE: func(_ *cobra.Command, args []string) error {
			pos, err := rules.ParsePosition(args[0])
			if err != nil {
				return errors.Join(writeJSON(p.out, refusalOf(err)), refused(err))
			}
			return writeJSON(p.out, explanationOf(&pos, chess960))
		},
	}
	cmd.Flags().BoolVar(&chess960, "chess960", false, "write castling as king takes rook")
	return cmd
}

func explanationOf(pos *rules.Position, chess960 bool) explanation {
	win := map[rules.Color]rules.Winnable{}
	for _, c := range []rules.Color{rules.White, rules.Black} {
		win[c] = rules.CanWin(pos, c, rules.WinOptions{})
	}
	outcome := outcomeOf(pos, win)
	return explanation{
		OK: true, FEN: pos.FEN(), Turn: pos.Turn().String(), Check: pos.InCheck(),
		Moves: namedMoves(pos, namer(pos, chess960)), Outcome: outcome, Claims: claims(pos, outcome != nil),
		CanWin:   sidesOf(func(c rules.Color) string { return win[c].Answer.String() }),
		Helpmate: sidesOf(func(c rules.Color) []string { return line(*pos, win[c], chess960) }),
		Why:      sidesOf(func(c rules.Color) *string { return word(string(win[c].Reason)) }),
		lesson:   lessonOf(pos, chess960),
	}
}

// namer returns what writes a position's moves.
func namer(pos *rules.Position, chess960 bool) func(rules.Move) string {
	return func(m rules.Move) string { return uci(pos, m, chess960) }
}

// namedMoves returns the legal moves in the order of their UCI names.
func namedMoves(pos *rules.Position, name func(rules.Move) string) []namedMove {
	return each(sorted(pos.LegalMoves(nil), name), func(m rules.Move) namedMove {
		return namedMove{name(m), pos.SAN(m)}
	})
}

// sorted sorts moves by their names and returns them.
func sorted(moves []rules.Move, name func(rules.Move) string) []rules.Move {
	slices.SortFunc(moves, func(a, b rules.Move) int { return strings.Compare(name(a), name(b)) })
	return moves
}

// word returns s, or null for nothing.
func word(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// outcomeOf returns how the game has ended, null when it goes on. A position that a search finds dead was drawn before
// any count of moves could be full.
func outcomeOf(pos *rules.Position, win map[rules.Color]rules.Winnable) *string {
	o := rules.NewHistory(*pos).Outcome()
	dead := win[rules.White].Answer == rules.No && win[rules.Black].Answer == rules.No
	switch {
	case o == rules.None && !dead:
		return nil
	case dead && o != rules.Stalemate:
		o = rules.DeadPosition
	}
	return word(o.String())
}

// line returns the moves of a helpmate, null when the side can't win or it isn't known.
func line(pos rules.Position, win rules.Winnable, chess960 bool) []string {
	if win.Answer != rules.Yes {
		return nil
	}
	moves := []string{}
	for _, m := range win.Line {
		moves = append(moves, uci(&pos, m, chess960))
		pos = pos.Play(m)
	}
	return moves
}

// claims returns the draws that the side to move can claim by the position and its counters alone: the
// fifty moves (9.3), also by announcing a move that completes them. Repetition needs the game.
func claims(pos *rules.Position, over bool) []string {
	rulings := []string{}
	if over {
		return rulings
	}
	for _, c := range rules.NewHistory(*pos).Claims() {
		if name := c.Rule.String(); !slices.Contains(rulings, name) {
			rulings = append(rulings, name)
		}
	}
	return rulings
}

func refusalOf(err error) refusal {
	r := refusal{Reason: "unreadable", Message: err.Error()}
	var fen *rules.FENError
	var setup *rules.SetupError
	switch {
	case errors.As(err, &fen):
		r.Field = fen.Field
	case errors.As(err, &setup):
		r.Reason, r.Field = string(setup.Reason), fieldOf(setup.Reason)
	}
	return r
}

// fieldOf returns the field of a FEN that a reason concerns.
func fieldOf(reason rules.Reason) string {
	switch reason {
	case rules.CastlingWithoutRook, rules.CastlingWithoutKing, rules.CastlingTwice:
		return "castling"
	case rules.EnPassantImpossible:
		return "en passant"
	case rules.CounterOutOfRange:
		return "counters"
	}
	return "placement"
}

// writeJSON writes v as one line.
func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}
