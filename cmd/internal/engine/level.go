package engine

import (
	"fmt"
	"strconv"
	"strings"
)

// Level is how strong an engine is to play; the zero value is as strong as it can.
type Level struct {
	by string // "", "elo" or "skill"
	n  int
}

// The bounds of what may be asked for. What an engine can do lies within its own, which only it knows.
const (
	minElo   = 100
	maxElo   = 4000
	maxSkill = 100
)

// ParseLevel reads "full", "elo 1500" (as a rating, 100 to 4000) or "skill 5" (on the engine's own scale, 0 to 100, from 0
// to 20 in Stockfish).
func ParseLevel(s string) (Level, error) {
	words := strings.Fields(s)
	if len(words) == 1 && words[0] == "full" {
		return Level{}, nil
	}
	if len(words) == 2 {
		n, err := strconv.Atoi(words[1])
		switch {
		case err != nil:
		case words[0] == "elo" && n >= minElo && n <= maxElo, words[0] == "skill" && n >= 0 && n <= maxSkill:
			return Level{words[0], n}, nil
		}
	}
	return Level{}, fmt.Errorf(`level %q: expected "full", "elo" with 100 to 4000 or "skill" with 0 to 100, as "elo 1500"`, s)
}

// String writes the level as ParseLevel reads it.
func (l Level) String() string {
	if l.by == "" {
		return "full"
	}
	return l.by + " " + strconv.Itoa(l.n)
}

// Elo is the rating of the level, 0 when it isn't one.
func (l Level) Elo() int {
	if l.by == "elo" {
		return l.n
	}
	return 0
}

// skillNames are what engines call a strength of their own scale.
var skillNames = []string{"Skill Level", "Skill", "Playing Strength", "Strength"}

// level returns what makes an engine play at a level, and the level that it then plays at: the nearest within its own
// bounds, or full strength when it can't be made weaker that way.
func (list options) level(l Level) (out []setting, got Level) {
	limit, elo := list.first("check", "UCI_LimitStrength"), list.first("spin", "UCI_Elo")
	skill := list.first("spin", skillNames...)
	if limit != nil {
		out = append(out, setting{limit.Name, strconv.FormatBool(l.by == "elo" && elo != nil)})
	}
	if skill != nil {
		at := skill.clamp(skill.Max)
		if l.by == "skill" {
			at = skill.clamp(l.n)
			got = Level{"skill", atoi(at.value)}
		}
		out = append(out, at)
	}
	if l.by == "elo" && limit != nil && elo != nil {
		at := elo.clamp(l.n)
		out, got = append(out, at), Level{"elo", atoi(at.value)}
	}
	return out, got
}

func atoi(s string) int {
	n, _ := strconv.Atoi(s) // written by clamp
	return n
}
