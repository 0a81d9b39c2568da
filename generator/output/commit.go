package output

import (
	"errors"
	"io/fs"
	"os"
)

// Commit replaces the target by the staged files. After an error the target is
// unchanged, or completely new if only the old one could not be removed.
func (f *Folder) Commit(inputs string) error { return advise(f.shown, f.commit(inputs)) }

func (f *Folder) commit(inputs string) error {
	if f.staging == nil {
		return errors.New("there is nothing to put there")
	}
	files := f.contents()
	content, err := manifest{made, files}.encode()
	if err != nil {
		return err
	}
	if err := f.replaceMarker(content); err != nil {
		return err
	}
	stamps, err := f.complete()
	if err != nil {
		return err
	}
	// The record comes first: if the swap does not follow, the target does not
	// match the record, and the next build sees that.
	f.records.save(record{Inputs: inputs, Files: files, Stamps: stamps})
	f.leaveFolders()
	if err := f.swap(); err != nil {
		return err
	}
	return f.drop()
}

// replaceMarker leaves no moment without a marker.
func (f *Folder) replaceMarker(content []byte) error {
	const next = marker + ".next"
	if err := fill(f.staging, next, content); err != nil {
		return err
	}
	return f.staging.Rename(next, marker)
}

var errTakenAway = errors.New("the files were changed or taken away while they were written; build again")

// complete makes sure that the staged files are the ones that were written, and
// returns their stamps.
func (f *Folder) complete() (stamps string, err error) {
	here, err := f.staging.Stat(".")
	if err != nil {
		return "", err
	}
	there, err := f.parent.Lstat(f.stagingName())
	if err != nil || !os.SameFile(here, there) {
		return "", errTakenAway
	}
	found, err := list(f.staging)
	if errors.Is(err, fs.ErrNotExist) {
		return "", errTakenAway
	}
	if err != nil {
		return "", err
	}
	for name, file := range f.files {
		if info := found[name]; info == nil || !info.Mode().IsRegular() || info.Size() != file.size {
			return "", errTakenAway
		}
	}
	if len(found) != len(f.files) {
		return "", errTakenAway
	}
	return stampsOf(found), nil
}

// swap replaces the target by the staged folder.
func (f *Folder) swap() error {
	_, err := f.parent.Lstat(f.name)
	if errors.Is(err, fs.ErrNotExist) {
		return f.parent.Rename(f.stagingName(), f.name)
	}
	if err != nil {
		return err
	}
	done, err := exchange(f.parent, f.stagingName(), f.name)
	if done || err != nil {
		return err
	}
	return f.renameTwice()
}

func (f *Folder) renameTwice() error {
	if err := f.parent.Rename(f.name, f.lastName()); err != nil {
		return err
	}
	between()
	if err := f.parent.Rename(f.stagingName(), f.name); err != nil {
		return errors.Join(err, f.parent.Rename(f.lastName(), f.name))
	}
	return f.remove(f.lastName())
}
