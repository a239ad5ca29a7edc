package main

import (
	"archive/zip"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"time"

	"jadoube/boardstate/referee"
	"jadoube/cmd/internal/access"
	"jadoube/cmd/internal/app"
	"jadoube/cmd/internal/config"
	"jadoube/cmd/internal/doctor"
	"jadoube/cmd/internal/redact"
	"jadoube/cmd/internal/store"
	"jadoube/rules/pgn"
	"jadoube/sensors"
	"jadoube/sensors/trace"

	"github.com/spf13/cobra"
)

// reporter is the command report.
type reporter struct {
	library
	address, file, unit string
	force               bool

	hide  *redact.Redactor
	game  *store.Game      // nil: none was played
	rec   *store.Recording // nil: the game wasn't played on this board
	parts []part
}

// part is a file of the bundle.
type part struct{ name, about, text string }

func (p *program) report() *cobra.Command {
	r := &reporter{library: library{program: p}}
	cmd := &cobra.Command{
		Use:   "report [GAME]",
		Short: "bundles what a bug report needs, without names and secrets",
		Long: "report writes a .zip with all that is needed to find out what went wrong in a game: its raw record, which `jadoube\n" +
			"replay` reads, its moves and events, the config, how the board is, the versions and the log. Without a number it is the\n" +
			"game that was played last. Names of people, events, places, devices, hosts and networks, addresses, tokens, codes and\n" +
			"paths of your own are replaced by placeholders, the same everywhere. It works while the daemon runs and when it\n" +
			"doesn't. Look into the bundle before you show it to others.",
		Example: "  jadoube report\n  sudo jadoube report --config /etc/jadoube/jadoube.toml -o report.zip 12",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return takes("[GAME]")(cmd, args)
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := r.numbers(args); err != nil {
				return err
			}
			return r.run(cmd.Context())
		},
	}
	f := cmd.Flags()
	r.folderFlags(f)
	f.StringVar(&r.address, "address", "", "the daemon's address, `HOST:PORT`")
	f.StringVarP(&r.file, "out", "o", "", "the `FILE` to write (default: jadoube-report-GAME.zip)")
	f.StringVar(&r.unit, "unit", "jadoube", "the systemd `UNIT` whose log is wanted")
	f.BoolVar(&r.force, "force", false, "write over a file that exists")
	return cmd
}

func (r *reporter) run(ctx context.Context) error {
	cfg, err := loadConfig(r.config)
	if err != nil {
		return err
	}
	cfg.Data.Folder = cmp.Or(r.data, cfg.Data.Folder)
	r.hide = redact.New()
	r.hideOwn(&cfg)
	db, err := r.open(false)
	if err != nil && len(r.filter.IDs) > 0 {
		return err
	}
	if err != nil {
		r.add("database.txt", "the database, which can't be read", err.Error()+"\n")
	} else {
		err = errors.Join(r.record(db), db.Close())
		if err != nil {
			return err
		}
	}
	var settings bytes.Buffer
	if err := r.public(cfg).Write(&settings); err != nil {
		return err
	}
	r.add("config.toml", "the settings in force, defaults included", settings.String())
	r.add("versions.txt", "the program's version and the computer", oneLine()+"\n"+doctor.Facts())
	r.board(ctx)
	r.log(ctx)
	return r.write()
}

// add puts a file into the bundle, without what is to be hidden.
func (r *reporter) add(name, about, text string) {
	r.parts = append(r.parts, part{name, about, r.hide.Text(text)})
}

