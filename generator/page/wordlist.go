// Code generated from site/strings/en.yaml by go test ./site -run Wordlist -update. DO NOT EDIT.

package page

import "modelbook/generator/locale"

// words are the strings of the interface in one language, from
// strings/<language>.yaml. Text in braces is replaced.
type words struct {
	Name            string         `yaml:"name"`
	Short           string         `yaml:"short"`
	Writing         locale.Writing `yaml:"writing"`
	Skip            string         `yaml:"skip"`
	Contents        string         `yaml:"contents"`
	Language        string         `yaml:"language"`
	Languages       string         `yaml:"languages"`
	InEnglish       string         `yaml:"in-english"`
	OnThisPage      string         `yaml:"on-this-page"`
	LinkTo          string         `yaml:"link-to"`
	Missing         string         `yaml:"missing"`
	Partly          string         `yaml:"partly"`
	Untranslated    string         `yaml:"untranslated"`
	Changed         string         `yaml:"changed"`
	BeforeChange    string         `yaml:"before-change"`
	Nearest         string         `yaml:"nearest"`
	Parts           string         `yaml:"parts"`
	PartNumber      string         `yaml:"part-number"`
	Guides          string         `yaml:"guides"`
	Start           string         `yaml:"start"`
	Neighbors       string         `yaml:"neighbors"`
	Previous        string         `yaml:"previous"`
	Next            string         `yaml:"next"`
	Edit            string         `yaml:"edit"`
	Source          string         `yaml:"source"`
	Updated         string         `yaml:"updated"`
	Table           string         `yaml:"table"`
	Status          string         `yaml:"status"`
	StatusLead      string         `yaml:"status-lead"`
	StatusPage      string         `yaml:"status-page"`
	StatusTotal     string         `yaml:"status-total"`
	StatusShare     string         `yaml:"status-share"`
	StatusStrings   string         `yaml:"status-strings"`
	StatusNone      string         `yaml:"status-none"`
	Translate       string         `yaml:"translate"`
	States          texts          `yaml:"states"`
	StateMeanings   texts          `yaml:"state-meanings"`
	StepsRan        plural         `yaml:"steps-ran"`
	OnEmbedded      string         `yaml:"on-embedded"`
	OnMongoDB       string         `yaml:"on-mongodb"`
	RanOnEmbedded   string         `yaml:"ran-on-embedded"`
	RanOnMongoDB    string         `yaml:"ran-on-mongodb"`
	Refused         string         `yaml:"refused"`
	NotRun          string         `yaml:"not-run"`
	Data            string         `yaml:"data"`
	Schema          string         `yaml:"schema"`
	NoValidator     string         `yaml:"no-validator"`
	Indexes         string         `yaml:"indexes"`
	Step            string         `yaml:"step"`
	StepNumber      string         `yaml:"step-number"`
	Result          string         `yaml:"result"`
	Error           string         `yaml:"error"`
	ByDriver        string         `yaml:"by-driver"`
	Done            string         `yaml:"done"`
	Client          string         `yaml:"client"`
	Unsent          string         `yaml:"unsent"`
	AnyOrder        string         `yaml:"any-order"`
	ListSeparator   string         `yaml:"list-separator"`
	Terminal        string         `yaml:"terminal"`
	PlainText       string         `yaml:"plain-text"`
	ArrayOf         plural         `yaml:"array-of"`
	Documents       plural         `yaml:"documents"`
	ShownOf         plural         `yaml:"shown-of"`
	Bytes           plural         `yaml:"bytes"`
	ByteSign        string         `yaml:"byte-sign"`
	MoreDocuments   plural         `yaml:"more-documents"`
	MoreElements    plural         `yaml:"more-elements"`
	MoreLines       plural         `yaml:"more-lines"`
	Cost            string         `yaml:"cost"`
	Measure         string         `yaml:"measure"`
	Measures        texts          `yaml:"measures"`
	Least           string         `yaml:"least"`
	NotMeasured     string         `yaml:"not-measured"`
	Because         string         `yaml:"because"`
	Unmeasured      texts          `yaml:"unmeasured"`
	Play            string         `yaml:"play"`
	PlayWords       texts          `yaml:"play-words"`
	Treatments      texts          `yaml:"treatments"`
	NameOfAll       string         `yaml:"name-of-all"`
	Evidence        string         `yaml:"evidence"`
	EvidenceCases   string         `yaml:"evidence-cases"`
	EvidenceSources texts          `yaml:"evidence-sources"`
	EvidenceLikely  string         `yaml:"evidence-likely"`
	EvidenceZones   string         `yaml:"evidence-zones"`
	Reasons         texts          `yaml:"reasons"`
	Alerts          texts          `yaml:"alerts"`
	Copy            string         `yaml:"copy"`
	Copied          string         `yaml:"copied"`
	CopyFailed      string         `yaml:"copy-failed"`
	Theme           string         `yaml:"theme"`
	ThemeAuto       string         `yaml:"theme-auto"`
	ThemeLight      string         `yaml:"theme-light"`
	ThemeDark       string         `yaml:"theme-dark"`
}
