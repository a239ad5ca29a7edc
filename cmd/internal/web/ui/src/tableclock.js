// A phone or a tablet as the chess clock: each half of its screen is pressed as a clock's button is.
import {el, picture, set, write} from "./draw.js"
import {promptText, resultText, t} from "./lang.js"
import {nameText, restText, timeText} from "./players.js"
import {standing} from "./prompt.js"
import {turnOf} from "./squares.js"

const SIDES = ["white", "black"]

export class TableClock {
    // onPress(key) is called with what is pressed: a side, "pause" or "resume".
    constructor(onPress) {
        this.halves = SIDES.map(side => half(side, onPress))
        this.says = el("p", {role: "status", class: "says"})
        this.stop = el("button", {type: "button", "data-stop": "", onclick: () => onPress(this.running ? "pause" : "resume")})
        const swap = el("button", {type: "button", "data-swap": "", onclick: () => this.root.classList.toggle("swapped")}, t("clock.swap"))
        this.full = el("button", {type: "button", hidden: document.fullscreenEnabled ? null : "", onclick: () => fill()}, t("clock.full"))
        const back = el("a", {class: "button", href: "#play"}, t("clock.back"))
        this.root = document.getElementById("clocks")
        this.root.replaceChildren(this.halves[1].root, el("div", {class: "between"}, this.says, el("p", {id: "clock-refusal", role: "alert", hidden: ""}), el("div", {class: "row-tools"}, this.stop, swap, this.full, back)), this.halves[0].root)
        document.addEventListener("visibilitychange", () => this.shown && awake()) // the lock ends with what is seen
    }

    enter() {
        this.shown = true
        this.ticking ??= setInterval(() => this.state && this.tick(), 100)
        awake()
    }

    leave() {
        this.shown = false
        clearInterval(this.ticking)
        this.ticking = null
        lock?.release().catch(() => {})
        lock = null
        if (document.fullscreenElement) {
            document.exitFullscreen().catch(() => {})
        }
    }

    tick() {
        for (const h of this.halves) {
            h.tick(this.state)
        }
    }

    draw(state) {
        this.state = state
        const {clock, prompt, result} = state
        this.running = !!clock?.running
        const texts = [result ? resultText(result) : prompt ? promptText(prompt) : clock ? "" : t("clock.none"), standing(state)]
        const said = texts.filter(Boolean).join(" ")
        write(this.says, said)
        this.stop.hidden = !clock || !!result || !this.running && !clock.reason
        this.stop.textContent = t(this.running ? "rule.pause" : "rule.resume")
        this.tick()
    }
}

let lock = null // keeps the screen lit

// awake asks for that, where the browser lets a page do so: over https, or on the board's own screen.
async function awake() {
    if (document.visibilityState === "visible") {
        lock = await navigator.wakeLock?.request("screen").catch(() => null)
    }
}

function fill() {
    const done = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()
    done.catch(() => {})
}

// half is a side's half of the screen. A finger presses when it comes down, not when it leaves.
function half(side, onPress) {
    const name = el("bdi", {class: "name"})
    const turn = el("span", {class: "turn soft"}, t("to-move"))
    const clock = el("span", {class: "shows", dir: "ltr"})
    const more = el("span", {class: "more"})
    const flag = el("span", {class: "flag"}, t("clock.flag"))
    const root = el("button", {
        type: "button", class: "half " + side, "data-half": side,
        onpointerdown: e => e.button === 0 && onPress(side),
        onclick: e => e.detail === 0 && onPress(side), // by the keyboard, or by whoever reads the page aloud
    }, el("span", {class: "facing"}, el("span", {class: "who"}, picture("icon-runs", "going"), el("span", {class: "stone"}), name, turn), clock, more, flag))
    return {
        root,
        tick(state) {
            const told = state.clock
            for (const [node, text] of [[name, nameText(state.tags, side)], [clock, timeText(told, side)], [more, restText(told, side)]]) {
                write(node, text)
            }
            turn.hidden = !!state.result || turnOf(state.fen) !== side
            flag.hidden = told?.flag !== side
            root.classList.toggle("runs", told?.running === side)
            root.disabled = !told && !state.board.lever
            set(root, "title", root.disabled ? null : t("clock.press", {side: t(side)}))
        },
    }
}
