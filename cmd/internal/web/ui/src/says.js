// What players can say: claims, offers, adjusting, resigning. Each is a key of the board.
import {el} from "./draw.js"
import {t} from "./lang.js"
import {twice} from "./sure.js"
import {turnOf} from "./squares.js"

const SIDES = ["white", "black"]

export class Says {
    // onPress(key) is called with what is said.
    constructor(onPress) {
        this.onPress = onPress
        this.players = document.getElementById("says")
        this.buttons = SIDES.flatMap(side => this.player(side))
        this.sides = SIDES.map(side => {
            const nodes = this.buttons.filter(b => b.side === side).map(b => b.node)
            return {nodes, root: el("fieldset", {"data-side": side}, el("legend", {}, t(side)), ...nodes)}
        })
        this.players.replaceChildren(...this.sides.map(s => s.root))
    }

    player(side) {
        const say = (key, shown, sure) => ({
            side, shown,
            node: el("button", {type: "button", "data-say": key, onclick: e => this.ask(e.currentTarget, key + "-" + side.concat(key === "claim" ? " touch" : ""), sure)}, t("say." + key)),
        })
        const open = s => !s.result && !s.lesson && !s.following && s.opponent?.side !== side
        return [
            say("arrive", s => open(s) && (s.clock?.away === side || s.clock?.away === "both")),
            say("adjust", s => open(s) && s.laws.level !== "off"),
            say("claim", s => open(s) && s.laws.claim === side),
            say("draw", open),
            say("decline", s => open(s) && s.laws.offer && s.laws.offer !== side),
            say("resign", open, true),
            {side, shown: s => open(s) && s.laws.level !== "off" && turnOf(s.fen) === side, node: this.drawClaim(side)},
        ]
    }

    // drawClaim claims a draw, as the position stands or with a move that is intended.
    drawClaim(side) {
        const move = el("input", {name: "move", size: "6", maxlength: "5", autocomplete: "off", spellcheck: "false", dir: "ltr", placeholder: "e2e4", "aria-label": t("say.intended")})
        const button = kind => el("button", {type: "button", "data-say": kind, onclick: () => this.onPress(`claim-${side} ${kind} ${move.value.trim()}`.trim())}, t("say." + kind))
        return el("details", {class: "draws"}, el("summary", {}, t("say.draws")), button("threefold"), button("fifty"), el("label", {}, el("span", {}, t("say.intended")), move))
    }

    // ask says what is asked, the second time where that can't be undone.
    ask(button, key, sure) {
        if (!sure || twice(button)) {
            this.onPress(key)
        }
    }

    show(state) {
        const {offer} = state.laws
        for (const b of this.buttons) {
            b.node.hidden = !b.shown(state)
            if (b.node.dataset.say === "draw") {
                b.node.textContent = t(offer && offer !== b.side ? "say.accept" : "say.draw")
            }
        }
        for (const {nodes, root} of this.sides) {
            root.hidden = nodes.every(n => n.hidden)
        }
        this.players.parentElement.hidden = this.sides.every(s => s.root.hidden)
    }
}
