package web

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"strings"
)

// Reach returns the addresses under which other devices reach a page that listens on addr, as "http://192.168.1.7:8464/";
// the first is the likeliest. Nothing when it listens for this machine only.
func Reach(addr net.Addr, secure bool) (urls []string) {
	t, ok := addr.(*net.TCPAddr)
	if !ok || t.IP.IsLoopback() {
		return nil
	}
	if !t.IP.IsUnspecified() {
		return []string{pageURL(t.IP.String(), t.Port, secure)}
	}
	for _, a := range ownAddresses() {
		urls = append(urls, pageURL(a.String(), t.Port, secure))
	}
	return urls
}

func pageURL(host string, port int, secure bool) string {
	scheme := "http"
	if secure {
		scheme = "https"
	}
	return scheme + "://" + net.JoinHostPort(host, strconv.Itoa(port)) + "/"
}

// ownAddresses are this machine's addresses in networks, those of IPv4 first.
func ownAddresses() (list []netip.Addr) {
	found, err := net.InterfaceAddrs()
	if err != nil {
		return nil
	}
	for _, f := range found {
		if p, err := netip.ParsePrefix(f.String()); err == nil && p.Addr().IsGlobalUnicast() {
			list = append(list, p.Addr())
		}
	}
	slices.SortStableFunc(list, func(a, b netip.Addr) int { return a.BitLen() - b.BitLen() })
	return list
}

// addresses are the pages' addresses for other devices: first the one by which this request came, if another
// device could use it too.
func (s *Server) addresses(r *http.Request) []string {
	all, secure := []string{}, r.TLS != nil
	host := hostKey(r.Host)
	a, err := netip.ParseAddr(host)
	if host != "localhost" && (err != nil || !a.IsLoopback() && !a.IsUnspecified()) {
		scheme, _, _ := strings.Cut(pageURL("", 0, secure), ":")
		all = append(all, scheme+"://"+r.Host+"/")
	}
	at, _ := s.listens.Load().(net.Addr)
	for _, url := range Reach(at, secure) {
		if !slices.Contains(all, url) {
			all = append(all, url)
		}
	}
	return all
}
