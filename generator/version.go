package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"modelbook/generator/memdb"
)

func newVersion() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print which program this is, and what it was built with",
		Example: "  modelbook version",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := stdout(cmd).Write([]byte(versionText()))
			return err
		},
	}
}

// versionText returns the versions of the program, its database and Go, a line
// each.
func versionText() string {
	info, _ := debug.ReadBuildInfo()
	return fmt.Sprintf("modelbook %s\nmemdb %s, following MongoDB %s\n%s %s/%s\n",
		programVersion(info), memdb.Version, memdb.ServerVersion, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// programVersion is the module's version, and the commit that it was built from
// as far as they are known.
func programVersion(info *debug.BuildInfo) string {
	if info == nil {
		return "of unknown version"
	}
	commit, changed := "", ""
	for _, setting := range info.Settings {
		switch {
		case setting.Key == "vcs.revision" && len(setting.Value) >= 12:
			commit = ", commit " + setting.Value[:12]
		case setting.Key == "vcs.modified" && setting.Value == "true":
			changed = " with changes"
		}
	}
	return info.Main.Version + commit + changed
}
