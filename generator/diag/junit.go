package diag

import "encoding/xml"

type junitSuite struct {
	XMLName  xml.Name    `xml:"testsuite"`
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Class   string        `xml:"classname,attr"`
	Name    string        `xml:"name,attr"`
	Failure *junitFailure `xml:"failure,omitempty"`
	Output  string        `xml:"system-out,omitempty"`
}

type junitFailure struct {
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

func (l List) printJUnit(t *Terminal) error {
	suite := junitSuite{Name: "modelbook"}
	for _, m := range l {
		c := junitCase{Class: harmless(m.File), Name: harmless(oneLine(m.Pos.String() + ": " + m.Text))}
		if m.Severity == Error {
			c.Failure = &junitFailure{Message: harmless(m.Text), Text: harmless(m.plainText())}
			suite.Failures++
		} else {
			c.Output = harmless(m.plainText())
		}
		suite.Cases = append(suite.Cases, c)
	}
	if len(suite.Cases) == 0 {
		suite.Cases = []junitCase{{Class: "modelbook", Name: "everything holds"}}
	}
	suite.Tests = len(suite.Cases)
	encoded, err := xml.MarshalIndent(suite, "", "  ")
	if err != nil {
		return err
	}
	return t.plainly([]byte(xml.Header + string(encoded) + "\n"))
}
