package main

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"os/signal"
	"syscall"

	"jadoube/cmd/internal/app"

	"github.com/spf13/cobra"
)

func (p *program) serve() *cobra.Command {
	var file, listen, data string
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "runs the board and shows it on a page",
		Long: "serve runs the board of the config until it is interrupted, and shows it on a page. Without a config it is a\n" +
			"simulated board on http://127.0.0.1:8464/, with its games and recordings in ./jadoube-data.",
		Example: "  jadoube serve\n  jadoube serve --config board.toml --listen 127.0.0.1:9000",
		Args:    takes(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			cfg, err := loadConfig(file)
			if err != nil {
				return err
			}
			if listen != "" {
				cfg.Page.Listen = listen
			}
			if data != "" {
				cfg.Data.Folder = data
			}
			if err := cfg.Check(); err != nil {
				return refused(err)
			}
			ctx, stop := untilSignal(cmd.Context())
			defer stop()
			return app.Run(ctx, cfg, slog.New(slog.NewTextHandler(p.err, nil)), p.ready)
		},
	}
	f := cmd.Flags()
	f.StringVar(&file, "config", "", "the config `FILE` (docs/config.md)")
	f.StringVar(&listen, "listen", "", "serve the page on `HOST:PORT` instead of the config's address")
	f.StringVar(&data, "data", "", "keep games and recordings in `FOLDER` instead of the config's")
	return cmd
}

// ready tells where the page is.
func (p *program) ready(addr string) {
	fmt.Fprintf(p.out, "jadoube: the board is at http://%s/ (stop with Ctrl-C)\n", reachable(addr))
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

// untilSignal ends with ctx or with the first SIGINT or SIGTERM.
func untilSignal(ctx context.Context) (context.Context, context.CancelFunc) {
	return signal.NotifyContext(ctx, syscall.SIGINT, syscall.SIGTERM)
}
