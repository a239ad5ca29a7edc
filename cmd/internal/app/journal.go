package app

import (
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"math"
	"strings"
	"sync"
	"time"

	"jadoube/cmd/internal/store"
	"jadoube/sensors"
	"jadoube/sensors/trace"
)

// kept is a recording in the database.
type kept struct {
	store.Recording       // ID is 0 until it is written
	tape            *tape // all its readings
	written         int   // readings in the database
}

// entry is what happened at one moment: all of it is kept, or nothing.
type entry struct {
	rec      *kept
	readings []sensors.Reading
	events   []store.Event
	told     int64 // 0: nothing has happened in the recording
	hands    string
	games    []*store.Played
	end      time.Time // not zero: the recording is over
	redate   *redate
	mark     *store.Mark // of an exercise
}

// redate says that the clock has been set, and when this run of the machine began. from becomes the event before those of
// the recordings that are dated anew.
type redate struct {
	booted time.Time
	from   int64
}

// journal brings what happens into the database, in order, in a goroutine of its own: the game never waits for the disk,
// and what a disk that is full or gone misses is written when it comes back. Whoever tells something outside waits until
// it is safe.
type journal struct {
	path    string
	opt     store.Options
	log     *slog.Logger
	trouble chan string // what is wrong, "" when all is well again; the newest only
	retry   time.Duration
	patient time.Duration
	safely  func(n int64)       // called when events up to n are safe
	took    func(time.Duration) // called with how long each transaction took
	base    int64               // the number after which this program's events begin

	quit, done chan struct{}
	wake       chan struct{}

	mu      sync.Mutex
	db      *store.Store // nil while it can't be opened
	shift   int64        // an event's number in the database is so much larger than it was told
	queue   []*entry
	worth   bool // there has been a reading: before, there is nothing to keep
	ended   bool
	safe    int64
	games   int64         // see news
	again   int64         // see news
	grown   chan struct{} // closed when safe grows, or at the end
	err     error         // why the queue isn't written
	said    string
	pruning pruning
	dropped []string         // files to take away when the transaction is whole
	cursors map[string]int64 // of readers, to be written with what comes next
}

func newJournal(path string, opt store.Options, log *slog.Logger) *journal {
	return &journal{
		path: path, opt: opt, log: log, trouble: make(chan string, 1), retry: retryDisk, patient: closeDisk, safely: func(int64) {}, took: func(time.Duration) {},
		quit: make(chan struct{}), done: make(chan struct{}), wake: make(chan struct{}, 1), grown: make(chan struct{}),
		cursors: map[string]int64{}, again: math.MaxInt64,
	}
}

// add hands over what happened.
func (j *journal) add(e *entry) {
	j.mu.Lock()
	j.queue = append(j.queue, e)
	j.worth = j.worth || len(e.readings) > 0 || e.redate != nil
	j.mu.Unlock()
	j.poke()
}

// beat hands over an entry that only says how far the time has come. What waits to be written says that too, or will, as soon as the disk
// is well: beats don't gather.
func (j *journal) beat(e *entry) {
	j.mu.Lock()
	if len(j.queue) == 0 {
		j.queue = append(j.queue, e)
	}
	j.mu.Unlock()
	j.poke()
}

func (j *journal) poke() {
	select {
	case j.wake <- struct{}{}:
	default:
	}
}

// run writes until close.
func (j *journal) run() {
	defer close(j.done)
	for {
		batch, ended := j.next()
		if len(batch) == 0 {
			if ended {
				return
			}
			<-j.wake
			continue
		}
		begun := time.Now()
		err := j.write(batch)
		j.took(time.Since(begun))
		j.report(err)
		if err != nil && !j.wait() {
			return
		}
	}
}

// next is all that waits; nothing as long as nobody has touched the board.
func (j *journal) next() (batch []*entry, ended bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if !j.worth {
		return nil, j.ended
	}
	return j.queue[:len(j.queue):len(j.queue)], j.ended
}

// wait leaves a disk that failed alone for a while; it is false when the program ends meanwhile.
func (j *journal) wait() bool {
	select {
	case <-time.After(j.retry):
		return true
	case <-j.quit:
		return false
	}
}

