package config

import (
	"strings"

	"jadoube/cmd/internal/access"
)

// Access says what devices may do that aren't paired, and how the page is protected on its way.
type Access struct {
	Strangers   string `toml:"strangers"`   // what a device of the network that isn't paired may do: "spectator" sees everything, "nobody" nothing
	Local       string `toml:"local"`       // the board's own machine: "open" without pairing, or "paired" as any other
	Certificate string `toml:"certificate"` // PEM file with the certificate for https, and those that vouch for it; "" = http
	Key         string `toml:"key"`         // PEM file with its private key
}

func (a Access) check(bad report) {
	if a.Strangers != access.Spectator.String() && a.Strangers != access.Nobody.String() {
		bad("strangers", a.Strangers, `expected "spectator" or "nobody"`)
	}
	if a.Local != "open" && a.Local != "paired" {
		bad("local", a.Local, `expected "open" or "paired"`)
	}
	if strings.ContainsFunc(a.Certificate+a.Key, control) {
		bad("certificate", a.Certificate, `expected the paths of PEM files, or "" for http`)
	}
	const both = "certificate and key go together: name both, or neither for http"
	if a.Certificate != "" && a.Key == "" {
		bad("certificate", a.Certificate, both)
	}
	if a.Certificate == "" && a.Key != "" {
		bad("key", a.Key, both)
	}
}

// Policy is a as the list of devices knows it. a must have passed the check.
func (a Access) Policy() access.Policy {
	p := access.Policy{Strangers: access.Nobody, Local: access.Admin}
	if a.Strangers == access.Spectator.String() {
		p.Strangers = access.Spectator
	}
	if a.Local == "paired" {
		p.Local = p.Strangers
	}
	return p
}
