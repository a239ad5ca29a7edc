package web

import (
	"context"
	"errors"
	"io"

	"jadoube/rules/square"
)

// Board is what the page shows and steers. Every method may be called from many goroutines at once,
// and what it returns belongs to the caller.
type Board interface {
	// State is the whole picture now; events with larger numbers than State.N change it.
	State() State
	// Subscribe delivers the events with N > after: first those that have been, then each as it
	// happens. ok is false when some of them are no longer held, or when after lies in the future
	// (the page comes from an earlier run): the page then takes the State again. cancel ends the
	// subscription and may be called twice. The channel is closed by cancel, when the board ends, or
	// when the reader falls too far behind; a page then asks again from where it was.
	Subscribe(after int64) (events <-chan Event, cancel func(), ok bool)
	// Command returns when the command has been carried out, so that State shows its effect. Its
	// errors are shown to the person who gave the command.
	Command(ctx context.Context, c Command) error
	// PGN is the game so far, whole and readable.
	PGN() string
	// Trace writes the raw record of the board since its start (see docs/traces.md); with follow it
	// goes on with each new line until ctx ends or w fails.
	Trace(ctx context.Context, w io.Writer, follow bool) error
}

// ErrEnded is the error of a command that comes when the board has ended.
var ErrEnded = errors.New("the board is being stopped")

// Event is one numbered event as it leaves the board: a JSON object in one line with "n", "t" and "type".
type Event struct {
	N    int64
	JSON []byte
}

// State is a snapshot of the board and its game. Strings of 64 letters go from a8 to h8, then down
// to h1, with '.' for an empty square.
type State struct {
	N         int64                    `json:"n"`     // the last event that is contained
	FEN       string                   `json:"fen"`   // the game's position, provisional moves included
	Start     string                   `json:"start"` // the position the game began with
	Tags      map[string]string        `json:"tags"`
	Moves     []Move                   `json:"moves"`
	Frame     string                   `json:"frame"`  // 64 letters as the sensors say: FEN letters, or w b, or +; "" = no reading yet
	Turned    bool                     `json:"turned"` // White sits at the board's eighth rank; all squares here are the game's
	LEDs      map[square.Square]string `json:"leds"`   // meanings: touched, may-go, …
	Prompt    *Prompt                  `json:"prompt"` // null = nothing to say
	Result    *Result                  `json:"result"` // null = the game goes on
	Sim       bool                     `json:"sim"`    // the board is simulated: men move by Lift and Place
	Tray      *Tray                    `json:"tray"`   // null unless Sim
	Recording Recording                `json:"recording"`
	Clock     *Clock                   `json:"clock"` // null: no clock
	Now       int64                    `json:"now"`   // ms since the start of the recording, when this was asked for
	Laws      Laws                     `json:"laws"`
	Board     Info                     `json:"board"`
	Health    []Health                 `json:"health"` // the parts that are not well, or have been
	Lights    Lights                   `json:"lights"`
	Opponent  *Opponent                `json:"opponent"` // null = no engine plays
	Help      Ladders                  `json:"help"`
	Lesson    *Exercise                `json:"lesson"` // null = none is being taken
	Review    []Spot                   `json:"review"` // moments of a game that is over
	Learning  Learning                 `json:"learning"`
	Next      NextGame                 `json:"next"`
	Following *Following               `json:"following"` // null = no game of the library is
	Menu      *Menu                    `json:"menu"`      // null = the board can be no menu now
}

// Menu is the board's own menu, which the key "menu" opens and "menu close" leaves.
type Menu struct {
	Open    bool         `json:"open"`
	Choices []MenuChoice `json:"choices"` // while it is open
}

// MenuChoice is what is chosen on a square of the menu.
type MenuChoice struct {
	Square square.Square `json:"square"`
	Word   string        `json:"word"`          // "level", "side", "clock", "new", "analyse", "hint", "draw", "resign", "shut-down", "go-on"
	Arg    string        `json:"arg,omitempty"` // the engine's level; the side that a person plays, or "both"; a time control or "none"; who resigns
}

// NextGame is what the next game is to be like.
type NextGame struct {
	White string `json:"white"` // a name, "" or "?" when it isn't known
	Black string `json:"black"`
	Clock string `json:"clock"` // a time control or a preset's name, "none"
	Laws  string `json:"laws"`  // edition
	Kept  string `json:"kept"`  // the level: "off", "trainer", "arbiter", "strict"
	Level string `json:"level"` // the engine's strength, as in Opponent
}

// Learning says what lessons there are, and what was solved of them.
type Learning struct {
	Lessons []LessonSize `json:"lessons"` // in their order
	Players []Learner    `json:"players"` // who have tried an exercise, by name
}

