// The dialog for a new game.
import {el} from "./draw.js"
import {t} from "./lang.js"

const RATINGS = [1400, 1600, 1800, 2000, 2200, 2400, 2600, 2800]

export class NewGame {
    // begin({fen, side, level}) starts a game and rejects with the board's words when it refuses.
    constructor(begin) {
        this.dialog = document.getElementById("new-dialog")
        this.fen = document.getElementById("new-fen")
        this.side = document.getElementById("new-side")
        this.level = document.getElementById("new-level")
        this.choices()
        this.refusal = document.getElementById("new-refusal")
        document.getElementById("new-game").addEventListener("click", () => this.open())
        document.getElementById("new-cancel").addEventListener("click", () => this.dialog.close())
        this.dialog.querySelector("form").addEventListener("submit", e => this.submit(e, begin))
    }

    // choices fills what the engine may play.
    choices() {
        this.side.replaceChildren(...["none", "white", "black"].map(side => el("option", {value: side}, t(side === "none" ? "new-nobody" : side))))
        this.level.replaceChildren(
            ...RATINGS.map(n => el("option", {value: "elo " + n}, "Elo " + n)), el("option", {value: "full"}, t("new-full")))
        this.side.addEventListener("change", () => (this.level.disabled = this.side.value === "none"))
        this.level.disabled = true
    }

    open() {
        this.refuse("")
        this.fen.value = ""
        this.dialog.showModal()
    }

    async submit(e, begin) {
        e.preventDefault()
        try {
            const against = this.side.value === "none" ? {} : {level: this.level.value}
            await begin({fen: this.fen.value.trim(), side: this.side.value, ...against})
            this.dialog.close()
        } catch (err) {
            this.refuse(err.message)
        }
    }

    refuse(words) {
        this.refusal.textContent = words
        this.refusal.hidden = !words
    }
}
