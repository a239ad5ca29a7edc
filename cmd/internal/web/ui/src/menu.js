// The board's own menu: a button that opens and leaves it, and what each of its squares is.
import {el} from "./draw.js"
import {clockText, levelText} from "./dialog.js"
import {t} from "./lang.js"

const byId = id => document.getElementById(id)

// A word of the menu with what follows it, in words.
const words = {
    level: arg => t("menu.level", {level: levelText(arg)}),
    side: arg => t("menu.side." + arg),
    clock: clockText,
    new: () => t("new-game"),
    analyse: () => t("menu.analyse"),
    hint: () => t("help.hint"),
    draw: () => t("say.draw"),
    resign: arg => t("menu.resign", {side: t(arg)}),
    "shut-down": () => t("menu.shut-down"),
    "go-on": () => t("go-on-game"),
}

// opensOrLeaves reports whether an event tells that the menu is another: what its lights show changes nothing here.
export const opensOrLeaves = e => e.type === "press" && e.key === "menu" && !e.text?.startsWith("lights")

export class Menu {
    // onPress(key) is called with what opens or leaves it.
    constructor(onPress) {
        this.button = byId("menu")
        this.names = byId("menu-names")
        this.button.addEventListener("click", () => onPress(this.open ? "menu close" : "menu"))
    }

    show({menu, result, laws, moves, prompt}) {
        this.open = !!menu?.open && !result
        const setting = prompt?.key.startsWith("set-up")
        const help = laws.level === "off" || laws.level === "trainer" && !moves.length
        this.button.hidden = !menu || !this.open && (!!result || setting || !help)
        this.button.textContent = t(this.open ? "menu.leave" : "menu.open")
        this.names.hidden = !this.open
        const key = JSON.stringify(menu)
        if (key !== this.shown) {
            this.shown = key
            this.names.replaceChildren(...(menu?.choices ?? []).map(c => el("li", {"data-choice": c.square}, el("bdi", {dir: "ltr"}, c.square), " ", words[c.word](c.arg))))
        }
    }
}
