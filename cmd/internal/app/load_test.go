package app

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"jadoube/cmd/internal/config"
	"jadoube/cmd/internal/web"
)

// spectator follows the events of one board; whenever its stream ends it asks again from where it was.
type spectator struct {
	url   string
	last  int64 // the number of the newest event
	gaps  int   // numbers that were missed or came twice
	again int   // how often it had to ask again
	nap   time.Duration
	seen  []time.Time // when the first events came, by number from 1
}

// watch reads until it has seen event n.
func (s *spectator) watch(ctx context.Context, until *atomic.Int64) error {
	for first := true; ; first = false {
		if !first {
			s.again++
		}
		done, err := s.read(ctx, until)
		if done || ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			time.Sleep(10 * time.Millisecond)
		}
	}
}

// read reads one stream; done says that everything has been seen.
func (s *spectator) read(ctx context.Context, until *atomic.Int64) (done bool, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url+"/api/events", nil)
	if err != nil {
		return false, err
	}
	req.Header.Set("Last-Event-ID", fmt.Sprint(s.last))
	transport := &http.Transport{DisableKeepAlives: true, DialContext: (&net.Dialer{Control: smallWindow}).DialContext}
	res, err := (&http.Client{Transport: transport}).Do(req)
	if err != nil {
		return false, err
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return false, fmt.Errorf("status %s", res.Status)
	}
	lines := bufio.NewReaderSize(res.Body, 4096)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return false, err
		}
		if text, is := strings.CutPrefix(line, "id: "); is {
			var n int64
			fmt.Sscan(text, &n)
			if n != s.last+1 {
				s.gaps++
			}
			s.last = n
			if len(s.seen) < maxSeen {
				s.seen = append(s.seen, time.Now())
			}
			if until.Load() == 0 {
				time.Sleep(s.nap)
			}
		}
		if end := until.Load(); end > 0 && s.last >= end {
			return true, nil
		}
	}
}

// maxSeen is of how many events a spectator notes when they came.
const maxSeen = 200

// smallWindow keeps the system from holding much for a reader that is slow.
func smallWindow(_, _ string, c syscall.RawConn) error {
	return c.Control(func(fd uintptr) { syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_RCVBUF, 4096) })
}

// crowd is many spectators of one board, some of them slow.
type crowd struct {
	*service
	all   []*spectator
	until atomic.Int64
	wg    sync.WaitGroup
}

func gather(t testing.TB, many, slowly int) *crowd {
	cfg := config.Default()
	var files syscall.Rlimit // of which Go has taken as many as it may
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &files); err == nil && files.Cur < uint64(2*many+100) {
		t.Skipf("%d open files are allowed, and both ends of %d streams need %d: ulimit -n", files.Cur, many, 2*many+100)
	}
	c := &crowd{service: startService(t, cfg, nil)}
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Minute)
	t.Cleanup(cancel)
	for i := range many {
		s := &spectator{url: c.url}
		if i < slowly {
			s.nap = 50 * time.Millisecond
		}
		c.all = append(c.all, s)
		c.wg.Go(func() {
			if err := s.watch(ctx, &c.until); err != nil {
				t.Errorf("spectator %d ended at %d: %v", i, s.last, err)
			}
		})
	}
	for end := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		if n := metric(t, c.url, "jadoube_readers"); n >= float64(many) {
			return c
		} else if time.Now().After(end) {
			t.Fatalf("%v of %d spectators are there", n, many)
		}
	}
}

