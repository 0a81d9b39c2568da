package main

import (
	"runtime/debug"
	"testing"
)

func TestProgramVersion(t *testing.T) {
	commit := debug.BuildSetting{Key: "vcs.revision", Value: "0263f95abcdef0123456789abcdef0123456789a"}
	for want, info := range map[string]*debug.BuildInfo{
		"of unknown version":                       nil,
		"(devel)":                                  {Main: debug.Module{Version: "(devel)"}},
		"v1.2.0, commit 0263f95abcde":              {Main: debug.Module{Version: "v1.2.0"}, Settings: []debug.BuildSetting{commit}},
		"v1.2.0, commit 0263f95abcde with changes": {Main: debug.Module{Version: "v1.2.0"}, Settings: []debug.BuildSetting{commit, {Key: "vcs.modified", Value: "true"}}},
	} {
		if got := programVersion(info); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
