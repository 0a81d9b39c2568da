package main

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// previews runs modelbook serve, in a process of its own, until the session ends,
// and puts its address, without the last slash, into an environment variable.
func previews(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 {
		ts.Fatalf("usage: previews VARIABLE [args...]")
	}
	cmd := exec.Command("modelbook", append([]string{"serve", "--port", "0"}, args[1:]...)...)
	cmd.Dir, cmd.Stderr = ts.MkAbs("."), ts.Stderr()
	output, err := cmd.StdoutPipe()
	ts.Check(err)
	ts.Check(cmd.Start())
	ts.Defer(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	line, err := bufio.NewReader(output).ReadString('\n')
	ts.Check(err)
	address, _, _ := strings.Cut(line, "/  ")
	ts.Setenv(args[0], address)
}

// fetch prints what stands at an address.
func fetch(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: fetch address")
	}
	response, err := http.Get(args[0])
	ts.Check(err)
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	ts.Check(err)
	if response.StatusCode != http.StatusOK {
		ts.Fatalf("%s: %s", args[0], response.Status)
	}
	fmt.Fprintf(ts.Stdout(), "%s", content)
}
