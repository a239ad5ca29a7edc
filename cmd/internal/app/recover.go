package app

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"jadoube/boardstate/game"
	"jadoube/cmd/internal/engine"
	"jadoube/cmd/internal/store"
	"jadoube/cmd/internal/web"
	"jadoube/rules"
	"jadoube/rules/square"
	"jadoube/sensors"
	"jadoube/sensors/trace"
)

// begin opens the database and begins a game, or takes up the one that was cut off.
func (d *daemon) begin() error {
	d.journal = newJournal(filepath.Join(d.data, store.File), d.database, d.log)
	d.journal.took = d.meters.stored
	d.journal.pruning, d.journal.retry = d.pruning, d.retry
	d.journal.pruning.trusted = d.machine.trusted
	d.rec.journal = d.journal.safeNumber
	d.rec.whole = func(n int64) { d.journal.moved(recordsReader, n) }
	d.journal.safely = d.rec.safe
	d.files = newPGNFiles(d.data, d.journal)
	d.files.retry = d.retry
	src, trouble, err := d.journal.begin(d.machine.now())
	if err != nil {
		return err
	}
	if src != nil && src != d.journal.store() {
		defer src.Close()
	}
	d.kept, d.last = newKeeper(d.journal.base), d.journal.base
	if err := d.remember(src); err != nil {
		trouble = append(trouble, err.Error())
	}
	if err := d.restore(src); err != nil {
		trouble = append(trouble, err.Error())
	}
	rec, err := d.unended(src)
	if err != nil {
		trouble = append(trouble, err.Error())
	}
	if err := d.beginFrom(src, rec, &trouble); err != nil {
		return err
	}
	if len(trouble) > 0 {
		d.health("database", strings.Join(trouble, "; "))
		d.journal.said = strings.Join(trouble, "; ") // the next attempt to write says how it is
	}
	d.start(src)
	return nil
}

// start starts the parts that write.
func (d *daemon) start(src *store.Store) {
	from := d.journal.base
	if src != nil {
		if n, err := src.Cursor(filesReader); err == nil {
			from = min(from, n)
		}
	}
	go d.journal.run()
	go d.files.run(from)
}

// recordsReader is the reader of events that writes each recording's files.
const recordsReader = "records"

// restore writes the files of recordings anew that were over when the program was cut off, and not yet whole.
func (d *daemon) restore(src *store.Store) error {
	if src == nil {
		return nil
	}
	list, err := src.EndedAfter(recordsReader)
	for i := range list {
		err = errors.Join(err, d.restoreOne(src, &list[i]))
	}
	return err
}

// restoreOne writes a recording's files anew, with readings that the database doesn't have yet.
func (d *daemon) restoreOne(src *store.Store, rec *store.Recording, more ...sensors.Reading) error {
	r, err := d.recordOf(src, rec)
	if err != nil || len(r.readings) == 0 {
		return err
	}
	games, err := src.Games(store.Filter{Recording: rec.ID})
	if err != nil {
		return err
	}
	var texts []string
	for i := range games {
		texts = append(texts, strings.TrimRight(games[i].PGN, "\n")+"\n")
	}
	return d.rec.restore(r.in.Header, rec.Name, append(r.readings, more...), r.after, strings.Join(texts, "\n"))
}

// record is a recording in the database.
type record struct {
	in       *trace.Reader // of its header
	readings []sensors.Reading
	after    int64 // the event before its first
}

// recordOf reads a recording, or as much of its readings as can be read.
func (d *daemon) recordOf(src *store.Store, rec *store.Recording) (r record, err error) {
	if r.in, err = trace.NewReader(rec.Name, strings.NewReader(rec.Header)); err != nil {
		return r, err
	}
	r.readings, err = src.Readings(rec.ID)
	if err != nil && len(r.readings) == 0 {
		return r, err
	}
	if err != nil {
		d.log.Error("the readings of the game can't all be read", "error", err)
	}
	first, err := src.Events(rec.ID, 0, 1)
	if err == nil && len(first) > 0 {
		r.after = first[0].N - 1
	}
	return r, err
}

