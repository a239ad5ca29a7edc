package web

import (
	"errors"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"jadoube/cmd/internal/access"
)

const (
	cookieName = "jadoube"
	cookieLife = 400 * 24 * time.Hour // as long as browsers keep one
)

// visitor is who makes a request.
type visitor struct {
	role   access.Role
	device access.Device // zero unless paired
	local  bool          // on the board's own machine
}

// visitor finds out who makes a request. A token goes before the place it comes from: a paired device is
// itself everywhere. The error is that of a program whose token is none.
func (s *Server) visitor(r *http.Request) (visitor, error) {
	policy := s.access.Policy()
	v := visitor{role: policy.Strangers, local: isLocal(r)}
	if v.local {
		v.role = max(policy.Local, policy.Strangers)
	}
	token, said := bearer(r)
	if !said {
		if c, err := r.Cookie(cookieName); err == nil {
			token = c.Value
		}
	}
	if token == "" && !said {
		return v, nil
	}
	d, known := s.access.Device(token)
	if known {
		v.device, v.role = d, max(v.role, d.Role)
	} else if said {
		return v, errors.New("this token belongs to no paired device: it was revoked, or is another board's")
	}
	return v, nil
}

// bearer returns the token of a program, and whether the request has one.
func bearer(r *http.Request) (token string, said bool) {
	h := r.Header.Get("Authorization")
	if h == "" {
		return "", false
	}
	scheme, token, _ := strings.Cut(h, " ")
	if !strings.EqualFold(scheme, "Bearer") {
		token = ""
	}
	return strings.TrimSpace(token), true
}

// forwarded are the headers by which a proxy says that a request isn't its own.
var forwarded = []string{"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-Ip", "Via"}

// isLocal reports whether a request was made on this machine, as far as one can know: what a proxy brings in
// comes from elsewhere.
func isLocal(r *http.Request) bool {
	for _, name := range forwarded {
		if len(r.Header[name]) > 0 {
			return false
		}
	}
	return remote(r.RemoteAddr).IsLoopback()
}

// remote is the address of the other side; invalid for one that isn't of the network.
func remote(hostport string) netip.Addr {
	host, _, _ := net.SplitHostPort(hostport)
	a, err := netip.ParseAddr(host)
	if err != nil {
		return netip.Addr{}
	}
	return a.Unmap().WithZone("")
}

// needs lets those through who have a role.
func (s *Server) needs(role access.Role, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.admit(w, r, role) {
			next.ServeHTTP(w, r)
		}
	})
}

// admit answers whom it doesn't let through.
func (s *Server) admit(w http.ResponseWriter, r *http.Request, role access.Role) bool {
	v, err := s.visitor(r)
	switch {
	case err != nil:
	case v.role >= role:
		return true
	case v.device.ID != "":
		s.counts.denied.Add(1)
		fail(w, http.StatusForbidden, Refuse("this needs the role %s: this device was paired as %s", role, v.device.Role))
		return false
	default:
		err = Refuse("this needs a device paired as %s: pair it with the code that the board's own page shows", role)
	}
	s.counts.denied.Add(1)
	w.Header().Set("WWW-Authenticate", `Bearer realm="jadoube"`)
	fail(w, http.StatusUnauthorized, err)
	return false
}

// roleFor is what a command needs.
func roleFor(c Command) access.Role {
	if word, _, _ := strings.Cut(strings.TrimSpace(c.Key), " "); c.Do == Press && word == "arbiter" {
		return access.Arbiter
	}
	return access.Player
}

// remember gives a browser its token. Scripts can't read it, and other sites' pages can't make it be sent.
func remember(w http.ResponseWriter, r *http.Request, token string) {
	c := &http.Cookie{Name: cookieName, Value: token, Path: "/", MaxAge: int(cookieLife / time.Second), HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: r.TLS != nil}
	if token == "" {
		c.MaxAge = -1
	}
	http.SetCookie(w, c)
}
