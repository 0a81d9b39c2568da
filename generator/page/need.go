package page

import (
	"slices"
	"strings"
)

// Need is an optional feature of a site. Only a site that has it needs its words.
type Need uint8

const (
	ForExamples     Need = iota // figures of examples, and the playground that runs them
	ForModels                   // diagrams of models
	ForCosts                    // tables that compare models
	ForGrowth                   // curves
	ForNumbers                  // reads and changes of a reader's own
	ForWeighing                 // what a workload costs
	ForSketch                   // what models would cost that have not been built yet
	ForPath                     // a path of questions
	ForFigures                  // named figures
	ForTouch                    // figures of documents that operations read and change
	ForTree                     // figures of trees, and what a move rewrites
	ForScans                    // figures of the index entries that operations read
	ForOrders                   // figures of the orders of several clients, and the playground that steps through them
	ForCoverage                 // lists of the embedded database's support
	ForAlerts                   // asides
	ForTranslations             // more than one language
	ForRepository               // links to where pages are edited
)

// needs are the words of each optional feature. A name that ends in a point is that
// of a group.
var needs = map[Need]string{
	ForExamples: `source steps-ran. on-embedded on-mongodb ran-on-embedded ran-on-mongodb refused not-run recorded needs.
		data schema no-validator indexes step step-number result changes. unchanged. error by-driver done remarks. unsent
		array-of. copy-of documents. shown-of. bytes. byte-sign more-documents. more-elements. more-lines.
		cost measure measures. not-measured unmeasured. play scripts script-words. code-for play-words. read touch-legend`,
	ForModels:       `model one many embedded refers-to copied-value index-of`,
	ForCosts:        `model kept alike how-measured numbers unmeasured-in because`,
	ForGrowth:       `growth-measured growth-reckoned growth-full numbers`,
	ForNumbers:      `workload-words. because`,
	ForWeighing:     `weigh-words. weigh-units. read touch-legend because`, // with what it is about, drawn in cards
	ForSketch:       `sketch-words.`,
	ForPath:         `path-words.`,
	ForFigures:      `calculated`,
	ForTouch:        `operation read touch-legend because`,
	ForTree:         `tree-words. because`,
	ForScans:        `scan-words. because`,
	ForOrders:       `order-words. replay-words. because`,
	ForCoverage:     `treatments. name-of-all evidence evidence-cases evidence-sources. evidence-likely assumptions. evidence-zones reasons.`,
	ForAlerts:       `alerts.`,
	ForRepository:   `edit report translate`,
	ForTranslations: `languages untranslated before-change status status-page status-total status-share status-strings status-none translate states.`,
}

// aboutEnglish are words that mention the original language, for sites whose
// original is English; others have the words of the group original instead.
const aboutEnglish = `in-english missing partly changed status-lead state-meanings. search-english`

// Ask reduces the missing strings of each language to those that a site with
// these needs has on its pages.
func (t *Theme) Ask(of []Need) {
	wanted, known := map[string]bool{}, map[string]bool{}
	for need, names := range needs {
		for name := range strings.FieldsSeq(names) {
			known[name] = true
			wanted[name] = wanted[name] || slices.Contains(of, need)
		}
	}
	for name := range strings.FieldsSeq(aboutEnglish) {
		known[name] = true
		wanted[name] = slices.Contains(of, ForTranslations) && t.original == programLanguage
	}
	known["original."] = true
	wanted["original."] = slices.Contains(of, ForTranslations) && t.original != programLanguage
	for _, l := range t.languages {
		var missing []string
		for _, key := range l.lacking {
			name, _, isOfGroup := strings.Cut(key, ".")
			if isOfGroup {
				name += "."
			}
			if !known[name] || wanted[name] {
				missing = append(missing, key)
			}
		}
		l.missing = missing
	}
}
