// Small makers of elements.

const SVG = "http://www.w3.org/2000/svg"

// el makes an element: el("button", {class: "x", "data-square": "e4", onclick}, child…).
export function el(name, attributes = {}, ...children) {
    const node = document.createElement(name)
    for (const [key, value] of Object.entries(attributes)) {
        if (key.startsWith("on")) {
            node.addEventListener(key.slice(2), value)
        } else {
            set(node, key, value)
        }
    }
    node.append(...children)
    return node
}

// set writes an attribute if it changes; null, undefined and false remove it.
export function set(node, name, value) {
    if (value === null || value === undefined || value === false) {
        node.removeAttribute(name)
    } else if (node.getAttribute(name) !== String(value)) {
        node.setAttribute(name, value)
    }
}

// write gives a node its text if that changes, so that nobody is told again.
export function write(node, text) {
    if (node.textContent !== text) {
        node.textContent = text
    }
}

// picture shows a drawing of the sprites by its id, "" for none.
export function picture(id, className) {
    const svg = document.createElementNS(SVG, "svg")
    svg.setAttribute("viewBox", "0 0 40 40")
    svg.setAttribute("class", className)
    svg.setAttribute("aria-hidden", "true")
    svg.append(document.createElementNS(SVG, "use"))
    repaint(svg, id)
    return svg
}

export function repaint(svg, id) {
    set(svg.firstChild, "href", id ? "#" + id : null)
}

// sprite puts a file of drawings into the page, to be shown by picture.
export function sprite(source, id) {
    const holder = el("div", {id, class: "sprite", "aria-hidden": "true"})
    holder.innerHTML = source
    document.body.append(holder)
}
