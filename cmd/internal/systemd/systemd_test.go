package systemd

import (
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

func env(list map[string]string) func(string) string {
	return func(name string) string { return list[name] }
}

// listening is systemd's end.
func listening(t *testing.T, name string) func() string {
	t.Helper()
	conn, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: name, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return func() string {
		b := make([]byte, 4096)
		conn.SetReadDeadline(time.Now().Add(5 * time.Second))
		n, err := conn.Read(b)
		if err != nil {
			t.Fatal(err)
		}
		return string(b[:n])
	}
}

func TestNews(t *testing.T) {
	for _, name := range []string{filepath.Join(t.TempDir(), "notify"), "@jadoube-test-" + strconv.Itoa(os.Getpid())} {
		hear := listening(t, name)
		n, err := New(env(map[string]string{"NOTIFY_SOCKET": name, "WATCHDOG_USEC": "20000000", "WATCHDOG_PID": strconv.Itoa(os.Getpid())}))
		if err != nil || n.Watchdog() != 20*time.Second {
			t.Fatal(n.Watchdog(), err)
		}
		for _, c := range []struct {
			tell func()
			want string
		}{
			{n.Ready, "READY=1"},
			{n.Alive, "WATCHDOG=1"},
			{n.Stopping, "STOPPING=1"},
			{func() { n.Status("move 3\nREADY=1") }, "STATUS=move 3 READY=1"},
		} {
			if c.tell(); true {
				if got := hear(); got != c.want {
					t.Errorf("heard %q, want %q", got, c.want)
				}
			}
		}
		n.Reloading()
		usec, is := strings.CutPrefix(hear(), "RELOADING=1\nMONOTONIC_USEC=")
		if v, err := strconv.ParseInt(usec, 10, 64); !is || err != nil || v <= 0 {
			t.Errorf("reloading at %q", usec)
		}
	}
}

func TestWithoutSystemd(t *testing.T) {
	n, err := New(env(nil))
	if n != nil || err != nil || n.Watchdog() != 0 {
		t.Errorf("%v, %v", n, err)
	}
	n.Ready()
	n.Status("nobody listens")
	if _, err := New(env(map[string]string{"NOTIFY_SOCKET": filepath.Join(t.TempDir(), "gone")})); err == nil || !strings.Contains(err.Error(), "NOTIFY_SOCKET") {
		t.Errorf("a socket that isn't there: %v", err)
	}
}

func TestWatchdogOfAnotherProcess(t *testing.T) {
	for _, c := range []map[string]string{{}, {"WATCHDOG_USEC": "x"}, {"WATCHDOG_USEC": "-1"}, {"WATCHDOG_USEC": "1000", "WATCHDOG_PID": "1"}} {
		if got := watchdog(env(c)); got != 0 {
			t.Errorf("%v: %v", c, got)
		}
	}
}
