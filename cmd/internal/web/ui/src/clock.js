// The chess clock as the page has it: what was told last, and what has gone by since on the side that runs.

// seen keeps a told clock with the moment of this page at which it showed that. now is the recording's time at that moment, ms.
export function seen(clock, now) {
    return clock && {...clock, from: performance.now() - Math.max(0, now - (clock.t ?? now))}
}

// left gives the ms that a side has now.
export function left(clock, side) {
    const passed = clock.running === side ? performance.now() - clock.from : 0
    return Math.max(0, clock[side] - passed)
}

// away gives the ms for which a side's player is still waited for, 0 when he is there or too late.
export function away(clock, side) {
    if (!clock || clock.away !== side && clock.away !== "both") {
        return 0
    }
    const begun = clock.running || clock.reason
    return Math.max(0, clock.until - (begun ? performance.now() - clock.from : 0))
}

// time writes ms as clocks do: 1:30:00, 4:56, and 9.8 in the last twenty seconds.
export function time(ms) {
    if (ms < 20000) {
        return (Math.floor(ms / 100) / 10).toFixed(1)
    }
    const s = Math.floor(ms / 1000)
    const two = n => String(n).padStart(2, "0")
    return s < 3600 ? `${Math.floor(s / 60)}:${two(s % 60)}` : `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`
}
