package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// killed kills a build of the other version at a random moment.
func (t *trial) killed(p *place) (string, error) { return t.kill(p, t.program, false) }

func (t *trial) killedRenaming(p *place) (string, error) { return t.kill(p, t.renaming, true) }

func (t *trial) kill(p *place, program string, renaming bool) (string, error) {
	before, err := t.change(p)
	if err != nil {
		return "", err
	}
	r, err := p.start(program)
	if err != nil {
		return "", err
	}
	p.moment(t, r)
	r.signal(syscall.SIGKILL)
	end, err := r.wait()
	if err != nil {
		return "", err
	}
	version, where, err := p.lastSite(t, renaming)
	if err != nil {
		return "", err
	}
	if end.status == 0 && version == before {
		return "", errors.New("it ended well, and the site is the one before")
	}
	stage := t.stage(p, end, before, version, where)
	return stage, p.repaired(t, program, version)
}

// change changes the handbook to the version that its site does not have, and
// returns the version of the site.
func (t *trial) change(p *place) (string, error) {
	before, err := t.version(p.site())
	if err != nil {
		return "", err
	}
	return before, p.turn(other(before))
}

// stage says how far a build had come.
func (t *trial) stage(p *place, end ended, before, version, where string) string {
	_, staging := os.Lstat(p.beside("staging"))
	switch {
	case end.status == 0:
		return "after its end"
	case where != "in its place":
		return "between the renames"
	case version != before:
		return "after the swap"
	case staging == nil:
		return "while it wrote"
	}
	return "before it wrote"
}

// killedBetween kills a build when the last site has gone and the new one has
// not come.
func (t *trial) killedBetween(p *place) (string, error) {
	before, err := t.change(p)
	if err != nil {
		return "", err
	}
	r, err := p.start(t.renaming, "MODELBOOK_BETWEEN=1h")
	if err != nil {
		return "", err
	}
	came := p.until(r, "last")
	r.signal(syscall.SIGKILL)
	if end, err := r.wait(); err != nil || !came {
		return "", fmt.Errorf("it never comes there: %w: %s", err, end.printed)
	}
	version, where, err := p.lastSite(t, true)
	if err == nil && (version != before || where == "in its place") {
		err = fmt.Errorf("%s stands %s", version, where)
	}
	if err != nil {
		return "", err
	}
	// Any version may be built next, with either way to swap.
	next := []string{t.program, t.renaming}[p.random.IntN(2)]
	return "between the renames", p.repaired(t, next, versions[p.random.IntN(len(versions))])
}

// atOnce builds three versions into one folder.
func (t *trial) atOnce(p *place) (string, error) {
	program := []string{t.program, t.renaming}[p.random.IntN(2)]
	var builds []*running
	for i := range 3 {
		source := filepath.Join(p.source(), fmt.Sprint(i))
		if err := write(source, versions[p.random.IntN(len(versions))]); err != nil {
			return "", err
		}
		r, err := p.startFrom(program, source)
		if err != nil {
			return "", err
		}
		builds = append(builds, r)
	}
	var failed []error
	for _, r := range builds {
		if end, err := r.wait(); err != nil || end.status != 0 {
			failed = append(failed, fmt.Errorf("one ends with %d: %w: %s", end.status, err, end.printed))
		}
	}
	if err := errors.Join(failed...); err != nil {
		return "", err
	}
	version, _, err := p.lastSite(t, false)
	return "of " + version, errors.Join(err, p.clean())
}

func (t *trial) interrupted(p *place) (string, error) { return t.stop(p, syscall.SIGINT) }

func (t *trial) terminated(p *place) (string, error) { return t.stop(p, syscall.SIGTERM) }

// inHaste reports whether an interrupted build says that it had no time to tidy up,
// or had none to say so either.
func (e ended) inHaste() bool {
	return e.status == 2 && (e.printed == "" || strings.HasSuffix(e.printed, "had no time to tidy up; the next build does\n"))
}

// stop asks a build to end at a random moment. It leaves nothing, and says that it
// was interrupted unless it was over, or not yet begun. Only where a machine is so
// busy that it can't tidy up within a second, the next build does.
func (t *trial) stop(p *place, s syscall.Signal) (string, error) {
	before, err := t.change(p)
	if err != nil {
		return "", err
	}
	r, err := p.start(t.program)
	if err != nil {
		return "", err
	}
	p.moment(t, r)
	r.signal(s)
	end, err := r.wait()
	if err != nil {
		return "", err
	}
	version, _, err := p.lastSite(t, false)
	if err == nil && end.inHaste() {
		return "ended in haste", p.repaired(t, t.program, version)
	}
	if err = errors.Join(err, p.clean()); err != nil {
		return "", fmt.Errorf("%w; it ended with %d: %s", err, end.status, end.printed)
	}
	switch {
	case end.status == 0 && version == other(before):
		return "it was over", nil
	case end.status == -1 && version == before && end.printed == "":
		return "it had not begun", nil
	case end.status == 2 && strings.HasSuffix(end.printed, "modelbook: interrupted\n"):
		return "interrupted", nil
	}
	return "", fmt.Errorf("it ended with %d and %s for a site: %s", end.status, version, end.printed)
}
