package diag

import (
	"bytes"
	"testing"
	"time"
)

// Each test that ran is there, with its time, green ones included, and fails by
// what is told of its lines.
func TestJUnit(t *testing.T) {
	tests := []Test{
		{Class: "huts", Name: "the example", File: "examples/huts.json", Elapsed: 1500 * time.Millisecond},
		{Class: "huts", Name: "find", File: "examples/huts.json", Line: 10, Elapsed: 12 * time.Millisecond},
		{Class: "huts", Name: "count", File: "examples/huts.json", Line: 20},
		{Class: "huts", Name: "drop", File: "examples/huts.json", Line: 30, Skipped: "something before this step failed"},
		{Class: "lifts", Name: "the example", File: "examples/lifts.json", Skipped: "it needs a sharded cluster"},
	}
	var l List
	l.Errorf(Pos{File: "examples/huts.json", Line: 22, Col: 3}, "first")
	l.Errorf(Pos{File: "examples/huts.json", Line: 29, Col: 1}, "second")
	l.Add(Message{Pos: Pos{File: "examples/lifts.json"}, Severity: Notice, Text: "no guide shows this example"})
	l.Errorf(Pos{File: "content/en/index.md", Line: 2}, "third")
	const want = `<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="modelbook" tests="6" failures="2" skipped="2">
  <testcase classname="huts" name="the example" time="1.500"></testcase>
  <testcase classname="huts" name="find" time="0.012"></testcase>
  <testcase classname="huts" name="count" time="0.000">
    <failure message="first">examples/huts.json:22:3: first&#xA;examples/huts.json:29:1: second&#xA;</failure>
  </testcase>
  <testcase classname="huts" name="drop" time="0.000">
    <skipped message="something before this step failed"></skipped>
  </testcase>
  <testcase classname="lifts" name="the example" time="0.000">
    <skipped message="it needs a sharded cluster"></skipped>
    <system-out>examples/lifts.json: notice: no guide shows this example&#xA;</system-out>
  </testcase>
  <testcase classname="content/en/index.md" name="content/en/index.md:2: third">
    <failure message="third">content/en/index.md:2: third&#xA;</failure>
  </testcase>
</testsuite>
`
	var b bytes.Buffer
	if err := l.Print(NewTerminal(&b), "junit", tests...); err != nil || b.String() != want {
		t.Errorf("%v, got\n%s\nwant\n%s", err, b.String(), want)
	}
}
