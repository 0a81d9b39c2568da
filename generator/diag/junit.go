//go:build !js

package diag

import (
	"encoding/xml"
	"fmt"
)

type junitSuite struct {
	XMLName  xml.Name    `xml:"testsuite"`
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Class   string        `xml:"classname,attr"`
	Name    string        `xml:"name,attr"`
	Time    string        `xml:"time,attr,omitempty"` // seconds
	Skipped *junitSkipped `xml:"skipped,omitempty"`
	Failure *junitFailure `xml:"failure,omitempty"`
	Output  string        `xml:"system-out,omitempty"`
}

type junitSkipped struct {
	Message string `xml:"message,attr"`
}

type junitFailure struct {
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// printJUnit writes a test for each that ran, and one for each message that is
// about none of them.
func (l List) printJUnit(t *Terminal, tests []Test) error {
	suite := junitSuite{Name: "modelbook"}
	for _, test := range tests {
		suite.Cases = append(suite.Cases, test.forJUnit())
	}
	for _, m := range l {
		i := about(tests, m)
		if i < 0 {
			i = len(suite.Cases)
			suite.Cases = append(suite.Cases, junitCase{Class: harmless(m.File), Name: harmless(oneLine(m.Pos.String() + ": " + m.Text))})
		}
		suite.Cases[i].add(m)
	}
	if len(suite.Cases) == 0 {
		suite.Cases = []junitCase{{Class: "modelbook", Name: "everything holds"}}
	}
	suite.Tests = len(suite.Cases)
	for _, c := range suite.Cases {
		switch {
		case c.Failure != nil:
			suite.Failures++
		case c.Skipped != nil:
			suite.Skipped++
		}
	}
	encoded, err := xml.MarshalIndent(suite, "", "  ")
	if err != nil {
		return err
	}
	return t.plainly([]byte(xml.Header + string(encoded) + "\n"))
}

func (t Test) forJUnit() junitCase {
	c := junitCase{Class: harmless(oneLine(t.Class)), Name: harmless(oneLine(t.Name)), Time: fmt.Sprintf("%.3f", t.Elapsed.Seconds())}
	if t.Skipped != "" {
		c.Skipped = &junitSkipped{harmless(t.Skipped)}
	}
	return c
}

// about returns the test that a message is about, or -1.
func about(tests []Test, m Message) int {
	found := -1
	for i, test := range tests {
		if test.File == m.File && test.Line <= m.Line && (found < 0 || test.Line >= tests[found].Line) {
			found = i
		}
	}
	return found
}

// add adds a message to a test, which fails by the first error.
func (c *junitCase) add(m Message) {
	switch {
	case m.Severity != Error:
		c.Output += harmless(m.plainText())
	case c.Failure == nil:
		c.Failure, c.Skipped = &junitFailure{Message: harmless(m.Text), Text: harmless(m.plainText())}, nil
	default:
		c.Failure.Text += harmless(m.plainText())
	}
}
