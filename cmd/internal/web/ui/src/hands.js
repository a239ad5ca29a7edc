// A person's hands at a simulated board: what is lifted, held and placed.
import {letterAt, sideOf, turnOf} from "./squares.js"
import {command} from "./stream.js"
import {t} from "./lang.js"

export class Hands {
    // on.state() gives the state, on.tray(n, tray) takes a new tray, on.refused(words | "") shows a
    // refusal, on.changed() draws anew.
    constructor(on) {
        this.on = on
        this.turns = Promise.resolve() // what is clicked waits for what was clicked before
        this.chosen = null // {letter, from}: chosen in the tray; else the hand decides
        this.origins = [] // {letter, square} of what these hands lifted, the last one last
    }

    // held is the FEN letter of the man that will be placed next, "" for none.
    held() {
        if (this.chosen) {
            return this.chosen.letter
        }
        const hand = [...(this.on.state().tray?.hand ?? "")]
        const side = turnOf(this.on.state().fen)
        return hand.findLast(letter => sideOf(letter) === side) ?? hand.at(-1) ?? ""
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

    // putBack returns the man in the hand to where it was lifted.
    putBack() {
        return this.queue(() => {
            const letter = this.held()
            const from = this.origins.findLast(o => o.letter === letter)
            if (from && letterAt(this.on.state().tray.stands, from.square) === ".") {
                return this.send({do: "place", square: from.square, piece: letter})
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
        const tray = this.on.state().tray
        if (!tray) {
            return
        }
        const there = letterAt(tray.stands, square)
        if (there !== ".") {
            this.origins = [...this.origins.slice(-31), {letter: there, square}]
            return this.send({do: "lift", square})
        }
        const piece = this.held()
        if (piece) {
            return this.send({do: "place", square, piece})
        }
    }

    async send(body) {
        const reply = await command(body, t("refused.connection"))
        if (body.do === "place") {
            this.chosen = null
        } else if (this.chosen?.from === "hand") {
            this.chosen = null
        }
        this.on.refused("")
        this.on.tray(reply.n, reply.tray)
    }
}
