// A person's hands at a simulated board: what is lifted, held and placed.
import {SQUARES, isPiece, letterAt, lettersOf, sideOf, turnOf} from "./squares.js"
import {command} from "./stream.js"
import {t} from "./lang.js"

export class Hands {
    // on.state() gives the state, on.tray({rev, tray}) takes a new tray, on.refused(words | "") shows a
    // refusal, on.changed() draws anew.
    constructor(on) {
        this.on = on
        this.turns = Promise.resolve() // what is clicked waits for what was clicked before
        this.chosen = null // {letter, from}: chosen in the tray; else the hand decides
        this.lifted = [] // {letter, square}: in the hand, the last lifted last
    }

    // hand is the FEN letters in the hand.
    get hand() {
        return this.lifted.map(l => l.letter).join("")
    }

    // settle lets go of what is no longer off the board.
    settle() {
        let off = this.on.state().tray?.off ?? ""
        this.lifted = this.lifted.filter(({letter}) => {
            const there = off.includes(letter)
            off = off.replace(letter, "")
            return there
        })
        if (this.chosen && this.chosen.from !== "spare" && !this.on.state().tray?.off.includes(this.chosen.letter)) {
            this.chosen = null
        }
    }

    // takeUp finds the men that were in a hand when the page was left: the game has them on squares where nobody stands, and they lie beside
    // the board.
    takeUp() {
        const {fen, tray} = this.on.state()
        let off = tray?.off ?? ""
        const game = lettersOf(fen)
        this.lifted = SQUARES.map(square => ({letter: letterAt(game, square), square})).filter(({letter, square}) => {
            const there = isPiece(letter) && letterAt(tray?.stands, square) === "." && off.includes(letter)
            off = there ? off.replace(letter, "") : off
            return there
        })
    }

    // held is the FEN letter of the man that is placed next, "" for none: the chosen one, else the
    // last lifted of the side that moves, else the last lifted.
    held() {
        if (this.chosen) {
            return this.chosen.letter
        }
        const {fen, prompt} = this.on.state()
        const led = !!prompt?.key.startsWith("play-") // the other side's move, which is still to be carried out
        const side = (turnOf(fen) === "white") === led ? "black" : "white"
        const own = this.lifted.findLast(l => sideOf(l.letter) === side)
        return (own ?? this.lifted.at(-1))?.letter ?? ""
    }

    // choose takes a man of the tray (from: hand, off or spare) as the next to be placed; once more lets go of it.
    choose(letter, from) {
        const same = this.chosen?.letter === letter && this.chosen.from === from
        this.chosen = same ? null : {letter, from}
        this.on.changed()
    }

    click(square) {
        return this.queue(() => this.act(square))
    }

    // putBack lets go of what was chosen, or returns the man in the hand to where it was lifted.
    putBack() {
        return this.queue(() => {
            const letter = this.chosen ? "" : this.held()
            const from = this.lifted.findLast(l => l.letter === letter)
            if (from && letterAt(this.on.state().tray.stands, from.square) === ".") {
                return this.place(from.square, letter)
            }
            this.chosen = null
            this.on.changed()
        })
    }

    press(key) {
        return this.queue(() => this.send({do: "press", key}))
    }

    queue(action) {
        this.turns = this.turns.then(action).catch(err => this.on.refused(err.message))
        return this.turns
    }

    act(square) {
        const there = letterAt(this.on.state().tray?.stands, square)
        if (there === undefined) {
            return
        }
        if (there !== ".") {
            return this.lift(square, there)
        }
        const piece = this.held()
        if (piece) {
            return this.place(square, piece)
        }
    }

    async lift(square, letter) {
        const reply = await this.send({do: "lift", square})
        this.lifted.push({letter, square})
        this.on.tray(reply)
    }

    // place leaves in the hand what else of that side was lifted (castling); the other side's men are
    // laid beside the board.
    async place(square, piece) {
        const reply = await this.send({do: "place", square, piece})
        const at = this.lifted.findLastIndex(l => l.letter === piece)
        this.lifted = this.lifted.filter((l, i) => i !== at && sideOf(l.letter) === sideOf(piece))
        this.chosen = null
        this.on.tray(reply)
    }

    async send(body) {
        const reply = await command(body, t("refused.connection"))
        this.on.refused("")
        return reply
    }
}
