package config

import (
	"strings"
	"time"

	"jadoube/boardstate/teacher"
)

// Teacher says what help the players are given.
type Teacher struct {
	White    []string `toml:"white"`    // steps of help for White: "moves", "captures", "risks", "attacked", "blunders", "hints", "check", "castling", "touch"; or "all"
	Black    []string `toml:"black"`    // … for Black
	Takeback int      `toml:"takeback"` // s for which a move that loses something may be taken back after a warning, 3 to 60
}

const (
	minTakeback = 3  // s
	maxTakeback = 60 // s
)

func (t Teacher) check(bad report) {
	checkSteps("white", t.White, bad)
	checkSteps("black", t.Black, bad)
	if t.Takeback < minTakeback || t.Takeback > maxTakeback {
		bad("takeback", t.Takeback, "expected 3 to 60 seconds")
	}
}

func checkSteps(name string, steps []string, bad report) {
	for _, step := range steps {
		if _, err := teacher.ParseHelp([]string{step}); err != nil {
			bad(name, step, `expected steps of "`+strings.Join(teacher.StepWords(), `", "`)+`", or "all"`)
		}
	}
}

// Help is the help of White and of Black as the teacher knows it. t must have passed the check.
func (t Teacher) Help() (help [2]teacher.Help) {
	help[0], _ = teacher.ParseHelp(t.White)
	help[1], _ = teacher.ParseHelp(t.Black)
	return help
}

// Patience is for how long a move may be taken back after a warning.
func (t Teacher) Patience() time.Duration { return time.Duration(t.Takeback) * time.Second }
