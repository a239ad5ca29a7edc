// The view of settings: those of this device, and those of the board.
import {el} from "./draw.js"
import {change, language, names, t} from "./lang.js"
import {Options} from "./options.js"
import {pref, prefer, dressText} from "./prefs.js"
import {SOUNDS, play} from "./sound.js"
import {SPEAKS, onVoices, sanWords, speak, voice} from "./speech.js"

const byId = id => document.getElementById(id)

// choice is a row with a list to choose from: {value: words}.
export function choice(label, options, value, onchange, attributes = {}) {
    const select = el("select", {...attributes, onchange: () => onchange(select.value)}, ...Object.entries(options).map(([v, words]) => el("option", {value: v}, words)))
    select.value = value
    return el("label", {class: "row"}, el("span", {}, label), select)
}

export class Settings {
    // changed() draws anew what is shown otherwise from now on.
    constructor(changed) {
        this.changed = changed
        const local = [..."KQRBN"].map(p => t("letter." + p)).join(" ")
        const letters = {english: "K Q R B N", figurine: "♔ ♕ ♖ ♗ ♘", ...(local === "K Q R B N" ? {} : {local})}
        byId("choices-here").replaceChildren(
            choice(t("language"), names, language, change, {id: "language"}),
            choice(t("settings.text"), {0.9: t("settings.text.small"), 1: t("settings.text.usual"), 1.2: t("settings.text.large"), 1.45: t("settings.text.huge")}, pref("text"), v => this.prefer("text", v), {id: "text-size"}),
            choice(t("settings.digits"), {european: "0123456789", persian: "۰۱۲۳۴۵۶۷۸۹", arabic: "٠١٢٣٤٥٦٧٨٩"}, pref("digits"), v => this.prefer("digits", v), {id: "digits", dir: "ltr"}),
            choice(t("settings.letters"), letters, letters[pref("letters")] ? pref("letters") : "english", v => this.prefer("letters", v), {id: "letters", dir: "ltr"}),
        )
        this.voices = el("p", {class: "soft small"})
        this.spoken = SPEAKS.map(kind => this.heard("speaks", kind, () => speak(sanWords("Nf3"))))
        const volume = el("input", {type: "range", min: "5", max: "100", step: "5", value: pref("volume"), id: "volume", oninput: () => prefer("volume", Number(volume.value)), onchange: () => play("move")})
        byId("heard").replaceChildren(
            el("label", {class: "row"}, el("span", {}, t("settings.volume")), volume),
            group(t("settings.sounds"), ...Object.keys(SOUNDS).map(kind => this.heard("sounds", kind, () => play(kind)))),
            group(t("settings.speech"), ...this.spoken, this.voices))
        this.options = new Options()
        onVoices(() => this.voice())
        this.voice()
    }

    enter() {
        this.options.look()
    }

    prefer(name, value) {
        prefer(name, value)
        dressText()
        this.changed()
    }

    // heard is a switch of one kind of what is heard; one that is switched on is heard at once.
    heard(list, kind, sample) {
        const box = el("input", {type: "checkbox", "data-heard": kind, onchange: () => {
            prefer(list, box.checked ? [...pref(list), kind] : pref(list).filter(k => k !== kind))
            if (box.checked) {
                sample()
            }
        }})
        box.checked = pref(list).includes(kind)
        return el("label", {class: "switch"}, box, el("span", {}, t("heard." + kind)))
    }

    voice() {
        const by = voice()
        this.voices.textContent = by ? by.name : t("settings.no-voice")
        for (const s of this.spoken) {
            s.firstChild.disabled = !by
        }
    }
}

const group = (title, ...children) => el("fieldset", {}, el("legend", {}, title), el("div", {class: "ladder"}, ...children))
