package app

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"jadoube/boardstate/clock"
	"jadoube/boardstate/game"
	"jadoube/boardstate/referee"
	"jadoube/rules/pgn"
	"jadoube/sensors"
	"jadoube/sensors/trace"
)

// gameTags are the tags of a game that begins now, as a record can hold them: the config's, and the date where
// that says none and the time of day can be believed.
func (d *daemon) gameTags(now time.Time, sure bool) []pgn.Tag {
	var tags []pgn.Tag
	if date := d.dateTag(); date != "" {
		tags = append(tags, pgn.Tag{Name: "Date", Value: date})
	} else if sure {
		tags = append(tags, pgn.Tag{Name: "Date", Value: now.Format("2006.01.02")})
	}
	for _, t := range d.tags {
		t.Value = strings.TrimSpace(t.Value)
		if t.Value != "" && t.Value != "?" && t.Name != "Date" {
			tags = append(tags, t)
		}
	}
	return tags
}

// dateTag is the date that the config gives every game, "" when the machine's is to be taken.
func (d *daemon) dateTag() string {
	for _, t := range d.tags {
		if value := strings.TrimSpace(t.Value); t.Name == "Date" && value != "?" {
			return value
		}
	}
	return ""
}

// header is what the record of a game says before its events.
func (d *daemon) header(opt *game.Options) trace.Header {
	h := d.laws
	h.Sensor, h.Scan, h.FEN, h.Lever, h.Lifts = opt.Kind, opt.Scan, opt.FEN, d.lever, opt.Lifts
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
	if h.Level != "" {
		opt.Laws = LawsOf(h)
	}
	return opt
}

// LawsOf says how the Laws are kept in a trace's games, and by what clock. A time control that no clock can count is none.
func LawsOf(h *trace.Header) referee.Options {
	opt := referee.Options{Edition: h.Laws, Auto: !h.Lever, Rated: h.Rated, Outside: h.Outside}
	opt.Level, _ = referee.ParseLevel(h.Level) // the header was checked; "" is off
	if c, err := clock.Parse(h.Clock); err == nil && c.Kind == clock.Timed {
		settings := clock.Both(c)
		settings.First = h.First
		if s, err := strconv.ParseInt(h.Default, 10, 64); err == nil {
			settings.DefaultTime = s * 1000
		}
		opt.Clock = &settings
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
