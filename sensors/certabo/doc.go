// Package certabo knows the talk of Certabo's boards, which read a chip in each man, and of Tabutronic's,
// which see only that something stands on a square, and their lights. It must not know what is legal, nor
// where the chips' names are kept.
//
// The bytes are those that clients of such boards agree on (docs/boards/certabo.md).
package certabo