// hideOwn has hidden what the config, the machine and the data folder tell of people and places.
func (r *reporter) hideOwn(c *config.Config) {
	for _, t := range c.Game.TagList() {
		r.tag(t.Name, t.Value)
	}
	if host, err := os.Hostname(); err == nil && host != "localhost" {
		r.hide.Hide("host", host)
	}
	for _, host := range c.Page.Hosts {
		r.hide.Hide("host", host)
	}
	if f := c.Data.Folder; f != config.Default().Data.Folder && f != serviceFolder {
		r.hide.Hide("folder", f)
	}
	for _, name := range access.Names(c.Data.Folder) {
		r.hide.HidePerson("device", name)
	}
	r.hide.Hide("token", os.Getenv(tokenVariable))
	for _, name := range []string{"USER", "LOGNAME", "SUDO_USER"} {
		if user := os.Getenv(name); user != "root" && user != "jadoube" {
			r.hide.HidePerson("user", user)
		}
	}
	for _, name := range networks() {
		r.hide.Hide("network", name)
	}
	if home, err := os.UserHomeDir(); err == nil && home != "/" && home != "/root" {
		r.hide.Hide("home", home)
	}
}

// serviceFolder is where the service keeps its games on every machine.
const serviceFolder = "/var/lib/jadoube"

// networks are the names of the wireless networks that NetworkManager knows, where this user may see them.
func networks() (names []string) {
	list, _ := os.ReadDir("/etc/NetworkManager/system-connections")
	for _, e := range list {
		names = append(names, strings.TrimSuffix(e.Name(), ".nmconnection"))
	}
	return names
}

// shownTags are those that name nobody.
var shownTags = strings.Fields("Date Round Result FEN SetUp Variant TimeControl ECO Opening Termination PlyCount UTCDate UTCTime Mode " +
	"WhiteType BlackType WhiteHelp BlackHelp")

// tag is what the bundle shows of a tag's value.
func (r *reporter) tag(name, value string) string {
	for _, shown := range shownTags {
		if shown == name {
			return value
		}
	}
	if name == "White" || name == "Black" {
		return r.hide.HidePerson("player", value)
	}
	return r.hide.Hide(strings.ToLower(name), value)
}

// public is a config that tells nothing of people and places.
func (r *reporter) public(c config.Config) *config.Config {
	tags := map[string]string{}
	for name, value := range c.Game.Tags {
		tags[name] = r.tag(name, value)
	}
	c.Game.Tags = tags
	hosts := make([]string, len(c.Page.Hosts))
	for i, host := range c.Page.Hosts {
		hosts[i] = r.hide.Hide("host", host)
	}
	c.Page.Hosts = hosts
	for _, path := range []*string{&c.Access.Certificate, &c.Access.Key} {
		*path = r.hide.Hide("file", *path)
	}
	return &c
}

// record adds what the database has of the game.
func (r *reporter) record(db *store.Store) error {
	players, events, sites, err := db.Names()
	if err != nil {
		return err
	}
	if r.game, err = r.chosen(db); err != nil {
		return err
	}
	if g := r.game; g != nil { // his names first, so that they have the first numbers
		r.tag("White", g.White)
		r.tag("Black", g.Black)
	}
	for kind, list := range map[string][]string{"White": players, "Event": events, "Site": sites} {
		for _, value := range list {
			r.tag(kind, value)
		}
	}
	about, err := db.About()
	if err != nil {
		about = err.Error() + "\n"
	}
	r.add("database.txt", "what is in the database", about)
	if r.game == nil {
		return nil
	}
	if err := r.moves(); err != nil {
		return err
	}
	if r.game.Recording == 0 {
		return nil
	}
	recs, err := db.Recordings(r.game.Recording)
	if err != nil || len(recs) == 0 {
		return err
	}
	r.rec = &recs[0]
	return errors.Join(r.raw(db), r.told(db))
}

// chosen is the game that is meant, the one played last without a number; nil when there is none.
func (r *reporter) chosen(db *store.Store) (*store.Game, error) {
	if len(r.filter.IDs) == 0 {
		id, err := db.LastPlayed()
		if err != nil || id == 0 {
			return nil, err
		}
		r.filter.IDs = []int64{id}
	}
	games, err := r.found(db)
	if err != nil {
		return nil, err
	}
	return &games[0], nil
}

// moves adds the game as PGN.
func (r *reporter) moves() error {
	g, err := r.game.Parse()
	if err != nil {
		return err
	}
	tags := make([]pgn.Tag, len(g.Tags))
	for i, t := range g.Tags {
		tags[i] = pgn.Tag{Name: t.Name, Value: r.tag(t.Name, t.Value)}
	}
	g.Tags = tags
	text, err := app.Text(g)
	if err != nil {
		return err
	}
	r.add("game.pgn", "the game as it was told", text)
	return nil
}

