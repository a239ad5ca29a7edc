// The two players' places: name, whose turn it is, and the clock's place.
import {el, set, write} from "./draw.js"
import {away, left, time} from "./clock.js"
import {digits, listed, t} from "./lang.js"
import {turnOf} from "./squares.js"

// opponentText says what the engine does, "" when none plays.
export function opponentText({opponent}) {
    if (!opponent) {
        return ""
    }
    const engine = opponent.engine || t("opponent.unknown")
    return t("opponent." + opponent.state, {engine, side: t(opponent.side)})
}

// timeText is what a side's clock shows.
export const timeText = (clock, side) => (clock ? digits(time(left(clock, side))) : "—")

// restText is what to know beside it: for how long its player is still waited for, or how many moves it is to the control.
export function restText(clock, side) {
    const late = away(clock, side)
    const moves = clock?.[side + "_moves"]
    return late ? t("clock.away", {time: digits(time(late).split(".")[0])}) : moves ? t("clock.moves", {n: moves}) : ""
}

// clockLabel is a side's clock read aloud, to the second, and what pressing it does where it can be pressed.
function clockLabel({clock}, side, presses) {
    const seconds = timeText(clock, side).split(".")[0]
    const flag = clock?.flag === side && t("clock.flag")
    const press = presses ? ". " + t("clock.press", {side: t(side)}) : ""
    return listed(t("clock", {side: t(side)}), clock ? seconds : t("clock.none"), flag) + press
}

// nameText is a player's name, or the side where nobody has told it.
export function nameText(tags, side) {
    const given = tags?.[side === "white" ? "White" : "Black"]
    return given && given !== "?" ? given : t(side)
}

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
        this.state = state
        for (const side of ["white", "black"]) {
            this.places[side].show(state, side)
        }
        this.ticking ??= setInterval(() => this.tick(), 100)
    }

    // tick lets the time go by on the side that runs.
    tick() {
        for (const side of ["white", "black"]) {
            if (this.state?.clock?.running === side || away(this.state?.clock, side)) {
                this.places[side].tick(this.state, side)
            }
        }
    }
}

function place(side, onPress) {
    const name = el("bdi", {class: "name"})
    const turn = el("span", {class: "turn", hidden: ""}, t("to-move"))
    const clock = el("button", {type: "button", class: "clock", dir: "ltr", "data-press": side, onclick: () => onPress(side)}, "—")
    const more = el("span", {class: "more soft small", hidden: ""})
    const root = el("div", {class: "place " + side, "data-side": side}, el("span", {class: "stone"}), name, turn, more, clock)
    return {
        root,
        show(state) {
            name.textContent = nameText(state.tags, side)
            const moves = !state.result && turnOf(state.fen) === side
            turn.hidden = !moves
            root.classList.toggle("moves", moves)
            const pressed = !!state.clock || state.board.lever
            set(clock, "hidden", pressed ? null : "")
            set(clock, "disabled", pressed ? null : "")
            set(clock, "title", pressed ? t("clock.press", {side: t(side)}) : null)
            root.classList.toggle("runs", state.clock?.running === side)
            root.classList.toggle("fallen", state.clock?.flag === side)
            tick(state, side)
        },
        tick,
    }

    function tick(state, side) {
        write(clock, timeText(state.clock, side))
        const rest = restText(state.clock, side)
        write(more, rest)
        more.hidden = !rest
        set(clock, "aria-label", clockLabel(state, side, !clock.disabled))
    }
}
