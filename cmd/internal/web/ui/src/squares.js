// Squares and the 64 letters that say what stands on them, from a8 to h8 down to h1.

export const FILES = "abcdefgh"

// SQUARES are the names in the order of the 64 letters.
export const SQUARES = [...Array(64).keys()].map(i => FILES[i % 8] + (8 - (i >> 3)))

const places = new Map(SQUARES.map((name, i) => [name, i]))

export const indexOf = square => places.get(square)
export const letterAt = (letters, square) => (letters ? letters[indexOf(square)] : undefined)
export const isLight = i => ((i >> 3) + i) % 2 === 0
export const isPiece = letter => /^[PNBRQKpnbrqk]$/.test(letter)

// sideOf tells the colour of a FEN letter.
export const sideOf = letter => (letter === letter.toUpperCase() ? "white" : "black")

// manId is the id of a FEN letter's picture: P → wp.
export const manId = letter => sideOf(letter)[0] + letter.toLowerCase()

// lettersOf spreads a FEN's placement over 64 letters.
export function lettersOf(fen) {
    const rows = (fen || "").split(" ")[0].replace(/\d/g, d => ".".repeat(+d)).replaceAll("/", "")
    return rows.padEnd(64, ".").slice(0, 64)
}

// placementOf is the other way round.
export function placementOf(letters) {
    const rows = letters.match(/.{8}/g)
    return rows.map(row => row.replace(/\.+/g, dots => dots.length)).join("/")
}

// turnOf tells whose move a FEN is.
export const turnOf = fen => ((fen || "").split(" ")[1] === "b" ? "black" : "white")

// differs compares a sensor's word with what the game has on that square: "" when they agree.
// w and b are bare colours on a board of kind colour only, + is something.
export function differs(sensor, game, kind) {
    if (sensor === undefined || (sensor === "." && game === ".")) {
        return ""
    }
    if (sensor === ".") {
        return "missing"
    }
    if (game === ".") {
        return "extra"
    }
    if (sensor === "+" || sensor === game) {
        return ""
    }
    if (kind !== "piece" && (sensor === "w" || sensor === "b")) {
        return sensor === sideOf(game)[0] ? "" : "other"
    }
    return "other"
}

// becomes reports whether a pawn stands for what it was promoted to, on a board that can't tell: no pawn has another square to be on.
const becomes = (man, game, kind) => kind !== "piece" && /^[Pp]$/.test(man ?? "") && isPiece(game) && sideOf(man) === sideOf(game)

// view says what to draw on a square. man is what really stands there if that is known (a simulated
// board), else the sensor's word stands for it. solid: a FEN letter drawn whole; ghost: one that the
// game has here but the board hasn't; disc: a man of unknown kind, "+", "w" or "b".
export function view(game, sensor, man, kind) {
    const real = becomes(man, game, kind) ? game : (man ?? sensor)
    const difference = differs(real, game, man === undefined ? kind : "piece")
    const whole = (man !== undefined || kind === "piece") && isPiece(real ?? "")
    const seen = {solid: "", ghost: "", disc: "", differs: differs(sensor, game, kind)}
    if (difference === "") {
        seen.solid = game === "." ? "" : game
    } else if (difference === "missing") {
        seen.ghost = game
    } else if (whole) {
        seen.solid = real
    } else {
        seen.disc = real
    }
    return seen
}
