// Who may do what: the sign of those who only read, pairing this device, and the devices that an admin pairs.
import {ask} from "./ask.js"
import {el} from "./draw.js"
import {t} from "./lang.js"

const ROLES = ["spectator", "player", "arbiter", "admin"]
const SVG = "http://www.w3.org/2000/svg"
const byId = id => document.getElementById(id)

// code draws a QR code with the quiet ground that readers need.
function code({size, path}, label) {
    const svg = document.createElementNS(SVG, "svg")
    svg.setAttribute("viewBox", `-4 -4 ${size + 8} ${size + 8}`)
    svg.setAttribute("class", "qr")
    svg.setAttribute("role", "img")
    svg.setAttribute("aria-label", label)
    const dark = document.createElementNS(SVG, "path")
    dark.setAttribute("d", path)
    svg.append(dark)
    return svg
}

export class Access {
    constructor() {
        this.pairing = byId("pair-dialog")
        this.devices = byId("devices-dialog")
        byId("pair-open").addEventListener("click", () => this.open(""))
        byId("devices-open").addEventListener("click", () => this.manage())
        byId("pair-form").addEventListener("submit", e => this.pair(e))
        byId("offer-form").addEventListener("submit", e => this.offer(e))
        byId("leave").addEventListener("click", () => this.leave())
        for (const dialog of [this.pairing, this.devices]) {
            dialog.querySelector("[data-close]").addEventListener("click", () => dialog.close())
        }
        byId("offer-role").replaceChildren(...ROLES.map(role => el("option", {value: role, selected: role === "player" ? "" : null}, t("role." + role))))
        addEventListener("hashchange", () => this.invited())
        this.invited()
    }

    // invited opens the dialog for a code that came with the address, and takes it out of there.
    invited() {
        const found = /^#pair=([A-Za-z0-9-]{4,20})$/.exec(location.hash)
        if (found) {
            history.replaceState(null, "", location.pathname + location.search)
            this.open(found[1])
        }
    }

    squares() {
        const box = name => el("label", {}, el("input", {type: "checkbox", value: name, "aria-label": name}), el("span", {}, name))
        const rows = [8, 7, 6, 5, 4, 3, 2, 1]
        byId("pair-squares").replaceChildren(...rows.flatMap(rank => [..."abcdefgh"].map(file => box(file + rank))))
    }

    // look asks what this device may do, and shows it.
    async look() {
        try {
            this.show(await ask("/api/access"))
        } catch { // the stream tells of lost connections
        }
    }

    show(standing) {
        this.standing = standing
        const reads = ROLES.indexOf(standing.role) < ROLES.indexOf("player")
        byId("reading").hidden = !reads
        byId("reading-text").textContent = t(standing.role === "spectator" ? "access.reading" : "access.nothing")
        byId("devices-open").hidden = standing.role !== "admin"
        byId("leave").hidden = !standing.paired
        document.body.classList.toggle("reading", reads)
    }

    open(given) {
        byId("pair-squares").childElementCount || this.squares()
        this.refuse("pair", "")
        byId("pair-code").value = given
        byId("pair-name").value ||= t("access.a-device")
        this.pairing.showModal()
    }

    async pair(e) {
        e.preventDefault()
        const squares = [...byId("pair-squares").querySelectorAll(":checked")].map(box => box.value).join(" ")
        const typed = byId("pair-code").value.trim()
        try {
            await ask("/api/pair", {name: byId("pair-name").value.trim(), ...(typed ? {code: typed} : {squares})})
            location.reload()
        } catch (err) {
            this.refuse("pair", err.message)
        }
    }

    async leave() {
        await ask("/api/pair", {leave: true}).catch(() => {})
        location.reload()
    }

    async manage() {
        this.devices.showModal()
        await this.look()
        const {addresses = [], qr} = this.standing ?? {}
        byId("addresses").replaceChildren(...addresses.map(url => el("li", {dir: "ltr"}, url)))
        byId("address-qr").replaceChildren(...(qr ? [code(qr, addresses[0])] : []))
        byId("unreachable").hidden = addresses.length > 0
        await this.change()
    }

    offer(e) {
        e.preventDefault()
        return this.change({do: "offer", role: byId("offer-role").value})
    }

    // change does something to the devices, and shows what there is then.
    async change(body) {
        try {
            const {devices, offer} = await ask("/api/devices", body)
            this.refuse("devices", "")
            byId("devices").replaceChildren(...devices.map(d => this.device(d)))
            byId("offered").hidden = !offer
            if (offer) {
                byId("offer-code").textContent = offer.code
                byId("offer-about").textContent = t("access.offer", {role: t("role." + offer.role), time: new Date(offer.until).toLocaleTimeString("en-GB")})
                byId("offer-qr").replaceChildren(...(offer.qr ? [code(offer.qr, t("access.scan"))] : []))
            }
        } catch (err) {
            this.refuse("devices", err.message)
        }
    }

    device({id, name, role}) {
        const revoke = el("button", {type: "button", onclick: () => this.revoke(id)}, t("access.revoke"))
        return el("li", {"data-device": id}, el("bdi", {}, name), el("span", {class: "soft"}, t("role." + role)), revoke)
    }

    // revoke may be for the very device that asks.
    async revoke(id) {
        await this.change({do: "revoke", id})
        await this.look()
        if (this.standing.role !== "admin") {
            this.devices.close()
        }
    }

    refuse(dialog, words) {
        const node = byId(dialog + "-refusal")
        node.textContent = words
        node.hidden = !words
    }
}
