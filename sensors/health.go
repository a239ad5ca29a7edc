package sensors

// Health is how a board's wires have been doing since it was opened. Counts only grow.
type Health struct {
	Scans    int64     // how often the whole board was read
	Retries  int64     // transfers that failed and were tried again
	Errors   int64     // scans that failed in spite of that
	Resets   int64     // how often chips were set up anew
	Changes  [64]int64 // by square: changes that were told
	Flickers [64]int64 // by square: changes that another look at once didn't find again
	Levels   [64]int   // by square, of sensors that measure: the level, in thousandths of their supply
	Rests    [64]int   // by square, of sensors that measure: the level without a magnet
	Warnings []string  // what is odd with the wiring, though it works, as far as one can tell
}

// Monitored is a Source that knows how its wires are doing. Health may be called from any goroutine.
type Monitored interface {
	Source
	Health() Health
}
