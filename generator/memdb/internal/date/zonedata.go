//go:build !js

package date

import (
	"archive/zip"
	"bytes"
	_ "embed"
	"fmt"
	"io"
	"sync"
	"time"

	"modelbook/generator/memdb/internal/errcode"
)

// zoneArchive is lib/time/zoneinfo.zip of Go 1.26, byte for byte. Go itself reads the
// machine's zone database first, whose rules may be of another year.
//
//go:embed zoneinfo.zip
var zoneArchive []byte

// zoneFiles are the files of the archive by the name of their zone.
var zoneFiles = sync.OnceValues(func() (map[string]*zip.File, error) {
	archive, err := zip.NewReader(bytes.NewReader(zoneArchive), int64(len(zoneArchive)))
	if err != nil {
		return nil, fmt.Errorf("zoneinfo.zip: %w", err)
	}
	files := map[string]*zip.File{}
	for _, file := range archive.File {
		if !file.FileInfo().IsDir() {
			files[file.Name] = file
		}
	}
	return files, nil
})

// loaded keeps the zones that were read; there are no more than zoneFiles.
var loaded sync.Map

// location returns a zone of the archive by its exact name.
func location(name string) (*time.Location, error) {
	if zone, ok := loaded.Load(name); ok {
		return zone.(*time.Location), nil
	}
	files, err := zoneFiles()
	if err != nil {
		return nil, err
	}
	file, known := files[name]
	if !known {
		return nil, errcode.New(40485, "unrecognized time zone identifier: %q", name)
	}
	zone, err := readZone(file)
	if err != nil {
		return nil, fmt.Errorf("zoneinfo.zip: %s: %w", name, err)
	}
	loaded.Store(name, zone)
	return zone, nil
}

func readZone(file *zip.File) (*time.Location, error) {
	in, err := file.Open()
	if err != nil {
		return nil, err
	}
	defer func() { _ = in.Close() }() // it only reads memory
	data, err := io.ReadAll(in)
	if err != nil {
		return nil, err
	}
	return time.LoadLocationFromTZData(file.Name, data)
}
