// Package line knows boards that write lines of text to a serial port: our own line protocol and what
// home-made boards write anyhow (docs/protocol-line.md), and the binary frames of one such board. It reads
// their squares and buttons and writes to their lights. It must not know what is legal.
package line