func metric(t testing.TB, url, name string) (v float64) {
	res, err := http.Get(url + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	for lines := bufio.NewScanner(res.Body); lines.Scan(); {
		if text, is := strings.CutPrefix(lines.Text(), name+" "); is {
			fmt.Sscan(text, &v)
		}
	}
	return v
}

// tell lets the board say something n times.
func (c *crowd) tell(t testing.TB, n int, words string) {
	for i := range n {
		if err := c.Command(context.Background(), web.Command{Do: web.Press, Key: fmt.Sprintf("arbiter note %d %s", i, words)}); err != nil {
			t.Fatal(err)
		}
	}
}

// tellSlowly lets the board say something n times, 20 times a second, and returns when it said the event of each number.
func (c *crowd) tellSlowly(t testing.TB, n int, words string) map[int64]time.Time {
	told := map[int64]time.Time{}
	for range n {
		told[c.kept.lastNumber()+1] = time.Now()
		c.tell(t, 1, words)
		time.Sleep(50 * time.Millisecond)
	}
	return told
}

// delays is how long events took to the spectators that read at once, the shortest first. All have ended.
func (c *crowd) delays(told map[int64]time.Time) (list []time.Duration) {
	for _, s := range c.all {
		for n, at := range told {
			if i := n - 1; s.nap == 0 && i < int64(len(s.seen)) {
				list = append(list, s.seen[i].Sub(at))
			}
		}
	}
	slices.Sort(list)
	return list
}

// end waits until all have seen everything.
func (c *crowd) end() { c.until.Store(c.kept.lastNumber()); c.tellOnce(); c.wg.Wait() }

// tellOnce wakes those that have seen all.
func (c *crowd) tellOnce() {
	c.Command(context.Background(), web.Command{Do: web.Press, Key: "arbiter note end"})
}

// spent is the processor time of this process, its spectators included.
func spent() time.Duration {
	var u syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// TestCrowd: every spectator of one board sees every event once and in order, slow ones after they were let go; what the
// server holds for them is bounded.
func TestCrowd(t *testing.T) {
	many, slowly, told := 60, 6, 1500
	if os.Getenv("JADOUBE_SLOW") != "" {
		many, slowly, told = 1000, 20, 3000
	}
	if testing.Short() {
		t.Skip("takes seconds")
	}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	c := gather(t, many, slowly)
	paced := c.tellSlowly(t, 100, strings.Repeat("x", 170))
	begun, cpu := time.Now(), spent()
	c.tell(t, told, strings.Repeat("x", 170))
	runtime.ReadMemStats(&after)
	c.end()
	took := time.Since(begun)
	dropped, again := metric(t, c.url, "jadoube_readers_dropped_total"), 0
	for i, s := range c.all {
		if s.gaps > 0 || s.last < c.until.Load() {
			t.Errorf("spectator %d: %d gaps, last %d of %d", i, s.gaps, s.last, c.until.Load())
		}
		again += s.again
	}
	if int(dropped) < slowly || again < slowly {
		t.Errorf("%v readers were dropped, %d asked again: the %d slow ones should have been", dropped, again, slowly)
	}
	if grown := int64(after.HeapInuse+after.StackInuse) - int64(before.HeapInuse+before.StackInuse); grown > int64(many)*200_000+64<<20 {
		t.Errorf("%d spectators take %d MB, with their own ends", many, grown>>20)
	} else {
		t.Logf("%d spectators, %d events: %v, processor %v (both ends), memory +%d MB (both ends), %v let go, %d asked again",
			many, told, took.Round(time.Millisecond), (spent() - cpu).Round(time.Millisecond), grown>>20, dropped, again)
	}
	late := c.delays(paced)
	median, most, worst := late[len(late)/2], late[len(late)*99/100], late[len(late)-1]
	if most > 2*time.Second {
		t.Errorf("an event takes %v to 99 of 100 spectators", most)
	}
	t.Logf("an event, 20 a second, is at a spectator after %v (median), %v (99 of 100), %v (worst of %d)", median.Round(10*time.Microsecond), most.Round(10*time.Microsecond), worst.Round(10*time.Microsecond), len(late))
	var state struct{ N int64 }
	_, text := c.get(t, "/api/state")
	if err := json.Unmarshal([]byte(text), &state); err != nil || state.N < c.until.Load() {
		t.Errorf("state %d, %v", state.N, err)
	}
}

// BenchmarkCrowd measures what one event costs with 1000 spectators, their own ends included.
func BenchmarkCrowd(b *testing.B) {
	c := gather(b, 1000, 0)
	cpu := spent()
	b.ResetTimer()
	c.tell(b, b.N, strings.Repeat("x", 170))
	c.end()
	b.StopTimer()
	b.ReportMetric(float64(spent()-cpu)/float64(time.Millisecond)/float64(b.N), "cpu-ms/event")
}
