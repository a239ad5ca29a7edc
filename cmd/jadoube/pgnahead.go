package main

import (
	"errors"
	"io"

	"jadoube/rules/pgn"
)

// Games are read while those before them are printed, so that two processors are busy. Batches of them go round between
// the two, and each game is read into the memory of one that has been printed.
const (
	batches    = 3
	batchGames = 16
	// largeGame is how long a game's text may be so that its memory is used again. What goes round must stay small.
	largeGame = 128 << 10
)

// batch is some games in the order of their text.
type batch struct {
	games [batchGames]pgn.Game
	n     int   // how many there are
	err   error // what ended the file: io.EOF behind its last game; nil when more games come
	read  int64 // bytes of the file so far
	large bool  // there is a large game among them
}

// fill reads the next games.
func (b *batch) fill(games *pgn.Reader, in *counter) {
	b.err = nil
	for b.n = 0; b.n < batchGames && b.err == nil && !b.large; {
		before := in.n
		err := games.NextTo(&b.games[b.n])
		if refused := (*pgn.Error)(nil); err == nil || errors.As(err, &refused) {
			b.n++
		} else {
			b.err = err
		}
		b.large = in.n-before > largeGame
	}
	b.read = in.n
}

// readAhead fills batches as they come back, until the text or they end.
func readAhead(in io.Reader, empty <-chan *batch, full chan<- *batch) {
	defer close(full)
	c := &counter{r: in}
	games := pgn.NewReader(c)
	for b := range empty {
		b.fill(games, c)
		full <- b
		if b.err != nil {
			return
		}
	}
}

// counter counts what is read.
type counter struct {
	r io.Reader
	n int64
}

func (c *counter) Read(b []byte) (int, error) {
	n, err := c.r.Read(b)
	c.n += int64(n)
	return n, err
}