// unended finds the recording that was cut off, nil for none.
func (d *daemon) unended(src *store.Store) (rec *store.Recording, err error) {
	if src == nil {
		return nil, nil
	}
	return src.Unfinished()
}

// begin opens the database, or at least a copy of it to read from, and says what is wrong with it. The error is that of
// a database which this program must not touch.
func (j *journal) begin(now time.Time) (src *store.Store, trouble []string, err error) {
	db, rescued, err := store.OpenSound(j.path, j.opt, now)
	if rescued != nil {
		trouble = append(trouble, rescued.String())
	}
	if err == nil {
		j.db, src = db, db
	} else if !store.IsDisk(err) {
		return nil, nil, err
	} else {
		trouble = append(trouble, err.Error())
		if src, err = store.OpenCopy(j.path); err != nil {
			return nil, trouble, nil
		}
	}
	if j.base, err = src.LastEvent(); err != nil {
		return nil, nil, errors.Join(err, src.Close())
	}
	j.safe = j.base
	return src, trouble, nil
}

func (j *journal) safeNumber() int64 {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.safe
}

// beginFrom takes up a recording, if there is one and it may be, or begins one.
func (d *daemon) beginFrom(src *store.Store, rec *store.Recording, trouble *[]string) error {
	if rec == nil {
		return d.newGame("")
	}
	err := d.takeUp(src, rec)
	switch {
	case err != nil:
		*trouble = append(*trouble, "the game that was cut off can't be taken up again: "+err.Error())
		d.abandon(src, rec, trouble)
	case d.unfinished != "abort" || d.game.Over():
		d.resume()
		return nil
	default:
		d.close(d.game.Finish())
	}
	if d.sim != nil {
		d.simulate()
	}
	return d.newGame("")
}

// abandon ends a recording where it was cut off, with the pause that says how long the board stood quiet.
func (d *daemon) abandon(src *store.Store, rec *store.Recording, trouble *[]string) {
	pause := sensors.Reading{T: rec.Told + 1, Press: &sensors.Press{Key: "pause"}}
	d.journal.add(&entry{rec: &kept{Recording: *rec}, readings: []sensors.Reading{pause}, told: pause.T, hands: rec.Hands, end: d.machine.now()})
	if err := d.restoreOne(src, rec, pause); err != nil {
		*trouble = append(*trouble, err.Error())
	}
}

// takeUp reads a recording again: game, men in the hand, times and lights are then as they were when it was cut off.
func (d *daemon) takeUp(src *store.Store, rec *store.Recording) error {
	r, err := d.recordOf(src, rec)
	if err != nil {
		return err
	}
	h := &r.in.Header
	if h.Sensor != d.kind || h.Lever != d.lever {
		return fmt.Errorf("it was played on another board, with sensors of kind %v", h.Sensor)
	}
	g, err := game.NewSession(OptionsOf(h))
	if err != nil {
		return err
	}
	frame := r.in.Start
	g.Begin()
	last := int64(0)
	for i := range r.readings {
		g.Read(r.readings[i])
		frame.Apply(r.readings[i].Changes)
		last = r.readings[i].T
	}
	if rec.Told > last {
		g.Advance(rec.Told)
	}
	if err := d.rec.resume(*h, rec.Name, r.readings, r.after); err != nil {
		return err
	}
	d.game, d.frame = g, frame
	d.adopt(src, rec, len(r.readings))
	d.reconcile(src, rec)
	return nil
}

// adopt goes on with a recording whose readings the game has read.
func (d *daemon) adopt(src *store.Store, rec *store.Recording, readings int) {
	down := d.downtime(rec)
	now := d.machine.now()
	d.time = timeline{base: d.clock() - rec.Told - down.Milliseconds(), told: rec.Told, read: true}
	d.recording = &kept{Recording: *rec, tape: d.rec.text(), written: readings}
	d.calendar = calendar{began: rec.Began, dated: rec.Dated, anchorT: rec.Told + down.Milliseconds(), anchor: now, sure: d.machine.trusted()}
	if stand, off, ok := parseHands(rec.Hands); ok && d.sim != nil {
		d.sim.Restore(stand, off)
	}
	d.mu.Lock()
	d.tape, d.base = d.rec.text(), d.time.base
	d.mu.Unlock()
}

