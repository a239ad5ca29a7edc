package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"
	"time"

	"jadoube/cmd/internal/access"
	"jadoube/cmd/internal/qr"
)

// picture is a QR code: the data of an SVG path in a box of Size by Size.
type picture struct {
	Size int    `json:"size"`
	Path string `json:"path"`
}

// draw is the QR code of a text, nil when there is none to be had.
func draw(text string) *picture {
	c, err := qr.Encode(text)
	if err != nil {
		return nil
	}
	return &picture{c.Size, c.Path()}
}

// standing is how somebody stands with the board.
type standing struct {
	Role      access.Role `json:"role"`
	Paired    string      `json:"paired"`    // the name under which this device was paired, "" when it isn't
	Local     bool        `json:"local"`     // the board's own machine
	Open      bool        `json:"open"`      // a device can be paired now
	Addresses []string    `json:"addresses"` // under which other devices reach the page
	QR        *picture    `json:"qr"`        // the first of them
}

// offered is an offer as admins see it.
type offered struct {
	Code    string      `json:"code"`
	Squares []string    `json:"squares"` // that the board lights
	Role    access.Role `json:"role"`
	Until   time.Time   `json:"until"`
	URL     string      `json:"url"` // where the code is answered, "" when no other device reaches the page
	QR      *picture    `json:"qr"`
}

// register is what admins see.
type register struct {
	Devices []access.Device `json:"devices"`
	Offer   *offered        `json:"offer"`
}

func (s *Server) serveAccess(w http.ResponseWriter, r *http.Request) {
	v, err := s.visitor(r)
	if err != nil {
		fail(w, http.StatusUnauthorized, err)
		return
	}
	_, open := s.access.Offered()
	out := standing{Role: v.role, Paired: v.device.Name, Local: v.local, Open: open, Addresses: s.addresses(r)}
	if len(out.Addresses) > 0 {
		out.QR = draw(out.Addresses[0])
	}
	send(w, http.StatusOK, out)
}

// servePair answers an offer: {"code":"ABCD-EFGH","name":"Anna's phone"}, or with "squares":"a1 c3 …". A browser keeps its
// token as a cookie; a program asks for it with "token":true. {"leave":true} forgets the device that asks.
func (s *Server) servePair(w http.ResponseWriter, r *http.Request) {
	var m struct {
		Code, Squares, Name string
		Token, Leave        bool
	}
	if status, err := readJSON(w, r, &m); err != nil {
		fail(w, status, err)
		return
	}
	if m.Leave {
		s.leave(w, r)
		return
	}
	if !s.guesses.allow(remote(r.RemoteAddr)) {
		s.tooMany(w, "pairing")
		return
	}
	token, d, err := s.access.Pair(strings.TrimSpace(m.Code+" "+m.Squares), m.Name)
	if err != nil {
		s.log.Warn("a device was not paired", "address", r.RemoteAddr, "error", err)
		fail(w, pairStatus(err), err)
		return
	}
	s.log.Info("a device was paired", "id", d.ID, "name", d.Name, "role", d.Role.String(), "address", r.RemoteAddr)
	answer := map[string]any{"id": d.ID, "role": d.Role, "name": d.Name}
	if m.Token {
		answer["token"] = token
	} else {
		remember(w, r, token)
	}
	send(w, http.StatusOK, answer)
}

func pairStatus(err error) int {
	if errors.Is(err, access.ErrWrong) || errors.Is(err, access.ErrNoOffer) {
		return http.StatusForbidden
	}
	return http.StatusBadRequest
}

// leave forgets the device that asks for it.
func (s *Server) leave(w http.ResponseWriter, r *http.Request) {
	v, err := s.visitor(r)
	if err == nil && v.device.ID != "" {
		_, err = s.revoke(v.device.ID, r)
	}
	if err != nil {
		fail(w, http.StatusBadRequest, err)
		return
	}
	remember(w, r, "")
	send(w, http.StatusOK, map[string]any{})
}

func (s *Server) revoke(id string, r *http.Request) (access.Device, error) {
	d, err := s.access.Revoke(id)
	if err == nil {
		s.log.Info("a device was revoked", "id", d.ID, "name", d.Name, "address", r.RemoteAddr)
	}
	return d, err
}

// serveDevices is what admins do: GET lists; POST {"do":"offer","role":"player"}, {"do":"withdraw"}, {"do":"revoke","id":"…"}.
func (s *Server) serveDevices(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodPost {
		if status, err := s.manage(w, r); err != nil {
			fail(w, status, err)
			return
		}
	}
	out := register{Devices: s.access.Devices()}
	if o, stands := s.access.Offered(); stands {
		out.Offer = s.offered(o, r)
	}
	send(w, http.StatusOK, out)
}

func (s *Server) manage(w http.ResponseWriter, r *http.Request) (int, error) {
	var m struct{ Do, Role, ID string }
	if status, err := readJSON(w, r, &m); err != nil {
		return status, err
	}
	var err error
	switch m.Do {
	case "offer":
		var role access.Role
		if role, err = access.ParseRole(m.Role); err == nil {
			s.access.Offer(role, access.Lasts)
		}
	case "withdraw":
		s.access.Withdraw()
	case "revoke":
		_, err = s.revoke(m.ID, r)
	default:
		err = fmt.Errorf("do %.40q: expected offer, withdraw or revoke", m.Do)
	}
	return http.StatusBadRequest, err
}

func (s *Server) offered(o access.Offer, r *http.Request) *offered {
	out := &offered{Code: o.Code, Role: o.Role, Until: o.Until}
	for sq := range o.Squares.Squares() {
		out.Squares = append(out.Squares, sq.String())
	}
	if all := s.addresses(r); len(all) > 0 {
		out.URL = PairURL(all[0], o.Code)
		out.QR = draw(out.URL)
	}
	return out
}

// PairURL is where a code is answered: behind the #, so that no server, log or other site gets to see it.
func PairURL(address, code string) string {
	return address + "#pair=" + strings.ReplaceAll(code, "-", "")
}

// readJSON reads the body of a command into a struct and returns the status of an answer that refuses it.
func readJSON(w http.ResponseWriter, r *http.Request, into any) (int, error) {
	body, status, err := readBody(w, r)
	if err != nil {
		return status, err
	}
	dec := json.NewDecoder(strings.NewReader(string(body)))
	dec.DisallowUnknownFields()
	if err := dec.Decode(into); err != nil {
		return http.StatusBadRequest, fmt.Errorf("the command is not the JSON expected: %w", err)
	}
	if _, err := dec.Token(); err != io.EOF {
		return http.StatusBadRequest, errors.New("the command is followed by more: send one JSON object")
	}
	return http.StatusOK, nil
}

// readBody reads the body of a command.
func readBody(w http.ResponseWriter, r *http.Request) ([]byte, int, error) {
	if t, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); t != "application/json" {
		return nil, http.StatusUnsupportedMediaType, fmt.Errorf("content type %.80q: a command is sent as application/json", r.Header.Get("Content-Type"))
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxCommandBytes))
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return nil, http.StatusRequestEntityTooLarge, fmt.Errorf("the command is larger than %d bytes", maxCommandBytes)
	case err != nil:
		return nil, http.StatusBadRequest, fmt.Errorf("reading the command: %w", err)
	}
	return body, http.StatusOK, nil
}
