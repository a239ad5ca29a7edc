package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"text/tabwriter"
	"time"

	"jadoube/cmd/internal/access"
	"jadoube/cmd/internal/qr"

	"github.com/spf13/cobra"
)

// register is what the board says of its devices.
type register struct {
	Devices []access.Device
	Offer   *struct {
		Code, URL string
		Role      access.Role
		Until     time.Time
	}
}

func (p *program) access() *cobra.Command {
	var board boardFlags
	cmd := &cobra.Command{
		Use:   "access",
		Short: "lists the paired devices, pairs and revokes them",
		Long: "access asks the running board which devices are paired, lets one more be paired, or takes a device's rights away\n" +
			"(docs/security.md). On the board's own machine it may do so; elsewhere it needs the token of a device paired as\n" +
			"admin in the variable " + tokenVariable + ".",
		Example: "  jadoube access list\n  jadoube access pair --role arbiter\n  jadoube access revoke x7k2m9qa",
		Args:    unknownCommand,
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	board.add(cmd.PersistentFlags())
	cmd.AddCommand(p.accessList(&board), p.accessPair(&board), p.accessRevoke(&board))
	return cmd
}

func (p *program) accessList(board *boardFlags) *cobra.Command {
	return &cobra.Command{
		Use: "list", Short: "lists the paired devices", Example: "  jadoube access list", Args: takes(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			reg, err := board.devices(cmd.Context(), http.MethodGet, nil)
			if err != nil {
				return err
			}
			t := tabwriter.NewWriter(p.out, 0, 0, 2, ' ', 0)
			fmt.Fprintln(t, "ID\tROLE\tNAME\tPAIRED\tLAST SEEN")
			for _, d := range reg.Devices {
				fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\n", d.ID, d.Role, d.Name, d.Since.Local().Format(time.DateOnly), d.Seen.Local().Format(time.DateTime))
			}
			return t.Flush()
		},
	}
}

func (p *program) accessPair(board *boardFlags) *cobra.Command {
	var role string
	cmd := &cobra.Command{
		Use: "pair", Short: "lets one device be paired, with a code",
		Long: "pair prints a code, which is good for one device and ten minutes, and on a terminal its QR code. Enter it on the page of\n" +
			"the device, or scan it. A board with lights shows the code as six squares, which can be tapped on the page instead.",
		Example: "  jadoube access pair --role player", Args: takes(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if _, err := access.ParseRole(role); err != nil {
				return refused(err)
			}
			reg, err := board.devices(cmd.Context(), http.MethodPost, map[string]string{"do": "offer", "role": role})
			if err != nil {
				return err
			}
			return p.showOffer(reg)
		},
	}
	cmd.Flags().StringVar(&role, "role", "player", "what the device may do: spectator, player, arbiter or admin, each all that the ones before may")
	return cmd
}

// showOffer prints the code, and where it is answered.
func (p *program) showOffer(reg register) error {
	if reg.Offer == nil {
		return fmt.Errorf("the board made no offer")
	}
	o := reg.Offer
	fmt.Fprintf(p.out, "code %s for a device as %s, until %s\n", o.Code, o.Role, o.Until.Local().Format(time.TimeOnly))
	if o.URL == "" {
		fmt.Fprintln(p.out, "the board's page is not to be reached from other devices: see [page] listen in the config")
		return nil
	}
	at, _, _ := strings.Cut(o.URL, "#")
	fmt.Fprintf(p.out, "enter it at %s\n", at)
	if code, err := qr.Encode(o.URL); err == nil && isTerminal(p.out) {
		fmt.Fprint(p.out, code)
	}
	return nil
}

func (p *program) accessRevoke(board *boardFlags) *cobra.Command {
	return &cobra.Command{
		Use: "revoke ID", Short: "takes a device's rights away, at once",
		Example: "  jadoube access revoke x7k2m9qa", Args: takes("ID"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if _, err := board.devices(cmd.Context(), http.MethodPost, map[string]string{"do": "revoke", "id": args[0]}); err != nil {
				return err
			}
			fmt.Fprintf(p.out, "device %s is revoked\n", args[0])
			return nil
		},
	}
}

// devices asks the board for its devices, after something was done to them.
func (b *boardFlags) devices(ctx context.Context, method string, body any) (reg register, err error) {
	r, err := b.find()
	if err != nil {
		return reg, err
	}
	resp, err := r.ask(ctx, method, "/api/devices", body)
	if err != nil {
		return reg, err
	}
	defer resp.Body.Close()
	err = json.NewDecoder(resp.Body).Decode(&reg)
	return reg, err
}
