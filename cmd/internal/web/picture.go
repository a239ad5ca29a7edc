package web

import (
	"bytes"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"jadoube/cmd/internal/render"
	"jadoube/rules/square"
)

// servePicture draws the position on the board, or that of ?fen=, as SVG or PNG; ?size= pixels, ?flip=1 from Black's side.
func (s *Server) servePicture(w http.ResponseWriter, r *http.Request) {
	fen, opt, err := s.wantsPicture(r)
	if err != nil {
		fail(w, http.StatusBadRequest, err)
		return
	}
	draw, kind := render.SVG, "image/svg+xml"
	if strings.HasSuffix(r.URL.Path, ".png") {
		draw, kind = render.PNG, "image/png"
	}
	var picture bytes.Buffer
	if err := draw(&picture, fen, opt); err != nil {
		fail(w, http.StatusBadRequest, err)
		return
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Cache-Control", "no-store")
	w.Write(picture.Bytes())
}

// lastMoveTint is the colour of the squares of the last move.
const lastMoveTint = "#4a6fd4"

func (s *Server) wantsPicture(r *http.Request) (fen string, opt render.Options, err error) {
	q := r.URL.Query()
	fen = q.Get("fen")
	if fen == "" {
		state := s.board.State()
		fen = state.FEN
		if n := len(state.Moves); n > 0 {
			opt.Marks = map[square.Square]string{}
			for _, name := range []string{state.Moves[n-1].UCI[:2], state.Moves[n-1].UCI[2:4]} {
				if at, err := square.Parse(name); err == nil {
					opt.Marks[at] = lastMoveTint
				}
			}
		}
	}
	switch v := q.Get("flip"); v {
	case "", "0":
	case "1":
		opt.Flipped = true
	default:
		return fen, opt, fmt.Errorf("flip %q: expected 1 to look from Black's side, or 0", v)
	}
	if v := q.Get("size"); v != "" {
		if opt.Size, err = strconv.Atoi(v); err != nil || opt.Size == 0 {
			return fen, opt, fmt.Errorf("size %q: expected %d to %d pixels", v, render.MinSize, render.MaxSize)
		}
	}
	return fen, opt, nil
}