// write writes entries in one transaction.
func (j *journal) write(batch []*entry) error {
	db, err := j.open()
	if err != nil {
		return err
	}
	ids := map[*kept]int64{}
	cursors := j.takenCursors()
	err = db.Update(func(t *store.Tx) error {
		for _, e := range batch {
			if err := j.put(t, e, ids); err != nil {
				return err
			}
		}
		for reader, n := range cursors {
			if err := t.Cursor(reader, n); err != nil {
				return err
			}
		}
		return nil
	})
	if store.IsDamaged(err) {
		return j.replace(err)
	}
	if err == nil {
		j.kept(batch, ids)
		if err := removeFiles(j.dropped); err != nil {
			j.log.Error("old records can't be deleted", "error", err)
		}
	}
	j.dropped = nil
	return err
}

// put writes one entry. Numbers of recordings that are new are noted in ids, since the transaction may still fail.
func (j *journal) put(t *store.Tx, e *entry, ids map[*kept]int64) error {
	id := e.rec.ID
	if id == 0 {
		id = ids[e.rec]
	}
	if id == 0 {
		var err error
		if id, err = t.Begin(&e.rec.Recording); err != nil {
			return err
		}
		ids[e.rec] = id
	}
	err := t.Readings(id, e.readings)
	if err == nil {
		err = t.Events(id, j.shifted(e.events))
	}
	if err == nil && e.told > 0 {
		err = t.Told(id, e.told, e.hands)
	}
	for i := 0; err == nil && i < len(e.games); i++ {
		e.games[i].Recording = id
		_, err = t.Save(e.games[i])
	}
	if err == nil && e.mark != nil {
		err = t.Learned(*e.mark)
	}
	if err == nil && e.redate != nil {
		err = e.redate.all(t, e.rec.Boot)
	}
	if err == nil && !e.end.IsZero() {
		err = t.End(id, e.end)
		if err == nil {
			j.dropped, err = j.pruning.prune(t, e.end)
		}
	}
	return err
}

// all dates the recordings of one run of the machine that were begun while its clock wasn't set.
func (r *redate) all(t *store.Tx, boot string) error {
	list, err := t.Undated(boot)
	r.from = math.MaxInt64
	for i := 0; err == nil && i < len(list); i++ {
		began := r.booted.Add(list[i].Uptime)
		if err = errors.Join(t.Redate(list[i].ID, began), t.RedateGames(list[i].ID, began)); err == nil {
			var first int64
			first, err = t.FirstEvent(list[i].ID)
			r.from = min(r.from, first-1)
		}
	}
	return err
}

// shifted numbers events as the database does. Both count alike unless the database couldn't be read when the program
// started.
func (j *journal) shifted(events []store.Event) []store.Event {
	if j.shift == 0 {
		return events
	}
	out := make([]store.Event, len(events))
	for i, e := range events {
		rest := strings.TrimPrefix(e.JSON, fmt.Sprintf(`{"n":%d`, e.N))
		e.N += j.shift
		e.JSON = fmt.Sprintf(`{"n":%d%s`, e.N, rest)
		out[i] = e
	}
	return out
}

// kept notes that entries are safe, and tells those who wait for that.
func (j *journal) kept(batch []*entry, ids map[*kept]int64) {
	j.mu.Lock()
	for rec, id := range ids {
		rec.ID = id
	}
	for _, e := range batch {
		e.rec.written += len(e.readings)
		if n := len(e.events); n > 0 {
			j.safe = e.events[n-1].N
		}
		if len(e.games) > 0 {
			j.games++
		}
		if e.redate != nil {
			j.games++
			j.again = min(j.again, e.redate.from-j.shift)
		}
	}
	j.queue = j.queue[len(batch):]
	safe := j.safe
	close(j.grown)
	j.grown = make(chan struct{})
	j.mu.Unlock()
	j.safely(safe)
}

// open opens the database where that hasn't been possible before.
func (j *journal) open() (*store.Store, error) {
	if db := j.store(); db != nil {
		return db, nil
	}
	db, rescued, err := store.OpenSound(j.path, j.opt, time.Now())
	if err != nil {
		return nil, err
	}
	if rescued != nil {
		j.log.Error("database", "rescued", rescued.String())
	}
	last, err := db.LastEvent()
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.db, j.shift = db, last-max(j.base, j.safe)
	return db, nil
}

