// The one line that says what to do now, with what can be answered: a piece for a pawn that has arrived, that a game goes on, or that the
// kings show its result.
import {el, picture, write} from "./draw.js"
import {has, promptText, t} from "./lang.js"
import {moverOf} from "./moves.js"
import {turnOf} from "./squares.js"
import {twice} from "./sure.js"

const PIECES = {queen: "q", rook: "r", bishop: "b", knight: "n"}

export class Prompt {
    // onChoice is called with the key of an answer: "queen" … for a promotion, "resume" or "new" for a game that was cut off, "agree" for
    // what the kings show.
    constructor(onChoice) {
        this.root = document.getElementById("prompt")
        this.choices = document.getElementById("choices")
        this.stands = document.getElementById("stands")
        this.onChoice = onChoice
    }

    show(state) {
        const arrived = state.prompt ? null : promoted(state)
        const text = state.prompt ? promptText(state.prompt) : idle(state, arrived)
        write(this.root, text)
        this.root.hidden = !text
        this.stands.textContent = standing(state)
        this.stands.hidden = !this.stands.textContent
        this.root.dataset.key = state.prompt?.key ?? ""
        const open = arrived && !led(state) ? arrived : null
        const asked = state.prompt?.key === "choose-promotion" ? {square: state.prompt.args.square ?? "", piece: ""} : open
        const answers = {"resume-game": () => this.cutOff(), "confirm-result": () => [this.agree()]}[state.prompt?.key]
        this.offer(answers ? state.prompt.key : asked ? asked.square + asked.piece : "", answers ?? (() => this.pieces(asked)))
    }

    // offer shows the answers that there are, when they are others than before.
    offer(key, answers) {
        if (key === this.offered) {
            return
        }
        this.offered = key
        this.choices.hidden = !key
        this.choices.replaceChildren(...key ? answers() : [])
    }

    // pieces are the four for a pawn on a square; piece is the letter of the one it is now.
    pieces({square, piece}) {
        return Object.keys(PIECES).map(name => this.choice(name, square.endsWith("1") ? "b" : "w", piece))
    }

    // cutOff are the answers whether a game that was cut off goes on: with it, or, pressed twice, as it stands to its end.
    cutOff() {
        return [
            el("button", {type: "button", "data-answer": "resume", class: "main", onclick: () => this.onChoice("resume")}, t("go-on-game")),
            el("button", {type: "button", "data-answer": "new", onclick: e => twice(e.currentTarget) && this.onChoice("new")}, t("end-game")),
        ]
    }

    // agree is the answer that the kings show the result.
    agree() {
        return el("button", {type: "button", "data-answer": "agree", onclick: () => this.onChoice("agree")}, t("agree-result"))
    }

    choice(name, side, now) {
        return el("button", {
            type: "button", "data-promote": name, "aria-pressed": String(PIECES[name] === now), onclick: () => this.onChoice(name),
        }, picture(side + PIECES[name], "man"), el("span", {}, t("promote." + name)))
    }
}

// promoted is the pawn that has been promoted, as long as another piece may be chosen: until the opponent has moved, the Laws that are kept
// let the choice stand or the game is over, on boards that can't see which piece stands there.
function promoted({moves, result, board, laws}) {
    const last = moves.at(-1)
    const open = last?.uci.length === 5 && !result && !laws.chosen && board.kind !== "piece"
    return open ? {square: last.uci.slice(2, 4), piece: last.uci[4]} : null
}

// led reports whether the engine made the last move: what a pawn of its became is its choice.
const led = ({moves, opponent}) => !!opponent && moverOf(moves.at(-1).fen).side === opponent.side

// standing says why the clocks stand that ran, "" when they run or the game is over.
export function standing({clock, result}) {
    const why = !result && clock?.reason
    return why && has("stands." + why) ? t("clock.stands", {reason: t("stands." + why)}) : ""
}

function idle(state, arrived) {
    if (arrived) {
        const key = led(state) ? "promoted-led" : "promoted"
        const letter = arrived.square.endsWith("8") ? arrived.piece.toUpperCase() : arrived.piece
        return t(key, {square: arrived.square, piece: t("piece." + letter)})
    }
    const {offer} = state.laws
    return state.result ? "" : offer ? promptText({key: "draw-offered", args: {side: offer}}) : t("turn." + turnOf(state.fen))
}
