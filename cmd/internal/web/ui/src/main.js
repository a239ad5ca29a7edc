// The page of the board: what comes from the server is kept in one state and drawn; what a person
// does becomes a command.
import menSprite from "../../../render/pieces.svg"
import iconSprite from "./icons.svg"
import markSprite from "./marks.svg"
import {Access} from "./access.js"
import {Arbiter} from "./arbiter.js"
import {Board} from "./board.js"
import {seen} from "./clock.js"
import {Device} from "./device.js"
import {NewGame} from "./dialog.js"
import {el, picture, sprite} from "./draw.js"
import {Following, onBoard} from "./following.js"
import {Games} from "./games.js"
import {Hands} from "./hands.js"
import {healthArgs, promptText, san, t} from "./lang.js"
import {Learn} from "./learn.js"
import {dress, keepStep} from "./lights.js"
import {Log, forArbiter} from "./log.js"
import {Menu, opensOrLeaves} from "./menu.js"
import {Moves, moverOf, showResult} from "./moves.js"
import {Players, opponentText} from "./players.js"
import {Prompt} from "./prompt.js"
import {Routes} from "./routes.js"
import {dressText} from "./prefs.js"
import {Settings} from "./settings.js"
import {hear} from "./sound.js"
import {onVoices, sanWords, speak as speakMove, tell, voice} from "./speech.js"
import {reduce} from "./state.js"
import {Says} from "./says.js"
import {turnOf} from "./squares.js"
import {Stream, command, snapshot} from "./stream.js"
import {surely} from "./sure.js"
import {TableClock} from "./tableclock.js"
import {Tray} from "./tray.js"

const MEANINGS = ["touched", "may-go", "may-capture", "do-next", "cannot-stay", "at-risk", "check", "last-move", "hint", "setup", "unrecorded"]
const byId = id => document.getElementById(id)

const early = await snapshot().catch(() => null) // so that all is drawn at once, and not without its men first

dressText()
sprite(menSprite, "drawings")
sprite(markSprite, "marks")
sprite(iconSprite, "icons")

let state = null
let planned = false
let usable = false

const hands = new Hands({state: () => (state ? onBoard(state) : {}), tray: takeTray, refused: showRefusal, changed: plan})
const board = new Board(square => state?.sim && hands.click(square))
const players = new Players(side => hands.press(side))
const prompt = new Prompt(choice => hands.press(choice))
const menu = new Menu(key => hands.press(key))
const says = new Says(key => hands.press(key))
const views = {
    games: () => new Games(),
    learn: () => new Learn(ask),
    board: () => new Device(() => stream.reload(), key => hands.press(key)),
    settings: () => new Settings(() => {
        moves.key = ""
        plan()
    }),
    arbiter: () => new Arbiter(key => hands.press(key)),
    clock: () => new TableClock(key => hands.press(key)),
}
const routes = new Routes(views, plan)
const following = new Following(ask)
const tray = new Tray(hands)
const moves = new Moves()
const logs = [new Log("log"), new Log("arbiter-log", forArbiter, true)]
const stream = new Stream({state: takeState, event: takeEvent, tray: takeTray, link: showLink}, early)
const allSensors = byId("all-sensors")

// takeTray takes where the men are, unless something newer is known.
function takeTray({rev, tray}) {
    if (tray && state && rev >= state.rev) {
        state = {...state, tray, rev}
        hands.settle()
    }
    plan()
}

const send = body => command(body, t("refused.connection"))

// ask sends what is asked for beside the board, and takes the state anew, which events don't tell whole. It resolves to false
// when somebody wasn't sure of it.
async function ask(body) {
    let done = true
    try {
        done = !!await surely(send, body)
    } catch (err) {
        showRefusal(err.message)
    }
    stream.reload()
    return done
}

// plan draws once for all that happens at one moment.
function plan() {
    if (!planned) {
        planned = true
        queueMicrotask(draw)
    }
}

function draw() {
    planned = false
    if (!state) {
        return
    }
    const there = onBoard(state)
    following.show(state)
    board.show(there, allSensors.checked)
    players.show(there)
    prompt.show(there)
    menu.show(state)
    says.show(state)
    showLesson(state)
    tray.show(state)
    moves.show(there.moves)
    showResult(there.result)
    showAbout(state)
    showTools(state)
    routes.shown?.draw?.(state)
    keepStep()
    if (!usable) {
        usable = true
        performance.mark("drawn")
        requestAnimationFrame(() => setTimeout(() => performance.mark("usable"))) // when it has been painted
    }
}

function showAbout({sim, board: {kind}, recording, health}) {
    byId("about").textContent = sim ? t("about.sim") : t("about." + kind)
    byId("recording").hidden = !recording
    byId("recording").dataset.state = recording?.on ? "on" : "off"
    byId("recording").textContent = t(recording?.on ? "recording" : "recording.off")
    byId("recording").title = recording?.file ?? ""
    byId("keys").hidden = !sim
    const ill = (health ?? []).filter(h => h.state !== "ok")
    byId("health").hidden = !ill.length
    byId("health").replaceChildren(...ill.map(h => el("li", {"data-part": h.part, "data-state": h.state}, t("health", healthArgs(h)))))
}

function showTools(state) {
    const {result, lesson} = state
    byId("takeback").disabled = !state.moves.length || !!result && !lesson || !!state.following
    byId("say-last").hidden = !state.moves.length || !voice()
    byId("hint").hidden = !advises(state)
    byId("to-clock").hidden = !state.clock && !state.board.lever
    byId("opponent").textContent = opponentText(state)
    byId("opponent").hidden = !state.opponent
    byId("hint").disabled = !!result && !lesson || !!state.prompt?.key.startsWith("set-up")
}

