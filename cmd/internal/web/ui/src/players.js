// The two players' places: name, whose turn it is, and the clock's place.
import {el, set} from "./draw.js"
import {t} from "./lang.js"
import {turnOf} from "./squares.js"

export class Players {
    // onPress(side) is called when a player's clock is pressed.
    constructor(onPress) {
        this.places = {white: place("white", onPress), black: place("black", onPress)}
        this.arrange(false)
    }

    arrange(flipped) {
        document.getElementById("player-top").replaceChildren(this.places[flipped ? "white" : "black"].root)
        document.getElementById("player-bottom").replaceChildren(this.places[flipped ? "black" : "white"].root)
    }

    show(state) {
        for (const side of ["white", "black"]) {
            this.places[side].show(state, side)
        }
    }
}

function place(side, onPress) {
    const name = el("span", {class: "name"})
    const turn = el("span", {class: "turn", hidden: ""}, t("to-move"))
    const clock = el("button", {type: "button", class: "clock", "data-press": side, onclick: () => onPress(side)}, "—")
    const root = el("div", {class: "place " + side, "data-side": side}, el("span", {class: "stone"}), name, turn, clock)
    return {
        root,
        show(state) {
            const given = state.tags?.[side === "white" ? "White" : "Black"]
            name.textContent = given && given !== "?" ? given : t(side)
            const moves = !state.result && turnOf(state.fen) === side
            turn.hidden = !moves
            root.classList.toggle("moves", moves)
            set(clock, "disabled", state.sim ? null : "")
            set(clock, "aria-label", t("clock", {side: t(side)}) + ", " + t("clock.none") + (state.sim ? ". " + t("clock.press", {side: t(side)}) : ""))
            set(clock, "title", state.sim ? t("clock.press", {side: t(side)}) : null)
        },
    }
}
