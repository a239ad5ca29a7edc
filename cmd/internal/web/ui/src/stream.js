// The line to the server: a snapshot, then events that follow it without a gap.
import {refusalText} from "./lang.js"
import {wantsAll} from "./state.js"

const HISTORY = 400 // events before the snapshot that are asked for, to fill the log
const SILENCE = 40000 // ms without a sign of life after which the line counts as dead
const AGAIN = 1500

// snapshot asks for the state, which the page's head has done already, the first time.
export async function snapshot() {
    const answer = await fetch("/api/state")
    if (!answer.ok) {
        throw new Error(answer.statusText)
    }
    return answer.json()
}

export class Stream {
    // on.state(snapshot), on.event(event, fresh), on.tray({rev, tray}), on.link("connecting" | "live" | "lost"); early is a snapshot to begin with, if there is one
    constructor(on, early) {
        this.on = on
        this.early = early
        this.waiting = null // events that came while a snapshot was under way
        setInterval(() => this.watch(), 5000)
        // A page that was left may be kept with its line, and a browser has few lines to one server: it is given back.
        addEventListener("pagehide", () => this.source?.close())
        addEventListener("pageshow", e => e.persisted && this.again())
    }

    async start() {
        const n = await this.reload()
        this.open(Math.max(0, n - HISTORY))
    }

    // reload takes the snapshot anew, one after the other; events meanwhile wait for it.
    reload() {
        this.loading = (this.loading ?? Promise.resolve()).then(() => this.load())
        return this.loading
    }

    async load() {
        this.waiting ??= []
        for (;;) {
            try {
                const state = this.early ?? (await snapshot())
                this.early = null
                return this.take(state)
            } catch {
                this.on.link("lost")
                await new Promise(done => setTimeout(done, AGAIN))
            }
        }
    }

    take(state) {
        this.session = state.session
        this.n = state.n
        this.on.state(state)
        const waiting = this.waiting
        this.waiting = null
        waiting?.forEach(e => this.receive(e))
        return state.n
    }

    open(after) {
        this.source?.close()
        const source = new EventSource("/api/events?after=" + after)
        this.source = source
        this.heard = Date.now()
        source.onopen = () => this.on.link("live")
        source.onmessage = m => this.receive(JSON.parse(m.data))
        source.addEventListener("hello", m => this.greet(JSON.parse(m.data)))
        source.addEventListener("beat", () => this.alive())
        source.addEventListener("tray", m => this.on.tray(JSON.parse(m.data)))
        source.addEventListener("reset", () => this.again())
        source.onerror = () => this.failed(source)
    }

    alive() {
        this.heard = Date.now()
    }

    // greet notices that the server is another run, whose events are numbered anew.
    greet({session}) {
        this.alive()
        if (session !== this.session) {
            this.again()
        }
    }

    async again() {
        this.source?.close()
        this.open(await this.reload())
    }

    failed(source) {
        this.on.link("lost")
        if (source.readyState === EventSource.CLOSED && source === this.source) {
            setTimeout(() => source === this.source && this.again(), AGAIN)
        }
    }

    watch() {
        if (this.source && Date.now() - this.heard > SILENCE) {
            this.on.link("lost")
            this.open(this.n)
        }
    }

    receive(e) {
        this.alive()
        if (this.waiting) {
            this.waiting.push(e)
            return
        }
        const fresh = e.n > this.n
        this.n = Math.max(this.n, e.n)
        this.on.event(e, fresh)
        if (fresh && wantsAll(e)) {
            this.reload()
        }
    }
}

// command sends one command; it resolves to {rev, tray} or throws an Error in the server's words, with the answer's status.
export async function command(body, offline) {
    let answer
    try {
        answer = await fetch("/api/board", {
            method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(body),
        })
    } catch {
        throw new Error(offline)
    }
    const reply = await answer.json().catch(() => ({error: answer.statusText}))
    if (!answer.ok) {
        throw Object.assign(new Error(refusalText(reply)), {status: answer.status})
    }
    return reply
}
