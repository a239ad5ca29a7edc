package main

import (
	"time"

	"jadoube/rules"
	"jadoube/rules/pgn"
)

// jsonGame is a game as `pgn --json` prints it. docs/pgn.md tells what the fields mean.
type jsonGame struct {
	File   string            `json:"file"`
	Game   int               `json:"game"`
	Tags   map[string]string `json:"tags"`
	Start  string            `json:"start,omitempty"`
	Result pgn.Result        `json:"result"`
	jsonLine
	Errors   []jsonRemark `json:"errors,omitempty"`
	Warnings []jsonRemark `json:"warnings,omitempty"`
}

// jsonLine is a game's own line or a variation.
type jsonLine struct {
	Comments []string   `json:"comments,omitempty"`
	Moves    []jsonMove `json:"moves"`
	Cut      bool       `json:"cut,omitempty"`
}

type jsonMove struct {
	UCI        string     `json:"uci"`
	SAN        string     `json:"san"`
	FEN        string     `json:"fen,omitempty"`
	NAGs       []int      `json:"nags,omitempty"`
	Clock      *float64   `json:"clk,omitempty"`
	Elapsed    *float64   `json:"emt,omitempty"`
	Eval       string     `json:"eval,omitempty"`
	Comments   []string   `json:"comments,omitempty"`
	Variations []jsonLine `json:"variations,omitempty"`
}

type jsonRemark struct {
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Text   string `json:"text"`
}

// jsonGame makes the JSON of the n-th game of a file.
func (r *pgnReader) jsonGame(file string, n int, g *pgn.Game) (*jsonGame, error) {
	j := &jsonGame{
		File: file, Game: n, Result: g.Result, Tags: map[string]string{},
		Errors: jsonRemarks(g.Errors), Warnings: jsonRemarks(g.Warnings),
	}
	for _, t := range g.Tags {
		j.Tags[t.Name] = t.Value
	}
	start, err := g.Start()
	if err == nil {
		j.Start = start.FEN()
	}
	w := jsonWriter{fen: r.fen, chess960: g.Chess960() || !start.Standard()}
	j.jsonLine, err = w.line(&g.Line, start)
	return j, err
}

func jsonRemarks(errs []*pgn.Error) (list []jsonRemark) {
	for _, e := range errs {
		list = append(list, jsonRemark{e.Line, e.Column, e.Text})
	}
	return list
}

// jsonWriter makes the JSON of moves.
type jsonWriter struct {
	fen      bool
	chess960 bool // castling is king takes rook
}

func (w jsonWriter) line(l *pgn.Line, p rules.Position) (j jsonLine, err error) {
	j = jsonLine{Comments: l.Comments, Moves: make([]jsonMove, 0, len(l.Moves)), Cut: l.Cut != nil}
	for i := range l.Moves {
		m := &l.Moves[i]
		move := jsonMove{UCI: "0000", SAN: "--", NAGs: m.NAGs, Comments: m.Comments, Clock: seconds(m.Clock), Elapsed: seconds(m.Elapsed)}
		move.Eval, _ = m.Command("eval")
		if m.Move != rules.NoMove {
			move.UCI, move.SAN = uci(&p, m.Move, w.chess960), p.SAN(m.Move)
		}
		for k := range m.Variations {
			v, err := w.line(&m.Variations[k], p)
			if err != nil {
				return j, err
			}
			move.Variations = append(move.Variations, v)
		}
		if p, err = pgn.After(&p, m.Move); err != nil {
			return j, err
		}
		if w.fen {
			move.FEN = p.FEN()
		}
		j.Moves = append(j.Moves, move)
	}
	return j, nil
}

// seconds returns what a clock says, nil when it says nothing.
func seconds(clock func() (time.Duration, bool)) *float64 {
	if d, ok := clock(); ok {
		s := d.Seconds()
		return &s
	}
	return nil
}
