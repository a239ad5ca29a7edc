// Trying the board and its lights, and learning how it is wired, step by step: the board says what to do, a person does it.
import {ask} from "./ask.js"
import {el, set} from "./draw.js"
import {digits, has, language, refusalText, t} from "./lang.js"
import {surely} from "./sure.js"

const AGAIN = 400 // ms between two looks at what runs
const SOON = 120 // … at a light that runs

export class Bench {
    // mark(square | "") is called with the square that is asked for, light(squares) with the words of what each shows while the lights are tried.
    constructor(mark, light) {
        this.mark = mark
        this.light = light
        this.begins = ["doctor", "lights", "calibrate"].map(what => el("button", {type: "button", "data-bench": what, onclick: () => this.send({do: what})}, t("bench." + what)))
        this.bar = el("progress", {"aria-hidden": "true"})
        this.count = el("bdi", {class: "soft small"})
        this.now = el("p", {class: "bench-now", role: "status"})
        this.lines = el("ol", {class: "bench-lines", tabindex: "0", "aria-label": t("bench.said")})
        this.word = el("input", {dir: "ltr", size: "10", autocomplete: "off", id: "bench-word"})
        this.asked = el("label", {class: "row-tools"}, el("span", {class: "soft small"}, t("bench.word")), this.word)
        this.answers = el("form", {class: "row-tools", onsubmit: e => {
            e.preventDefault()
            this.send({do: "answer", text: this.word.value.trim()})
            this.word.value = ""
        }}, this.asked, el("button", {type: "submit", class: "main", "data-bench": "answer"}, t("bench.go-on")), el("button", {type: "button", "data-bench": "end", onclick: () => this.send({do: "end"})}, t("bench.end")))
        this.wrong = el("p", {role: "alert", hidden: ""})
        this.config = el("a", {class: "button", download: "learned.toml", hidden: ""}, t("bench.config"))
        this.running = el("div", {class: "bench", hidden: ""}, el("div", {class: "row-tools"}, this.bar, this.count), this.now, this.answers)
        this.card = el("section", {class: "card wide", id: "bench", hidden: ""}, el("h2", {}, t("bench.title")), el("p", {class: "soft small"}, t("bench.help")),
            el("div", {class: "row-tools"}, ...this.begins), this.wrong, this.running, this.lines, this.config)
    }

    enter() {
        this.look()
    }

    leave() {
        clearTimeout(this.timer)
        this.mark("")
        this.light({})
    }

    // look asks how far it is; who may not try the board isn't shown anything.
    async look() {
        clearTimeout(this.timer)
        try {
            this.show(await ask("/api/bench"))
        } catch {
            this.card.hidden = true
        }
    }

    async send(body) {
        this.tell("")
        try {
            const now = await surely(wanted => ask("/api/bench", wanted), body)
            if (now) {
                this.show(now)
            }
        } catch (err) {
            this.tell(err.message)
        }
    }

    tell(words) {
        this.wrong.textContent = words
        this.wrong.hidden = !words
    }

    // draw shows what the game says of trying: a simulated board has nothing to try but its lights.
    draw({sim}) {
        for (const b of this.begins) {
            b.hidden = sim && b.dataset.bench !== "lights"
        }
    }

    show(s) {
        this.card.hidden = false
        this.running.hidden = !s.running
        this.asked.hidden = s.what === "lights" // which ask nothing
        for (const b of this.begins) {
            b.disabled = s.running
        }
        set(this.bar, "max", s.total || 1)
        set(this.bar, "value", s.done)
        this.count.textContent = s.total ? digits(`${s.done}/${s.total}`) : ""
        const lit = Object.values(s.leds ?? {})
        const now = lit.length ? {text: litText(lit), lang: language} : said(s.now.text ? s.now : (s.running && s.lines.at(-1)) || s.now)
        if (this.now.textContent !== now.text) {
            this.now.textContent = now.text
            set(this.now, "lang", now.lang)
            set(this.now, "dir", now.dir)
        }
        this.light(s.leds ?? {})
        this.mark(s.running ? (/\b[a-h][1-8]\b/.exec(s.now.text)?.[0] ?? "") : "")
        if (this.lines.childElementCount !== s.lines.length) {
            this.lines.replaceChildren(...s.lines.map(said).map(({text, ...attributes}) => el("li", attributes, text)))
            this.lines.scrollTop = this.lines.scrollHeight
        }
        this.lines.hidden = !s.lines.length
        this.config.hidden = !s.config
        if (s.config) {
            this.config.href = "data:application/toml;charset=utf-8," + encodeURIComponent(s.config)
        }
        if (s.error) {
            this.tell(refusalText(s))
        }
        clearTimeout(this.timer)
        if (s.running) {
            this.timer = setTimeout(() => this.look(), s.what === "lights" ? SOON : AGAIN)
        }
    }
}

// litText says what the lights show: all of them a colour or meaning, or one that runs.
function litText([word, ...more]) {
    if (!more.length) {
        return t("bench.runs")
    }
    const key = "led." + word
    return t("bench.all-lit", {light: has(key) ? t(key) : t("colour." + word)})
}

// said puts a line of the board into the page's language, or leaves it as it is where there are no words: {text, lang, dir}.
function said({text, key, args}) {
    const words = "said." + key
    return has(words) ? {text: t(words, (args ?? []).map(a => (has("colour." + a) ? t("colour." + a) : a))), lang: language} : {text, lang: "en", dir: "ltr"}
}
