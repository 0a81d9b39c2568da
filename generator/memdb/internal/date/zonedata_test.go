//go:build !js

package date

import (
	"bytes"
	"crypto/sha256"
	"go/build"
	"os"
	"path/filepath"

	"testing"
)

// The zones are those of the archive, whatever zone database the machine has.
func TestZonesComeFromTheArchive(t *testing.T) {
	t.Setenv("ZONEINFO", t.TempDir())
	files, err := zoneFiles()
	if err != nil || len(files) < 590 {
		t.Errorf("only %d zones, %v", len(files), err)
	}
	for name := range files {
		if _, err := ParseZone(name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, name := range []string{"localtime", "posixrules", "posix/Europe/Sofia", "Europe", "Europe/", "zone.tab"} {
		if _, err := ParseZone(name); err == nil {
			t.Errorf("%s is no zone of the archive", name)
		}
	}
}

// The archive is that of the toolchain whose release ZoneData names.
func TestZoneArchiveIsTheToolchains(t *testing.T) {
	theirs, err := os.ReadFile(filepath.Join(build.Default.GOROOT, "lib", "time", "zoneinfo.zip"))
	if err != nil {
		t.Skip("the toolchain lies without its lib/time here")
	}
	if sha256.Sum256(theirs) == sha256.Sum256(zoneArchive) {
		return
	}
	update, err := os.ReadFile(filepath.Join(build.Default.GOROOT, "lib", "time", "update.bash"))
	if err != nil || bytes.Contains(update, []byte("DATA="+ZoneData)) {
		t.Errorf("zoneinfo.zip is not that of release %s: %v", ZoneData, err)
	}
}
