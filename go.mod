module jadoube

go 1.26.0

require (
	go.bug.st/serial v1.8.0
	golang.org/x/sys v0.50.0
	periph.io/x/conn/v3 v3.7.3
	periph.io/x/host/v3 v3.8.5
)
