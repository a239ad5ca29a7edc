package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// Set by the linker when a release is built; else what the go command noted is used.
var (
	releaseVersion string
	releaseCommit  string
)

func (p *program) version() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "prints version, commit, Go and platform",
		Example: "  jadoube version",
		Args:    takes(),
		RunE: func(*cobra.Command, []string) error {
			info, _ := debug.ReadBuildInfo()
			_, err := fmt.Fprint(p.out, describe(info))
			return err
		},
	}
}

// describe writes version, commit, Go and platform, a line each.
func describe(info *debug.BuildInfo) string {
	version, commit, arm := releaseVersion, releaseCommit, ""
	if info != nil {
		if version == "" {
			version = info.Main.Version
		}
		if commit == "" {
			commit = setting(info, "vcs.revision")
			if setting(info, "vcs.modified") == "true" {
				commit += " with changes"
			}
		}
		if v := setting(info, "GOARM"); v != "" {
			arm = "v" + v
		}
	}
	return fmt.Sprintf("jadoube %s\ncommit %s\n%s\n%s/%s%s\n",
		orUnknown(version), orUnknown(commit), runtime.Version(), runtime.GOOS, runtime.GOARCH, arm)
}

func orUnknown(s string) string {
	if s == "" {
		return "unknown"
	}
	return s
}

func setting(info *debug.BuildInfo, key string) string {
	for _, s := range info.Settings {
		if s.Key == key {
			return s.Value
		}
	}
	return ""
}
