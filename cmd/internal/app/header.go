package app

import (
	"fmt"
	"strings"
	"time"

	"jadoube/boardstate/game"
	"jadoube/rules/pgn"
	"jadoube/sensors"
	"jadoube/sensors/trace"
)

// gameTags are the tags of a game that begins now, as a record can hold them: the config's, and the date where
// that says none.
func (d *daemon) gameTags(now time.Time) []pgn.Tag {
	tags := []pgn.Tag{{Name: "Date", Value: now.Format("2006.01.02")}}
	for _, t := range d.tags {
		t.Value = strings.TrimSpace(t.Value)
		switch {
		case t.Value == "" || t.Value == "?":
		case t.Name == "Date":
			tags[0] = t
		default:
			tags = append(tags, t)
		}
	}
	return tags
}

// header is what the record of a game says before its events.
func (d *daemon) header(opt *game.Options) trace.Header {
	h := trace.Header{Sensor: opt.Kind, Scan: opt.Scan, FEN: opt.FEN, Laws: d.laws, Lever: d.lever, Lifts: opt.Lifts}
	if opt.Debounce != sensors.DebounceFor(opt.Scan) {
		h.Debounce = opt.Debounce
	}
	for _, t := range opt.Tags {
		h.Tags = append(h.Tags, trace.Tag(t))
	}
	return h
}

// OptionsOf says which game a trace begins with. Its keys say where the game starts and what is played, not
// tags of that name.
func OptionsOf(h *trace.Header) game.Options {
	opt := game.Options{Kind: h.Sensor, Scan: h.Scan, FEN: h.FEN, Chess960: h.Chess960, Lifts: h.Lifts, Debounce: h.Debounce}
	for _, tag := range h.Tags {
		switch tag.Name {
		case "FEN", "SetUp", "Variant", "Result":
		default:
			opt.Tags = append(opt.Tags, pgn.Tag(tag))
		}
	}
	return opt
}

// Text is a game as files hold it and a replay prints it: PGN that ends with its result. It fails on a tag
// that PGN can't hold.
func Text(g *pgn.Game) (string, error) {
	var text strings.Builder
	if err := pgn.Write(&text, g); err != nil {
		return "", fmt.Errorf("writing the game: %w", err)
	}
	return strings.TrimRight(text.String(), "\n") + "\n", nil
}
