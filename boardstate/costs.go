package boardstate

import "jadoube/sensors"

// Costs are what the tracker charges for things that an explanation leaves unexplained, in
// thousandths of "one suspicious thing". Durations are in milliseconds. Only differences matter:
// the cheapest story wins.
type Costs struct {
	Ply       int // every move: of two stories that explain the same, the shorter one
	Bounce    int // a break of contact as short as a contact bounces
	BounceMS  int64
	Replace   int // a man lifted and put back on its square
	RestMax   int // a man set down where it goes and taken up again costs no more
	Stay      int // a contact on a square that the move doesn't use …
	StayNear  int // … beside the ones it uses, for less than NearMS
	NearMS    int64
	LineMS    int64 // a stay on the way costs one thousandth per LineMS/1000 ms
	FarMS     int64 // the same elsewhere
	StayMax   int   // no stay costs more
	Carry     int   // the opponent already lifts while the mover's last contact closes
	HasteMS   int64 // he may have lifted so long before the mover did
	CarryOdd  int   // something else is out of place when the move is complete
	Bump      int   // each of the two squares of a man whom the mover's hand shoved aside on its way
	Early     int   // a contact closed before the piece's own old one had opened, as in fast slides
	Unseen    int   // a captured man's break of contact that no scan saw
	Lost      int   // every move of a line that only its end explains
	LostGap   int   // the same when the board wasn't read for a while
	Stuck     int   // lines of several moves are looked for when the best story leaves this much open
	Broken    int   // a sensor is broken; also: so much must be open before that is looked into
	Blind     int   // a move ends on a square whose sensor is broken
	BlindFrom int   // a move leaves one
	Press     int   // the lever pressed by a player who hasn't moved in this story, or pressed already
	Hold      int   // a man in the hand
	HoldMS    int64
	HoldMax   int
	Foreign   int   // a man of the other side in the hand that can't be taken; another's on the square of an announced move's
	BriefMS   int64 // a man that moves on sooner had rather not moved there; up to 1000
	Owed      int   // a reply before an announced move is carried out: each square
	Announced int   // stories without the announced move
	Back      int   // moves are taken back
	BackSlow  int64 // for each of these ms that it takes
	BackSoon  int64 // what stood for a shorter time is rather moved on than taken back
	BackTold  int   // the same after the button that says so, or before the answer from afar is carried out
	BackMS    int64 // for so long
	Sign      int   // the kings show a result
	Doubt     int   // two stories as close as this fit equally
	SettleGap int   // a move is settled when every story within this distance has it
	Beam      int   // stories further away than this are given up
}

// DefaultCosts were chosen on recorded and simulated games; see docs/recognition.md.
func DefaultCosts() Costs {
	return Costs{
		Ply: 100, Bounce: 10, BounceMS: 60, Replace: 350, RestMax: 2500,
		Stay: 700, StayNear: 250, NearMS: 500, LineMS: 1500, FarMS: 1000, StayMax: 4000,
		Carry: 150, HasteMS: 1000, CarryOdd: 1500, Bump: 350, Early: 400, Unseen: 1800, Lost: 1500, LostGap: 500, Stuck: 1500, Broken: 5000, Blind: 1500, BlindFrom: 300, Press: 2500,
		Hold: 150, HoldMS: 3000, HoldMax: 3000, Foreign: 800,
		BriefMS: 150, Owed: 100, Announced: 1000, Back: 700, BackSlow: 10_000, BackSoon: 2000, BackTold: 50, BackMS: 60_000, Sign: 400, Doubt: 120, SettleGap: 2000, Beam: 7000,
	}
}

// settleGap is by how much a story must be dearer that parted from the best so many plies ago, not to be its rival.
func (c *Costs) settleGap(plies int) int { return c.SettleGap >> (max(0, plies-1) / 3) }

// blind: a move uses a square whose sensor is broken.
func (c *Costs) blind(comes bool) int {
	if comes {
		return c.Blind
	}
	return c.BlindFrom
}

// brief: a man moves on that stood for d only, though its move was answered.
func (c *Costs) brief(d int64) int { return hasty(d, c.BriefMS) }

// hasty is dearer the sooner something came: nothing from ms on.
func hasty(d, ms int64) int {
	if d >= ms {
		return 0
	}
	return grow(ms-d, ms)
}

func grow(d, ms int64) int { return int(d * 1000 / ms) }

// excursion is the price of one that lasted d where the position has base.
func (c *Costs) excursion(d int64, base sensors.Contact, idle bool) price {
	switch {
	case base != sensors.Nothing:
		away := c.away(d, idle)
		return price{c.role(d), away, away, away}
	case idle && d > c.BounceMS:
		return price{c.far(d), c.far(d), c.near(d), c.far(d)} // nobody could have set it down there
	}
	return price{c.rest(d), c.line(d), c.near(d), c.far(d)}
}

// rest: a man was set down where it goes, and taken up again. The longer it stood, the more it was the move.
func (c *Costs) rest(d int64) int {
	if d <= c.BounceMS {
		return c.Bounce
	}
	return min(c.RestMax, c.Bounce+grow(d, 1500))
}

// role: a contact that the move uses bounced, or the piece was put back, or set down and lifted again.
func (c *Costs) role(d int64) int {
	if d <= c.BounceMS {
		return c.Bounce
	}
	return min(c.Replace, c.Bounce+grow(d, 1500))
}

func (c *Costs) line(d int64) int { return min(c.StayMax, c.Bounce*3+grow(d, c.LineMS)) }

func (c *Costs) near(d int64) int {
	if d < c.NearMS {
		return c.StayNear
	}
	return c.far(d)
}

func (c *Costs) far(d int64) int { return min(c.StayMax, c.Stay+grow(d, c.FarMS)) }

// away: a man left its square and came back; that is odder while another is in the hand.
func (c *Costs) away(d int64, idle bool) int {
	switch {
	case d <= c.BounceMS:
		return c.Bounce * 5
	case idle:
		return c.Replace
	}
	return 2 * c.Replace
}

func (c *Costs) hold(d int64) int { return min(c.HoldMax, c.Hold+grow(d, c.HoldMS)) }