// LessonSize is a lesson and the number of its exercises.
type LessonSize struct {
	Name string `json:"name"`
	Of   int    `json:"of"`
}

// Learner is how many exercises of each lesson a player has solved.
type Learner struct {
	Player string         `json:"player"` // "" is nobody in particular
	Solved map[string]int `json:"solved"`
}

// Clock is what the chess clock shows at the moment T.
type Clock struct {
	T       int64  `json:"t"`       // ms since the start of the recording
	White   int64  `json:"white"`   // ms to the next control
	Black   int64  `json:"black"`   // ms
	Running string `json:"running"` // "white", "black"; "" when it stands
	Turn    string `json:"turn"`    // whose time runs, or will
	Reason  string `json:"reason"`  // why it stands
	Flag    string `json:"flag"`    // whose flag is down, the first of two; "" for nobody's

	WhiteMoves int    `json:"white_moves"` // to White's next control; 0: none is left
	BlackMoves int    `json:"black_moves"` // to Black's
	Away       string `json:"away"`        // whose player hasn't come and is waited for: "white", "black" or "both"; "" for nobody
	Until      int64  `json:"until"`       // ms at T until the default time is over, while somebody is waited for
}

// Laws says how the Laws of Chess are kept.
type Laws struct {
	Edition string `json:"edition"` // "2001", "2023"
	Level   string `json:"level"`   // "off", "trainer", "arbiter", "strict"
	Claim   string `json:"claim"`   // who may claim a breach of the touch rules now; "" for nobody
	Offer   string `json:"offer"`   // who offers a draw; "" for nobody
	Chosen  bool   `json:"chosen"`  // what the pawn of the last move became can't be changed any more

	WhiteIllegal int `json:"white_illegal"` // illegal moves that are counted against White
	BlackIllegal int `json:"black_illegal"` // against Black
}

// Lights says how the LEDs look.
type Lights struct {
	Brightness int             `json:"brightness"` // percent
	Looks      map[string]Look `json:"looks"`      // by meaning
}

// Look is how the light of one meaning looks.
type Look struct {
	Colour string `json:"colour"` // "#rrggbb" for a screen (sRGB)
	Blink  string `json:"blink"`  // a cycle of 2 s in 16 letters, # = on, . = off: "####....####...."
}

// Opponent is the engine that plays a side.
type Opponent struct {
	Side   string `json:"side"`   // "white" or "black"
	Level  string `json:"level"`  // "full", "elo 1500", "skill 5": the nearest that it can to what was asked for
	Engine string `json:"engine"` // its name, "" until it has told it
	State  string `json:"state"`  // "waiting" or "thinking"
}

// Ladders are the steps of help that each side has, in the words of docs/teaching.md.
type Ladders struct {
	White []string `json:"white"`
	Black []string `json:"black"`
}

// Exercise is what is being learned.
type Exercise struct {
	Lesson string `json:"lesson"`   // "rook"
	ID     string `json:"exercise"` // "rook-2"
	State  string `json:"state"`    // "open", "solved", or "wrong" when the last move is to be taken back
	Player string `json:"player"`   // whose progress it is
	Solved int    `json:"solved"`   // exercises of the lesson
	Of     int    `json:"of"`
}

// Spot is a moment of a game that is worth another look: what was played, and what would have been better.
type Spot struct {
	Ply    int                      `json:"ply"`
	FEN    string                   `json:"fen"` // before the move
	Prompt Prompt                   `json:"prompt"`
	LEDs   map[square.Square]string `json:"leds"`
}

// Following is a game of the library whose moves are led on the board. Nothing of it stands in the record; State's own position, moves
// and result are meanwhile those of the game on the board, which rests.
type Following struct {
	Game   int64  `json:"game"` // its number
	White  string `json:"white"`
	Black  string `json:"black"`
	Result string `json:"result"` // as PGN writes it
	Ply    int    `json:"ply"`    // moves that have been made on the board
	Of     int    `json:"of"`     // moves of the game
	FEN    string `json:"fen"`    // the position that the lights lead to
	SAN    string `json:"san"`    // the move that is led now, "" for none
	Moves  []Move `json:"moves"`  // those that have been made on the board
	State  string `json:"state"`  // "set-up" while the men are put where the game is, "move", or "over"
}

// Move is one move of the game.
type Move struct {
	Ply     int    `json:"ply"` // from 1, White's first move
	UCI     string `json:"uci"`
	SAN     string `json:"san"`
	FEN     string `json:"fen"` // the position after it
	Settled bool   `json:"settled"`
	Made    int64  `json:"made"` // ms since the start of the recording
}

