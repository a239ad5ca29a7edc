package store

// Mark is what a player has made of an exercise.
type Mark struct {
	Player   string // "" is nobody in particular
	Exercise string
	Solved   bool
	Tries    int // wrong moves before it was solved, or so far
	Helped   bool
}

// Learned keeps a mark; what was solved once stays solved.
func (t *Tx) Learned(m Mark) error {
	return t.exec(`INSERT INTO progress (player, exercise, solved, tries, helped) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET solved = max(solved, excluded.solved), tries = excluded.tries, helped = excluded.helped`,
		m.Player, m.Exercise, m.Solved, m.Tries, m.Helped)
}

// Progress returns all marks of all players.
func (s *Store) Progress() ([]Mark, error) {
	rows, err := s.db.Query("SELECT player, exercise, solved, tries, helped FROM progress ORDER BY player, exercise")
	if err != nil {
		return nil, s.named(err)
	}
	defer rows.Close()
	var list []Mark
	for rows.Next() {
		var m Mark
		if err := rows.Scan(&m.Player, &m.Exercise, &m.Solved, &m.Tries, &m.Helped); err != nil {
			return nil, s.named(err)
		}
		list = append(list, m)
	}
	return list, s.named(rows.Err())
}
