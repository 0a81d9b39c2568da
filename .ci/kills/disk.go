package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"

	"modelbook/.ci/smallbook"
)

// onFullDisk tries builds on a disk of their own that is full sooner or later. To
// mount one takes a name space in which this user is root.
func (t *trial) onFullDisk(w io.Writer, disks int) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	var refusals []error
	for _, prefix := range []string{"unshare --mount", "unshare --user --map-root-user --mount", "sudo -n unshare --mount"} {
		enter := strings.Fields(prefix)
		mount := append(enter[1:], "mount", "-t", "tmpfs", "-o", "size=64k", "none", t.work)
		if output, err := exec.Command(enter[0], mount...).CombinedOutput(); err != nil {
			refusals = append(refusals, fmt.Errorf("%s: %w %s", prefix, err, bytes.TrimSpace(output)))
			continue
		}
		process := exec.Command(enter[0], append(enter[1:], self, "-full-disk", t.work, "-disks", fmt.Sprint(disks))...)
		process.Stdout, process.Stderr = w, w
		return process.Run()
	}
	return fmt.Errorf("no disk can be mounted to be filled: %w", errors.Join(refusals...))
}

// roomy is the size of a disk that has room for everything.
const roomy = "size=64m"

// fillDisk builds the second version on a disk on which there is less and less
// room. The program and the first site are in the folder already.
func fillDisk(work string, points int) error {
	t := &trial{work: work, program: filepath.Join(work, "modelbook"), sites: map[string]map[string]string{}}
	p, err := newPlace(filepath.Join(work, "disk"))
	if err != nil {
		return err
	}
	if err := os.MkdirAll(p.output(), 0o755); err != nil {
		return err
	}
	if err := syscall.Mount("none", p.output(), "tmpfs", 0, roomy); err != nil {
		return err
	}
	var used [2]int // kB on the disk with one site, and with a second one
	for i, v := range versions {
		if err := p.turn(v); err != nil {
			return err
		}
		if end, err := p.build(t.program); err != nil || end.status != 0 {
			return fmt.Errorf("there is room, but %w: %s", err, end.printed)
		}
		if t.sites[v], err = smallbook.Tree(p.site(), nil); err != nil {
			return err
		}
		if used[i], err = kilobytes(p.output()); err != nil {
			return err
		}
	}
	one := max(used[0], used[1])
	for i := range points {
		// There is room for a part of the second site, which grows with each point.
		if err := t.full(p, one+one*i/points); err != nil {
			return fmt.Errorf("full at point %d of %d: %w", i+1, points, err)
		}
	}
	fmt.Printf("full disk at %d points, from %d kB to %d kB for two sites of %d kB\n", points, one, one+one*(points-1)/points, one)
	return nil
}

// full builds on a disk of a size that is too small, and then on one that is not.
func (t *trial) full(p *place, size int) error {
	before, err := t.change(p)
	if err != nil {
		return err
	}
	if err := resize(p, fmt.Sprintf("size=%dk", size)); err != nil {
		return err
	}
	end, err := p.build(t.program)
	if err != nil {
		return err
	}
	version, err := t.version(p.site())
	if err == nil && version != before {
		err = fmt.Errorf("the site is %q", version)
	}
	if end.status != 2 || !strings.Contains(end.printed, "the disk is full; make room and build again") || strings.Count(end.printed, "\n") > 10 {
		err = errors.Join(err, errors.New("it does not say that the disk is full"))
	}
	if err = errors.Join(err, p.clean()); err != nil {
		return fmt.Errorf("%w; it ended with %d: %s", err, end.status, end.printed)
	}
	if err := resize(p, roomy); err != nil {
		return err
	}
	return p.repaired(t, t.program, other(before))
}

func resize(p *place, options string) error {
	return syscall.Mount("none", p.output(), "tmpfs", syscall.MS_REMOUNT, options)
}

// kilobytes returns how much of a disk is used.
func kilobytes(dir string) (int, error) {
	var disk syscall.Statfs_t
	err := syscall.Statfs(dir, &disk)
	return int(int64(disk.Blocks-disk.Bfree) * disk.Bsize >> 10), err
}
