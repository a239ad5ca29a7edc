// The board: squares and lights below, the men above them, 64 buttons on top.
import {el, picture, repaint, set} from "./draw.js"
import {listed, t} from "./lang.js"
import {Men} from "./men.js"
import {SQUARES, indexOf, isLight, isPiece, lettersOf, manId, view} from "./squares.js"

const calm = matchMedia("(prefers-reduced-motion: reduce)")

export class Board {
    // onSquare(name) is called for a square that is clicked or chosen by Enter or Space.
    constructor(onSquare) {
        this.flipped = false
        this.cells = SQUARES.map(cell)
        this.buttons = SQUARES.map(name => button(name, onSquare))
        this.cursor = indexOf("e2")
        this.men = new Men(document.getElementById("men"))
        this.grid = document.getElementById("grid")
        this.grid.addEventListener("keydown", e => this.key(e))
        this.grid.addEventListener("focusin", e => this.point(this.buttons.findIndex(b => b.root === e.target)))
        this.arrange()
    }

    // arrange puts the squares in the order in which they are seen.
    arrange() {
        const order = this.flipped ? [...SQUARES.keys()].reverse() : [...SQUARES.keys()]
        document.getElementById("cells").replaceChildren(...order.map(i => this.cells[i].root))
        const rows = [...Array(8).keys()].map(r => order.slice(r * 8, r * 8 + 8))
        this.grid.replaceChildren(...rows.map(row => el("div", {role: "row"}, ...row.map(i => this.buttons[i].root))))
        document.getElementById("board").classList.toggle("flipped", this.flipped)
        this.point(this.cursor)
    }

    flip() {
        this.flipped = !this.flipped
        this.arrange()
    }

    // point makes a square the one that the tab key reaches.
    point(i) {
        if (i < 0) {
            return
        }
        this.buttons[this.cursor].root.tabIndex = -1
        this.cursor = i
        this.buttons[i].root.tabIndex = 0
    }

    key(e) {
        const step = {ArrowUp: -8, ArrowDown: 8, ArrowLeft: -1, ArrowRight: 1}[e.key]
        if (!step || e.ctrlKey || e.metaKey || e.altKey) {
            return
        }
        e.preventDefault()
        const sideways = Math.abs(step) === 1
        const to = this.cursor + (this.flipped ? -step : step)
        const edge = to < 0 || to > 63 || (sideways && to >> 3 !== this.cursor >> 3)
        if (!edge) {
            this.buttons[to].root.focus()
        }
    }

    // show draws a state; allSensors adds a mark for each sensor that sees something.
    show(state, allSensors) {
        const game = lettersOf(state.fen)
        const solid = SQUARES.map((name, i) => {
            const sensor = state.frame ? state.frame[i] : undefined
            const seen = view(game[i], sensor, state.tray?.stands[i], state.board.kind)
            const led = state.leds[name] ?? ""
            this.cells[i].show(seen, led)
            this.buttons[i].show({...seen, sensor, led, allSensors, game: game[i], sim: state.sim})
            return seen.solid || "."
        })
        this.men.show(solid, !state.sim && !calm.matches && !document.hidden)
    }
}

// cell is a square's wood, light and what lies under the men. Most squares never have more than wood: the rest is made when it is shown.
function cell(name, i) {
    const root = el("div", {class: "cell " + (isLight(i) ? "pale" : "deep"), "data-at": name})
    let light, ghost, disc
    if (name[1] === "1" || name[1] === "8") {
        root.append(el("span", {class: "file at-" + name[1]}, name[0]))
    }
    if (name[0] === "a" || name[0] === "h") {
        root.append(el("span", {class: "rank at-" + name[0]}, name[1]))
    }
    return {
        root,
        show(seen, led) {
            if (!light && !led && !seen.ghost && !seen.disc) {
                return
            }
            if (!light) {
                light = picture("", "light")
                ghost = picture("", "ghost")
                disc = el("span", {class: "disc"})
                root.prepend(light, ghost, disc)
            }
            set(root, "data-light", led || null)
            repaint(light, led && "led-" + led)
            repaint(ghost, seen.ghost && manId(seen.ghost))
            set(disc, "hidden", seen.disc ? null : "")
            set(disc, "data-disc", seen.disc || null)
        },
    }
}

// button is what is clicked, focused, read aloud and tested.
function button(name, onSquare) {
    const root = el("button", {
        type: "button", role: "gridcell", tabindex: "-1", "data-square": name, onclick: () => onSquare(name),
    }, el("span", {class: "sensor"}))
    return {
        root,
        show(s) {
            set(root, "data-led", s.led || null)
            set(root, "data-sensor", s.sensor)
            set(root, "data-man", s.solid || s.disc || null)
            set(root, "data-differs", s.differs || null)
            root.classList.toggle("sees", s.allSensors && s.sensor !== undefined && s.sensor !== ".")
            root.classList.toggle("movable", Boolean(s.sim))
            set(root, "aria-label", label(name, s))
        },
    }
}

const discNames = {"+": "piece.+", w: "piece.light", b: "piece.dark"}

// label names a square for those who hear the page.
function label(name, s) {
    const parts = [name]
    if (s.solid || s.disc) {
        parts.push(t(isPiece(s.solid) ? "piece." + s.solid : discNames[s.disc]))
    } else if (!s.ghost) {
        parts.push(t("square.empty"))
    }
    if (s.differs || s.ghost) {
        parts.push(t("differs." + (s.differs || "missing"), {piece: s.game === "." ? "" : t("piece." + s.game)}))
    }
    if (s.led) {
        parts.push(t("square.light", {meaning: t("led." + s.led)}))
    }
    return listed(...parts)
}