// unknownDowntime is for how long the program is taken not to have run where nothing tells it.
const unknownDowntime = time.Second

// downtime is for how long nobody read the board: by the machine's uptime where that hasn't been started anew, else by
// the time of day where both ends can be believed.
func (d *daemon) downtime(rec *store.Recording) time.Duration {
	told := time.Duration(rec.Told) * time.Millisecond
	down := unknownDowntime
	now := d.machine.now()
	switch {
	case rec.Boot != "" && rec.Boot == d.machine.boot:
		down = d.machine.uptime() - rec.Uptime - told
	case rec.Dated && d.machine.trusted():
		down = now.Sub(rec.Began) - told
	}
	return max(down, 10*time.Millisecond)
}

// reconcile compares what was told of the game with what its record says now, since a newer program may read it
// otherwise. A difference is told as an amendment.
func (d *daemon) reconcile(src *store.Store, rec *store.Recording) {
	if err := eachEvent(src, rec.ID, func(e *game.Event) { d.chronicle.take(e) }); err != nil {
		d.log.Error("what was told of the game can't be read: it is told anew", "error", err)
	}
	d.seat()
	d.resumeLesson()
	now := d.game.Now()
	d.tutor.leds, d.tutor.prompt = now.LEDs, web.Prompt{Key: now.Prompt, Args: now.PromptArgs}
	d.picture([]game.Event{{Type: game.Setup}})
	d.lightUp(now.LEDs)
	d.publish(d.difference())
	d.rec.pgn(d.book(), d.last)
}

// seat lets the engine play on that played when the game was cut off.
func (d *daemon) seat() {
	if e := &d.chronicle.opponent; e.Type != "" {
		if level, err := engine.ParseLevel(e.Key); err == nil {
			d.opponent.level = level
		}
		side := e.Side
		if e.State == "gone" {
			side = "none"
		}
		d.opponent.sit(side)
		d.opponent.told = web.Opponent{Side: e.Side, Level: e.Key, Engine: e.Text, State: e.State}
	}
	if g := d.chronicle.now(); g != nil && g.engine.Type != "" && len(g.moves) > g.thought {
		d.marks.engine, d.marks.level = d.chronicle.opponent.Text, d.opponent.level // it had no name when it began to think
		if g.engine.Side == rules.Black.String() {
			d.marks.side = rules.Black
		}
	}
}

// eachEvent calls f with the events of a recording.
func eachEvent(src *store.Store, recording int64, f func(*game.Event)) error {
	for after := int64(0); ; {
		list, err := src.Events(recording, after, 1000)
		if err != nil {
			return err
		}
		for i := range list {
			var e game.Event
			if err := json.Unmarshal([]byte(list[i].JSON), &e); err != nil {
				return fmt.Errorf("event %d: %w", list[i].N, err)
			}
			f(&e)
			after = list[i].N
		}
		if len(list) < 1000 {
			return nil
		}
	}
}

