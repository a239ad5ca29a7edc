// The arbiter's view: clocks, times, rulings in words. Each is a key of the board.
import {el, write} from "./draw.js"
import {has, t} from "./lang.js"
import {nameText, restText, timeText} from "./players.js"

const SIDES = ["white", "black"]

export class Arbiter {
    // onPress(key) is called with what is ruled.
    constructor(onPress) {
        this.onPress = onPress
        this.level = el("p", {class: "soft"})
        this.faces = SIDES.map(face)
        this.clocks = el("div", {class: "faces wide"}, ...this.faces.map(f => f.root))
        this.over = this.afterwards()
        this.playing = [this.game(), ...SIDES.map(side => this.side(side))]
        this.said = this.words()
        document.getElementById("rulings").replaceChildren(el("div", {class: "wide"}, this.level), this.clocks, this.over, ...this.playing, this.said)
    }

    enter() {
        this.ticking ??= setInterval(() => this.state && this.tick(), 100)
    }

    leave() {
        clearInterval(this.ticking)
        this.ticking = null
    }

    tick() {
        for (const f of this.faces) {
            f.tick(this.state)
        }
    }

    card(title, ...children) {
        return el("section", {class: "card"}, el("h2", {}, title), ...children)
    }

    // rule is a button for a ruling in the arbiter's words; label is the key of its text, where the first of them isn't.
    rule(words, args, label = words.split(" ")[0]) {
        return el("button", {type: "button", "data-rule": words, onclick: () => this.onPress("arbiter " + words)}, t("rule." + label, args))
    }

    game() {
        const clocks = ["start", "pause", "resume"].map(key => el("button", {type: "button", "data-rule": key, onclick: () => this.onPress(key)}, t("rule." + key)))
        return this.card(t("rule.game"), el("div", {class: "row-tools"}, this.rule("confirm"), this.rule("void"), this.rule("undo")), el("div", {class: "row-tools"}, ...clocks), this.result("arbiter-result"))
    }

    // afterwards is what can be said when the game is over.
    afterwards() {
        return this.card(t("rule.game"), el("div", {class: "row-tools"}, this.rule("resume", {}, "play-on"), this.rule("undo")), this.result("arbiter-other"))
    }

    side(side) {
        const args = {side: t(side)}
        return this.card(t(side), el("div", {class: "row-tools"}, this.rule(`add ${side} 60`, args), this.rule(`take ${side} 60`, args), this.rule(`illegal ${side}`, args), this.rule(`pardon ${side}`, args)), this.clock(side))
    }

    // clock sets what is on a side's clock.
    clock(side) {
        const seconds = el("input", {type: "number", min: "0", max: "359999", required: "", dir: "ltr", id: "clock-" + side})
        return this.form(() => `clock ${side} ${seconds.value}`, el("label", {for: "clock-" + side}, t("rule.clock")), seconds)
    }

    // result ends the game, or ends it otherwise.
    result(id) {
        const score = el("select", {dir: "ltr", id}, ...["1-0", "0-1", "1/2-1/2", "*"].map(r => el("option", {}, r)))
        return this.form(() => `result ${score.value} by decision`, el("label", {for: id}, t("rule.result")), score)
    }

    form(words, ...fields) {
        return el("form", {onsubmit: e => {
            e.preventDefault()
            this.onPress("arbiter " + words())
        }}, ...fields, el("button", {type: "submit"}, t("rule.say")))
    }

    words() {
        const input = el("input", {id: "ruling", autocomplete: "off", spellcheck: "false", maxlength: "200", dir: "ltr", "aria-label": t("rule.words")})
        const form = el("form", {onsubmit: e => {
            e.preventDefault()
            if (input.value.trim()) {
                this.onPress("arbiter " + input.value.trim())
                input.value = ""
            }
        }}, input, el("button", {type: "submit", class: "main"}, t("rule.say")))
        return this.card(t("rule.words"), el("p", {class: "soft small"}, t("rule.help")), form)
    }

    draw(state) {
        this.state = state
        const {laws, result, clock} = state
        const idle = laws.level === "off" && !clock
        this.level.textContent = result ? t("rule.over") : idle ? t("rule.off") : t("rule.level", {level: has("level." + laws.level) ? t("level." + laws.level) : laws.level, edition: laws.edition})
        this.clocks.hidden = idle
        this.tick()
        this.over.hidden = !result
        this.said.hidden = idle && !result
        for (const card of this.playing) {
            card.hidden = idle || !!result
        }
    }
}

// face is what an arbiter wants to see of a side at a glance: name, clock, and what is counted.
function face(side) {
    const name = el("h2", {dir: "auto"})
    const clock = el("p", {class: "time", dir: "ltr"})
    const rest = el("p", {class: "soft small"})
    const flag = el("p", {class: "flag small"}, t("clock.flag"))
    const illegal = el("p", {class: "small"})
    const show = (node, text) => {
        node.hidden = !text
        write(node, text)
    }
    const root = el("section", {class: "card face " + side, "data-face": side}, el("div", {class: "who"}, el("span", {class: "stone"}), name), clock, rest, flag, illegal)
    return {
        root,
        tick({tags, clock: told, laws}) {
            show(name, nameText(tags, side))
            show(clock, told ? timeText(told, side) : "")
            show(rest, restText(told, side))
            flag.hidden = told?.flag !== side
            show(illegal, laws.level === "off" ? "" : t("rule.count", {n: laws[side + "_illegal"]}))
            root.classList.toggle("runs", told?.running === side)
        },
    }
}
