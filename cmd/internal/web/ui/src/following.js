// A game of the library that is followed on the board: what is next, and the ways back, on and out.
import {el, set} from "./draw.js"
import {has, t} from "./lang.js"

// onBoard is the state as the board is to be drawn: the position of the game that is followed instead of the one that rests.
export function onBoard(state) {
    const {following: f} = state
    return f ? {...state, fen: f.fen, result: null, moves: f.moves, clock: null, opponent: null, tags: {White: f.white, Black: f.black}} : state
}

export class Following {
    // onAsk(command) is called with what is asked for.
    constructor(onAsk) {
        this.onAsk = onAsk
        this.title = el("h2", {id: "following-title"})
        this.next = el("p", {})
        this.back = this.step("back", -1)
        this.on = this.step("on", 1)
        this.root = el("section", {class: "card", id: "following", "aria-labelledby": "following-title", hidden: ""},
            this.title, this.next, el("div", {class: "row-tools"}, this.back, this.on,
                el("button", {type: "button", "data-follow": "leave", onclick: () => onAsk({do: "follow"})}, t("follow.leave")), el("a", {class: "button", id: "following-game"}, t("follow.game"))),
            el("p", {class: "soft small"}, t("follow.record")))
        document.querySelector("#view-play .now").prepend(this.root)
    }

    step(key, n) {
        return el("button", {type: "button", "data-follow": key, onclick: () => this.onAsk({do: "follow", game: this.shown.game, ply: this.shown.ply + n})}, t("follow." + key))
    }

    show({following: f}) {
        this.shown = f
        this.root.hidden = !f
        if (!f) {
            return
        }
        const name = side => (f[side] && f[side] !== "?" ? f[side] : t(side))
        this.title.textContent = t("follow.title", {white: name("white"), black: name("black")})
        this.next.textContent = f.san ? t("follow.next", {n: f.ply + 1, of: f.of, san: f.san}) : t("follow." + f.state)
        this.next.hidden = !f.san && !has("follow." + f.state)
        set(this.back, "disabled", f.ply === 0 ? "" : null)
        set(this.on, "disabled", f.ply === f.of ? "" : null)
        set(this.root.querySelector("#following-game"), "href", "#game-" + f.game)
        set(this.root, "data-state", f.state)
        set(this.root, "data-ply", f.ply)
    }
}
