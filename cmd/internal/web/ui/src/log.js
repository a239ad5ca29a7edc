// The log of what happened, in words.
import {el} from "./draw.js"
import {digits, has, healthArgs, listed, promptText, resultText, t} from "./lang.js"

const MOST = 300
const ARBITERS = ["obligation", "breach", "claim", "illegal", "penalty", "displaced", "advice", "clock", "offer", "adjust", "ruling", "result"]

// forArbiter reports whether an event is among those that an arbiter is told.
export const forArbiter = e => ARBITERS.includes(e.type)

const piece = letter => (letter ? t("piece." + letter) : t("piece.+"))
const list = x => (Array.isArray(x) ? x.join(" ") : (x ?? ""))

// words gives what the log says of an event, "" for one that needs no words.
export function words(e) {
    switch (e.type) {
        case "prompt":
            return e.key && !/^(teach|lesson)-/.test(e.key) ? promptText(e) : "" // what the teacher says comes as help
        case "help":
            return promptText(e)
        case "result":
            return e.result ? resultText(e) : ""
        case "recording":
            return t("log.recording." + (e.on ? "on" : "off"), {file: e.file ?? ""})
        case "press":
            return press(e)
        case "health":
            return e.state === "ok" ? t("device.well", healthArgs(e)) : t("log.health", healthArgs(e))
        case "penalty":
            return t("log.penalty", {side: t(e.side), gain: (e.gain > 0 ? "+" : "") + e.gain / 1000, reason: standsText(e.reason)})
        case "advice":
            return has("advice." + e.key) ? t("advice." + e.key, {side: e.side ? t(e.side) : "", seconds: Math.round(Math.abs(e.gain ?? 0) / 1000)}) : ""
        case "clock":
            return clock(e)
        case "illegal":
            if (e.state === "completed") {
                return t("log.illegal.completed", {side: t(e.side), n: e.count})
            }
            break
        case "obligation":
            return t("log.obligation", {side: t(e.side), squares: listed(e.square, e.victim, ...e.either ?? []) || (e.owed ?? "").slice(0, 2)})
        case "amended":
            return t("log.amended", {ply: e.from_ply, old: list(e.old), new: list(e.new)})
    }
    if (!has("log." + e.type)) {
        return ""
    }
    return t("log." + e.type, {...e, state: has("state." + e.state) ? t("state." + e.state) : e.state, side: e.side ? t(e.side) : "", piece: piece(e.piece), old: list(e.old), new: list(e.new)})
}

// KEYS are the words of what is pressed, or said, by its key without a side.
const KEYS = {
    "": "key.clock", hold: "say.adjust", adjust: "say.adjust", takeback: "takeback", draw: "say.draw", decline: "say.decline", claim: "key.claim", resign: "say.resign",
    flag: "key.flag", start: "rule.start", arrive: "say.arrive", queen: "promote.queen", rook: "promote.rook", bishop: "promote.bishop", knight: "promote.knight",
    hint: "help.hint", pause: "rule.pause", times: "key.times", resume: "rule.resume", new: "new-game", menu: "menu.open", analyse: "menu.analyse", flip: "device.turn",
    move: "key.move", agree: "agree-result",
}

// FOLLOWS are the words of what may follow a key.
const FOLLOWS = {threefold: "say.threefold", fifty: "say.fifty", touch: "heard.touch", illegal: "stands.illegal-move"}

const follows = word => (FOLLOWS[word] ? t(FOLLOWS[word]) : standsText(word))

// press says what was pressed; of the board's menu its opening and leaving, whose lights and choices are pressed as well. What an arbiter says is told
// as a ruling.
function press(e) {
    if (e.key === "arbiter" || e.key === "menu" && e.text && e.text !== "close") {
        return ""
    }
    const [, word, side] = /^(.*?)-?(white|black)?$/.exec(e.key)
    const said = KEYS[word] ? t(e.key === "menu" && e.text ? "menu.leave" : KEYS[word]) : e.key
    const key = listed(side && t(side), said, e.text && e.text !== "close" && e.text.split(" ").map(follows).join(" "))
    return e.state === "refused" ? t("log.press.refused", {key, reason: t("uncounted." + e.reason)}) : t("log.press", {key})
}

const standsText = reason => (has("stands." + reason) ? t("stands." + reason) : (reason ?? ""))

// clock says what players and arbiters want to find again of what the clock did.
function clock(e) {
    if (e.count) {
        return t("log.clock.passed", {side: t(e.side)})
    }
    const why = e.clock?.reason ?? ""
    const key = "log.clock." + e.key
    return has(key) ? t(key, {side: t(e.side), reason: standsText(why)}) : ""
}

function time(ms) {
    const s = Math.floor(ms / 1000)
    return Math.floor(s / 60) + ":" + String(s % 60).padStart(2, "0") + "." + Math.floor((ms % 1000) / 100)
}

export class Log {
    // id is that of the list; wanted(event) chooses what it tells, laws whether with the Laws' article.
    constructor(id, wanted = () => true, laws = false) {
        this.root = document.getElementById(id)
        this.wanted = wanted
        this.laws = laws
        this.last = 0
    }

    // begin forgets the entries of an earlier run, whose events were numbered from 1 too.
    begin() {
        this.root.replaceChildren()
        this.last = 0
    }

    add(e) {
        if (e.n <= this.last) {
            return
        }
        this.last = e.n
        const said = this.wanted(e) ? words(e) : ""
        if (!said) {
            return
        }
        const line = el("li", {"data-type": e.type, "data-n": e.n}, el("time", {dir: "ltr"}, digits(time(e.t ?? 0))), el("span", {}, this.laws && e.article ? t("log.article", {said, article: e.article}) : said))
        this.root.prepend(line)
        if (this.root.childElementCount > MOST) {
            this.root.lastChild.remove()
        }
    }
}
