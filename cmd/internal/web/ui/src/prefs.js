// What a person has chosen for this device; kept in the browser's storage.

const KEPT = "jadoube"

// usual is what is in force before anything was chosen. Sound and speech begin silent.
const usual = {text: "1", digits: "european", letters: "english", volume: 60, learner: "", speaks: [], sounds: []}

function read() {
    try {
        return {...usual, ...JSON.parse(localStorage.getItem(KEPT) ?? "{}")}
    } catch { // storage may be forbidden, or hold something else
        return {...usual}
    }
}

const chosen = read()

// pref is what is chosen: text, digits, letters, learner (a name), volume (percent), speaks and sounds (lists of what is heard).
export const pref = name => chosen[name]

// prefer chooses from now on.
export function prefer(name, value) {
    chosen[name] = value
    try {
        localStorage.setItem(KEPT, JSON.stringify(chosen))
    } catch { // then until the page is closed
    }
}

// dressText sets the size of all that is written, a factor.
export function dressText() {
    document.documentElement.style.setProperty("--text", pref("text"))
}
