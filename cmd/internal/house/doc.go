// Package house knows who may import whom, and why; it holds nothing but the tests that keep the
// project in that shape.
package house
