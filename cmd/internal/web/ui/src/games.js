// The games that were played: a list to look through, and one of them to play again.
import {ask} from "./ask.js"
import {el} from "./draw.js"
import {time} from "./clock.js"
import {Graph, valueText} from "./graph.js"
import {apart, dateText, digits, dotted, has, san, t} from "./lang.js"

const byId = id => document.getElementById(id)

export class Games {
    constructor() {
        this.root = byId("view-games")
        this.form = byId("games-search")
        this.list = byId("games-list")
        this.view = byId("game-view")
        this.form.addEventListener("submit", e => {
            e.preventDefault()
            this.search()
        })
        document.addEventListener("keydown", e => this.key(e))
    }

    // enter shows the list, or the game of a number.
    enter(id) {
        this.leave()
        this.game = null
        this.list.hidden = this.form.hidden = !!id
        this.view.hidden = !id
        byId("games-none").hidden = true
        if (id) {
            this.open(id)
        } else {
            this.search()
        }
    }

    // leave looks after no engine any more.
    leave() {
        this.graph?.leave()
        this.graph = null
    }

    async search() {
        const query = new URLSearchParams([...new FormData(this.form)].filter(([, v]) => v))
        try {
            const rows = await ask("/api/games?" + query)
            this.list.replaceChildren(...rows.map(row))
            byId("games-none").hidden = rows.length > 0
            byId("games-none").textContent = t("games.none")
        } catch (err) {
            this.list.replaceChildren()
            byId("games-none").hidden = false
            byId("games-none").textContent = err.message
        }
    }

    async open(id) {
        try {
            this.game = await ask("/api/games/" + id)
        } catch (err) {
            this.view.replaceChildren(el("p", {role: "alert"}, err.message))
            return
        }
        const g = this.game
        this.graph?.leave()
        this.graph = new Graph(g, ply => this.show(ply), () => this.show(this.ply))
        this.follow = el("button", {type: "button", "data-follow": "start", onclick: () => this.lead()}, t("follow.start"))
        this.follow.disabled = !g.moves.length
        this.refusal = el("p", {role: "alert", hidden: ""})
        this.picture = el("img", {class: "position", alt: "", width: "480", height: "480"})
        this.said = el("p", {"aria-live": "polite", class: "said"})
        this.items = g.moves.map((m, i) => el("button", {type: "button", "data-ply": i + 1, onclick: () => this.show(i + 1)}, san(m.san)))
        const pairs = []
        const black = g.start.split(" ")[1] === "b" ? 1 : 0
        for (let i = -black; i < g.moves.length; i += 2) {
            pairs.push(el("li", {}, el("span", {class: "soft"}, digits((i + black) / 2 + 1) + "."), this.items[i] ?? el("span", {}, "…"), this.items[i + 1] ?? ""))
        }
        const step = (key, n) => el("button", {type: "button", "data-step": key, "aria-label": t("games." + key), title: t("games." + key), onclick: () => this.show(n())}, {first: "|◀", previous: "◀", forward: "▶", last: "▶|"}[key])
        this.view.replaceChildren(
            el("header", {}, el("a", {href: "#games", class: "button"}, t("games.all")), el("h2", {}, title(g)), el("p", {class: "soft"}, subtitle(g))),
            el("div", {class: "player-view"},
                el("div", {}, this.picture, el("div", {class: "steps", dir: "ltr"}, step("first", () => 0), step("previous", () => this.ply - 1), step("forward", () => this.ply + 1), step("last", () => g.moves.length)), this.said,
                    el("p", {class: "links"}, this.follow), this.refusal),
                el("div", {}, el("ol", {class: "moves", dir: "ltr"}, ...pairs), g.moves.length ? this.graph.root : "", el("p", {class: "links"},
                    el("a", {href: `/api/games/${g.id}.pgn`, class: "button", download: ""}, "PGN"),
                    this.svg = el("a", {class: "button", download: "position.svg"}, "SVG"), this.png = el("a", {class: "button", download: "position.png"}, "PNG")))))
        this.show(g.moves.length)
    }

    // lead has the game led on the board from the position that is shown.
    async lead() {
        try {
            await ask("/api/board", {do: "follow", game: this.game.id, ply: this.ply === this.game.moves.length ? 0 : this.ply})
            location.hash = "#play"
        } catch (err) {
            this.refusal.textContent = err.message
            this.refusal.hidden = false
        }
    }

    // show shows the position after so many moves.
    show(ply) {
        const g = this.game
        this.ply = Math.max(0, Math.min(ply, g.moves.length))
        const m = g.moves[this.ply - 1]
        const fen = m?.fen ?? g.start
        const query = "?" + new URLSearchParams({fen})
        this.picture.src = "/api/position.svg" + query
        this.svg.href = "/api/position.svg" + query
        this.png.href = "/api/position.png" + query + "&size=960"
        this.picture.alt = m ? t("say.move", {side: t(fen.split(" ")[1] === "b" ? "white" : "black"), san: m.san}) : t("games.first")
        const value = this.graph.at(this.ply)
        this.said.textContent = dotted(m?.comment, m && m.clock >= 0 ? digits(time(m.clock)) : "", value ? valueText(value) : "")
        this.graph.mark(this.ply)
        for (const item of this.items) {
            const now = Number(item.dataset.ply) === this.ply
            item.setAttribute("aria-current", now ? "true" : "false")
            if (now) {
                item.scrollIntoView({block: "nearest"})
            }
        }
    }

    key(e) {
        if (this.root.hidden || !this.game || e.target.matches("input, select")) {
            return
        }
        const to = {ArrowLeft: this.ply - 1, ArrowRight: this.ply + 1, Home: 0, End: this.game.moves.length}[e.key]
        if (to !== undefined) {
            e.preventDefault()
            this.show(to)
        }
    }
}

const name = (given, side) => (given && given !== "?" ? given : t(side))
const title = g => apart(name(g.white, "white")) + " – " + apart(name(g.black, "black"))
const opening = g => [g.eco, g.opening].filter(Boolean).join(" ")

function subtitle(g) {
    const why = g.reason && has("reason." + g.reason) ? t("reason." + g.reason) : ""
    return dotted(dateText(g.date), g.event !== "?" ? g.event : "", t("result." + g.result), why, opening(g))
}

function row(g) {
    return el("li", {}, el("a", {href: "#game-" + g.id},
        el("span", {class: "who"}, title(g)), el("span", {class: "score", dir: "ltr"}, g.result),
        el("span", {class: "soft small"}, dotted(dateText(g.date), t("games.moves", {n: Math.ceil(g.plies / 2)}), opening(g)))))
}
