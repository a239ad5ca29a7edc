// What a player can be helped with: a hint, lessons, a look back at the game, and what is shown without being asked for.
import {el, set} from "./draw.js"
import {promptText, t} from "./lang.js"

const SIDES = ["white", "black"]
const STEPS = ["moves", "captures", "risks", "attacked", "blunders", "hints", "check", "castling", "touch"]
const LESSONS = ["rook", "bishop", "queen", "knight", "king", "pawn", "safe", "castling", "check", "pin", "mate"]

// opponentText says what the engine does, "" when none plays.
export function opponentText({opponent}) {
    if (!opponent) {
        return ""
    }
    const engine = opponent.engine || t("opponent.unknown")
    return t("opponent." + opponent.state, {engine, side: t(opponent.side)})
}

export class Help {
    // onAsk(command) is called with what is asked for.
    constructor(onAsk) {
        this.onAsk = onAsk
        this.card = document.getElementById("help")
        this.opponent = el("p", {class: "soft small"})
        this.progress = el("p", {class: "soft small", role: "status"})
        this.spots = el("ol", {class: "spots"})
        this.lesson = el("select", {"aria-label": t("lesson")}, ...LESSONS.map(l => el("option", {value: l}, t("lesson." + l))))
        this.start = this.button("help.lesson", () => ({do: "lesson", lesson: this.lesson.value}))
        this.end = this.button("help.end", () => ({do: "lesson"}))
        this.hint = this.button("help.hint", () => ({do: "hint"}))
        this.review = this.button("help.review", () => ({do: "review"}))
        this.boxes = SIDES.flatMap(side => STEPS.map(step => this.box(side, step)))
        document.getElementById("helps").replaceChildren(
            this.opponent,
            el("div", {class: "row"}, this.hint, this.review),
            this.spots,
            el("div", {class: "row"}, this.lesson, this.start, this.end),
            this.progress,
            ...SIDES.map(side => el("fieldset", {"data-side": side}, el("legend", {}, t(side)), ...this.boxes.filter(b => b.side === side).map(b => b.node))),
        )
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

    show(state) {
        const {lesson, help, review, result, laws} = state
        this.card.hidden = laws?.level === "arbiter" || laws?.level === "strict"
        this.opponent.textContent = opponentText(state)
        this.opponent.hidden = !state.opponent
        this.hint.disabled = !!result && !lesson
        this.review.hidden = !!lesson || !state.moves.length
        this.end.hidden = !lesson
        this.progress.hidden = !lesson
        this.progress.textContent = lesson ? t("lesson.progress", {lesson: t("lesson." + lesson.lesson), solved: lesson.solved, of: lesson.of}) : ""
        for (const b of this.boxes) {
            b.input.checked = !!help?.[b.side]?.includes(b.step)
        }
        this.spots.hidden = !review?.length
        this.spots.replaceChildren(...(review ?? []).map(s => el("li", {"data-ply": s.ply}, promptText(s.prompt))))
        set(this.card, "data-lesson", lesson?.exercise)
    }
}
