package web

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"jadoube/rules/square"
)

// Bench is where the board and its lights are tried, and its wiring is learned, step by step with a person.
type Bench interface {
	// Bench is how far that is.
	Bench() BenchState
	// Begin begins "doctor", "lights" or "calibrate". While a game is played it returns ErrPlaying, unless one is sure.
	Begin(ctx context.Context, what string, sure bool) error
	// Answer says what the person answers, "" for Enter.
	Answer(text string) error
	// End ends what runs; nothing otherwise.
	End()
}

// ErrPlaying is the error for a board that is needed for a game: trying it would hold the game up, another game or a lesson would end it.
var ErrPlaying = errors.New("a game is being played on this board, and this would hold it up or end it. Say that you are sure")

// Line is something that is said, in English and so that the page can say it in its own language.
type Line struct {
	Text string   `json:"text"`
	Key  string   `json:"key"`            // the English words with a verb, as %v, where something is filled in; its words have the key "said." and this
	Args []string `json:"args,omitempty"` // what that is: {0} and so on of the words
}

// BenchState is how far an examination, test of the lights or calibration is.
type BenchState struct {
	What    string                   `json:"what"` // "doctor", "lights", "calibrate"; "" when nothing was tried yet
	Running bool                     `json:"running"`
	Lines   []Line                   `json:"lines"` // what was said
	Done    int                      `json:"done"`  // of Total
	Total   int                      `json:"total"`
	Now     Line                     `json:"now"`              // what is to be done now
	LEDs    map[square.Square]string `json:"leds,omitempty"`   // of a test of the lights: the meaning or colour ("red", "green", "blue", "white", "lit") that each lit square, one of the board's own, shows now
	Error   string                   `json:"error,omitempty"`  // why it ended before its end
	Config  string                   `json:"config,omitempty"` // the config with what was learned
}

func (s *Server) serveBench(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		send(w, http.StatusOK, s.Bench.Bench())
		return
	}
	body, status, err := readBody(w, r)
	if err != nil {
		fail(w, status, err)
		return
	}
	var m struct {
		Do, Text string
		Sure     bool
	}
	if err := json.Unmarshal(body, &m); err != nil {
		fail(w, http.StatusBadRequest, errors.New(`expected what to do, as {"do":"doctor"}`))
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), commandTimeout)
	defer cancel()
	switch m.Do {
	case "answer":
		var text string
		if text, err = parseLine("text", m.Text, 0, maxKeyBytes); err == nil {
			err = s.Bench.Answer(text)
		}
	case "end":
		s.Bench.End()
	default:
		err = s.Bench.Begin(ctx, m.Do, m.Sure)
	}
	if err != nil {
		fail(w, commandStatus(err), err)
		return
	}
	send(w, http.StatusOK, s.Bench.Bench())
}
