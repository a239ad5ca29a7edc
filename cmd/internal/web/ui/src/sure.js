// Asking whether one is sure: of what would hold up or end the game that is being played, and of what can't be undone.
import {t} from "./lang.js"

const PLAYING = 409 // how the board answers who hasn't said so
const byId = id => document.getElementById(id)

// surely sends what is asked for, and once more when the person is sure of it; it resolves to null when he isn't.
export async function surely(send, body) {
    try {
        return await send(body)
    } catch (err) {
        if (err.status !== PLAYING) {
            throw err
        }
        return await agreed(["new", "lesson"].includes(body.do) ? "end" : "wait") ? send({...body, sure: true}) : null
    }
}

// agreed asks whether the game may "end" or "wait".
function agreed(what) {
    const dialog = byId("sure-dialog")
    byId("sure-what").textContent = t("sure.about." + what)
    byId("sure-yes").textContent = t("sure." + what)
    dialog.returnValue = ""
    dialog.showModal()
    return new Promise(done => dialog.addEventListener("close", () => done(dialog.returnValue === "yes"), {once: true}))
}

const WAITS = 4000 // ms for which a button asks

// twice reports whether a button was pressed a second time while it asked whether one is sure, and has it ask at the first.
export function twice(button) {
    if (button.dataset.sure) {
        return true
    }
    const words = button.textContent
    button.dataset.sure = "1"
    button.textContent = t("say.sure")
    setTimeout(() => {
        delete button.dataset.sure
        button.textContent = words
    }, WAITS)
    return false
}
