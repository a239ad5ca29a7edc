package boardstate

import "jadoube/rules/square"

// A contact that changes more than restlessMax times within restlessMS never comes to rest, nor does one that is set down
// and taken up more than strokesMax times within strokesMS, bounces not counted: no hand does that. It is not listened to
// until it has said for calmMS what the story says.
const (
	restlessMax = 60
	restlessMS  = 10_000
	strokesMax  = 16
	strokesMS   = 3_000
	strokeMS    = 25 // what changes sooner again bounces
	calmMS      = 30_000
)

// pulse counts the changes of one contact.
type pulse struct {
	changes, strokes count
	last             int64 // the last change
}

// count counts what happens within some time.
type count struct {
	n     int
	since int64
}

// more counts one more and reports whether there were too many within ms.
func (c *count) more(now, ms int64, most int) bool {
	if now-c.since > ms {
		c.n, c.since = 0, now
	}
	c.n++
	return c.n > most
}

// restless counts a change of s and stops listening to it when there are too many.
func (t *Tracker) restless(s square.Square) {
	p := &t.pulse[s]
	restless := p.changes.more(t.now, restlessMS, restlessMax)
	if t.now-p.last >= strokeMS {
		restless = p.strokes.more(t.now, strokesMS, strokesMax) || restless
	}
	p.last = t.now
	if !restless || t.deaf.Has(s) {
		return
	}
	t.deaf = t.deaf.With(s)
	for _, n := range t.live {
		n.distrust(s)
	}
}

// listen trusts those again that have come to rest where the story has them.
func (t *Tracker) listen() {
	for s := range t.deaf.Squares() {
		if t.now-t.pulse[s].last < calmMS || t.frame[s] != t.best.frame[s] {
			continue
		}
		t.deaf = t.deaf.Without(s)
		for _, n := range t.live {
			n.mask = n.mask.Without(s)
			if n.frame[s] != t.frame[s] {
				n.tracks = append(n.tracks, track{sq: s, open: true, first: t.now, since: t.now, changed: t.now})
			}
		}
	}
}

// broken are the squares that the best story doesn't trust, when no rival of it trusts all.
func (t *Tracker) broken() square.Set {
	for _, r := range t.live[1:] {
		if r.total > t.best.total+t.opt.Costs.SettleGap {
			break
		}
		if r.mask == 0 {
			return 0
		}
	}
	return t.best.mask
}
