// The lights' colours and rhythms: those of the board's own LEDs, as the server tells them.

const OFF = 0.22 // what is left of a light that is off, so that its shape stays in sight
const sheet = new CSSStyleSheet()
document.adoptedStyleSheets.push(sheet)
let worn = ""

// dress gives the lights their looks: {brightness: percent, looks: {meaning: {colour, blink}}}.
export function dress(lights) {
    const text = JSON.stringify(lights)
    if (text === worn) {
        return
    }
    worn = text
    const {brightness, looks} = lights
    sheet.replaceSync(Object.entries(looks ?? {}).map(rules).join("\n") + `\n:root { --strength: ${strength(brightness)}; }`)
}

// strength is how much of a light's glow is shown. A dim LED is still seen in a room, so it is on the page.
const strength = brightness => 0.3 + (0.7 * brightness) / 100

function rules([meaning, {colour, blink}]) {
    const steady = !blink.includes(".")
    const dress = `[data-light="${meaning}"] { --lit: ${colour}; --blink: ${steady ? "none" : "blink-" + meaning}; }`
    return steady ? dress : `${dress}\n@keyframes blink-${meaning} { ${frames(blink)} }`
}

// frames are the keyframes of a cycle of on (#) and off (.), in steps.
function frames(blink) {
    const changes = [...blink].map((c, i) => (c === blink[i - 1] ? "" : `${(100 * i) / blink.length}% { opacity: ${c === "#" ? 1 : OFF}; }`))
    return changes.join(" ")
}

// keepStep lets all lights blink in step, as LEDs do: their cycles began together.
export function keepStep() {
    if (!document.querySelector("[data-light]")) {
        return // asking for animations costs more than this
    }
    for (const a of document.getAnimations()) {
        if (a.animationName?.startsWith("blink-") && a.startTime !== 0) {
            a.startTime = 0
        }
    }
}
