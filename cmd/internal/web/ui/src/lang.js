// The page's words. A language is one file in lang/; the page takes the first that the browser asks for.
import en from "./lang/en.json"

const languages = {en}

function choose() {
    for (const wish of navigator.languages || []) {
        const found = languages[wish.toLowerCase().split("-")[0]]
        if (found) {
            return found
        }
    }
    return en
}

const words = choose()

// has reports whether there are words for a key.
export const has = key => key in words || key in en

// t gives the words of a key, with {names} filled in; a key without words speaks for itself.
export function t(key, args = {}) {
    const text = words[key] ?? en[key] ?? key
    return text.replace(/\{([\w-]+)\}/g, (all, name) => args[name] ?? "")
}

// speak fills the page's own texts and says which language and direction they have.
export function speak(root) {
    root.documentElement.lang = words.lang
    root.documentElement.dir = words.dir
    for (const el of root.querySelectorAll("[data-t]")) {
        el.textContent = t(el.dataset.t)
    }
    for (const el of root.querySelectorAll("[data-t-label]")) {
        el.setAttribute("aria-label", t(el.dataset.tLabel))
    }
}

// promptText puts a prompt into words; its arguments are squares, sides and FEN letters.
export function promptText({key, args = {}}) {
    const filled = {...args}
    if (filled.piece) {
        filled.piece = t("piece." + filled.piece)
    }
    if (filled.side) {
        filled.side = t(filled.side)
    }
    const clear = key === "set-up" && !filled.piece && has("prompt.set-up.clear")
    return t(clear ? "prompt.set-up.clear" : "prompt." + key, filled)
}

// resultText puts a result into words.
export function resultText({result, reason}) {
    const why = reason ? (has("reason." + reason) ? t("reason." + reason) : reason) : ""
    return (t("result." + result) + " " + why).trim()
}
