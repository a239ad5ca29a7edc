package main

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"syscall"

	"github.com/spf13/pflag"
)

// tokenVariable is where a command finds the token of a paired device, for boards that want one.
const tokenVariable = "JADOUBE_TOKEN"

// boardFlags say which running daemon a command is for.
type boardFlags struct{ config, address string }

func (b *boardFlags) add(f *pflag.FlagSet) {
	f.StringVar(&b.config, "config", "", "the daemon's config `FILE`, for its address")
	f.StringVar(&b.address, "address", "", "the daemon's address, `HOST:PORT`")
}

// remote is a running daemon.
type remote struct {
	addr, scheme, token string
	client              *http.Client
}

// find returns the daemon that the flags name.
func (b *boardFlags) find() (*remote, error) {
	cfg, err := loadConfig(b.config)
	if err != nil {
		return nil, err
	}
	r := &remote{addr: reachable(cfg.Page.Listen), scheme: "http", token: os.Getenv(tokenVariable), client: http.DefaultClient}
	if b.address != "" {
		r.addr = reachable(b.address)
	}
	if cfg.Access.Certificate != "" {
		r.scheme = "https"
		pair, err := tls.LoadX509KeyPair(cfg.Access.Certificate, cfg.Access.Key)
		if err != nil {
			return nil, fmt.Errorf("the board's certificate: %w", err)
		}
		r.client = pinned(pair.Certificate[0])
	}
	return r, nil
}

// pinned is a client that trusts one certificate, whoever vouches for it and whatever name it is for: that of the
// config is the board's.
func pinned(certificate []byte) *http.Client {
	return &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{
		MinVersion: tls.VersionTLS12, InsecureSkipVerify: true,
		VerifyConnection: func(s tls.ConnectionState) error {
			if len(s.PeerCertificates) == 0 || !bytes.Equal(s.PeerCertificates[0].Raw, certificate) {
				return errors.New("the board's certificate is not the config's")
			}
			return nil
		},
	}}}
}

// ask sends a request and returns an answer that is no refusal. body is sent as JSON, nil for none.
func (r *remote) ask(ctx context.Context, method, path string, body any) (*http.Response, error) {
	var text []byte
	if body != nil {
		var err error
		if text, err = json.Marshal(body); err != nil {
			return nil, err
		}
	}
	req, err := http.NewRequestWithContext(ctx, method, r.scheme+"://"+r.addr+path, bytes.NewReader(text))
	if err != nil {
		return nil, refused(fmt.Errorf("address %q: expected HOST:PORT", r.addr))
	}
	req.Header.Set("Content-Type", "application/json")
	if r.token != "" {
		req.Header.Set("Authorization", "Bearer "+r.token)
	}
	resp, err := r.client.Do(req)
	if errors.Is(err, syscall.ECONNREFUSED) {
		return nil, fmt.Errorf("no board answers at %s: start `jadoube serve` first, or name its address with --address", r.addr)
	}
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		defer resp.Body.Close()
		return nil, r.refusal(resp)
	}
	return resp, nil
}

// refusal puts a refusal into the board's own words.
func (r *remote) refusal(resp *http.Response) error {
	text, _ := io.ReadAll(io.LimitReader(resp.Body, 2000))
	var said struct{ Error string }
	if json.Unmarshal(text, &said) != nil || said.Error == "" {
		said.Error = strings.TrimSpace(string(text))
	}
	err := fmt.Errorf("the board at %s answers %s: %s", r.addr, resp.Status, said.Error)
	if resp.StatusCode == http.StatusUnauthorized {
		err = fmt.Errorf("%w; a token is taken from %s", err, tokenVariable)
	}
	return err
}
