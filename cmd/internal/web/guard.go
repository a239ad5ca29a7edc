package web

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// contentPolicy lets the page load nothing that this server doesn't serve, and be framed by nobody.
const contentPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// guard keeps other sites' pages out. A site that makes its own name point to this machine (DNS
// rebinding) still sends its own name as Host; a form or script of another site says so by Origin or
// Sec-Fetch-Site.
func (s *Server) guard(next http.Handler) http.Handler {
	cross := http.NewCrossOriginProtection()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		setSafeHeaders(w.Header(), r.TLS != nil)
		if !s.knownHost(r.Host) {
			fail(w, http.StatusMisdirectedRequest, fmt.Errorf(
				"host %q is not a name of this board: use its address, localhost, or add the name to the configured hosts", r.Host))
			return
		}
		if err := cross.Check(r); err != nil || lends(r) {
			fail(w, http.StatusForbidden, fmt.Errorf("a page of another site may not steer the board or show what it serves: open %s itself", r.Host))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// lends reports whether another site's page wants to show a part of this one as its own, or hold its streams.
func lends(r *http.Request) bool {
	site, mode := r.Header.Get("Sec-Fetch-Site"), r.Header.Get("Sec-Fetch-Mode")
	return (site == "cross-site" || site == "same-site") && mode != "navigate"
}

// setSafeHeaders has browsers keep others out. What they heed of a secure page only, and complain of elsewhere, is sent to that.
func setSafeHeaders(h http.Header, secure bool) {
	h.Set("Content-Security-Policy", contentPolicy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	if secure {
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
	}
}

// knownHost accepts bare addresses (rebinding needs a name) and the board's own names.
func (s *Server) knownHost(hostport string) bool {
	host := hostKey(hostport)
	if _, err := netip.ParseAddr(host); err == nil {
		return true
	}
	return (*s.hosts.Load())[host]
}

// hostKey is a Host header's name without port, brackets, a final dot or capitals.
func hostKey(hostport string) string {
	host := hostport
	if h, _, err := net.SplitHostPort(hostport); err == nil {
		host = h
	}
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	return strings.ToLower(strings.TrimSuffix(host, "."))
}

// only lets some methods through (with GET also HEAD).
func only(next http.Handler, methods ...string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if slices.Contains(methods, r.Method) || r.Method == http.MethodHead && slices.Contains(methods, http.MethodGet) {
			next.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Allow", strings.Join(methods, ", "))
		fail(w, http.StatusMethodNotAllowed, fmt.Errorf("method %s: %s takes %s", r.Method, r.URL.Path, strings.Join(methods, " and ")))
	})
}

func notFound(w http.ResponseWriter, r *http.Request) {
	fail(w, http.StatusNotFound, fmt.Errorf("%q: nothing is served here", r.URL.Path))
}
