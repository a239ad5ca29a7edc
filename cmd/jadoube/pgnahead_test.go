package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"jadoube/rules/pgn"
)

// manyGames is a text of games that differ in length, in what is said of their moves and in what is wrong. One is too
// large for its memory to be used again.
func manyGames(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "[Event \"%d\"]\n[Round \"%s\"]\n\n1. e4 ", i, strings.Repeat("r", i%7))
		switch i % 5 {
		case 1:
			b.WriteString("$1 {a} e5 (1... c5 {b} 2. Nf3 (2. c3 d5) d6) (1... e6) 2. Nf3 $2 $3 {c} {d} ")
		case 2:
			b.WriteString("e5 2. Ke3 d6 ")
		case 3:
			b.WriteString("c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 ")
		}
		if i == n/2 {
			for range 3 * largeGame / 100 {
				b.WriteString("{" + strings.Repeat("x", 98) + "}")
			}
		}
		b.WriteString("1-0\n\n")
	}
	return b.String()
}

// TestReadAhead compares what is printed with what is read and written game by game.
func TestReadAhead(t *testing.T) {
	text := manyGames(20 * batches * batchGames)
	var want, errs strings.Builder
	r := pgn.NewReader(strings.NewReader(text))
	for g, err := r.Next(); g != nil; g, err = r.Next() {
		want.WriteString(g.String())
		if err != nil {
			fmt.Fprintf(&errs, "jadoube: -:%v\n", err)
		}
	}
	var out, told bytes.Buffer
	status := run(context.Background(), []string{"pgn", "-"}, strings.NewReader(text), &out, &told)
	if status != wrong || out.String()+"\n" != want.String() || told.String() != errs.String() {
		t.Errorf("status %d, %d bytes, not %d, told %.200s, not %.200s", status, out.Len(), want.Len(), told.String(), errs.String())
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("the disk is full") }

// TestReadAheadFails ends where the output does, and tells of what comes behind the games.
func TestReadAheadFails(t *testing.T) {
	text := manyGames(20 * batches * batchGames)
	var out, told bytes.Buffer
	if status := run(context.Background(), []string{"pgn", "-"}, strings.NewReader(text), full{}, &told); status != 1 {
		t.Errorf("status %d: %.200s", status, told.String())
	}
	told.Reset()
	text = "1. e4 *\n" + strings.Repeat("x ", 10<<20)
	status := run(context.Background(), []string{"pgn", "-"}, strings.NewReader(text), &out, &told)
	if status != wrong || !strings.Contains(told.String(), "without an end") || !strings.Contains(out.String(), "1. e4 *") {
		t.Errorf("status %d, printed %.200s, told %.200s", status, out.String(), told.String())
	}
}
