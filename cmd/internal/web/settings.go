package web

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
)

// Settings are the options of the board that may be changed on the page.
type Settings interface {
	// Settings lists them as they are.
	Settings() []Setting
	// Change sets options by their names; nil takes the config's value again. They are kept before it returns. One that is
	// refused changes none.
	Change(ctx context.Context, set map[string]any) (Changed, error)
}

// Setting is an option, its value and what others there are.
type Setting struct {
	Key     string `json:"key"`               // as the config names it: "game.level"
	Value   any    `json:"value"`             // a text, a number, true or false, or a list of texts
	Choices []any  `json:"choices,omitempty"` // all values there are; of a list, of its items
	Low     int    `json:"low"`               // bounds of a number
	High    int    `json:"high"`
	Unit    string `json:"unit,omitempty"`
	Chosen  bool   `json:"chosen"` // set on the page; else it is the config's
	Live    bool   `json:"live"`   // in force at once or with the next game; else when the program is started again
}

// Changed says what became of changes.
type Changed struct {
	Now   []string `json:"now"`   // in force, some from the next game on
	Later []string `json:"later"` // when the program is started again
}

func (s *Server) serveSettings(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		send(w, http.StatusOK, map[string]any{"settings": s.Settings.Settings()})
		return
	}
	body, status, err := readBody(w, r)
	if err != nil {
		fail(w, status, err)
		return
	}
	var m struct{ Set map[string]any }
	if err := json.Unmarshal(body, &m); err != nil || len(m.Set) == 0 {
		fail(w, http.StatusBadRequest, fmt.Errorf(`expected the options to set, as {"set":{"game.level":"trainer"}}`))
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), commandTimeout)
	defer cancel()
	changed, err := s.Settings.Change(ctx, m.Set)
	if err != nil {
		fail(w, commandStatus(err), err)
		return
	}
	send(w, http.StatusOK, map[string]any{"changed": changed, "settings": s.Settings.Settings()})
}
