package page

import (
	"fmt"
	"html/template"
	"strings"
	"testing"
)

// TestEndlessTemplates: a template that has no end, or fills the memory, is an error
// that says where, whatever the machine's speed.
func TestEndlessTemplates(t *testing.T) {
	nested := func(format string, depth int) string {
		var b strings.Builder
		for i := range depth {
			fmt.Fprintf(&b, format, i, i+1)
		}
		return b.String()
	}
	twice := nested(`{{define "a%[1]d"}}{{template "a%[2]d"}}{{template "a%[2]d"}}{{end}}`, 40)
	kilobyte := `{{$x := printf "%999d" 1}}`
	for name, test := range map[string]struct{ template, want string }{
		"empty rounds":                {"\n{{range 1000000000000}}{{end}}", "template: page.html:2:8: the templates take more than 1000000 steps"},
		"rounds in rounds":            {`{{range 100000}}{{range 100000}}{{end}}{{end}}`, "the templates take more than"},
		"rounds with much in each":    {`{{range 50000}}` + strings.Repeat(`{{len "a"}}`, 100) + `{{end}}`, "the templates take more than"},
		"rounds that print":           {kilobyte + `{{range 60000}}{{$y := print $x $x $x $x}}{{end}}`, "the templates take more than"},
		"calls of calls":              {twice + `{{define "a40"}}{{end}}{{template "a0"}}`, "the templates take more than"},
		"rounds that write":           {kilobyte + `{{range 30000}}{{$x}}{{end}}`, "the template page.html writes more than 16 MB"},
		"a text that doubles":         {`{{$x := "a"}}{{range 40}}{{$x = print $x $x}}{{end}}`, "error calling print: its text is longer than 64 kB"},
		"one that doubles as HTML":    {`{{$x := "a"}}{{range 40}}{{$x = html $x $x | len | printf "%999d" | html $x}}{{end}}`, "error calling html: its text is longer"},
		"wide numbers":                {`{{printf "%999999d" 1}}`, "widths above 999"},
		"a width of data":             {`{{printf "%*d" 999999 1}}`, "widths above 999"},
		"many values of a format":     {kilobyte + `{{printf "` + strings.Repeat("%[1]s", 40) + `" $x}}`, "more than 32 values"},
		"many values":                 {kilobyte + `{{print` + strings.Repeat(" $x", 40) + `}}`, "at most 32 values"},
		"a call of itself":            {`{{define "a"}}{{template "a"}}{{end}}`, `templates/page.html: template: page.html:1:25: the template a calls itself`},
		"a call of the page":          {`{{template "page.html"}}`, "the template page.html calls itself"},
		"a call in turns":             {`{{define "a"}}{{template "b"}}{{end}}{{define "b"}}{{if 1}}{{else}}{{template "a"}}{{end}}{{end}}`, "calls itself"},
		"one that escapes for ever":   {"{{define \"a\"}}<script>`${ {{template \"a\"}} {{end}}{{template \"a\"}}", "the template a calls itself"},
		"ranges in ranges":            {strings.Repeat(`{{range 1}}`, 30) + strings.Repeat(`{{end}}`, 30), "ranges lie more than 8 deep"},
		"ranges in what is called":    {nested(`{{define "a%[1]d"}}{{range 1}}{{template "a%[2]d"}}{{end}}{{end}}`, 30) + `{{define "a30"}}{{end}}{{template "a0"}}`, "ranges lie more than 8 deep"},
		"calls in calls":              {nested(`{{define "a%[1]d"}}{{template "a%[2]d"}}{{end}}`, 60) + `{{define "a60"}}{{end}}{{template "a0"}}`, "templates call each other more than 50 deep"},
		"the name of what counts":     {`{{spend "x" -1000000}}`, `function "spend" not defined`},
		"rounds as large as a page's": {`{{range 20000}}{{.}} {{end}}`, ""},
		"what is printed on pages":    {`{{printf "%s %5.1f %[1]q" "a" 1.5}}{{js "a"}}{{urlquery "b c"}}{{println 1 2}}`, ""},
		"a call twice":                {`{{define "a"}}x{{end}}{{template "a"}}{{range 8}}{{template "a"}}{{end}}`, ""},
		"a loop that is left":         {`{{range 1000000000000}}{{break}}{{end}}`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			templates, err := loadTemplates(files{"templates/page.html": []byte(test.template)})
			for i := 0; i < 2 && err == nil; i++ { // a limit is one of each page
				err = templates.execute(new(strings.Builder), "page.html", nil)
			}
			if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
				t.Errorf("got %v, want %s", err, test.want)
			}
		})
	}
}

// TestCountedTemplatesWriteTheSame: what counts leaves no trace on a page.
func TestCountedTemplatesWriteTheSame(t *testing.T) {
	const text = `<a {{range 2}}class="a{{.}}" {{end}}href={{"x"}}>{{with $y := 1}}{{$y}}{{end}}</a><script>var a = [{{range $i := 3}}{{if $i}}, {{end}}{{$i}}{{end}}]</script>{{define "b"}}-{{end}}{{template "b"}}`
	templates, err := loadTemplates(files{"templates/page.html": []byte(text)})
	if err != nil {
		t.Fatal(err)
	}
	var got, want strings.Builder
	if err := templates.execute(&got, "page.html", nil); err != nil {
		t.Fatal(err)
	}
	if err := template.Must(template.New("").Parse(text)).Execute(&want, nil); err != nil {
		t.Fatal(err)
	}
	if got.String() != want.String() {
		t.Errorf("got  %s\nwant %s", &got, &want)
	}
}
