package main

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"log/slog"
	"math/big"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"jadoube/cmd/internal/access"
)

// does runs a command line to its end.
func does(t *testing.T, want int, args ...string) (out, errs string) {
	t.Helper()
	var o, e bytes.Buffer
	if status := run(context.Background(), args, strings.NewReader(""), &o, &e); status != want {
		t.Fatalf("%v: exit status %d, want %d: %s", args, status, want, e.String())
	}
	return o.String(), e.String()
}

var codeIn = regexp.MustCompile(`code ([0-9A-Z]{4}-[0-9A-Z]{4}) for a device as (\w+)`)

// TestAccess pairs a device by the command line, uses it, lists it and revokes it.
func TestAccess(t *testing.T) {
	daemon, addr := serve(t, "--listen", "127.0.0.1:0", "--data", filepath.Join(t.TempDir(), "data"))
	out, _ := does(t, 0, "access", "pair", "--role", "arbiter", "--address", addr)
	code := codeIn.FindStringSubmatch(out)
	if code == nil || code[2] != "arbiter" || !strings.Contains(out, "[page] listen") {
		t.Fatalf("pair says %q", out)
	}
	resp, err := http.Post("http://"+addr+"/api/pair", "application/json", strings.NewReader(`{"code":"`+code[1]+`","name":"tablet","token":true}`))
	if err != nil {
		t.Fatal(err)
	}
	var got struct{ ID, Token string }
	if err := json.NewDecoder(resp.Body).Decode(&got); err != nil || got.Token == "" {
		t.Fatal(resp.Status, err)
	}
	resp.Body.Close()
	if out, _ := does(t, 0, "access", "list", "--address", addr); !strings.Contains(out, got.ID) || !strings.Contains(out, "arbiter  tablet") {
		t.Errorf("list says %q", out)
	}
	if out, _ := does(t, 0, "access", "revoke", got.ID, "--address", addr); !strings.Contains(out, got.ID) {
		t.Errorf("revoke says %q", out)
	}
	if _, errs := does(t, failed, "access", "revoke", got.ID, "--address", addr); !strings.Contains(errs, "isn't paired") {
		t.Errorf("revoking twice says %q", errs)
	}
	if out, _ := does(t, 0, "access", "list", "--address", addr); strings.Contains(out, got.ID) {
		t.Errorf("list still says %q", out)
	}
	daemon.stop(t)
	if _, errs := does(t, failed, "access", "list", "--address", addr); !strings.Contains(errs, "no board answers at "+addr) {
		t.Errorf("without a daemon it says %q", errs)
	}
}

// selfSigned writes a certificate for 127.0.0.1 and its key.
func selfSigned(t *testing.T, dir string) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(time.Now().UnixNano()), NotAfter: time.Now().Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	cert, key = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	for file, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: der}, key: {Type: "PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(file, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return cert, key
}

// TestSecure serves by https with a given certificate, also to the commands, and takes another after a hang-up. The
// machine's own requests need a token here, from the environment.
func TestSecure(t *testing.T) {
	dir := t.TempDir()
	cert, key := selfSigned(t, dir)
	file := filepath.Join(dir, "board.toml")
	text := "[page]\nlisten = \"127.0.0.1:0\"\n[data]\nfolder = \"" + dir + "/data\"\n[access]\nlocal = \"paired\"\nstrangers = \"nobody\"\ncertificate = \"" + cert + "\"\nkey = \"" + key + "\"\n"
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	daemon := start(t, "serve", "--config", file)
	at := regexp.MustCompile(`https://([^/]+)/`)
	until(t, "serving", func() bool { return at.MatchString(daemon.out.String()) })
	addr := at.FindStringSubmatch(daemon.out.String())[1]

	if _, errs := does(t, failed, "access", "list", "--config", file, "--address", addr); !strings.Contains(errs, "401") || !strings.Contains(errs, tokenVariable) {
		t.Errorf("without a token: %q", errs)
	}
	code := regexp.MustCompile(`code=([0-9A-Z-]{9})`).FindStringSubmatch(daemon.errs.String())
	if code == nil {
		t.Fatalf("the log has no code for the first device:\n%s", daemon.errs.String())
	}
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
	resp, err := client.Post("https://"+addr+"/api/pair", "application/json", strings.NewReader(`{"code":"`+code[1]+`","name":"admin's","token":true}`))
	if err != nil {
		t.Fatal(err)
	}
	var got struct{ Token, Role string }
	if err := json.NewDecoder(resp.Body).Decode(&got); err != nil || got.Role != access.Admin.String() {
		t.Fatal(resp.Status, got.Role, err)
	}
	t.Setenv(tokenVariable, got.Token)
	if out, _ := does(t, 0, "access", "list", "--config", file, "--address", addr); !strings.Contains(out, "admin's") {
		t.Errorf("with a token: %q", out)
	}
	if resp, err := http.Get("http://" + addr + "/"); err == nil && resp.StatusCode == 200 {
		t.Error("it is served by http too")
	}

	before := leaf(t, addr)
	selfSigned(t, dir)
	if err := syscall.Kill(os.Getpid(), syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	until(t, "served with the new certificate", func() bool { return leaf(t, addr) != before })
	if said := daemon.errs.String(); strings.Contains(said, got.Token) || !strings.Contains(said, "read anew") {
		t.Errorf("the log: %s", said)
	}
	daemon.stop(t)
}

// leaf is the certificate that a server shows.
func leaf(t *testing.T, addr string) string {
	t.Helper()
	conn, err := tls.Dial("tcp", addr, &tls.Config{InsecureSkipVerify: true})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	return string(conn.ConnectionState().PeerCertificates[0].Raw)
}

func TestLogForms(t *testing.T) {
	for _, c := range []struct{ log, stream, begins string }{
		{"auto", "", "time="}, {"auto", "8:1234", "{"}, {"text", "8:1234", "time="}, {"json", "", "{"},
	} {
		var out bytes.Buffer
		s := &serving{program: &program{err: &out}, log: c.log}
		log, err := s.logger(func(string) string { return c.stream })
		if err != nil {
			t.Fatal(err)
		}
		log.LogAttrs(t.Context(), slog.LevelInfo, "x")
		if !strings.HasPrefix(out.String(), c.begins) {
			t.Errorf("%+v: %s", c, out.String())
		}
	}
}
