// The options of the board that may be changed on the page. The board says which there are, and what they may be.
import {ask} from "./ask.js"
import {el} from "./draw.js"
import {digits, has, t} from "./lang.js"

const byId = id => document.getElementById(id)
const name = key => (has("option." + key) ? t("option." + key) : key)

// wordOf puts a value of an option into words.
export function wordOf(key, value) {
    for (const k of [`value.${key}.${value}`, "level." + value, "help." + value, String(value)]) {
        if (has(k) && (k !== "level." + value || key === "game.level")) {
            return t(k)
        }
    }
    return typeof value === "number" ? digits(value) : String(value)
}

export class Options {
    constructor() {
        this.root = byId("options")
        this.told = byId("set-told")
    }

    // look asks for the options; who may not change them isn't shown any.
    async look() {
        try {
            this.show((await ask("/api/settings")).settings)
        } catch {
            byId("set-board").hidden = true
        }
    }

    show(list) {
        byId("set-board").hidden = false
        const sections = Object.groupBy ? Object.groupBy(list, o => o.key.split(".")[0]) : list.reduce((all, o) => ({...all, [o.key.split(".")[0]]: [...(all[o.key.split(".")[0]] ?? []), o]}), {})
        const open = new Set([...this.root.querySelectorAll("details[open]")].map(d => d.dataset.section))
        this.root.replaceChildren(...Object.entries(sections).map(([section, options]) =>
            el("details", {"data-section": section, open: open.has(section) ? "" : null}, el("summary", {}, name(section)), ...options.map(o => this.row(o)))))
    }

    row(o) {
        const field = this.field(o)
        const back = el("button", {type: "button", class: "plain", "data-back": o.key, hidden: o.chosen ? null : "", onclick: () => this.set(o.key, null)}, t("settings.back"))
        const unit = o.unit ? ` (${has("unit." + o.unit) ? t("unit." + o.unit) : o.unit})` : ""
        const later = o.live ? "" : el("span", {class: "soft small"}, t("settings.later"))
        if (Array.isArray(o.value)) {
            return el("fieldset", {"data-option": o.key}, el("legend", {}, name(o.key)), el("div", {class: "ladder"}, ...field), back)
        }
        return el("div", {class: "row", "data-option": o.key}, el("label", {for: "option-" + o.key}, name(o.key) + unit, later ? el("br") : "", later), el("span", {class: "row-tools"}, back, field))
    }

    // field is what an option is changed by: a switch, a list, or a line to write in.
    field(o) {
        const id = "option-" + o.key
        if (Array.isArray(o.value)) {
            const boxes = o.choices.map(c => {
                const box = el("input", {type: "checkbox", value: c, onchange: () => this.set(o.key, boxes.map(b => b.firstChild).filter(b => b.checked).map(b => b.value))})
                box.checked = o.value.includes(c) || o.value.includes("all")
                return el("label", {class: "switch"}, box, el("span", {}, wordOf(o.key, c)))
            })
            return boxes
        }
        if (typeof o.value === "boolean") {
            const box = el("input", {type: "checkbox", id, onchange: () => this.set(o.key, box.checked)})
            box.checked = o.value
            return box
        }
        if (o.choices) {
            const select = el("select", {id, onchange: () => this.set(o.key, o.choices[select.selectedIndex])}, ...o.choices.map(c => el("option", {}, wordOf(o.key, c))))
            select.selectedIndex = o.choices.indexOf(o.value)
            return select
        }
        const number = typeof o.value === "number"
        const input = el("input", {id, dir: "ltr", size: "8", autocomplete: "off", type: number ? "number" : "text", min: number ? o.low : null, max: number ? o.high : null, onchange: () => this.set(o.key, number ? Number(input.value) : input.value.trim())})
        input.value = o.value
        return input
    }

    async set(key, value) {
        try {
            const {changed, settings} = await ask("/api/settings", {set: {[key]: value}})
            this.tell(t(changed.later.includes(key) ? "settings.kept-later" : "settings.kept", {option: name(key)}), "status")
            this.show(settings)
        } catch (err) {
            this.tell(err.message, "alert")
            this.look()
        }
    }

    tell(words, role) {
        this.told.setAttribute("role", role)
        this.told.textContent = words
        this.told.hidden = false
    }
}
