// Package search makes the search index of a site, as scripts that a page loads
// on demand.
//
// It takes the blocks of each page and returns, for each language, a directory,
// shards of the vocabulary with its postings, and for each page its sections as
// plain text, from which a line around each match is shown. The size of a
// query's downloads does not grow with the site: a shard has about the same
// size in each, and a query needs those of its words.
//
// The vocabulary lists the forms of words as they are written. All forms of one
// stem share their postings, so a browser needs no stemmer: it looks up the
// form that was typed. The tokenizer is here and in
// site/scripts/search-1-words.js; test vectors check that both agree.
package search
