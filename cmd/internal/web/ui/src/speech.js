// Moves, prompts and results, spoken by the browser where it has a voice of the language. Silent until switched on in the settings.
import {language, listed, promptText, resultText, t} from "./lang.js"
import {pref} from "./prefs.js"

// SPEAKS are the kinds of what can be spoken.
export const SPEAKS = ["moves", "prompts", "results"]

const synthesis = globalThis.speechSynthesis

// voice is the browser's for the page's language, undefined where it has none; some are found only after a while.
export const voice = () => synthesis?.getVoices().find(v => v.lang.toLowerCase().split(/[-_]/)[0] === language)

// onVoices calls back when the browser has found other voices.
export const onVoices = f => synthesis?.addEventListener?.("voiceschanged", f)

// speak says words after what is being said.
export function speak(words) {
    const by = voice()
    if (!by || !words) {
        return
    }
    const said = new SpeechSynthesisUtterance(words.replace(/[\u2066-\u2069]/g, ""))
    said.voice = by
    said.lang = by.lang
    said.volume = pref("volume") / 100
    synthesis.speak(said)
}

// sanWords puts a move into words that can be spoken: "Nbxd7+" becomes "knight takes d7, check".
export function sanWords(san) {
    const after = san.endsWith("#") ? t("spoken.mate") : san.endsWith("+") ? t("spoken.check") : ""
    if (san.startsWith("O-O")) {
        return listed(t(san.startsWith("O-O-O") ? "spoken.long" : "spoken.short"), after)
    }
    const [, letter, from, takes, square, becomes] = /^([KQRBN]?)([a-h]?[1-8]?)(x?)([a-h][1-8])(?:=([QRBN]))?/.exec(san) ?? []
    if (!square) {
        return san
    }
    const args = {piece: t("name." + (letter || "P")), from: letter ? from : "", square}
    return listed(t(takes ? "spoken.takes" : "spoken.goes", args), becomes && t("name." + becomes), after).replace(/ {2,}/g, " ")
}

// tell speaks what is to be heard of an event. seen tells that its move was shown before.
export function tell(e, seen) {
    const wanted = kind => pref("speaks").includes(kind)
    if ((e.type === "provisional" || e.type === "move") && !seen && wanted("moves")) {
        speak(sanWords(e.san))
    } else if (e.type === "prompt" && e.key && wanted("prompts")) {
        speak(promptText(e))
    } else if (e.type === "result" && e.result && wanted("results")) {
        speak(resultText(e))
    }
}
