// The view of the board as a device: what its sensors and wires have been doing, square by square.
import {el, set} from "./draw.js"
import {digits, t} from "./lang.js"
import {SQUARES, isLight} from "./squares.js"

const AGAIN = 2000 // ms between two looks at the wires, which no event tells of
const COUNTS = ["changes", "flickers", "level"]

export class Device {
    // onLook() takes the state anew.
    constructor(onLook) {
        this.onLook = onLook
        this.about = el("p", {})
        this.words = el("ul", {class: "health"})
        this.counted = "changes"
        this.choices = COUNTS.map(c => el("label", {class: "switch"}, el("input", {type: "radio", name: "counted", value: c, checked: c === this.counted ? "" : null, onchange: () => this.count(c)}), el("span", {}, t("wires." + c))))
        this.cells = SQUARES.map((name, i) => el("td", {class: isLight(i) ? "pale" : "deep", "data-wire": name}))
        const rows = [...Array(8).keys()].map(r => el("tr", {}, el("th", {scope: "row"}, String(8 - r)), ...this.cells.slice(8 * r, 8 * r + 8)))
        const files = el("tr", {}, el("td"), ...[..."abcdefgh"].map(f => el("th", {scope: "col"}, f)))
        this.table = el("table", {class: "wires", dir: "ltr"}, el("caption", {class: "unseen"}, t("wires.title")), el("tbody", {}, ...rows, files))
        this.totals = el("dl", {class: "totals"})
        this.none = el("p", {class: "soft"}, t("wires.none"))
        this.picture = card(t("wires.title"), el("div", {class: "row-tools"}, ...this.choices), this.table, this.none)
        document.getElementById("diagnosis").replaceChildren(card(t("device.health"), this.about, this.words, this.totals), this.picture)
    }

    enter() {
        this.onLook()
        this.timer ??= setInterval(() => document.hidden || this.onLook(), AGAIN)
    }

    leave() {
        clearInterval(this.timer)
        this.timer = null
    }

    count(what) {
        this.counted = what
        this.draw(this.state)
    }

    draw(state) {
        this.state = state
        const {wires, kind, scan} = state.board
        this.about.textContent = [state.sim ? t("about.sim") : t("about." + kind), scan ? t("device.scan", {ms: scan}) : ""].filter(Boolean).join(" · ")
        const parts = state.health ?? []
        this.words.replaceChildren(...(parts.length ? parts.map(h => el("li", {"data-state": h.state}, h.state === "ok" ? t("device.well", {part: h.part}) : t("health", h))) : [el("li", {"data-state": "ok"}, t("device.all-well"))]))
        for (const node of [...this.choices, this.table, this.totals]) {
            node.hidden = !wires
        }
        this.none.hidden = !!wires
        if (wires) {
            this.totals.replaceChildren(...["scans", "retries", "errors", "resets"].flatMap(k => [el("dt", {}, t("wires." + k)), el("dd", {}, digits(wires[k]))]))
            this.wire(wires.squares)
        }
    }

    // wire writes a number of each square, and shades those that stand out.
    wire(squares) {
        const values = SQUARES.map(name => squares[name]?.[this.counted] ?? 0)
        const most = Math.max(1, ...values)
        this.cells.forEach((cell, i) => {
            cell.textContent = digits(values[i])
            set(cell, "data-heat", this.counted === "level" || !values[i] ? null : Math.ceil((4 * values[i]) / most))
        })
    }
}

function card(title, ...children) {
    return el("section", {class: "card"}, el("h2", {}, title), ...children)
}