// difference are the events that lead from what was told of the game to what it is.
func (d *daemon) difference() (events []game.Event) {
	g := d.chronicle.now()
	now := d.game.Now()
	note := func(e game.Event) { events = append(events, d.game.Note(d.time.told, e)...) }
	if g == nil || g.start != now.Start {
		note(game.Event{Type: game.Setup, FEN: now.Start, Tags: now.Tags})
		g = &toldGame{start: now.Start}
	}
	moves := d.game.Moves()
	same := 0
	for same < len(moves) && same < len(g.moves) && moves[same].UCI == g.moves[same].uci {
		same++
	}
	settled := same
	if same < len(moves) || same < len(g.moves) {
		var before, after []string
		for _, m := range g.moves[same:] {
			before = append(before, m.uci)
		}
		for _, m := range moves[same:] {
			after = append(after, m.UCI)
		}
		note(game.Event{Type: game.Amended, FromPly: same + 1, Old: before, New: after, FEN: now.FEN})
	}
	for i := settled; i < len(moves) && moves[i].Settled; i++ {
		m := &moves[i]
		note(game.Event{Type: game.Move, Ply: m.Ply, UCI: m.UCI, SAN: m.SAN, FEN: m.FEN, Made: &m.Made})
	}
	result, reason := d.game.Result()
	if !d.game.Over() {
		result = ""
	}
	if result != g.result || reason != g.reason {
		note(game.Event{Type: game.ResultShown, Result: result, Reason: reason})
	}
	return events
}

// unwatched is for how many ms nobody had read the board when it was read for the first time after a game was taken up. It
// is 0 when nothing has changed on it: then the men in the hands are still there, and nothing has to be guessed.
func (d *daemon) unwatched(r *sensors.Reading) int64 {
	since := d.away
	d.away = -1
	if len(r.Changes) == 0 {
		return 0
	}
	return max(r.T-d.time.base-since, 1)
}

// resume lets a game that was taken up go on: the clocks stand, for that reason, as far as the record goes, and a real board hasn't been
// read since.
func (d *daemon) resume() {
	d.away = d.time.told
	d.beginning = beginning{d.chronicle.now(), d.game.Begun()}
	now := d.chronicle.now()
	d.take(sensors.Reading{T: d.time.base + d.time.told + 1, Press: &sensors.Press{Key: "pause", Args: "restored"}})
	if d.sim != nil {
		d.take(sensors.Reading{T: d.clock(), Gap: 1, Changes: d.strayed()}) // says nothing, unless readings are lost
	}
	if d.unfinished == "ask" && !d.game.Over() && now != nil && now.happened() { // else nobody has played yet
		d.ask()
	}
	result, _ := d.game.Result()
	d.log.Info("the game that was cut off goes on", "recording", d.recording.Name, "moves", len(d.game.Moves()), "result", result)
}

// strayed are the changes between what the readings say and where the men of a simulated board are.
func (d *daemon) strayed() (changes []sensors.Change) {
	stand := d.sim.Standing()
	for s, c := range stand.As(d.kind) {
		changes = append(changes, sensors.Change{Square: square.Square(s), To: c})
	}
	return changes
}

// hands says where the men of a simulated board are.
func (d *daemon) hands() string {
	if d.sim == nil {
		return ""
	}
	var b strings.Builder
	for _, c := range d.sim.Standing() {
		b.WriteByte(c.Letter())
	}
	b.WriteByte(' ')
	for _, c := range d.sim.Off() {
		b.WriteByte(c.Letter())
	}
	return b.String()
}

func parseHands(text string) (stand sensors.Frame, off []sensors.Contact, ok bool) {
	on, beside, ok := strings.Cut(text, " ")
	if !ok || len(on) != len(stand) {
		return stand, nil, false
	}
	for s := range square.Square(len(stand)) {
		stand[s] = sensors.PieceContact(on[s])
	}
	for _, letter := range []byte(beside) {
		off = append(off, sensors.PieceContact(letter))
	}
	return stand, off, true
}

// dateAgain looks whether the time of day has been set since the recording was begun or taken up, and corrects the dates.
func (d *daemon) dateAgain() {
	now, ms := d.machine.now(), d.clock()-d.time.base
	by := d.calendar.stray(ms, now)
	if d.calendar.sure && by.Abs() < clockSlip || !d.machine.trusted() {
		return
	}
	d.calendar.set(by, d.recording.Boot == d.machine.boot)
	d.log.Info("the time of day has been set", "by", by.Round(time.Second))
	d.journal.add(&entry{
		rec: d.recording, games: d.played(true, false),
		redate: &redate{booted: now.Add(-d.machine.uptime())},
	})
}
