// The graph of what an engine thinks of a game: how good each position is for White, from the first to the last.
import {ask} from "./ask.js"
import {el, set} from "./draw.js"
import {digits, listed, san, t} from "./lang.js"

const SVG = "http://www.w3.org/2000/svg"
const HEIGHT = 100
const AGAIN = 700 // ms between two looks at an engine that is thinking
const TURN = 200 // centipawns: a move that loses as much is marked

// height is where a value stands, 0 for White's best to HEIGHT for Black's; what is far from even is drawn together.
const height = v => HEIGHT / 2 * (1 - Math.tanh(v.value / 500))

// valueText writes a value as chess players do: +0.35, -1.20, #3, #-2.
export function valueText(v) {
    if (v.mate !== undefined) {
        return "#" + digits(v.mate || "")
    }
    return (v.value > 0 ? "+" : "") + digits((v.value / 100).toFixed(2))
}

function shape(name, attributes) {
    const node = document.createElementNS(SVG, name)
    for (const [key, value] of Object.entries(attributes)) {
        set(node, key, value)
    }
    return node
}

export class Graph {
    // game is whose graph it is; onPly(ply) is called when a place on the graph is chosen, onValues() when there is more to say.
    constructor(game, onPly, onValues) {
        this.game = game
        this.onPly = onPly
        this.onValues = onValues
        this.values = []
        this.ply = 0
        this.label = name => el("span", {class: "soft small", "aria-hidden": "true"}, t(name))
        this.plot = el("div", {class: "plot", dir: "ltr", onclick: e => this.point(e)})
        this.said = el("p", {class: "soft small", role: "status"})
        this.refusal = el("p", {role: "alert", hidden: ""})
        this.begin = el("button", {type: "button", "data-graph": "begin", onclick: () => this.command({do: "evaluate", game: game.id})}, t("graph.begin"))
        this.stop = el("button", {type: "button", "data-graph": "stop", onclick: () => this.command({do: "evaluate"})}, t("graph.stop"))
        this.rows = el("ol", {})
        this.text = el("details", {class: "small"}, el("summary", {}, t("graph.text")), this.rows)
        this.root = el("section", {class: "graph", "aria-labelledby": "graph-title"},
            el("h3", {id: "graph-title"}, t("graph")), el("div", {class: "plot-frame"}, this.label("graph.white"), this.plot, this.label("graph.black")),
            this.text, el("div", {class: "row-tools"}, this.begin, this.stop, this.said), this.refusal)
        this.look()
    }

    async command(body) {
        try {
            await ask("/api/board", body)
            this.refuse("")
        } catch (err) {
            this.refuse(err.message)
        }
        this.look()
    }

    refuse(words) {
        this.refusal.textContent = words
        this.refusal.hidden = !words
    }

    // look asks what is known, again and again while the engine thinks.
    async look() {
        clearTimeout(this.later)
        const known = await ask(`/api/games/${this.game.id}/evaluation`).catch(() => null)
        if (this.left) {
            return
        }
        if (known) {
            this.show(known)
        }
        if (this.state === "running") {
            this.later = setTimeout(() => this.look(), AGAIN)
        }
    }

    // leave looks no more.
    leave() {
        this.left = true
        clearTimeout(this.later)
    }

    show({state, engine, of, values}) {
        this.state = state
        this.of = of
        this.begin.hidden = !engine || state === "running" || state === "done"
        this.stop.hidden = state !== "running"
        this.said.textContent = !engine && state === "none" ? t("graph.none") : state === "none" || state === "done" ? "" : t("graph." + state, {n: values.length, of})
        const more = values.length !== this.values.length
        this.values = values
        this.root.querySelector(".plot-frame").hidden = this.text.hidden = !values.length
        if (more) {
            this.draw()
            this.onValues()
        }
    }

    // at is what is known of the position after so many moves, undefined for nothing.
    at(ply) {
        return this.values[ply]
    }

    // lost is what a move gave away, in centipawns.
    lost(ply) {
        const change = this.values[ply].value - this.values[ply - 1].value
        return this.whites(ply) ? -change : change
    }

    whites(ply) {
        return (this.game.start.split(" ")[1] === "w") === (ply % 2 === 1)
    }

    name(ply) {
        return ply === 0 ? t("games.first") : numbered(this.game, ply)
    }

    draw() {
        const {values, of} = this
        const width = Math.max(of - 1, 1)
        const line = values.map((v, ply) => `${ply} ${height(v).toFixed(1)}`).join(" L")
        const turns = values.map((_, ply) => ply).filter(ply => ply > 0 && this.lost(ply) >= TURN)
        this.cursor = shape("line", {y1: 0, y2: HEIGHT, class: "cursor"})
        const svg = shape("svg", {viewBox: `0 0 ${width} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": this.summary(turns)})
        svg.append(
            shape("rect", {width, height: HEIGHT, class: "blacks"}),
            shape("path", {d: `M0 ${HEIGHT} L${line} L${values.length - 1} ${HEIGHT} Z`, class: "whites"}),
            shape("line", {x2: width, y1: HEIGHT / 2, y2: HEIGHT / 2, class: "even"}),
            shape("path", {d: `M${line}`, class: "course"}),
            ...turns.map(ply => shape("line", {x1: ply, x2: ply, y1: height(values[ply - 1]), y2: height(values[ply]), class: "turn"})),
            this.cursor)
        this.plot.replaceChildren(svg)
        this.rows.replaceChildren(...values.map((v, ply) => el("li", {"data-lost": ply > 0 && this.lost(ply) >= TURN ? "" : null},
            el("bdi", {dir: "ltr"}, this.name(ply)), " ", el("bdi", {dir: "ltr"}, valueText(v)), ply > 0 && this.lost(ply) >= TURN ? " " + t("graph.turn") : "")))
        this.mark(this.ply)
    }

    // summary says in words what the graph shows.
    summary(turns) {
        const worst = turns.sort((a, b) => this.lost(b) - this.lost(a)).slice(0, 3).sort((a, b) => a - b)
        const parts = [t("graph.about", {n: this.values.length, value: valueText(this.values.at(-1))})]
        if (worst.length) {
            parts.push(t("graph.turns", {moves: listed(...worst.map(ply => this.name(ply)))}))
        }
        return parts.join(" ")
    }

    // mark shows which position is looked at.
    mark(ply) {
        this.ply = ply
        if (this.cursor) {
            set(this.cursor, "x1", ply)
            set(this.cursor, "x2", ply)
        }
    }

    point(e) {
        const box = this.plot.getBoundingClientRect()
        this.onPly(Math.round((e.clientX - box.left) / box.width * (this.of - 1)))
    }
}

// numbered is a move with its number: "12. Nf3", "12... Nf6".
export function numbered(game, ply) {
    const black = game.start.split(" ")[1] === "b" ? 1 : 0
    const first = parseInt(game.start.split(" ")[5], 10) || 1
    const half = ply - 1 + black
    return `${digits(first + (half >> 1))}${half % 2 ? "..." : "."} ${san(game.moves[ply - 1].san)}`
}
