// The dialog for a new game.
import {el} from "./draw.js"
import {digits, has, t} from "./lang.js"
import {wordOf} from "./options.js"
import {Setup} from "./setup.js"

const RATINGS = [1400, 1600, 1800, 2000, 2200, 2400, 2600, 2800]
const CLOCKS = ["none", "60+0", "180+2", "300+0", "300+3", "600+5", "900+10", "1800+20", "5400+30"]
const EDITIONS = ["2023", "2001"]
const LEVELS = ["off", "trainer", "arbiter", "strict"]
const byId = id => document.getElementById(id)
const options = (values, words) => values.map(v => el("option", {value: v}, words(v)))

// clockText names a time control: minutes and the seconds that each move adds.
export function clockText(control) {
    const [, seconds, bonus = 0] = /^(\d+)(?:\+(\d+))?$/.exec(control) ?? []
    return seconds ? t("new-minutes", {n: seconds / 60, bonus}) : has("clock." + control) ? t("clock." + control) : control
}

// levelText names a strength: "full", "elo 1500", or on the engine's own scale "skill 5".
export const levelText = v => (v === "full" ? t("new-full") : digits(v.replace("elo", "Elo")))

export class NewGame {
    // begin(game) starts a game, resolves to false when somebody wasn't sure, and rejects with the board's words when it refuses; state() gives what the board says now, fresh() asks for that anew.
    constructor(begin, state, fresh) {
        this.fresh = fresh
        this.state = state
        this.dialog = byId("new-dialog")
        byId("new-side").addEventListener("change", () => this.dress())
        byId("new-clock").addEventListener("change", () => this.dress())
        byId("new-game").addEventListener("click", () => this.open())
        byId("new-cancel").addEventListener("click", () => this.dialog.close())
        this.dialog.querySelector("form").addEventListener("submit", e => this.submit(e, begin))
    }

    // choices writes what can be chosen, in the digits that are chosen now.
    choices() {
        byId("new-side").replaceChildren(...options(["none", "white", "black"], side => t(side === "none" ? "new-nobody" : side)))
        byId("new-level").replaceChildren(...options([...RATINGS.map(n => "elo " + n), "full"], levelText))
        byId("new-clock").replaceChildren(...options([...CLOCKS, "other"], clockText))
        byId("new-kept").replaceChildren(...options(LEVELS, v => wordOf("game.level", v)))
        byId("new-laws").replaceChildren(...options(EDITIONS, digits))
    }

    // dress shows what can be chosen now. The engine goes by its own name.
    dress() {
        for (const side of ["white", "black"]) {
            byId("new-" + side).disabled = byId("new-side").value === side
        }
        byId("new-level").disabled = byId("new-side").value === "none"
        byId("new-control").disabled = byId("new-clock").value !== "other"
    }

    async open() {
        await this.fresh() // no event tells what is chosen for the next game
        this.refuse(null)
        this.choices()
        const {next = {}, opponent} = this.state() ?? {}
        const name = given => (given === "?" ? "" : (given ?? ""))
        byId("new-white").value = name(next.white)
        byId("new-black").value = name(next.black)
        const listed = CLOCKS.includes(next.clock ?? "none")
        byId("new-clock").value = listed ? (next.clock ?? "none") : "other"
        byId("new-control").value = listed ? "" : next.clock
        byId("new-laws").value = next.laws || "2023"
        byId("new-kept").value = next.kept || "off"
        byId("new-side").value = opponent?.side ?? "none"
        this.strength(next.level)
        byId("new-fen").value = ""
        this.setup ??= new Setup()
        this.setup.read()
        this.dress()
        this.dialog.showModal()
    }

    // strength shows the engine's level that is in force, also one that isn't among those offered.
    strength(level) {
        const list = byId("new-level")
        if (level && ![...list.options].some(o => o.value === level)) {
            list.append(...options([level], levelText))
        }
        list.value = level || "full"
    }

    // wanted is what differs from what the board would begin anyway.
    wanted() {
        const {next = {}} = this.state() ?? {}
        const clock = byId("new-clock").value === "other" ? byId("new-control").value.trim() || "none" : byId("new-clock").value
        const name = side => (byId("new-" + side).disabled ? "" : byId("new-" + side).value.trim()) || "?"
        const all = {white: name("white"), black: name("black"), clock, laws: byId("new-laws").value, kept: byId("new-kept").value}
        const usual = {white: "?", black: "?", clock: "none", laws: "2023", kept: "off"}
        return Object.fromEntries(Object.entries(all).filter(([k, v]) => v !== (next[k] || usual[k])))
    }

    async submit(e, begin) {
        e.preventDefault()
        const side = byId("new-side").value
        try {
            const begun = await begin({fen: byId("new-fen").value.trim(), side, ...(side === "none" ? {} : {level: byId("new-level").value}), ...this.wanted()})
            if (begun) {
                this.dialog.close()
            }
        } catch (err) {
            this.refuse(err)
        }
    }

    // refuse says that no game began, and why. null: nothing was refused.
    refuse(err) {
        byId("new-refusal").textContent = err?.status ? t("new-refused") + " " + err.message : (err?.message ?? "")
        byId("new-refusal").hidden = !err
        if (err) {
            byId("new-refusal").scrollIntoView({block: "center"}) // the buttons stay at the dialog's foot, over what is there
        }
    }
}