// store is the database, nil while it can't be opened.
func (j *journal) store() *store.Store {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.db
}

// replace sets a database aside that turned out to be damaged, and fills the new one with what is known of the
// recordings that go on: the next attempt writes the rest. The error says what has become of the old one.
func (j *journal) replace(why error) error {
	j.log.Error("the database is damaged", "error", why)
	j.mu.Lock()
	db := j.db
	j.db = nil
	recs := map[*kept]bool{}
	for _, e := range j.queue {
		recs[e.rec] = true
	}
	j.mu.Unlock()
	db.Close()
	db, rescued, err := store.Renew(j.path, j.opt, time.Now(), why)
	if err != nil {
		return err
	}
	j.log.Error("database", "rescued", rescued.String())
	err = db.Update(func(t *store.Tx) error {
		for rec := range recs {
			if err := rec.refill(t); err != nil {
				return err
			}
		}
		return t.Cursor("lost", j.safe+j.shift) // their numbers are not given again
	})
	if err != nil {
		return errors.Join(err, db.Close())
	}
	j.mu.Lock()
	j.db = db
	j.mu.Unlock()
	return errors.New(rescued.String())
}

// refill writes a recording, as far as it had been written, into a database that may lack part of it.
func (k *kept) refill(t *store.Tx) error {
	if k.ID == 0 {
		return nil
	}
	text, _, _ := k.tape.after(0)
	x, err := trace.Read(k.Name, strings.NewReader(string(text)))
	if err != nil {
		return err
	}
	return t.Refill(&k.Recording, x.Readings[:min(k.written, len(x.Readings))])
}

// takenCursors are the readers' places that are to be written.
func (j *journal) takenCursors() map[string]int64 {
	j.mu.Lock()
	defer j.mu.Unlock()
	out := maps.Clone(j.cursors)
	for reader, n := range out {
		out[reader] = n + j.shift
	}
	return out
}

// moved notes how far a reader has come. It is written with what comes next, or at the end: a reader that is told
// something twice after a power cut must not mind.
func (j *journal) moved(reader string, n int64) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.cursors[reader] = n
}

// news is what the PGN files need to know of the journal.
type news struct {
	safe  int64           // the last event that is safe
	games int64           // grows when a game has changed
	again int64           // the games of events after this one have changed too, though they had been done with
	grown <-chan struct{} // closed when there is other news, or the journal ends
	ended bool
}

// news is for one reader: again is told once.
func (j *journal) news() news {
	j.mu.Lock()
	defer j.mu.Unlock()
	n := news{safe: j.safe, games: j.games, again: j.again, grown: j.grown}
	j.again = math.MaxInt64
	select {
	case <-j.done:
		n.ended = true
	default:
	}
	return n
}

// report tells how the database is, when there is something else to say.
func (j *journal) report(err error) {
	text := ""
	if err != nil {
		text = err.Error()
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.err = err
	if text == j.said {
		return
	}
	j.said = text
	select {
	case <-j.trouble:
	default:
	}
	j.trouble <- text
}

// end says that nothing more will be added.
func (j *journal) end() {
	j.mu.Lock()
	j.ended = true
	j.mu.Unlock()
	j.poke()
}

// close waits for the disk, but not for ever. It fails when something is not kept.
func (j *journal) close() error {
	j.end()
	enough := time.NewTimer(j.patient)
	defer enough.Stop()
	select {
	case <-j.done:
	case <-enough.C:
	}
	close(j.quit)
	j.mu.Lock()
	defer j.mu.Unlock()
	if !j.worth || len(j.queue) == 0 {
		return nil
	}
	if j.err == nil {
		return fmt.Errorf("the end of the game is not in the database: the disk has not answered for %v", j.patient)
	}
	return fmt.Errorf("the end of the game is not in the database: %w", j.err)
}

// shut closes the database, after its last readers have gone.
func (j *journal) shut() error {
	db := j.store()
	if db == nil {
		return nil
	}
	var err error
	if cursors := j.takenCursors(); len(cursors) > 0 && j.worth {
		err = db.Update(func(t *store.Tx) error {
			for reader, n := range cursors {
				if err := t.Cursor(reader, n); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return errors.Join(err, db.Close())
}
