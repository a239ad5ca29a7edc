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

// explanation is what is true of a position by the rules alone.
type explanation struct {
	OK      bool              `json:"ok"`
	FEN     string            `json:"fen"`
	Turn    string            `json:"turn"`
	Moves   []namedMove       `json:"moves"`
	Check   bool              `json:"check"`
	Outcome *string           `json:"outcome"` // null while the game goes on
	Claims  []string          `json:"claims"`  // draws that the side to move can claim
	CanWin  map[string]string `json:"can_win"` // by side: yes, no or unknown
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
		Short: "tells what is legal in a position, as JSON",
		Long: "explain prints a position's legal moves (UCI and SAN), check, outcome, the draws that can be claimed and who\n" +
			"can still win, as one JSON object. A refused FEN prints {\"ok\":false,\"reason\":…,\"field\":…} and exits with 2.\n" +
			"The FEN is one argument.",
		Example: `  jadoube explain "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1"`,
		Args:    takes("FEN"),
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
	e := explanation{
		OK: true, FEN: pos.FEN(), Turn: pos.Turn().String(), Check: pos.InCheck(),
		Moves: []namedMove{}, Claims: claims(pos), CanWin: map[string]string{},
	}
	for _, m := range pos.LegalMoves(nil) {
		e.Moves = append(e.Moves, namedMove{uci(pos, m, chess960), pos.SAN(m)})
	}
	slices.SortFunc(e.Moves, func(a, b namedMove) int { return strings.Compare(a.UCI, b.UCI) })
	if o := pos.Outcome(); o != rules.None {
		word := o.String()
		e.Outcome = &word
	}
	for _, side := range []rules.Color{rules.White, rules.Black} {
		e.CanWin[side.String()] = rules.CanWin(pos, side, rules.WinOptions{}).Answer.String()
	}
	return e
}

// claims returns the draws that the side to move can claim by the position and its counters alone: the
// fifty moves (9.3), also by announcing a move that completes them. Repetition needs the game.
func claims(pos *rules.Position) []string {
	if pos.Outcome() != rules.None {
		return []string{}
	}
	if n := pos.HalfMoves(); n >= 100 || n == 99 && hasQuietMove(pos) {
		return []string{"fifty"}
	}
	return []string{}
}

// hasQuietMove reports whether a legal move neither moves a pawn nor takes anything.
func hasQuietMove(pos *rules.Position) bool {
	return slices.ContainsFunc(pos.LegalMoves(nil), func(m rules.Move) bool {
		return pos.At(m.From()).Role() != rules.Pawn && !pos.IsCapture(m)
	})
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
