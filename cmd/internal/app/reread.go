package app

import (
	"strings"

	"jadoube/boardstate/game"
	"jadoube/cmd/internal/store"
	"jadoube/sensors"
	"jadoube/sensors/trace"
)

// Reread reads a recording's readings with the recogniser as it is now, and returns its games as the library has them, but
// for what only the machine knew: dates, the engine's name, the events' numbers.
func Reread(rec *store.Recording, readings []sensors.Reading) ([]*store.Played, error) {
	in, err := trace.NewReader(rec.Name, strings.NewReader(rec.Header))
	if err != nil {
		return nil, err
	}
	g, err := game.NewSession(OptionsOf(&in.Header))
	if err != nil {
		return nil, err
	}
	var c chronicle
	take := func(events []game.Event) {
		for i := range events {
			c.take(&events[i])
		}
	}
	take(g.Begin())
	for i := range readings {
		take(g.Read(readings[i]))
	}
	take(g.Finish())
	records := g.Games(true)
	var out []*store.Played
	for i, told := range c.games {
		if i < len(records) && told.happened() {
			p := &store.Played{Recording: rec.ID, Number: i + 1, T: told.t, Reason: told.reason, PGN: copyGame(records[i])}
			told.finish(p.PGN, true)
			out = append(out, p)
		}
	}
	return out, nil
}

// WriteTrace returns a recording as the text of a trace.
func WriteTrace(rec *store.Recording, readings []sensors.Reading) (string, error) {
	in, err := trace.NewReader(rec.Name, strings.NewReader(rec.Header))
	if err != nil {
		return "", err
	}
	var text strings.Builder
	err = (&trace.Trace{Header: in.Header, Readings: readings}).Write(&text)
	return text.String(), err
}
