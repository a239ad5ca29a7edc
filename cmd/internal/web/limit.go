package web

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"time"
)

// limiter lets each address do something so often: burst times at once, then every so often again. What is
// kept is bounded: when too many addresses are known the ones beyond share one allowance.
type limiter struct {
	every time.Duration
	burst int
	now   func() time.Time

	mu    sync.Mutex
	until map[netip.Prefix]time.Time // when the allowance will be whole again
}

const maxLimited = 4096 // addresses

func newLimiter(every time.Duration, burst int) *limiter {
	return &limiter{every: every, burst: burst, now: time.Now, until: map[netip.Prefix]time.Time{}}
}

// allow takes one time from an address's allowance.
func (l *limiter) allow(a netip.Addr) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	now, key := l.now(), neighbours(a)
	if _, known := l.until[key]; !known && len(l.until) >= maxLimited {
		if l.forget(now); len(l.until) >= maxLimited {
			key = netip.Prefix{}
		}
	}
	full := l.until[key]
	if full.Before(now) {
		full = now
	}
	if full.Sub(now) > time.Duration(l.burst-1)*l.every {
		return false
	}
	l.until[key] = full.Add(l.every)
	return true
}

// forget drops the addresses whose allowance is whole.
func (l *limiter) forget(now time.Time) {
	for key, full := range l.until {
		if !full.After(now) {
			delete(l.until, key)
		}
	}
}

// neighbours is what counts as one device: an address of IPv4, the 64 bits of IPv6 that one household has.
func neighbours(a netip.Addr) netip.Prefix {
	bits := 64
	if a.Is4() {
		bits = 32
	}
	p, _ := a.Prefix(bits) // invalid for an invalid address, which is an address of its own then
	return p
}

var errTooOften = errors.New("too often from this address; try again in a while")

func (s *Server) tooMany(w http.ResponseWriter, what string) {
	s.counts.limited.Add(1)
	w.Header().Set("Retry-After", "10")
	fail(w, http.StatusTooManyRequests, fmt.Errorf("%s: %w", what, errTooOften))
}

// rarely lets other devices ask only so often. The board's own machine isn't counted: what works on it can
// do worse.
func (s *Server) rarely(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if a := remote(r.RemoteAddr); !a.IsLoopback() && !s.requests.allow(a) {
			s.tooMany(w, "requests")
			return
		}
		next.ServeHTTP(w, r)
	})
}

// sendBuffer is how many bytes the system holds for a reader that doesn't read; by itself it would hold megabytes.
const sendBuffer = 64 << 10

// bounded is a listener that holds so many connections and no more, in all and from each other device; those
// beyond are closed as they come.
type bounded struct {
	net.Listener
	most, each int
	refused    func()

	mu   sync.Mutex
	all  int
	from map[netip.Prefix]int
}

func newBounded(ln net.Listener, most, each int, refused func()) *bounded {
	return &bounded{Listener: ln, most: most, each: each, refused: refused, from: map[netip.Prefix]int{}}
}

// Accept implements net.Listener.
func (b *bounded) Accept() (net.Conn, error) {
	for {
		c, err := b.Listener.Accept()
		if err != nil {
			return nil, err
		}
		a := remote(c.RemoteAddr().String())
		if t, ok := c.(*net.TCPConn); ok {
			t.SetWriteBuffer(sendBuffer)
		}
		if b.enter(a) {
			return &counted{Conn: c, leave: sync.OnceFunc(func() { b.leave(a) })}, nil
		}
		c.Close()
		b.refused()
	}
}

func (b *bounded) enter(a netip.Addr) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	key := neighbours(a)
	if b.all >= b.most || !a.IsLoopback() && b.from[key] >= b.each {
		return false
	}
	b.all++
	b.from[key]++
	return true
}

func (b *bounded) leave(a netip.Addr) {
	b.mu.Lock()
	defer b.mu.Unlock()
	key := neighbours(a)
	b.all--
	if b.from[key]--; b.from[key] <= 0 {
		delete(b.from, key)
	}
}

// counted is a connection that is counted until it is closed.
type counted struct {
	net.Conn
	leave func()
}

// Close implements net.Conn.
func (c *counted) Close() error {
	defer c.leave()
	return c.Conn.Close()
}
