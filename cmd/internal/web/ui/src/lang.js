// The page's words, which the server puts into the page in the language that it finds is wanted. A language is one file in lang/.
import {pref} from "./prefs.js"

const {words, names} = JSON.parse(document.getElementById("words").textContent)

export {names} // how each language calls itself, by its code

// language is the one that the page speaks.
export const language = words.lang

const YEAR = 365 * 24 * 60 * 60

// change speaks another language from now on; the page begins anew.
export function change(lang) {
    document.cookie = `language=${lang}; path=/; max-age=${YEAR}; samesite=lax`
    const url = new URL(location)
    url.searchParams.set("lang", lang) // where cookies are forbidden, for this time
    location.replace(url)
}

// has reports whether there are words for a key.
export const has = key => key in words

const DIGITS = {persian: 0x6f0, arabic: 0x660} // the code points of their zeros
const FIGURINES = {K: "♔", Q: "♕", R: "♖", B: "♗", N: "♘"}

// digits writes a number, a time or a date in the digits that were chosen. What names squares stays as it is.
export function digits(value) {
    const zero = DIGITS[pref("digits")]
    return zero ? String(value).replace(/[0-9]/g, d => String.fromCodePoint(zero + Number(d))) : String(value)
}

// san writes a move, or several, in the piece letters that were chosen.
export function san(move) {
    const letters = pref("letters")
    if (letters === "english") {
        return move
    }
    return move.replace(/[KQRBN]/g, p => (letters === "figurine" ? FIGURINES[p] : (words["letter." + p] ?? p)))
}

// dateText writes a date. Its lines would turn Arabic digits around, which scripts from right to left read as several numbers.
export const dateText = date => (pref("digits") === "arabic" ? digits(date).replace(/[-.]/g, "\u200e$&\u200e") : digits(date))

const MOVES = ["san", "better"] // the names of values that are moves

// t gives the words of a key, with {names} filled in; a key without words speaks for itself.
export function t(key, args = {}) {
    const text = words[key] ?? key
    return text.replace(/\{([\w-]+)\}/g, (all, name) => isolated(written(name, args[name] ?? "")))
}

// listed puts what there is of parts one after the other, as the language does.
export const listed = (...parts) => parts.filter(Boolean).join(t("comma"))

// apart keeps a name or another part, in whatever script, whole among words that go from right to left.
export const apart = part => (words.dir === "rtl" ? "\u2068" + part + "\u2069" : part)

// dotted puts what there is of parts beside one another.
export const dotted = (...parts) => parts.filter(Boolean).map(apart).join(" · ")

function written(name, value) {
    if (MOVES.includes(name)) {
        return san(String(value))
    }
    return /^[-+]?[\d.:,/]+$/.test(value) ? digits(value) : value
}

// isolated keeps squares, moves and numbers from left to right among words that go from right to left.
function isolated(value) {
    const ltr = words.dir === "rtl" && /^[^\p{L}]*[\p{Nd}A-Za-z♔-♘][^\p{Script=Arabic}]*$|^[\p{Script=Arabic}]x?[a-h]/u.test(value)
    return ltr ? "\u2066" + value + "\u2069" : value
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
    if (filled.result) {
        filled.result = t("result." + filled.result)
    }
    if (filled.why) {
        filled.why = boardText(filled.why, `${key} ${args.reason}`, [args.side, args.square])
    }
    const clear = key === "set-up" && !filled.piece && has("prompt.set-up.clear")
    return t(clear ? "prompt.set-up.clear" : "prompt." + key, filled)
}

// resultText puts a result into words.
export function resultText({result, reason}) {
    const why = reason ? (has("reason." + reason) ? t("reason." + reason) : reason) : ""
    return (t("result." + result) + " " + why).trim()
}

// boardText puts words of the board into those of the page, or leaves them where there are none; args is what is filled in.
export const boardText = (text, key = text, args = []) => (words.lang === "en" || !has("refused." + key) ? text : t("refused." + key, args.map(wordOf)))

// wordOf is a side or role in words.
const wordOf = arg => (["white", "black"].includes(arg) ? t(arg) : has("role." + arg) ? t("role." + arg) : arg)

// refusalText puts into words why the board doesn't do something: what it says, and the key of that with what is filled in.
export const refusalText = ({error, key = error, args}) => (has("refused." + key) ? boardText(error, key, args) : t("refused.board", {text: error}))

// healthArgs are a part of the board and how it is, in words.
export function healthArgs({part, state, text = ""}) {
    const [, square] = /^sensor ([a-h][1-8])$/.exec(part) ?? []
    const named = square ? t("part.sensor", {square}) : has("part." + part) ? t("part." + part) : part
    return {part: named, state: t("state." + state), text: boardText(text)}
}
