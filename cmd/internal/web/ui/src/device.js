// The view of the board as a device: what its sensors and wires have been doing, square by square; and trying it.
import {Bench} from "./bench.js"
import {el, set} from "./draw.js"
import {digits, dotted, healthArgs, t} from "./lang.js"
import {keepStep} from "./lights.js"
import {SQUARES, isLight} from "./squares.js"

const AGAIN = 2000 // ms between two looks at the wires, which no event tells of
const COUNTS = ["changes", "flickers", "level"]
const SENSOR = /^sensor ([a-h][1-8])$/ // a part whose health is told: a square's sensor

export class Device {
    // onLook() takes the state anew, onPress(key) presses a key of the board.
    constructor(onLook, onPress) {
        this.onLook = onLook
        this.about = el("p", {})
        this.name = el("p", {class: "soft", dir: "auto"})
        this.warnings = el("ul", {class: "warnings"})
        this.words = el("ul", {class: "health", "aria-live": "polite"})
        this.counted = "changes"
        this.choices = COUNTS.map(c => el("label", {class: "switch"}, el("input", {type: "radio", name: "counted", value: c, checked: c === this.counted ? "" : null, onchange: () => this.count(c)}), el("span", {}, t("wires." + c))))
        this.cells = SQUARES.map((name, i) => el("td", {class: isLight(i) ? "pale" : "deep", "data-wire": name}))
        const rows = [...Array(8).keys()].map(r => el("tr", {}, el("th", {scope: "row"}, String(8 - r)), ...this.cells.slice(8 * r, 8 * r + 8)))
        const files = el("tr", {}, el("td"), ...[..."abcdefgh"].map(f => el("th", {scope: "col"}, f)))
        this.table = el("table", {class: "wires", dir: "ltr"}, el("caption", {class: "unseen"}, t("wires.title")), el("tbody", {}, ...rows, files))
        this.totals = el("dl", {class: "totals"})
        this.side = el("p", {})
        this.none = el("p", {class: "soft"}, t("wires.none"))
        this.bench = new Bench(square => this.mark(square), leds => this.light(leds))
        const turn = el("button", {type: "button", id: "turn-board", onclick: () => onPress("flip")}, t("device.turn"))
        document.getElementById("diagnosis").replaceChildren(
            card(t("device.health"), this.about, this.name, this.words, this.warnings, this.totals,
                el("div", {class: "row"}, this.side, turn), el("p", {class: "soft small"}, el("a", {href: "#settings"}, t("device.lights")))),
            card(t("wires.title"), el("div", {class: "row-tools"}, ...this.choices), el("div", {class: "wires-frame"}, this.table), el("p", {class: "soft small"}, t("wires.legend")), this.none),
            this.bench.card)
    }

    enter() {
        this.onLook()
        this.bench.enter()
        this.timer ??= setInterval(() => document.hidden || this.onLook(), AGAIN)
    }

    leave() {
        clearInterval(this.timer)
        this.timer = null
        this.bench.leave()
    }

    count(what) {
        this.counted = what
        this.draw(this.state)
    }

    // mark shows which square is asked for.
    mark(square) {
        this.cells.forEach((cell, i) => set(cell, "data-asked", SQUARES[i] === square ? "" : null))
    }

    // light shows what the lights show while they are tried.
    light(leds) {
        this.cells.forEach((cell, i) => set(cell, "data-light", leds[SQUARES[i]]))
        keepStep()
    }

    draw(state) {
        this.state = state
        const {wires, kind, scan, name} = state.board
        this.about.textContent = dotted(state.sim ? t("about.sim") : t("about." + kind), scan ? t("device.scan", {ms: scan}) : "")
        this.name.textContent = name ?? ""
        this.name.hidden = state.sim || !name
        const parts = state.health ?? []
        this.words.replaceChildren(...(parts.length ? parts.map(h => el("li", {"data-state": h.state}, t(h.state === "ok" ? "device.well" : "health", healthArgs(h)))) : [el("li", {"data-state": "ok"}, t("device.all-well"))]))
        this.warnings.replaceChildren(...(wires?.warnings ?? []).map(w => el("li", {dir: "auto"}, w)))
        this.side.textContent = t(state.turned ? "device.turned" : "device.upright")
        this.totals.hidden = !wires
        this.none.hidden = !!wires
        for (const c of this.choices) {
            c.hidden = !wires || (c.firstChild.value === "level" && !Object.values(wires.squares).some(s => s.level))
        }
        if (wires) {
            this.totals.replaceChildren(...["scans", "retries", "errors", "resets"].flatMap(k => [el("dt", {}, t("wires." + k)), el("dd", {}, digits(wires[k]))]))
        }
        this.wire(wires?.squares ?? {}, parts)
        this.bench.draw(state)
    }

    // wire writes a number of each square, and shades those that have more. squares are the board's own, as the wires are.
    wire(squares, parts) {
        const {turned, frame, board} = this.state
        const values = SQUARES.map(name => squares[name]?.[this.counted] ?? 0)
        const most = Math.max(1, ...values)
        const ill = new Set(parts.filter(h => h.state !== "ok").map(h => SENSOR.exec(h.part)?.[1]).filter(Boolean))
        this.cells.forEach((cell, i) => {
            const game = turned ? 63 - i : i
            const sees = frame && frame[game] !== "."
            const suspicious = ill.has(SQUARES[game])
            cell.textContent = board.wires ? digits(values[i]) : sees ? "●" : ""
            set(cell, "data-heat", this.counted === "level" || !values[i] ? null : Math.ceil((4 * values[i]) / most))
            set(cell, "data-sees", sees ? "" : null)
            set(cell, "data-suspicious", suspicious ? "" : null)
            set(cell, "title", suspicious ? t("wires.suspicious") : null)
        })
    }
}

function card(title, ...children) {
    return el("section", {class: "card"}, el("h2", {}, title), ...children)
}
