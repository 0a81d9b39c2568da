package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"modelbook/generator/required"
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

// TestWorkflowOfAHandbookHoldsItsProgram: the workflow that init writes runs no program
// but the one whose hash it holds itself, whatever comes from the program's address.
func TestWorkflowOfAHandbookHoldsItsProgram(t *testing.T) {
	if _, err := exec.LookPath("sha256sum"); err != nil {
		required.Missing(t, "coreutils", "the workflow runs on Linux, which has sha256sum; this machine has none")
	}
	content, err := os.ReadFile("scaffold/templates/handbook/github/handbook.yml")
	if err != nil {
		t.Fatal(err)
	}
	const released, forged = "the program", "another program"
	hash := fmt.Sprintf("%x", sha256.Sum256([]byte(released)))
	for _, test := range []struct {
		name, url, hash, sent string
		named, runs           bool
	}{
		{"no hash", "https://example.org/modelbook", "", released, false, false},
		{"no address", "", hash, released, false, false},
		{"an address that others can change on the way", "http://example.org/modelbook", hash, released, false, false},
		{"what is no hash", "https://example.org/modelbook", "latest", released, false, false},
		{"the program", "https://example.org/modelbook", hash, released, true, true},
		{"another program", "https://example.org/modelbook", hash, forged, true, false},
		{"a hash that lies beside it", "https://example.org/modelbook", fmt.Sprintf("%x", sha256.Sum256([]byte(forged))), released, true, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			temp := t.TempDir()
			// curl writes what the address has into the file after --output.
			curl := "#!/bin/bash\nwhile [[ $1 != --output ]]; do shift; done\nprintf %s \"$SENT\" > \"$2\"\n"
			if err := os.WriteFile(filepath.Join(temp, "curl"), []byte(curl), 0o755); err != nil {
				t.Fatal(err)
			}
			run := func(step string) error {
				command := exec.CommandContext(t.Context(), "bash", "-e", "-c", scriptOf(t, string(content), step))
				command.Env = append(os.Environ(), "PATH="+temp+string(os.PathListSeparator)+os.Getenv("PATH"), "RUNNER_TEMP="+temp, "SENT="+test.sent,
					"MODELBOOK_URL="+test.url, "MODELBOOK_SHA256="+test.hash, "MODELBOOK_SOURCE=", "MODELBOOK_COMMIT=")
				return command.Run()
			}
			if err := run("Which program is it?"); (err == nil) != test.named {
				t.Fatalf("is named: %v, want %v", err, test.named)
			}
			if !test.named {
				return
			}
			if err := run("Get its release"); (err == nil) != test.runs {
				t.Errorf("it is taken: %v, want %v", err, test.runs)
			}
			info, err := os.Stat(filepath.Join(temp, "bin", "modelbook"))
			if err != nil || (info.Mode()&0o111 != 0) != test.runs {
				t.Errorf("%v, %v; can be run: want %v", info, err, test.runs)
			}
		})
	}
}

// scriptOf returns what a named step of a workflow runs.
func scriptOf(t *testing.T, workflow, step string) string {
	_, rest, found := strings.Cut(workflow, "- name: "+step+"\n")
	_, rest, hasScript := strings.Cut(rest, "run: |\n")
	if !found || !hasScript {
		t.Fatalf("no step %s with a script", step)
	}
	var script strings.Builder
	for line := range strings.Lines(rest) {
		if !strings.HasPrefix(line, "          ") {
			break
		}
		script.WriteString(line)
	}
	return script.String()
}
