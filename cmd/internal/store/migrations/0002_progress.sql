-- What players have learned: one row for each exercise that somebody has tried.
CREATE TABLE progress (
  player   TEXT    NOT NULL,          -- the name that was given; '': nobody's in particular
  exercise TEXT    NOT NULL,          -- rook-2
  solved   INTEGER NOT NULL,          -- 1: once at least
  tries    INTEGER NOT NULL,          -- wrong moves before it was solved, or so far
  helped   INTEGER NOT NULL,          -- 1: a hint was asked for
  PRIMARY KEY (player, exercise)
) STRICT, WITHOUT ROWID;