// raw adds the raw record, or says why there is none.
func (r *reporter) raw(db *store.Store) error {
	in, err := trace.NewReader(r.rec.Name, strings.NewReader(r.rec.Header))
	if err != nil {
		return err
	}
	t := trace.Trace{Header: in.Header}
	t.Tags = nil
	for _, tag := range in.Header.Tags {
		t.Tags = append(t.Tags, trace.Tag{Name: tag.Name, Value: r.tag(tag.Name, tag.Value)})
	}
	readings, err := db.Readings(r.rec.ID)
	if len(readings) == 0 {
		err = cmp.Or(err, fmt.Errorf("it isn't kept any more (%s)", rawSettings))
	}
	if err != nil {
		r.add("game.trace.txt", "why there is no raw record, or not all of it", err.Error()+"\n")
	}
	if len(readings) == 0 {
		return nil
	}
	t.Readings = make([]sensors.Reading, len(readings))
	for i, x := range readings {
		if p := x.Press; p != nil && p.Key == "arbiter" {
			x.Press = &sensors.Press{Key: p.Key, Args: r.ruling(p.Args)}
		}
		t.Readings[i] = x
	}
	var text strings.Builder
	if err := t.Write(&text); err != nil {
		return err
	}
	// It is no text for the redactor: every word in it but those tags and rulings is of the game.
	r.parts = append(r.parts, part{"game.trace", "all that the sensors said: jadoube replay game.trace", text.String()})
	return nil
}

// ruling is an arbiter's words without what he said freely.
func (r *reporter) ruling(words string) string {
	kind, rest, _ := strings.Cut(strings.TrimSpace(words), " ")
	switch {
	case referee.CheckWords(words) != nil || kind == "note":
		return "note (words)"
	case kind == "result":
		result, reason, _ := strings.Cut(rest, " ")
		return strings.TrimSpace(kind + " " + result + " " + r.hide.Text(reason))
	}
	return words
}

// What stands behind the keys of JSON: in states and most events, in events that hold what people said freely, and in logs.
var (
	gameKeys = redact.Keys{
		Plain:  strings.Fields("type uci san fen old new square from to victim piece side key result reason frame leds owed part state clock start moves stands off board"),
		Secret: tagKeys, People: people,
	}
	wordsKeys = redact.Keys{Plain: strings.Fields("type uci san fen square side key result frame leds clock"), Secret: append(tagKeys, "text"), People: people}
	logKeys   = redact.Keys{Plain: strings.Fields("time level"), Secret: strings.Fields("code token password ssid psk cookie authorization"), People: people}

	people  = strings.Fields("name player White Black")
	tagKeys = strings.Fields("WhiteElo BlackElo WhiteFideId BlackFideId WhiteTeam BlackTeam")
)

// told adds the events of the recording.
func (r *reporter) told(db *store.Store) error {
	list, err := db.Events(r.rec.ID, 0, 1<<30)
	if err != nil {
		return err
	}
	var b strings.Builder
	for i := range list {
		keys := &gameKeys
		if list[i].Type == "press" || list[i].Type == "ruling" {
			keys = &wordsKeys
		}
		b.WriteString(r.hide.JSON([]byte(list[i].JSON), keys) + "\n")
	}
	if len(list) == 0 {
		b.WriteString("they aren't kept any more ([data] event-days)\n")
	}
	r.parts = append(r.parts, part{"events.jsonl", "everything that was told during the recording, an event a line", b.String()})
	return nil
}

