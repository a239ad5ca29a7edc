package web

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// contentPolicy lets the page load nothing that this server doesn't serve, and be framed by nobody.
const contentPolicy = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"

// guard keeps other sites' pages out. A site that makes its own name point to this machine (DNS
// rebinding) still sends its own name as Host; a form or script of another site says so by Origin or
// Sec-Fetch-Site.
func (s *Server) guard(next http.Handler) http.Handler {
	cross := http.NewCrossOriginProtection()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		setSafeHeaders(w.Header())
		if !s.knownHost(r.Host) {
			fail(w, http.StatusMisdirectedRequest, fmt.Errorf(
				"host %q is not a name of this board: use its address, localhost, or add the name to the configured hosts", r.Host))
			return
		}
		if err := cross.Check(r); err != nil {
			fail(w, http.StatusForbidden, fmt.Errorf("a page of another site may not steer the board: open http://%s/ itself", r.Host))
			return
		}
		next.ServeHTTP(w, r)
	})
}

func setSafeHeaders(h http.Header) {
	h.Set("Content-Security-Policy", contentPolicy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
}

// knownHost accepts bare addresses (rebinding needs a name) and the board's own names.
func (s *Server) knownHost(hostport string) bool {
	host := hostKey(hostport)
	if _, err := netip.ParseAddr(host); err == nil {
		return true
	}
	return s.hosts[host]
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

// only lets one method through (with GET also HEAD).
func only(method string, h http.HandlerFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == method || method == http.MethodGet && r.Method == http.MethodHead {
			h(w, r)
			return
		}
		w.Header().Set("Allow", method)
		fail(w, http.StatusMethodNotAllowed, fmt.Errorf("method %s: %s takes %s", r.Method, r.URL.Path, method))
	})
}

func notFound(w http.ResponseWriter, r *http.Request) {
	fail(w, http.StatusNotFound, fmt.Errorf("%q: nothing is served here", r.URL.Path))
}
