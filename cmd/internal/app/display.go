package app

import "jadoube/boardstate/game"

// display shows a move that comes from afar on the clock at the board, until it has been carried out.
func (d *daemon) display(e *game.Event) {
	w, ok := d.source.(*wired)
	if !ok {
		return
	}
	board, ok := w.current().(interface{ Text(text string) })
	if !ok || d.board.DGT != nil && !d.board.DGT.Text {
		return
	}
	if e.Type == game.Provisional && e.Announced {
		board.Text(e.SAN)
	} else {
		board.Text("")
	}
}
