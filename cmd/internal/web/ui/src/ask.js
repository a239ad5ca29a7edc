// Requests to the board that aren't of the game.
import {refusalText, t} from "./lang.js"

// ask sends a request, as a POST when it has a body; it resolves to the answer or throws an Error in the board's words, with the answer's status.
export async function ask(path, body) {
    const options = body ? {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(body)} : {cache: "no-store"}
    const answer = await fetch(path, options).catch(() => {
        throw new Error(t("refused.connection"))
    })
    const reply = await answer.json().catch(() => ({error: answer.statusText}))
    if (!answer.ok) {
        throw Object.assign(new Error(refusalText(reply)), {status: answer.status})
    }
    return reply
}
