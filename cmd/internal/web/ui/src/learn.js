// The view for learning: lessons, a look back at the game, and what is shown without being asked for.
import {el, set} from "./draw.js"
import {digits, promptText, t} from "./lang.js"
import {pref, prefer} from "./prefs.js"

const SIDES = ["white", "black"]
const STEPS = ["moves", "captures", "risks", "attacked", "blunders", "hints", "check", "castling", "touch"]

export class Learn {
    // onAsk(command) is called with what is asked for; it resolves to false when somebody wasn't sure.
    constructor(onAsk) {
        this.onAsk = onAsk
        this.strict = el("p", {class: "soft wide"}, t("learn.strict"))
        this.now = el("p", {role: "status"})
        this.exercise = el("p", {class: "soft"})
        this.spots = el("ol", {class: "spots"})
        this.names = el("datalist", {id: "learners"})
        this.player = el("input", {id: "learner", list: "learners", autocomplete: "off", maxlength: "80", dir: "auto", oninput: () => {
            prefer("learner", this.player.value.trim())
            this.lessons()
        }})
        this.player.value = pref("learner")
        this.list = el("ol", {class: "lessons"})
        this.end = this.button("help.end", () => ({do: "lesson"}))
        this.review = this.button("help.review", () => ({do: "review"}))
        this.boxes = SIDES.flatMap(side => STEPS.map(step => this.box(side, step)))
        this.cards = [
            card(t("learn.lessons"), el("label", {class: "row"}, el("span", {}, t("learn.player")), this.player), this.names, this.now, this.exercise, el("div", {class: "row-tools"}, this.end), this.list),
            card(t("help.review"), el("p", {class: "soft small"}, t("learn.review")), el("div", {class: "row-tools"}, this.review), this.spots),
            ...SIDES.map(side => el("section", {class: "card", "data-side": side}, el("h2", {}, t("learn.help", {side: t(side)})),
                el("div", {class: "ladder"}, ...this.boxes.filter(b => b.side === side).map(b => b.node)))),
        ]
        document.getElementById("learning").replaceChildren(this.strict, this.cards[0], el("div", {class: "stack"}, ...this.cards.slice(1)))
    }

    button(key, command) {
        return el("button", {type: "button", "data-help": key.split(".")[1], onclick: () => this.onAsk(command())}, t(key))
    }

    box(side, step) {
        const input = el("input", {type: "checkbox", "data-step": step, onchange: () => this.choose(side)})
        return {side, step, input, node: el("label", {class: "switch"}, input, " ", el("span", {}, t("help." + step)))}
    }

    choose(side) {
        const steps = this.boxes.filter(b => b.side === side && b.input.checked).map(b => b.step)
        this.onAsk({do: "help", side, steps: steps.join(" ")})
    }

    draw(state) {
        this.state = state
        const {lesson, help, review, laws, learning} = state
        const strict = laws?.level === "arbiter" || laws?.level === "strict"
        this.strict.hidden = !strict
        for (const c of this.cards) {
            c.hidden = strict
        }
        this.review.disabled = !!lesson || !state.moves.length
        this.end.hidden = this.now.hidden = !lesson
        this.now.textContent = lesson ? t("lesson.progress", {lesson: t("lesson." + lesson.lesson), solved: lesson.solved, of: lesson.of}) : ""
        this.exercise.hidden = !lesson || !state.prompt
        this.exercise.textContent = lesson && state.prompt ? promptText(state.prompt) : ""
        for (const b of this.boxes) {
            b.input.checked = !!help?.[b.side]?.includes(b.step)
        }
        this.spots.hidden = !review?.length
        this.spots.replaceChildren(...(review ?? []).map(s => el("li", {"data-ply": s.ply}, promptText(s.prompt))))
        set(document.getElementById("learning"), "data-lesson", lesson?.exercise)
        this.names.replaceChildren(...(learning?.players ?? []).filter(p => p.player).map(p => el("option", {value: p.player})))
        this.lessons()
    }

    // lessons lists them, with what the player who is named has solved.
    lessons() {
        const {learning, lesson} = this.state ?? {}
        const player = this.player.value.trim()
        const solved = learning?.players?.find(p => p.player === player)?.solved ?? {}
        const key = JSON.stringify([learning, player, lesson?.lesson])
        if (key === this.shown) {
            return
        }
        this.shown = key
        this.list.replaceChildren(...(learning?.lessons ?? []).map(({name, of}) => {
            const n = solved[name] ?? 0
            return el("li", {"data-lesson-name": name, "data-solved": n === of ? "all" : null}, el("button", {
                type: "button", "data-help": "lesson", "aria-current": lesson?.lesson === name ? "true" : null, onclick: async () => {
                    if (await this.onAsk({do: "lesson", lesson: name, player})) {
                        location.hash = "#play"
                    }
                },
            }, el("span", {}, t("lesson." + name)), el("progress", {max: of, value: n, "aria-hidden": "true"}), el("bdi", {class: "soft small"}, digits(`${n}/${of}`))))
        }))
    }
}

function card(title, ...children) {
    return el("section", {class: "card"}, el("h2", {}, title), ...children)
}
