-- One daemon run or page-made game after another: what a board's sensors said, and what was told of it.

CREATE TABLE recordings (
  id     INTEGER PRIMARY KEY,
  name   TEXT    NOT NULL,            -- of its files, without ending: 2026-11-30-193000
  header TEXT    NOT NULL,            -- a trace's header (docs/traces.md): sensors, scan, position, tags
  began  TEXT    NOT NULL,            -- UTC, as the machine's clock said: 2026-11-30 18:30:00.125
  dated  INTEGER NOT NULL DEFAULT 1,  -- 0: that clock wasn't to be trusted
  boot   TEXT    NOT NULL DEFAULT '', -- the kernel's id of the machine's run
  uptime INTEGER NOT NULL DEFAULT 0,  -- ms the machine had been up when the recording began
  told   INTEGER NOT NULL DEFAULT 0,  -- ms since it began: up to here all is told and kept
  hands  TEXT    NOT NULL DEFAULT '', -- simulated board only: the men on it from a1 to h8, a blank, those off it
  ended  TEXT                         -- UTC; NULL: goes on, or was cut off
) STRICT;

CREATE INDEX recordings_open ON recordings (id) WHERE ended IS NULL;

-- The raw changes and presses of a recording, in packets (docs/store.md tells their bytes).
CREATE TABLE readings (
  recording INTEGER NOT NULL REFERENCES recordings ON DELETE CASCADE,
  seq       INTEGER NOT NULL,         -- from 1
  t         INTEGER NOT NULL,         -- ms: of the packet's first reading
  data      BLOB    NOT NULL,
  PRIMARY KEY (recording, seq)
) STRICT, WITHOUT ROWID;

-- Everything that was told (docs/events.md), never changed.
CREATE TABLE events (
  n         INTEGER PRIMARY KEY,      -- from 1 without gaps, over all recordings
  recording INTEGER NOT NULL REFERENCES recordings,
  t         INTEGER NOT NULL,         -- ms since the recording began
  type      TEXT    NOT NULL,
  json      TEXT    NOT NULL          -- the whole event
) STRICT;

CREATE INDEX events_recording ON events (recording, n);

CREATE TABLE players (
  id   INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE           -- as the PGN tags White and Black have it
) STRICT;

CREATE TABLE games (
  id        INTEGER PRIMARY KEY,
  recording INTEGER REFERENCES recordings ON DELETE SET NULL, -- NULL: imported
  number    INTEGER,                  -- of the recording's games, from 1
  first_n   INTEGER,                  -- the event with which it began
  t         INTEGER,                  -- ms since the recording began
  date      TEXT,                     -- 2026-11-30, or as much of it as is known; NULL: unknown
  event     TEXT    NOT NULL DEFAULT '',
  site      TEXT    NOT NULL DEFAULT '',
  round     TEXT    NOT NULL DEFAULT '',
  white     INTEGER REFERENCES players, -- NULL: unknown
  black     INTEGER REFERENCES players,
  result    TEXT    NOT NULL CHECK (result IN ('1-0', '0-1', '1/2-1/2', '*')),
  reason    TEXT    NOT NULL DEFAULT '', -- of the result, in a word: checkmate, resignation, …
  eco       TEXT    NOT NULL DEFAULT '', -- code of the opening
  opening   TEXT    NOT NULL DEFAULT '', -- its name
  variant   TEXT    NOT NULL DEFAULT '',
  fen       TEXT,                     -- where the game began; NULL: the initial position
  plies     INTEGER NOT NULL,
  moves     TEXT    NOT NULL,         -- UCI, a blank between
  pgn       TEXT    NOT NULL,
  source    TEXT    NOT NULL DEFAULT '', -- file it was imported from
  print     TEXT,                     -- imported: tells it from the others
  autodate  INTEGER NOT NULL DEFAULT 0  -- 1: the date comes from the machine's clock
) STRICT;

CREATE UNIQUE INDEX games_recorded ON games (recording, number) WHERE recording IS NOT NULL;
CREATE UNIQUE INDEX games_imported ON games (print) WHERE print IS NOT NULL;
CREATE INDEX games_date ON games (date);
CREATE INDEX games_white ON games (white);
CREATE INDEX games_black ON games (black);
CREATE INDEX games_eco ON games (eco);

-- PGN tags that people gave a game; they go before what the board says.
CREATE TABLE corrections (
  game  INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
  name  TEXT    NOT NULL,
  value TEXT    NOT NULL,             -- '': the tag is taken away
  PRIMARY KEY (game, name)
) STRICT, WITHOUT ROWID;

-- What a game was before its record was read again.
CREATE TABLE revisions (
  id   INTEGER PRIMARY KEY,
  game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
  at   TEXT    NOT NULL,              -- UTC
  why  TEXT    NOT NULL,
  pgn  TEXT    NOT NULL
) STRICT;

-- How far each reader of the events has come.
CREATE TABLE outbox (
  reader TEXT    PRIMARY KEY,
  n      INTEGER NOT NULL             -- the last event it has done with
) STRICT, WITHOUT ROWID;

-- Games with names instead of numbers, for people.
CREATE VIEW library AS
SELECT games.id, date, w.name AS white, b.name AS black, result, reason, eco, opening, (plies + 1) / 2 AS moves,
       event, site, round, variant, recordings.name AS recording, source
FROM games
LEFT JOIN players AS w ON w.id = games.white
LEFT JOIN players AS b ON b.id = games.black
LEFT JOIN recordings ON recordings.id = games.recording;
