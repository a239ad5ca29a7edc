// A small board on which a position is set up, by pointing or by keyboard, as FEN.
import {el, picture, repaint} from "./draw.js"
import {t} from "./lang.js"
import {SQUARES, isLight, isPiece, lettersOf, manId, placementOf} from "./squares.js"

const MEN = "KQRBNPkqrbnp."
const HOME = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
const byId = id => document.getElementById(id)

export class Setup {
    constructor() {
        this.fen = byId("new-fen")
        this.turn = byId("new-turn")
        this.man = "P"
        this.squares = SQUARES.map((name, i) => {
            const man = picture("", "man")
            return {man, root: el("button", {type: "button", class: isLight(i) ? "pale" : "deep", "data-put": name, tabindex: i ? "-1" : "0", onclick: () => this.put(i), onkeydown: e => this.key(e, i)}, man)}
        })
        byId("new-board").replaceChildren(...this.squares.map(s => s.root))
        this.men = [...MEN].map(m => el("button", {type: "button", role: "radio", "data-man": m, "aria-checked": String(m === this.man), "aria-label": t(isPiece(m) ? "piece." + m : "square.empty"), onclick: () => this.choose(m)}, isPiece(m) ? picture(manId(m), "man") : "×"))
        byId("new-men").replaceChildren(...this.men)
        byId("new-clear").addEventListener("click", () => this.write(".".repeat(64)))
        byId("new-home").addEventListener("click", () => this.write(lettersOf(HOME)))
        this.turn.addEventListener("change", () => this.write(this.letters))
        this.fen.addEventListener("input", () => this.read())
        this.read()
    }

    choose(man) {
        this.man = man
        for (const b of this.men) {
            b.setAttribute("aria-checked", String(b.dataset.man === man))
        }
    }

    put(i) {
        const man = this.letters[i] === this.man ? "." : this.man
        this.write(this.letters.slice(0, i) + man + this.letters.slice(i + 1))
    }

    key(e, i) {
        const step = {ArrowUp: -8, ArrowDown: 8, ArrowLeft: -1, ArrowRight: 1}[e.key]
        const to = i + step
        if (!step || to < 0 || to > 63 || (Math.abs(step) === 1 && to >> 3 !== i >> 3)) {
            return
        }
        e.preventDefault()
        this.squares[i].root.tabIndex = -1
        this.squares[to].root.tabIndex = 0
        this.squares[to].root.focus()
    }

    // read draws the FEN that is written; an empty one is the initial position.
    read() {
        const fen = this.fen.value.trim()
        this.letters = lettersOf(fen || HOME)
        this.turn.checked = fen.split(/\s+/)[1] === "b"
        this.draw()
    }

    // write writes the FEN of 64 letters: castling is possible where king and rook are at home.
    write(letters) {
        this.letters = letters
        const at = name => letters[SQUARES.indexOf(name)]
        const castles = [["e1", "K", "h1", "R", "K"], ["e1", "K", "a1", "R", "Q"], ["e8", "k", "h8", "r", "k"], ["e8", "k", "a8", "r", "q"]]
            .filter(([k, king, r, rook]) => at(k) === king && at(r) === rook).map(c => c[4]).join("")
        this.fen.value = `${placementOf(letters)} ${this.turn.checked ? "b" : "w"} ${castles || "-"} - 0 1`
        this.draw()
    }

    draw() {
        this.squares.forEach((s, i) => {
            const man = this.letters[i]
            repaint(s.man, isPiece(man) ? manId(man) : "")
            s.root.setAttribute("aria-label", `${SQUARES[i]}, ${t(isPiece(man) ? "piece." + man : "square.empty")}`)
        })
    }
}
