// The page's picture of the board: a snapshot from the server, changed by one event after the other.
import {seen} from "./clock.js"

const keep = (moves, ply) => moves.filter(m => m.ply < ply)

function played(state, e, settled) {
    const move = {ply: e.ply, uci: e.uci, san: e.san, fen: e.fen, settled, made: e.made ?? e.t}
    const later = settled ? state.moves.filter(m => m.ply > e.ply) : []
    const fen = later.length ? state.fen : e.fen
    return {moves: [...keep(state.moves, e.ply), move, ...later], fen}
}

function withdrawn(state, e) {
    const moves = keep(state.moves, e.ply)
    return {moves, fen: moves.at(-1)?.fen ?? state.start}
}

const changes = {
    clock: (s, e) => ({clock: seen({...e.clock, running: e.clock.running ?? "", flag: e.clock.flag ?? "", t: e.t}, e.t)}),
    claim: (s, e) => (e.key === "touch" || e.state === "closed" || e.state === "void" ? {laws: {...s.laws, claim: e.state === "open" ? e.side : ""}} : {}),
    offer: (s, e) => ({laws: {...s.laws, offer: e.state === "offered" ? e.side : ""}}),
    provisional: (s, e) => played(s, e, false),
    move: (s, e) => played(s, e, true),
    withdrawn,
    illegal: (s, e) => (e.state === "completed" ? {laws: {...s.laws, [e.side + "_illegal"]: e.count}} : {}),
    prompt: (s, e) => ({prompt: e.key ? {key: e.key, args: e.args ?? {}} : null}),
    result: (s, e) => ({result: e.result ? {result: e.result, reason: e.reason} : null}),
    opponent: (s, e) => ({opponent: e.state === "gone" ? null : {side: e.side, level: e.key, engine: e.text ?? "", state: e.state}}),
    leds: (s, e) => ({leds: e.leds ?? {}}),
    sensors: (s, e) => ({frame: e.frame}),
    recording: (s, e) => ({recording: {on: e.on, file: e.file}}),
    health: (s, e) => ({health: [...(s.health ?? []).filter(h => h.part !== e.part), {part: e.part, state: e.state, text: e.text}]}),
}

// wantsAll tells the events after which the snapshot is taken anew: they rewrite what has been, or do what no event says, as whether it can
// still be chosen what a pawn becomes.
export const wantsAll = e => ["setup", "amended", "takeback", "lesson", "ruling"].includes(e.type) || e.uci?.length === 5

// reduce gives the state after an event; one that it already contains changes nothing.
export function reduce(state, e) {
    if (e.n <= state.n) {
        return state
    }
    return {...state, ...changes[e.type]?.(state, e), n: e.n}
}
