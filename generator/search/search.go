// Package search makes the index that the pages of a site are searched with,
// as scripts that a page loads piece by piece.
//
// It takes the blocks of each page and gives, for each language, a directory,
// shards of the vocabulary with its postings, and for each page its sections
// as plain text, of which a reader sees a line around the words found. What a
// reader has to load does not grow with the site: a shard has about the same
// size in each, and a query needs those of its words.
//
// The vocabulary lists the forms of words as they are written. All forms of
// one stem share their postings, so a browser needs no stemmer: it looks up
// the form that was typed. The tokenizer is here and in
// site/scripts/search-1-words.js; test vectors hold the two together.
package search
