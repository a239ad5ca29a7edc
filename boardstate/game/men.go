package game

import (
	"slices"

	"jadoube/boardstate"
	"jadoube/rules"
	"jadoube/rules/square"
	"jadoube/sensors"
)

// men is who stands where, as far as it is known on a board whose sensors don't say: men that were lifted and set down one after the other
// are followed, also where no move takes them.
type men struct {
	at  sensors.Frame     // as of a board that sees everything; what the sensor says where that isn't known, or Nothing
	off []sensors.Contact // men that were lifted and not set down since, as far as they are known
}

// stand begins with all men on their squares.
func (m *men) stand(p *rules.Position) { m.at, m.off = boardstate.Men(p), nil }

// follow takes in changes that are believed at one time. Of those nobody saw in which order they were.
func (m *men) follow(changes []sensors.Stable) {
	for _, c := range changes {
		if c.From != sensors.Nothing {
			m.lift(c.Square, c.From)
		}
	}
	for _, c := range changes {
		if c.To != sensors.Nothing {
			m.place(c.Square, c.To)
		}
	}
}

func (m *men) lift(s square.Square, said sensors.Contact) {
	if m.at[s] == sensors.Nothing {
		m.at[s] = said
	}
	m.off = append(m.off, m.at[s])
	m.at[s] = sensors.Nothing
}

// place sets down the man that alone can be meant. Where several can, nobody knows any more which of them is still off the board.
func (m *men) place(s square.Square, said sensors.Contact) {
	could := func(c sensors.Contact) bool { return agrees(said, c) }
	first := slices.IndexFunc(m.off, could)
	if first < 0 {
		m.at[s] = said
		return
	}
	m.at[s] = m.off[first]
	if slices.ContainsFunc(m.off, func(c sensors.Contact) bool { return could(c) && c != m.at[s] }) {
		m.at[s] = said
		for i, c := range m.off {
			if could(c) {
				m.off[i] = said
			}
		}
	}
	m.off = slices.Delete(m.off, first, first+1)
}

// told takes somebody's word for who stands on a square, where it isn't known.
func (m *men) told(s square.Square, man rules.Piece) {
	if man == rules.NoPiece || !s.Valid() {
		return
	}
	if c := sensors.PieceContact(man.Letter()); agrees(m.at[s], c) {
		m.at[s] = c
	}
}
