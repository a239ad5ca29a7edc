package web

import (
	"encoding/json"
	"strings"
	"testing"
)

// fakeShelf holds one game.
type fakeShelf struct{ asked GameQuery }

func (s *fakeShelf) Games(q GameQuery) ([]GameRow, error) {
	s.asked = q
	if q.Player == "Nobody" {
		return nil, nil
	}
	return []GameRow{{ID: 7, White: "Anna", Black: "Boris", Result: "1-0", Plies: 3}}, nil
}

func (s *fakeShelf) Game(id int64) (*GameText, error) {
	if id != 7 {
		return nil, ErrNoGame
	}
	return &GameText{GameRow: GameRow{ID: 7}, Start: startFEN, Moves: []GameMove{}, PGN: "[Event \"?\"]\n\n*\n"}, nil
}

func (s *fakeShelf) Evaluation(id int64) (*Evaluation, error) {
	if id != 7 {
		return nil, ErrNoGame
	}
	in := -3
	return &Evaluation{State: "running", Engine: true, Of: 4, Values: []Value{{Centipawns: 25}, {Centipawns: -29997, Mate: &in}}}, nil
}

func TestGamesServed(t *testing.T) {
	shelf := &fakeShelf{}
	s, err := newServer(newFakeBoard(), Options{Shelf: shelf}, testBundle())
	if err != nil {
		t.Fatal(err)
	}
	w := ask(s, "GET", "/api/games?player=An&from=2026&to=2026-11-30&result=1-0&opening=Ruy&limit=5", "")
	var rows []GameRow
	if err := json.Unmarshal(w.Body.Bytes(), &rows); err != nil || w.Code != 200 || len(rows) != 1 || rows[0].ID != 7 {
		t.Errorf("status %d, %v, %s", w.Code, err, w.Body)
	}
	if want := (GameQuery{"An", "2026", "2026-11-30", "1-0", "Ruy", 5}); shelf.asked != want {
		t.Errorf("asked for %+v, want %+v", shelf.asked, want)
	}
	if w := ask(s, "GET", "/api/games?player=Nobody", ""); strings.TrimSpace(w.Body.String()) != "[]" {
		t.Errorf("no games are %s", w.Body)
	}
	for _, query := range []string{"from=yesterday", "to=2026-1", "result=2-0", "limit=0", "limit=501", "limit=x"} {
		if w := ask(s, "GET", "/api/games?"+query, ""); w.Code != 400 || errorOf(t, w) == "" {
			t.Errorf("%s: status %d", query, w.Code)
		}
	}
	if w := ask(s, "GET", "/api/games/7", ""); w.Code != 200 || !strings.Contains(w.Body.String(), `"start"`) {
		t.Errorf("status %d, %s", w.Code, w.Body)
	}
	if w := ask(s, "GET", "/api/games/7.pgn", ""); w.Code != 200 || !strings.HasPrefix(w.Body.String(), "[Event") {
		t.Errorf("status %d, %s", w.Code, w.Body)
	}
	want := `{"state":"running","engine":true,"of":4,"values":[{"value":25},{"value":-29997,"mate":-3}]}`
	if w := ask(s, "GET", "/api/games/7/evaluation", ""); w.Code != 200 || strings.TrimSpace(w.Body.String()) != want {
		t.Errorf("status %d, %s", w.Code, w.Body)
	}
	for _, name := range []string{"8/evaluation", "x/evaluation", "8", "0", "-1", "x", "7.txt", "..%2f..%2fetc", "99999999999999999999"} {
		if w := ask(s, "GET", "/api/games/"+name, ""); w.Code != 404 {
			t.Errorf("%s: status %d", name, w.Code)
		}
	}
	if w := ask(testServer(t, newFakeBoard()), "GET", "/api/games", ""); w.Code != 404 {
		t.Errorf("without a library: status %d", w.Code)
	}
}
