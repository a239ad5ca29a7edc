// Sounds of what happens, made by the browser: no files. Silent until switched on in the settings.
import {pref} from "./prefs.js"

// SOUNDS are notes of each kind: [hertz, seconds from the beginning, seconds it lasts, waveform].
export const SOUNDS = {
    touch: [[880, 0, 0.04, "sine"]],
    move: [[240, 0, 0.07, "triangle"], [180, 0.02, 0.09, "triangle"]],
    capture: [[300, 0, 0.06, "square"], [160, 0.06, 0.12, "triangle"]],
    check: [[660, 0, 0.12, "sine"], [880, 0.13, 0.18, "sine"]],
    wrong: [[150, 0, 0.16, "sawtooth"], [120, 0.18, 0.22, "sawtooth"]],
    press: [[520, 0, 0.03, "square"]],
    offer: [[520, 0, 0.12, "sine"], [390, 0.14, 0.16, "sine"]],
    time: [[1000, 0, 0.08, "square"], [1000, 0.16, 0.08, "square"], [1000, 0.32, 0.08, "square"]],
    result: [[392, 0, 0.18, "sine"], [523, 0.18, 0.18, "sine"], [659, 0.36, 0.4, "sine"]],
}

const WRONG = ["illegal", "put-back", "must-move", "must-move-one", "must-take", "must-take-with", "not-your-turn", "may-claim", "lesson-wrong"]

// soundOf is the kind of sound that an event has, "" for none. seen tells that its move was shown before.
export function soundOf(e, seen) {
    switch (e.type) {
        case "touched":
            return "touch"
        case "provisional":
        case "move":
            return seen ? "" : /[+#]$/.test(e.san) ? "check" : e.san.includes("x") ? "capture" : "move"
        case "prompt":
            return WRONG.includes(e.key) ? "wrong" : ""
        case "illegal":
            return "wrong"
        case "press":
            return ["white", "black"].includes(e.key) ? "press" : ""
        case "offer":
            return e.state === "offered" ? "offer" : ""
        case "clock":
            return e.clock?.flag ? "time" : ""
        case "result":
            return e.result ? "result" : ""
    }
    return ""
}

let audio

// play plays a kind of sound; browsers allow it once a person has touched the page.
export function play(kind) {
    audio ??= new AudioContext()
    if (audio.state === "suspended") {
        audio.resume()
    }
    for (const [hertz, from, lasts, type] of SOUNDS[kind]) {
        const begin = audio.currentTime + from
        const tone = new OscillatorNode(audio, {type, frequency: hertz})
        const loud = new GainNode(audio, {gain: 0})
        loud.gain.setValueAtTime(0, begin)
        loud.gain.linearRampToValueAtTime((0.25 * pref("volume")) / 100, begin + 0.008)
        loud.gain.exponentialRampToValueAtTime(0.0001, begin + lasts + 0.05)
        tone.connect(loud).connect(audio.destination)
        tone.start(begin)
        tone.stop(begin + lasts + 0.06)
    }
}

// hear plays what is to be heard of an event.
export function hear(e, seen) {
    const kind = soundOf(e, seen)
    if (kind && pref("sounds").includes(kind)) {
        play(kind)
    }
}
