// Package ledmatrix knows what lights can say about squares, and turns that into pictures for 64
// LEDs; it must not know what is legal in chess, why a square has its meaning, or what time it is.
//
// A Scene gives squares their meanings. A Palette says how each meaning looks: a colour and a
// Pattern of blinking. Render makes the Image of one moment from both, Next says when the image
// changes next, and a Driver shows it:
//
//	scene ──┐
//	        ├─▶ Render(t) ─▶ Image ─▶ Driver
//	palette ┘        (Power.Fit dims the palette before; a Layout finds each square's LED)
//
// Everything here is pure: time comes in as a value, nothing blocks, nothing is kept. Only
// implementations of Driver touch the world.
package ledmatrix
