package store

import (
	"fmt"
	"strings"
	"time"
)

// Weight is what the raw readings of a recording that is over weigh.
type Weight struct {
	ID    int64
	Name  string // of its files, without ending
	Bytes int64  // 0: they aren't kept any more, or there were none

	ended time.Time // zero: unknown, since the machine's clock wasn't to be trusted
}

// Weights returns the recordings that are over, the newest first.
func (t *Tx) Weights() (list []Weight, err error) {
	rows, err := t.tx.Query(`SELECT id, name, CASE WHEN dated AND ended >= began THEN ended ELSE '' END,
			(SELECT coalesce(sum(length(data)), 0) FROM readings WHERE recording = id)
		FROM recordings WHERE ended IS NOT NULL ORDER BY id DESC`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var w Weight
		var ended string
		if err := rows.Scan(&w.ID, &w.Name, &ended, &w.Bytes); err != nil {
			return list, err
		}
		w.ended = timeOf(ended)
		list = append(list, w)
	}
	return list, rows.Err()
}

// Before returns the newest that ended before a time, and all that are older; list is in the order of [Tx.Weights]. One
// whose end isn't known is as old as the next one of which it is.
func Before(list []Weight, at time.Time) []Weight {
	for i := range list {
		if end := list[i].ended; !end.IsZero() && end.Before(at) {
			return list[i:]
		}
	}
	return nil
}

// Prune deletes the raw readings of recordings and gives their space back. Their games and events stay.
func (t *Tx) Prune(list []Weight) error {
	return t.dropRows("DELETE FROM readings WHERE recording IN (%s)", list)
}

// Forget deletes the events of recordings and gives their space back. Their games stay, and the numbers aren't given again.
func (t *Tx) Forget(list []Weight) error {
	var last, before int64
	if err := t.get(&last, lastEvent); err != nil {
		return err
	}
	err := t.get(&before, "SELECT count(*) FROM events")
	if err == nil {
		err = t.dropRows("DELETE FROM events WHERE recording IN (%s)", list)
	}
	var after int64
	if err == nil {
		err = t.get(&after, "SELECT count(*) FROM events")
	}
	if err != nil || after > 0 || before == 0 {
		return err
	}
	return t.Cursor("forgotten", last) // else the events that stay say how far they were numbered
}

// dropRows deletes rows of recordings.
func (t *Tx) dropRows(query string, list []Weight) error {
	if len(list) == 0 {
		return nil
	}
	ids := make([]string, len(list))
	for i, w := range list {
		ids[i] = fmt.Sprint(w.ID)
	}
	res, err := t.do(fmt.Sprintf(query, strings.Join(ids, ", ")))
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return err
	}
	return t.exec("PRAGMA incremental_vacuum")
}
