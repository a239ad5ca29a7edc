package models

import (
	"sync"

	"jadoube/hw/hwtest"
)

// Matrix is switches between rows and columns. Rows that are on (1) bring their columns on through closed switches; without diodes
// also through other rows.
type Matrix struct {
	Pins
	Rows    *hwtest.Lines
	Columns *hwtest.Lines

	diodes bool
	mu     sync.Mutex
	short  uint64
}

// NewMatrix returns a matrix of 8 rows and 8 columns; the switch of row r and column c is contact 8·r + c.
func NewMatrix(diodes bool) *Matrix {
	m := &Matrix{Rows: hwtest.NewLines(8), Columns: hwtest.NewLines(8), diodes: diodes}
	m.Rows.OnWrite = func(rows uint64) { m.Columns.Set(m.on(rows), 0xff) }
	return m
}

// Short keeps columns on whatever the rows are.
func (m *Matrix) Short(columns uint64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.short = columns
}

func (m *Matrix) on(rows uint64) uint64 {
	closed := ^m.levels(^uint64(0))
	m.mu.Lock()
	columns := m.short
	m.mu.Unlock()
	for reached := uint64(0); reached != rows; {
		reached = rows
		for r := range 8 {
			row := closed >> (8 * r) & 0xff
			if rows>>r&1 == 1 {
				columns |= row
			}
		}
		for r := range 8 {
			if !m.diodes && closed>>(8*r)&0xff&columns != 0 {
				rows |= 1 << r
			}
		}
	}
	return columns
}
