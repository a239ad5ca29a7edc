// Package systemd knows how a service tells the systemd that started it how it is: sd_notify(3). It must not
// know what the service does.
package systemd

import (
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// Notifier tells systemd. A nil Notifier tells nobody: the program wasn't started by systemd.
type Notifier struct {
	conn     *net.UnixConn
	watchdog time.Duration
}

// New returns the notifier of a service, nil where the environment names none (NOTIFY_SOCKET). An error means that
// systemd waits for news that it won't get.
func New(getenv func(string) string) (*Notifier, error) {
	path := getenv("NOTIFY_SOCKET")
	if path == "" {
		return nil, nil
	}
	conn, err := net.DialUnix("unixgram", nil, &net.UnixAddr{Name: path, Net: "unixgram"}) // "@…" is an abstract one
	if err != nil {
		return nil, fmt.Errorf("NOTIFY_SOCKET: %w", err)
	}
	return &Notifier{conn, watchdog(getenv)}, nil
}

// watchdog is within which time systemd wants to hear that all is well; 0 = never.
func watchdog(getenv func(string) string) time.Duration {
	usec, err := strconv.ParseInt(getenv("WATCHDOG_USEC"), 10, 64)
	if pid := getenv("WATCHDOG_PID"); err != nil || usec <= 0 || pid != "" && pid != strconv.Itoa(os.Getpid()) {
		return 0
	}
	return time.Duration(usec) * time.Microsecond
}

// Watchdog is within which time Alive must be called again; 0 = never.
func (n *Notifier) Watchdog() time.Duration {
	if n == nil {
		return 0
	}
	return n.watchdog
}

// Ready says that the service serves, also after Reloading.
func (n *Notifier) Ready() { n.send("READY=1") }

// Alive says that the service works.
func (n *Notifier) Alive() { n.send("WATCHDOG=1") }

// Stopping says that the service ends.
func (n *Notifier) Stopping() { n.send("STOPPING=1") }

// Reloading says that the service reads its settings anew, until Ready.
func (n *Notifier) Reloading() {
	var t unix.Timespec
	unix.ClockGettime(unix.CLOCK_MONOTONIC, &t) // fails for unknown clocks only
	n.send("RELOADING=1\nMONOTONIC_USEC=" + strconv.FormatInt(t.Nano()/1000, 10))
}

// Status says in a line what the service is doing: `systemctl status` shows it.
func (n *Notifier) Status(text string) {
	n.send("STATUS=" + strings.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, text))
}

// send tells systemd; that it doesn't listen any more is nothing that a service could mend.
func (n *Notifier) send(text string) {
	if n != nil {
		n.conn.Write([]byte(text))
	}
}