// board adds how the running board is, or that none runs.
func (r *reporter) board(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	flags := boardFlags{config: r.config, address: r.address}
	board, err := flags.find()
	for _, ask := range []struct{ path, name, about string }{
		{"/healthz", "health.json", "which parts of the running board are not well"},
		{"/api/state", "state.json", "the board as it is now"},
		{"/metrics", "metrics.txt", "what the running board has counted"},
	} {
		var text []byte
		if err == nil {
			text, err = board.get(ctx, ask.path)
		}
		if err != nil {
			r.add("health.txt", "why the running board could not be asked", err.Error()+"\n")
			return
		}
		if strings.HasSuffix(ask.name, ".json") {
			r.parts = append(r.parts, part{ask.name, ask.about, r.hide.JSON(text, &gameKeys) + "\n"})
		} else {
			r.add(ask.name, ask.about, string(text))
		}
	}
}

// get fetches a path whole.
func (r *remote) get(ctx context.Context, path string) ([]byte, error) {
	resp, err := r.ask(ctx, http.MethodGet, path, nil)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return io.ReadAll(io.LimitReader(resp.Body, 16<<20))
}

// maxLog is how many lines of the log are taken.
const maxLog = "5000"

// log adds what the service logged since the game's recording began, where systemd keeps it.
func (r *reporter) log(ctx context.Context) {
	program, err := exec.LookPath("journalctl")
	if err != nil {
		r.add("log.txt", "why there is no log", "There is no journalctl on this machine: the log went to the standard error of whoever started `jadoube serve`.\n")
		return
	}
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	args := []string{"-u", r.unit, "-o", "cat", "--no-pager", "-n", maxLog}
	if r.rec != nil && r.rec.Dated {
		const around = 10 * time.Minute
		begin, end := r.rec.Began.Add(-around), r.rec.Began.Add(time.Duration(r.rec.Told)*time.Millisecond+around)
		args = append(args, "--since", fmt.Sprintf("@%d", begin.Unix()), "--until", fmt.Sprintf("@%d", end.Unix()))
	}
	cmd := exec.CommandContext(ctx, program, args...)
	var failed bytes.Buffer
	cmd.Stderr = &failed
	text, err := cmd.Output()
	if err != nil || len(bytes.TrimSpace(text)) == 0 {
		why := cmp.Or(strings.TrimSpace(failed.String()), "the journal has nothing of the unit "+r.unit+" from that time")
		r.add("log.txt", "why there is no log", fmt.Sprintf("journalctl %s: %s\n", strings.Join(args, " "), why))
		return
	}
	var b strings.Builder
	for line := range bytes.Lines(text) {
		b.WriteString(r.hide.JSON(bytes.TrimSpace(line), &logKeys) + "\n")
	}
	r.parts = append(r.parts, part{"log.jsonl", "what the service logged around the game", b.String()})
}

// write writes the bundle and says what it holds.
func (r *reporter) write() error {
	name := "jadoube-report.zip"
	if r.game != nil {
		name = fmt.Sprintf("jadoube-report-%d.zip", r.game.ID)
	}
	name = cmp.Or(r.file, name)
	var about strings.Builder
	fmt.Fprintf(&about, "A report of jadoube, %s.\n\n", time.Now().UTC().Format("2006-01-02 15:04 UTC"))
	for _, p := range r.parts {
		fmt.Fprintf(&about, "%-24s %s\n", p.name, p.about)
	}
	about.WriteString("\nNames, addresses, codes and paths of people's own were replaced: player-1 is the same everywhere.\n")
	out, err := (&recorder{program: r.program, force: r.force}).create(name)
	if err != nil {
		return err
	}
	z := zip.NewWriter(out)
	for _, p := range append([]part{{"README.txt", "", about.String()}}, r.parts...) {
		w, bad := z.CreateHeader(&zip.FileHeader{Name: p.name, Method: zip.Deflate, Modified: time.Now()})
		if bad == nil {
			_, bad = io.WriteString(w, p.text)
		}
		err = errors.Join(err, bad)
	}
	if err = errors.Join(err, z.Close(), out.Close()); err != nil {
		return err
	}
	said := r.out
	if name == "-" {
		said = r.err
	}
	for _, p := range r.parts {
		fmt.Fprintf(said, "%-24s %s\n", p.name, p.about)
	}
	fmt.Fprintf(said, "The report is in %s. Look into it before you show it to others.\n", name)
	return nil
}
