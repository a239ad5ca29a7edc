// The men: a picture of each on its square. Those that have moved glide to where they stand now.
import {picture} from "./draw.js"
import {isPiece, manId} from "./squares.js"

const GLIDE = 160 // ms

export class Men {
    constructor(root) {
        this.root = root
        this.men = Array(64).fill(null) // {letter, node} by square
    }

    // show puts men where 64 letters say; one that has gone from one square and stands on another is the same man.
    show(letters, glides) {
        const free = this.men.map((man, i) => (man && man.letter !== letters[i] ? {...man, i} : null)).filter(Boolean)
        this.men = [...letters].map((letter, i) => {
            if (!isPiece(letter)) {
                return null
            }
            return this.men[i]?.letter === letter ? this.men[i] : this.come(letter, i, free, glides)
        })
        free.forEach(man => man.node.remove())
    }

    // come is a man who has come to a square: the nearest of those that are free, or a new one.
    come(letter, to, free, glides) {
        const far = man => Math.hypot((man.i & 7) - (to & 7), (man.i >> 3) - (to >> 3))
        const [man] = free.filter(man => man.letter === letter).sort((a, b) => far(a) - far(b))
        const node = man?.node ?? picture(manId(letter), "man")
        node.dataset.piece = manId(letter)
        place(node, to)
        if (!man) {
            this.root.append(node)
            return {letter, node}
        }
        free.splice(free.indexOf(man), 1)
        if (glides) {
            const turned = this.root.parentElement.classList.contains("flipped") ? -1 : 1
            const away = [(man.i & 7) - (to & 7), (man.i >> 3) - (to >> 3)].map(squares => 100 * turned * squares + "%").join(" ")
            node.animate({translate: [away, "0 0"]}, GLIDE)
        }
        return {letter, node}
    }
}

// place says on which square a man stands, counted from a8; the style sheet draws it there.
function place(node, i) {
    node.style.setProperty("--file", i & 7)
    node.style.setProperty("--row", i >> 3)
}
