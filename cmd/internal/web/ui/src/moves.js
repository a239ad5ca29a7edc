// The list of moves, the result, and the words for those who listen.
import {el} from "./draw.js"
import {digits, resultText, san, t} from "./lang.js"
import {turnOf} from "./squares.js"

// moverOf tells who made a move, from the position after it, and the move's number.
export function moverOf(fen) {
    const side = turnOf(fen) === "black" ? "white" : "black"
    const full = parseInt(fen.split(" ")[5], 10) || 1
    return {side, number: side === "white" ? full : full - 1}
}

export class Moves {
    constructor() {
        this.root = document.getElementById("moves")
        this.none = document.getElementById("no-moves")
    }

    show(moves) {
        const key = JSON.stringify(moves.map(m => [m.ply, m.san, m.settled]))
        if (key === this.key) {
            return
        }
        this.key = key
        this.none.hidden = moves.length > 0
        this.root.replaceChildren(...rows(moves))
        if (moves.length) {
            this.root.scrollTop = this.root.scrollHeight
        }
    }
}

function rows(moves) {
    const out = []
    let row
    for (const move of moves) {
        const {side, number} = moverOf(move.fen)
        if (!row || side === "white") {
            row = el("li", {}, el("span", {class: "number"}, digits(number) + "."))
            if (side === "black") {
                row.append(el("span", {class: "ply"}, "…"))
            }
            out.push(row)
        }
        row.append(ply(move))
    }
    return out
}

function ply(move) {
    const kind = move.settled ? "settled" : "provisional"
    const words = el("bdi", {dir: "ltr"}, san(move.san))
    const node = el("span", {class: "ply " + kind, "data-ply": move.ply, "data-uci": move.uci, "data-san": move.san}, words)
    if (!move.settled) {
        node.append(el("span", {"aria-hidden": "true"}, " …"), el("span", {class: "unseen"}, " " + t("provisional")))
    }
    return node
}

export function showResult(result) {
    const node = document.getElementById("result")
    node.hidden = !result
    node.dataset.result = result?.result ?? ""
    node.textContent = result ? resultText(result) : ""
}
