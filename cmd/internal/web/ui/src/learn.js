// The view for learning: lessons, a look back at the game, and what is shown without being asked for.
import {el, set} from "./draw.js"
import {promptText, t} from "./lang.js"

const SIDES = ["white", "black"]
const STEPS = ["moves", "captures", "risks", "attacked", "blunders", "hints", "check", "castling", "touch"]
const LESSONS = ["rook", "bishop", "queen", "knight", "king", "pawn", "safe", "castling", "check", "pin", "mate"]

export class Learn {
    // onAsk(command) is called with what is asked for.
    constructor(onAsk) {
        this.onAsk = onAsk
        this.strict = el("p", {class: "soft wide"}, t("learn.strict"))
        this.progress = el("p", {class: "soft", role: "status"})
        this.spots = el("ol", {class: "spots"})
        this.lesson = el("select", {"aria-label": t("lesson")}, ...LESSONS.map(l => el("option", {value: l}, t("lesson." + l))))
        this.start = this.button("help.lesson", () => ({do: "lesson", lesson: this.lesson.value}))
        this.end = this.button("help.end", () => ({do: "lesson"}))
        this.review = this.button("help.review", () => ({do: "review"}))
        this.boxes = SIDES.flatMap(side => STEPS.map(step => this.box(side, step)))
        this.cards = [
            card(t("learn.lessons"), el("div", {class: "row-tools"}, this.lesson, this.start, this.end), this.progress),
            card(t("help.review"), el("p", {class: "soft small"}, t("learn.review")), el("div", {class: "row-tools"}, this.review), this.spots),
            ...SIDES.map(side => el("section", {class: "card", "data-side": side}, el("h2", {}, t("learn.help", {side: t(side)})),
                el("div", {class: "ladder"}, ...this.boxes.filter(b => b.side === side).map(b => b.node)))),
        ]
        document.getElementById("learning").replaceChildren(this.strict, ...this.cards)
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
        const {lesson, help, review, laws} = state
        const strict = laws?.level === "arbiter" || laws?.level === "strict"
        this.strict.hidden = !strict
        for (const c of this.cards) {
            c.hidden = strict
        }
        this.review.disabled = !!lesson || !state.moves.length
        this.end.hidden = !lesson
        this.progress.hidden = !lesson
        this.progress.textContent = lesson ? t("lesson.progress", {lesson: t("lesson." + lesson.lesson), solved: lesson.solved, of: lesson.of}) : ""
        for (const b of this.boxes) {
            b.input.checked = !!help?.[b.side]?.includes(b.step)
        }
        this.spots.hidden = !review?.length
        this.spots.replaceChildren(...(review ?? []).map(s => el("li", {"data-ply": s.ply}, promptText(s.prompt))))
        set(document.getElementById("learning"), "data-lesson", lesson?.exercise)
    }
}

function card(title, ...children) {
    return el("section", {class: "card"}, el("h2", {}, title), ...children)
}
