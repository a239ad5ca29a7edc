package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"jadoube/rules"

	"github.com/spf13/cobra"
)

const maxDepth = 20 // the count would not fit into 64 bits much beyond

func (p *program) perft() *cobra.Command {
	var divide, chess960 bool
	cmd := &cobra.Command{
		Use:   "perft FEN DEPTH",
		Short: "counts the sequences of legal moves",
		Long: "perft counts the sequences of legal moves of the given length from a position, the usual test of a move\n" +
			"generator. The last line is the total alone. The FEN is one argument.",
		Example: `  jadoube perft "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" 4` + "\n" +
			`  jadoube perft --divide "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1" 2`,
		Args: takes("FEN", "DEPTH"),
		RunE: func(_ *cobra.Command, args []string) error {
			pos, err := rules.ParsePosition(args[0])
			if err != nil {
				return refused(err)
			}
			depth, err := strconv.Atoi(args[1])
			if err != nil || depth < 0 || depth > maxDepth {
				return refused(fmt.Errorf("depth %q: expected a whole number from 0 to %d", args[1], maxDepth))
			}
			return p.count(&pos, depth, divide, chess960)
		},
	}
	cmd.Flags().BoolVar(&divide, "divide", false, "print a line for each first move before the total")
	cmd.Flags().BoolVar(&chess960, "chess960", false, "write castling as king takes rook")
	return cmd
}

func (p *program) count(pos *rules.Position, depth int, divide, chess960 bool) error {
	if !divide || depth == 0 {
		_, err := fmt.Fprintln(p.out, rules.Perft(pos, depth))
		return err
	}
	var total uint64
	var lines []string
	for _, b := range rules.Divide(pos, depth) {
		total += b.Nodes
		lines = append(lines, fmt.Sprintf("%s: %d\n", uci(pos, b.Move, chess960), b.Nodes))
	}
	slices.Sort(lines)
	_, err := fmt.Fprintf(p.out, "%s%d\n", strings.Join(lines, ""), total)
	return err
}

func uci(pos *rules.Position, m rules.Move, chess960 bool) string {
	if chess960 {
		return pos.UCI960(m)
	}
	return pos.UCI(m)
}
