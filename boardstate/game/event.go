package game

// Type says what an event tells. The words are the wire's names; docs/events.md describes each.
type Type string

// The types.
const (
	Setup       Type = "setup"
	Sensors     Type = "sensors"
	Touched     Type = "touched"
	Untouched   Type = "untouched"
	Provisional Type = "provisional"
	Withdrawn   Type = "withdrawn"
	Move        Type = "move"
	Amended     Type = "amended"
	Takeback    Type = "takeback"
	Ambiguous   Type = "ambiguous"
	Illegal     Type = "illegal"
	Restore     Type = "restore"
	Prompt      Type = "prompt"
	Promotion   Type = "promotion"
	Press       Type = "press"
	ResultShown Type = "result"
	Recording   Type = "recording"
	Health      Type = "health"
	LEDs        Type = "leds"
	Orientation Type = "orientation"
	Opponent    Type = "opponent"
	Help        Type = "help"
	Lesson      Type = "lesson"

	// Only where the Laws are kept, or a clock runs.
	Obligation Type = "obligation"
	Made       Type = "made"
	Completed  Type = "completed"
	Breach     Type = "breach"
	Claim      Type = "claim"
	Penalty    Type = "penalty"
	Adjust     Type = "adjust"
	Displaced  Type = "displaced"
	Offer      Type = "offer"
	ClockShown Type = "clock"
	Ruling     Type = "ruling"
	Advice     Type = "advice"
)

// Types lists every type there is.
var Types = []Type{
	Setup, Sensors, Touched, Untouched, Provisional, Withdrawn, Move, Amended, Takeback, Ambiguous, Illegal, Restore,
	Prompt, Promotion, Press, ResultShown, Recording, Health, LEDs, Orientation, Opponent, Help, Lesson,
	Obligation, Made, Completed, Breach, Claim, Penalty, Adjust, Displaced, Offer, ClockShown, Ruling, Advice,
}

// Event is one line of a game's record: numbered from 1 without gaps, and timed by the moment it was
// shown, never back-dated. Which fields are set depends on the type.
type Event struct {
	N    int64 `json:"n"`
	T    int64 `json:"t"` // ms since the start of the recording
	Type Type  `json:"type"`

	Ply       int      `json:"ply,omitempty"` // from 1, the first move of the game
	UCI       string   `json:"uci,omitempty"`
	SAN       string   `json:"san,omitempty"`
	FEN       string   `json:"fen,omitempty"`       // the position after what the event tells
	Made      *int64   `json:"made,omitempty"`      // ms: the release, when the last contact of the move closed
	Completed *int64   `json:"completed,omitempty"` // ms: the press of the lever
	Announced bool     `json:"announced,omitempty"` // provisional: made from afar
	FromPly   int      `json:"from_ply,omitempty"`
	Old       []string `json:"old,omitzero"` // UCI
	New       []string `json:"new,omitzero"` // UCI

	Square string   `json:"square,omitempty"`
	From   string   `json:"from,omitempty"`   // illegal: where the piece came from, when that is clear
	To     string   `json:"to,omitempty"`     // restore, displaced: where it goes, or went
	Victim string   `json:"victim,omitempty"` // obligation, breach: the piece that must be captured
	Either []string `json:"either,omitempty"` // obligation, breach: pieces of which one is owed
	Piece  string   `json:"piece,omitempty"`  // FEN letter
	Side   string   `json:"side,omitempty"`   // "white" or "black"

	Key    string            `json:"key,omitempty"` // prompt, press: the word
	Args   map[string]string `json:"args,omitempty"`
	Result string            `json:"result,omitempty"` // as PGN writes it
	Reason string            `json:"reason,omitempty"`
	Frame  string            `json:"frame,omitempty"` // 64 letters, a8 … h8, a7 … h1
	LEDs   map[string]string `json:"leds,omitzero"`   // square → meaning; the whole picture

	At        *int64     `json:"at,omitempty"`        // ms: when it happened, which may be before it could be told
	Article   string     `json:"article,omitempty"`   // of the edition that is kept
	Owed      string     `json:"owed,omitempty"`      // UCI: the only move that was owed
	Claimable bool       `json:"claimable,omitempty"` // made, completed, result: the opponent may claim a breach
	Count     int        `json:"count,omitempty"`     // illegal: which completed illegal move of this player; clock: the period that begins
	Gain      int64      `json:"gain,omitempty"`      // penalty: ms given, or taken when below 0; advice: ms that would be
	Clock     *ClockFace `json:"clock,omitempty"`

	Chess960 bool              `json:"chess960,omitempty"`
	Turned   *bool             `json:"turned,omitempty"` // setup, orientation: White sits at the board's eighth rank
	Tags     map[string]string `json:"tags,omitempty"`
	On       *bool             `json:"on,omitempty"`   // recording
	File     string            `json:"file,omitempty"` // recording
	Part     string            `json:"part,omitempty"` // health
	State    string            `json:"state,omitempty"`
	Text     string            `json:"text,omitempty"`
}
