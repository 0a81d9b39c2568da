package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestWorkflowsArePinned: actions and container images are named by their hashes,
// so that nobody can put others in their place.
func TestWorkflowsArePinned(t *testing.T) {
	files, err := filepath.Glob("../.github/workflows/*.yml")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	files = append(files, "scaffold/templates/handbook/github/handbook.yml")
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, problem := range unpinned(string(content)) {
			t.Errorf("%s: %s has no hash", file, problem)
		}
	}
}

var (
	action      = regexp.MustCompile(`uses: +([^.\s]\S*)`)
	image       = regexp.MustCompile(`\bmongo:\S+`)
	actionsHash = regexp.MustCompile(`@[0-9a-f]{40}$`)
	imagesHash  = regexp.MustCompile(`@sha256:[0-9a-f]{64}$`)
)

func unpinned(workflow string) []string {
	var found []string
	for _, match := range action.FindAllStringSubmatch(workflow, -1) {
		if !actionsHash.MatchString(match[1]) {
			found = append(found, match[1])
		}
	}
	for _, name := range image.FindAllString(workflow, -1) {
		if !imagesHash.MatchString(name) {
			found = append(found, name)
		}
	}
	return found
}

// TestOnlyPullRequestsLeaveStepsOut: what is published, and what is looked at every
// week, has passed every step of .ci/run, which leaves some out where CI_BASE names
// a commit.
func TestOnlyPullRequestsLeaveStepsOut(t *testing.T) {
	files, err := filepath.Glob("../.github/workflows/*.yml")
	if err != nil {
		t.Fatal(err)
	}
	isScheduled := false
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range strings.Split(string(content), "\n") {
			if strings.Contains(line, "CI_BASE") && strings.TrimSpace(line) != "CI_BASE: ${{ github.event.pull_request.base.sha }}" {
				t.Errorf("%s: %s names a commit for more than pull requests", file, strings.TrimSpace(line))
			}
		}
		if strings.Contains(string(content), "run: .ci/run") && strings.Contains(string(content), "schedule:") {
			isScheduled = true
		}
	}
	if !isScheduled {
		t.Error("no workflow with a schedule runs .ci/run")
	}
}

func TestUnpinned(t *testing.T) {
	found := unpinned("- uses: actions/checkout@v4\n- uses: ./.github/workflows/verify.yml\nrun: docker run mongo:8.2\nimage: mongo:8.2@sha256:12")
	if len(found) != 3 {
		t.Error(found)
	}
}
