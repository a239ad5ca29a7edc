package app

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// machine is what the daemon asks of the machine's clocks. Games are timed by Go's monotonic clock alone; the time of day
// only names and dates them.
type machine struct {
	now     func() time.Time     // the time of day
	trusted func() bool          // … can be believed
	uptime  func() time.Duration // since the machine was started
	boot    string               // the kernel's id of the machine's run
}

func thisMachine() machine {
	boot, _ := os.ReadFile("/proc/sys/kernel/random/boot_id")
	return machine{now: time.Now, trusted: trusted, uptime: uptime, boot: strings.TrimSpace(string(boot))}
}

// trusted reports whether the time of day can be believed: the kernel says that something sets it, or the machine has a
// clock with a battery. Machines that describe themselves by a device tree, as a Raspberry Pi does, may have none; others
// always do.
func trusted() bool {
	if _, err := os.Stat("/proc/device-tree"); err != nil {
		return true
	}
	clocks, _ := filepath.Glob("/sys/class/rtc/rtc*")
	return len(clocks) > 0 || synchronised()
}

// unsynchronised is STA_UNSYNC of adjtimex(2).
const unsynchronised = 0x40

// synchronised reports whether the kernel's clock is being set by NTP or the like.
func synchronised() bool {
	var t syscall.Timex
	_, err := syscall.Adjtimex(&t)
	return err == nil && t.Status&unsynchronised == 0
}

// uptime is how long the machine has been running, 0 when it doesn't say.
func uptime() time.Duration {
	text, _ := os.ReadFile("/proc/uptime")
	seconds, _, _ := strings.Cut(string(text), " ")
	s, _ := strconv.ParseFloat(seconds, 64)
	return time.Duration(s * float64(time.Second))
}

// calendar gives the moments of a recording their time of day.
type calendar struct {
	began   time.Time // the recording
	dated   bool      // began can be believed
	anchorT int64     // ms in the recording at which this program took it up
	anchor  time.Time // the time of day then
	sure    bool      // anchor can be believed
}

// when is the time of day at ms of the recording; ok says that it can be believed.
func (c *calendar) when(ms int64) (at time.Time, ok bool) {
	if ms >= c.anchorT {
		return c.anchor.Add(time.Duration(ms-c.anchorT) * time.Millisecond), c.sure
	}
	return c.began.Add(time.Duration(ms) * time.Millisecond), c.dated
}

// clockSlip is by how much the time of day may stray from the monotonic clock before it counts as having been set.
const clockSlip = time.Minute

// stray says by how much the clock has been set since the anchor.
func (c *calendar) stray(ms int64, now time.Time) time.Duration {
	return now.Sub(c.anchor) - time.Duration(ms-c.anchorT)*time.Millisecond
}

// set moves the calendar, whose clock has been set to a time that can be believed. moved says that the recording began in
// this run of the machine, so that its beginning moves too.
func (c *calendar) set(by time.Duration, moved bool) {
	c.anchor, c.sure = c.anchor.Add(by), true
	if moved {
		c.began, c.dated = c.began.Add(by), true
	}
}
