// The tray of a simulated board: men in the hand, beside the board, and in the box of spare men.
import {el, picture} from "./draw.js"
import {t} from "./lang.js"
import {manId} from "./squares.js"

const SPARE = "KQRBNPkqrbnp"

export class Tray {
    constructor(hands) {
        this.root = document.getElementById("tray")
        this.hands = hands
        this.spare = this.group("spare", SPARE)
        this.hand = el("div", {class: "group"})
        this.off = el("div", {class: "group"})
        this.root.append(this.hand, this.off, this.spare)
        this.shown = ""
    }

    show(state) {
        this.root.hidden = !state.tray
        if (!state.tray) {
            return
        }
        const {hand} = this.hands
        const off = [...hand].reduce((left, letter) => left.replace(letter, ""), state.tray.off)
        if (this.shown !== hand + "|" + off) {
            this.shown = hand + "|" + off
            this.hand = this.swap(this.hand, this.group("hand", hand))
            this.off = this.swap(this.off, this.group("off", off))
        }
        this.mark()
    }

    swap(old, fresh) {
        old.replaceWith(fresh)
        return fresh
    }

    group(from, letters) {
        const men = [...letters].map(letter => this.man(letter, from))
        if (from === "hand" && !men.length) {
            men.push(el("span", {class: "soft"}, t("hand.empty")))
        }
        const name = el("h2", {}, t(from))
        return el("div", {class: "group " + from, hidden: from === "off" && !letters ? "" : null}, name, el("div", {class: "men"}, ...men))
    }

    man(letter, from) {
        return el("button", {
            type: "button", "data-piece": letter, "data-from": from,
            "aria-label": t("tray.take", {piece: t("piece." + letter)}),
            onclick: () => this.hands.choose(letter, from),
        }, picture(manId(letter), "man"))
    }

    // mark shows which man is placed next: the chosen one, else the one that the hand holds.
    mark() {
        const {chosen} = this.hands
        const letter = this.hands.held()
        const from = chosen?.from ?? "hand"
        const men = [...this.root.querySelectorAll("[data-piece]")]
        const next = men.findLast(m => m.dataset.piece === letter && m.dataset.from === from)
        men.forEach(m => m.setAttribute("aria-pressed", String(m === next)))
    }
}
