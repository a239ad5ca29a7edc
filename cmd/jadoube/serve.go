package main

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"jadoube/cmd/internal/app"
	"jadoube/cmd/internal/config"
	"jadoube/cmd/internal/qr"
	"jadoube/cmd/internal/systemd"
	"jadoube/cmd/internal/web"

	"github.com/spf13/cobra"
)

// serving is the command serve.
type serving struct {
	*program
	file, listen, data, log string
}

func (p *program) serve() *cobra.Command {
	s := &serving{program: p}
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "runs the board and shows it on a page",
		Long: "serve runs the board of the config until it is interrupted, and shows it on a page. Without a config it is a\n" +
			"simulated board on http://127.0.0.1:8464/, with its games and recordings in ./jadoube-data.\n\n" +
			"A SIGHUP has it read its config anew: docs/operations.md says what is in force at once.",
		Example: "  jadoube serve\n  jadoube serve --config board.toml --listen 127.0.0.1:9000",
		Args:    takes(),
		RunE:    func(cmd *cobra.Command, _ []string) error { return s.run(cmd.Context()) },
	}
	f := cmd.Flags()
	f.StringVar(&s.file, "config", "", "the config `FILE` (docs/config.md)")
	f.StringVar(&s.listen, "listen", "", "serve the page on `HOST:PORT` instead of the config's address")
	f.StringVar(&s.data, "data", "", "keep games and recordings in `FOLDER` instead of the config's")
	f.StringVar(&s.log, "log", "auto", "the log's `FORM`: text or json; auto is json under systemd")
	return cmd
}

func (s *serving) run(ctx context.Context) error {
	log, err := s.logger(os.Getenv)
	if err != nil {
		return err
	}
	cfg, err := s.loadAll()
	if err != nil {
		return err
	}
	hooks := app.Hooks{Ready: s.ready, Load: s.load}
	notify, err := systemd.New(os.Getenv)
	if err != nil {
		log.Error("systemd can't be told how the program is", "error", err)
	}
	hooks.Notify = notify
	ctx, stop := untilSignal(ctx)
	defer stop()
	reload, end := onHangup(ctx)
	defer end()
	hooks.Reload = reload
	return app.Run(ctx, cfg, log, hooks)
}

// loadAll reads the config, and what was set on the page.
func (s *serving) loadAll() (config.Config, error) {
	cfg, err := s.load(nil)
	if err != nil {
		return cfg, err
	}
	chosen, err := config.LoadChosen(cfg.Data.Folder)
	if err != nil {
		return cfg, refused(err)
	}
	return s.load(chosen)
}

// load reads the config. What was set on the page goes before it, and what the command line says before that.
func (s *serving) load(chosen config.Chosen) (config.Config, error) {
	cfg, err := loadConfig(s.file)
	if err != nil {
		return cfg, err
	}
	if err := cfg.Choose(chosen); err != nil {
		return cfg, refused(err)
	}
	cfg.Page.Listen = cmp.Or(s.listen, cfg.Page.Listen)
	cfg.Data.Folder = cmp.Or(s.data, cfg.Data.Folder)
	if err := cfg.Check(); err != nil {
		return cfg, refused(err)
	}
	return cfg, nil
}

// logger writes to the standard error: for people, or for the journal where systemd has connected it.
func (s *serving) logger(getenv func(string) string) (*slog.Logger, error) {
	form := s.log
	if form == "auto" && getenv("JOURNAL_STREAM") != "" {
		form = "json"
	}
	switch form {
	case "json":
		return slog.New(slog.NewJSONHandler(s.err, nil)), nil
	case "text", "auto":
		return slog.New(slog.NewTextHandler(s.err, nil)), nil
	}
	return nil, refused(fmt.Errorf("--log %q: expected text, json or auto", s.log))
}

// ready tells where the page is, here and for other devices.
func (p *program) ready(at app.Place) {
	scheme := "http"
	if at.Secure {
		scheme = "https"
	}
	fmt.Fprintf(p.out, "jadoube: the board is at %s://%s/ (stop with Ctrl-C)\n", scheme, reachable(at.Addr.String()))
	if len(at.Far) == 0 {
		return
	}
	url := at.Far[0]
	fmt.Fprintf(p.out, "jadoube: from other devices: %s\n", strings.Join(at.Far, " "))
	if at.Offer != nil {
		url = web.PairURL(url, at.Offer.Code)
		fmt.Fprintf(p.out, "jadoube: nothing is paired yet: pair a first device as %s with the code %s, until %s\n",
			at.Offer.Role, at.Offer.Code, at.Offer.Until.Format(time.TimeOnly))
	}
	if code, err := qr.Encode(url); err == nil && isTerminal(p.out) {
		fmt.Fprint(p.out, code)
	}
}

// reachable turns the address of a listener into one that this machine can open.
func reachable(addr string) string {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return addr
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return net.JoinHostPort(host, port)
}

// onHangup tells of each SIGHUP, until end is called.
func onHangup(ctx context.Context) (told <-chan struct{}, end func()) {
	signals, out := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(signals, syscall.SIGHUP)
	go func() {
		for {
			select {
			case <-signals:
			case <-ctx.Done():
				return
			}
			select {
			case out <- struct{}{}:
			case <-ctx.Done():
				return
			}
		}
	}()
	return out, func() { signal.Stop(signals) }
}

// untilSignal ends with ctx or with the first SIGINT or SIGTERM.
func untilSignal(ctx context.Context) (context.Context, context.CancelFunc) {
	return signal.NotifyContext(ctx, syscall.SIGINT, syscall.SIGTERM)
}