// Prompt is something the players should know or do: a key of the language files and its values.
type Prompt struct {
	Key  string            `json:"key"`
	Args map[string]string `json:"args"`
}

// Result ends a game: "1-0", "0-1", "1/2-1/2" or "*", and why in a word ("checkmate").
type Result struct {
	Result string `json:"result"`
	Reason string `json:"reason"`
}

// Tray is where the men of a simulated board really are.
type Tray struct {
	Stands string `json:"stands"` // 64 letters: the men on the board, as a person at it sees them
	Off    string `json:"off"`    // FEN letters of the men in a hand or beside the board, the last lifted last
}

// Recording says whether the board's raw record is being kept, and where.
type Recording struct {
	On   bool   `json:"on"` // what is played reaches the disk
	File string `json:"file,omitempty"`
}

// Info says what the board is.
type Info struct {
	Name  string `json:"name"`  // what is attached, as its driver calls it
	Kind  string `json:"kind"`  // occupancy, colour or piece
	Scan  int64  `json:"scan"`  // ms between two scans; 0 = unknown
	Lever bool   `json:"lever"` // the players press a lever after each move
	Wires *Wires `json:"wires"` // null where the board doesn't count
}

// Wires say how the wires of a board have been doing since it was opened.
type Wires struct {
	Scans    int64                  `json:"scans"`   // how often the whole board was read
	Retries  int64                  `json:"retries"` // transfers that failed and were tried again
	Errors   int64                  `json:"errors"`  // scans that failed in spite of that
	Resets   int64                  `json:"resets"`  // how often chips were set up anew
	Warnings []string               `json:"warnings,omitempty"`
	Squares  map[square.Square]Wire `json:"squares"`
}

// Wire is how the sensor of one square has been doing.
type Wire struct {
	Changes  int64 `json:"changes"`         // that were told
	Flickers int64 `json:"flickers"`        // that another look at once didn't find again
	Level    int   `json:"level,omitempty"` // thousandths of the supply, of a sensor that measures
	Rest     int   `json:"rest,omitempty"`  // its level without a magnet
}

// Health is how one part of the board is: "led", "failed", "chip 3 does not answer".
type Health struct {
	Part  string `json:"part"`
	State string `json:"state"`
	Text  string `json:"text"`
}

// Verb is what a command does.
type Verb string

// The verbs; Lift and Place exist on a simulated board only.
const (
	Lift     Verb = "lift"     // take what stands on Square into the hand
	Place    Verb = "place"    // put Piece on Square: one that is off the board, else one from the box of spare men
	Press    Verb = "press"    // press Key: white, black, takeback, queen, arbiter WORDS … (as in traces)
	NewGame  Verb = "new"      // set up FEN ("" = the initial position) and start a game; with Side against the engine. White, Black, Clock, Laws and Kept say how it is played
	Oppose   Verb = "opponent" // let the engine play Side at Level from now on
	Hint     Verb = "hint"     // advise the side to move: first which man, then where; or have the engine play at once when it thinks
	Help     Verb = "help"     // give Side the Steps of help
	Lesson   Verb = "lesson"   // let Player take Lesson, "" = end the one that is being taken
	Review   Verb = "review"   // look back at the moves of the game
	Follow   Verb = "follow"   // lead Game, of the library, on the board from after Ply moves on; no Game = leave it
	Evaluate Verb = "evaluate" // have the engine look at every position of Game, of the library; no Game = leave off
)

// Command is one thing that a person at the page does to the board.
type Command struct {
	Do     Verb
	Square square.Square // Lift, Place; else None
	Piece  byte          // Place: a FEN letter, 0 = the man lifted last
	Key    string        // Press
	FEN    string        // NewGame
	Steps  string        // Help: words with spaces between, "moves captures hints"; "" = none
	Lesson string        // Lesson: "rook"
	Player string        // Lesson: whose progress it is, "" for somebody's
	Side   string        // Help: "white" or "black"; NewGame, Oppose: what the engine plays, "white", "black" or "none"; "" leaves it as it is
	White  string        // NewGame: the player's name, "?" for nobody's; "" leaves it as it is, as with the four that follow
	Black  string        // NewGame
	Clock  string        // NewGame: a time control or a preset's name, "none" for no clock
	Laws   string        // NewGame: the edition, "2001" or "2023"
	Kept   string        // NewGame: the level at which they are kept
	Game   int64         // Follow, Evaluate: its number, 0 = none
	Ply    int           // Follow
	Sure   bool          // NewGame, Lesson: also where that ends a game that is being played; else ErrPlaying
	Level  string        // NewGame, Oppose: its strength, "full", "elo 1500" or "skill 5"; "" leaves it as it is
}
