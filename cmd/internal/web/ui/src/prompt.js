// The one line that says what to do now, and the choice of a piece for a pawn that has arrived.
import {el, picture} from "./draw.js"
import {promptText, t} from "./lang.js"
import {turnOf} from "./squares.js"

const PIECES = {queen: "q", rook: "r", bishop: "b", knight: "n"}

export class Prompt {
    // onChoice("queen" …) is called when a piece is chosen for a promotion.
    constructor(onChoice) {
        this.root = document.getElementById("prompt")
        this.choices = document.getElementById("choices")
        this.onChoice = onChoice
    }

    show(state) {
        const text = state.prompt ? promptText(state.prompt) : state.result ? "" : t("turn." + turnOf(state.fen))
        if (this.root.textContent !== text) {
            this.root.textContent = text
        }
        this.root.hidden = !text
        this.root.dataset.key = state.prompt?.key ?? ""
        this.offer(state)
    }

    offer({prompt}) {
        const square = prompt?.key === "choose-promotion" ? (prompt.args.square ?? "") : null
        if (square === this.square) {
            return
        }
        this.square = square
        this.choices.hidden = square === null
        const side = square?.endsWith("1") ? "b" : "w"
        this.choices.replaceChildren(...(square === null ? [] : Object.entries(PIECES).map(([name, id]) => this.choice(name, side + id))))
    }

    choice(name, id) {
        return el("button", {type: "button", "data-promote": name, onclick: () => this.onChoice(name)},
            picture(id, "man"), el("span", {}, t("promote." + name)))
    }
}