// advises reports whether who is to move is given a hint when he asks; an engine is then to play at once.
function advises({laws, lesson, following, help, opponent, fen}) {
    const silent = !!following || laws.level === "arbiter" || laws.level === "strict"
    return !silent && (!!lesson || opponent?.state === "thinking" || !!help[turnOf(fen)]?.includes("hints"))
}

// showLesson names the lesson that is being taken, with the way out.
function showLesson({lesson}) {
    byId("lesson-now").hidden = !lesson
    byId("lesson-name").textContent = lesson ? t("lesson.progress", {lesson: t("lesson." + lesson.lesson), solved: lesson.solved, of: lesson.of}) : ""
}

const ends = {}

// showFor shows words for some seconds.
function showFor(id, words) {
    const node = byId(id)
    if (!node) {
        return // in a view that wasn't looked at yet
    }
    node.textContent = words
    node.hidden = !words
    clearTimeout(ends[id])
    ends[id] = setTimeout(() => (node.hidden = true), 8000)
}

function showRefusal(words) {
    showFor("refusal", words)
    showFor("clock-refusal", words)
}

let backAsked = false // by the button; a move that was still provisional is withdrawn then
let backTold = false // what is shown is about taking back

// notice shows the answers to what was asked for: a takeback, a draw offered to the engine.
function notice(e) {
    if (e.type === "press" && e.key === "takeback") {
        showFor("notice", t("back.asked"))
        backAsked = backTold = true
    } else if (e.type === "takeback" || (e.type === "withdrawn" && backAsked)) {
        backAsked = false
        backTold = true
        const gone = state.moves.filter(m => m.ply >= (e.from_ply ?? e.ply)).map(m => m.san)
        showFor("notice", t("back.done", {moves: gone.map(san).join(" ")}))
    } else if (e.type === "setup" || (e.type === "provisional" && (backAsked || backTold))) {
        backAsked = backTold = false // the game goes on, or is another
        showFor("notice", "")
    } else if (e.type === "help" && e.key.startsWith("engine-")) {
        showFor("notice", promptText(e))
    }
}

function say(e) {
    if (e.type === "provisional" || (e.type === "move" && !state.moves.some(m => m.ply === e.ply))) {
        byId("say").textContent = t("say.move", {side: t(moverOf(e.fen).side), san: e.san})
    } else if (e.type === "withdrawn") {
        byId("say").textContent = t("say.withdrawn", {san: state.moves.find(m => m.ply === e.ply)?.san ?? e.uci})
    }
}

function takeState(fresh) {
    const first = !state
    if (state && state.session !== fresh.session) {
        logs.forEach(log => log.begin())
    }
    state = {...fresh, leds: fresh.leds ?? {}, moves: fresh.moves ?? [], clock: seen(fresh.clock, fresh.now)}
    dress(state.lights)
    if (first) {
        hands.takeUp()
    }
    hands.settle()
    plan()
}

function takeEvent(e, fresh) {
    logs.forEach(log => log.add(e))
    if (fresh) {
        const seen = state.moves.some(m => m.ply === e.ply)
        say(e)
        hear(e, seen)
        tell(e, seen)
        notice(e)
        state = reduce(state, e)
        if (e.type === "help" && e.ply || e.key?.startsWith("follow-") || opensOrLeaves(e) || e.type === "prompt" && (state.lesson || state.following)) {
            stream.reload() // what was found in the game, the end of an exercise, the next move of a game that is followed, or the menu
        }
        plan()
    }
}

function showLink(link) {
    const before = byId("link").dataset.state
    byId("link").dataset.state = link
    byId("link").textContent = t("link." + link)
    document.body.classList.toggle("lost", link === "lost")
    if (link === "live" || link !== before) {
        access.look() // the board may be another run, with other rules; or it doesn't let this device read
    }
}

function legend() {
    byId("meanings").replaceChildren(
        ...MEANINGS.map(m => el("li", {}, el("span", {class: "swatch", "data-light": m}, picture("led-" + m, "light")), t("led." + m))),
        el("li", {}, el("span", {class: "swatch"}, el("span", {class: "sensor shown"})), t("sensor.differs")),
        el("li", {}, el("span", {class: "swatch"}, el("span", {class: "sensor sees"})), t("sensor.sees")),
    )
}

function roomy() {
    const wide = matchMedia("(min-width: 60rem)")
    byId("legend").addEventListener("toggle", legend, {once: true})
    byId("legend").open = wide.matches
}

const access = new Access()
new NewGame(async game => {
    const done = !!await surely(send, {do: "new", ...game})
    stream.reload() // what the next game is to be like has no event
    return done
}, () => state, () => stream.reload())
byId("takeback").addEventListener("click", () => hands.press("takeback"))
byId("lesson-end").addEventListener("click", () => ask({do: "lesson"}))
byId("say-last").addEventListener("click", () => speakMove(sanWords(state.moves.at(-1).san)))
byId("hint").addEventListener("click", () => ask({do: "hint"}))
byId("flip").addEventListener("click", () => {
    board.flip()
    players.arrange(board.flipped)
    plan()
})
allSensors.addEventListener("change", plan)
document.addEventListener("keydown", e => {
    if (e.key === "Escape" && state?.sim && !byId("new-dialog").open) {
        hands.putBack()
    }
})

roomy()
onVoices(plan)
routes.start()
stream.start()
