// The dialog for a new game.

export class NewGame {
    // begin(fen) starts a game and rejects with the board's words when it refuses.
    constructor(begin) {
        this.dialog = document.getElementById("new-dialog")
        this.fen = document.getElementById("new-fen")
        this.refusal = document.getElementById("new-refusal")
        document.getElementById("new-game").addEventListener("click", () => this.open())
        document.getElementById("new-cancel").addEventListener("click", () => this.dialog.close())
        this.dialog.querySelector("form").addEventListener("submit", e => this.submit(e, begin))
    }

    open() {
        this.refuse("")
        this.fen.value = ""
        this.dialog.showModal()
    }

    async submit(e, begin) {
        e.preventDefault()
        try {
            await begin(this.fen.value.trim())
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
