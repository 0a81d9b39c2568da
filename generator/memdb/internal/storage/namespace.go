package storage

import (
	"strings"

	"modelbook/generator/memdb/internal/errcode"
)

// MaxNamespace is the length of the full name of a collection, in bytes.
const MaxNamespace = 255

// CheckDatabase returns the server's error for a name that no database can have.
func CheckDatabase(name string) error {
	if name == "" || len(name) > 63 || strings.ContainsAny(name, "/\\. \"$\x00") {
		return errcode.New(errcode.InvalidNamespace, "Invalid database name: '%s'", name)
	}
	return nil
}

// CheckReadable returns the server's error for a name that can't even be read.
func CheckReadable(db, name string) error {
	switch {
	case name == "":
		return errcode.New(errcode.InvalidNamespace, "Invalid namespace specified '%s.'", db)
	case strings.HasPrefix(name, "."):
		return errcode.New(errcode.InvalidNamespace, "Collection names cannot start with '.': %s", name)
	case strings.Contains(name, "\x00"):
		return errcode.New(errcode.InvalidNamespace, "Invalid namespace specified '%s.%s'", db, name)
	}
	return nil
}

// CheckCollection returns the server's error for a name that no collection of a
// database can have.
func CheckCollection(db, name string) error {
	if err := CheckReadable(db, name); err != nil {
		return err
	}
	switch {
	case strings.Contains(name, "$"):
		return errcode.New(errcode.InvalidNamespace, "Invalid namespace specified '%s.%s'", db, name)
	case len(db)+1+len(name) > MaxNamespace:
		return errcode.New(errcode.InvalidNamespace, "Fully qualified namespace is too long. Namespace: %s.%s Max: %d", db, name, MaxNamespace)
	}
	return nil
}
