// The page's views and their addresses: #play, #games, #game-17, #learn, #board, #arbiter, #settings, and #clock, to which Play leads.
import {el, picture, set} from "./draw.js"
import {t} from "./lang.js"

export const VIEWS = ["play", "games", "learn", "board", "arbiter", "settings"]
const ALL = [...VIEWS, "clock"]
const ALIASES = {game: "games"}
const byId = id => document.getElementById(id)

// parse reads an address: {view, part}, as {view: "games", part: "17"} of #game-17; an unknown one is the board's.
export function parse(hash) {
    const [, name = "", part = ""] = /^#([a-z]+)(?:-(.+))?$/.exec(hash) ?? []
    const view = ALIASES[name] ?? name
    return ALL.includes(view) ? {view, part} : {view: "play", part: ""}
}

export class Routes {
    // views are makers by name; each is made when it is shown first. enter(part) is called when one is shown, also with another part; leave() when another is; draw(state), by
    // whom changed() makes draw, with each new state while it is shown.
    constructor(views, changed) {
        this.views = views
        this.made = {}
        this.changed = changed
        this.links = VIEWS.map(view => el("a", {href: "#" + view, id: "to-" + view, "data-view": view}, picture("icon-" + view, "icon"), el("span", {}, t("view." + view))))
        byId("views").replaceChildren(...this.links)
        addEventListener("hashchange", () => this.go(true))
    }

    // start shows what the address asks for.
    start() {
        this.go(false)
    }

    // go shows a view; its heading is focused when a person went there, so that it is read aloud.
    go(moved) {
        const {view, part} = parse(location.hash)
        const old = this.view
        this.view = view
        if (old && old !== view) {
            this.shown?.leave?.()
        }
        this.shown = this.made[view] ??= this.views[view]?.()
        for (const section of document.querySelectorAll("main > .view")) {
            section.hidden = section.dataset.view !== view
        }
        for (const link of this.links) {
            set(link, "aria-current", link.dataset.view === view ? "page" : null)
        }
        document.body.dataset.view = view
        document.title = view === "play" ? "jadoube" : t("view." + view) + " – jadoube"
        this.shown?.enter?.(part)
        this.changed()
        if (moved && old !== view) {
            scrollTo(0, 0)
            document.querySelector(`main > [data-view="${view}"] .view-title`)?.focus({preventScroll: true})
        }
    }
}
