package shell_test

import (
	"slices"
	"strings"
	"testing"

	"modelbook/generator/diag"
	"modelbook/generator/shell"
)

// refused are sources that are not read, with all that is told of them.
var refused = []struct {
	source string
	told   []string
}{
	{``, []string{`1:1: there is no statement (write a statement such as db.ferries.find())`}},
	{"// nothing\n;", []string{`2:2: there is no statement (write a statement such as db.ferries.find())`}},
	{`db`, []string{`1:3: the end where a method of db should stand (write a statement such as db.ferries.find())`}},
	{`db.ferries`, []string{`1:11: the end where a method of ferries should stand (write a statement such as db.ferries.find())`}},
	{`db.ferries.find`, []string{`1:12: find is not called (write find())`}},
	{`db.`, []string{`1:4: the end where a method of db should stand (write a statement such as db.ferries.find())`}},
	{`ferries.find()`, []string{`1:1: a statement begins with db, not with ferries (write a statement such as db.ferries.find())`}},
	{`bd.ferries.find()`, []string{`1:1: a statement begins with db, not with bd (did you mean db?)`}},
	{"const x = db.ferries.find();\ndb.ferries.findd()", []string{
		`1:1: const makes a variable; there are none here (write the value where it is used)`,
		`2:12: a collection has no method findd here (did you mean find?)`,
	}},
	{"use test\ndb.ferries.find({ a: b })", []string{
		`1:1: a statement begins with db, not with use (write a statement such as db.ferries.find())`,
		`2:22: b is not defined here (write the value itself: there are no variables)`,
	}},
	{`db.ferries.find().forEach((f) => print(f.name)); db.ferries.count()`, []string{
		`1:19: the cursor of find has no method forEach here (known: …)`,
		`1:61: a collection has no method count here (write countDocuments)`,
	}},
	{"for (const f of db.ferries.find()) { print(f) }\nshow collections", []string{
		`1:1: a statement begins with db, not with for (write a statement such as db.ferries.find())`,
		`2:1: a statement begins with db, not with show (write a statement such as db.ferries.find())`,
	}},
	{`db.ferries.find({ a: undefined, b: x, c: ObjectID('65f0a1c2d4e8b93a7c1f0e01'), d: ISODate(), e: new Date, f: ObjectId() })`, []string{
		`1:22: undefined is no value of BSON (leave the field out, or write null)`,
		`1:36: x is not defined here (write the value itself: there are no variables)`,
		`1:42: ObjectID is not defined here (did you mean ObjectId?)`,
		`1:83: ISODate() is the time of the run, another one each time (write ISODate('2026-03-14T09:30:00Z'))`,
		`1:101: Date() is the time of the run, another one each time (write new Date('2026-03-14T09:30:00Z'))`,
		`1:110: ObjectId() is a new id, another one each time (write ObjectId('65f0a1c2d4e8b93a7c1f0e01'))`,
	}},
	{`db.ferries.find({ a: 1, a: 2 })`, []string{`1:25: the key "a" comes twice (JavaScript keeps only the last one)`}},
	{`db.ferries.find({ a })`, []string{`1:19: a has no value (a name alone stands for a variable; there are none)`}},
	{`db.ferries.find({ a: 1 b: 2 })`, []string{`1:24: a comma is missing before this`}},
	{`db.ferries.find({ a: 1,, b: 2 })`, []string{`1:24: a comma too many (leave it out)`}},
	{`db.ferries.find({ a: 1 `, []string{`1:17: { is not closed (write } where it ends)`}},
	{`db.ferries.find([{ a: 1 }]`, []string{`1:16: ( is not closed (write ) where it ends)`}},
	{`db.ferries.find({ a: [1, 2 } )`, []string{`1:28: } where a comma or ] should stand`}},
	{`db.ferries.find({ a: 'x })`, []string{`1:22: the string has no end (write ' behind it)`}},
	{`db.ferries.find({ a: “x” })`, []string{`1:22: typographic quotation marks (write ' or ")`}},
	{"db.ferries.find({ a: `${x}` })", []string{`1:23: ${ in a template is JavaScript, which is not evaluated here (write the text as a whole)`}},
	{`db.ferries.find({ a: /x })`, []string{`1:22: the regular expression has no end in its line (write / behind it)`}},
	{`db.ferries.find({ a: /x/g })`, []string{`1:22: the flags g do not arrive as they are (keep i and m, or write BSONRegExp('…', 's'))`}},
	{`db.ferries.find({ a: 1 + 2 })`, []string{`1:22: + with anything but strings is JavaScript, which is not evaluated here (write the value that comes out)`}},
	{`db.ferries.find({ a: 60 * 60 })`, []string{`1:25: * behind a value is JavaScript, which is not evaluated here (write the value that comes out)`}},
	{`db.ferries.find({ a: 'x'.length })`, []string{`1:25: . behind a value is JavaScript, which is not evaluated here (write the value that comes out)`}},
	{`db.ferries.find({ a: Math.PI })`, []string{`1:22: Math is not defined here (write the value itself: there are no variables)`}},
	{`db.ferries.find({ ...x })`, []string{`1:19: ... where a field's name should stand`}},
	{`db.ferries.find({ a: Long.MAX_VALUE })`, []string{`1:22: what belongs to Long is JavaScript, which is not evaluated here (write Long('5'))`}},
	{"db.ferries.find({ a: 1 }\ndb.ferries.find({ b: undefined })", []string{
		`1:16: ( is not closed (write ) where it ends)`,
		`2:22: undefined is no value of BSON (leave the field out, or write null)`,
	}},
	{`db.ferries.findOne({ a: x => 1 })`, []string{`1:25: a function is JavaScript, which is not evaluated here`}},
	{`db.ferries.find().limit(5, 6).toArray(1)`, []string{
		`1:19: limit takes one argument, not 2`,
		`1:31: toArray takes no arguments here`,
	}},
	{`db.ferries.find({ a: 5 6 })`, []string{
		`1:24: 6 has no value (a name alone stands for a variable; there are none)`,
		`1:24: a comma is missing before this`,
	}},
	{`const f = /[)]"/; db.find()`, []string{
		`1:1: const makes a variable; there are none here (write the value where it is used)`,
		`1:22: db has no method find here (write db.ferries.find())`,
	}},
	{`db.ferries.bulkWrite({})`, []string{`1:22: requests of bulkWrite is an array of documents, not a document (write [ and ] around it)`}},
	{"db.ferries.find({ `a`: 1 })", []string{`1:19: a string where a field's name should stand`}},
	{`db[1].find()`, []string{`1:3: between [ and ] stands one string`}},
	{`db.ferries.find({ a: +5n, b: -9223372036854775809n })`, []string{
		`1:23: 5n is not a number`,
		`1:31: 9223372036854775809n does not fit into 64 bits`,
	}},
	{`db.ferries.find({ a: new Date(2026, 0, 1) })`, []string{`1:26: Date takes a day, with a time only if its zone is there too, in a string, or milliseconds since 1970 (write new Date('2026-03-14T09:30:00Z'))`}},
	{`db.ferries.find({ f() {} })`, []string{`1:19: a method is JavaScript, which is not evaluated here`}},
	{`db.ferries.find({ $where: function () { return true } })`, []string{`1:27: function is JavaScript, which is not evaluated here`}},
	{`db.ferries.find({ a: 017, b: 5a, c: 1__0, d: 0x, e: 99999999999999999999n })`, []string{
		`1:22: 017 begins with a zero, which has made it octal (leave the zero out, or write 0o)`,
		`1:30: 5a is not a number`,
		`1:37: 1__0 is not a number`,
		`1:46: 0x is not a number`,
		`1:53: 99999999999999999999n does not fit into 64 bits`,
	}},
	{`db.ferries.find({ a: '\07', b: '\ud83d', c: '\xg', d: '\u{110000}' })`, []string{
		`1:23: \0 is an octal escape, which JavaScript has given up (write \x and two hexadecimal digits)`,
		`1:33: half of a surrogate pair (write the character itself)`,
		`1:46: an escape without its hexadecimal digits (write \x41, \u0041 or \u{1f600})`,
		`1:56: an escape without its hexadecimal digits (write \x41, \u0041 or \u{1f600})`,
	}},
	{`db.ferries.find({ __proto__: 1, $oid: 'x', $numberlong: '5' })`, []string{
		`1:19: __proto__ is no field, it sets the object's prototype (write ['__proto__'])`,
		`1:33: $oid belongs to Extended JSON, which the shell does not read (write ObjectId('…'), ISODate('…'), Long('…') and so on)`,
	}},
	{`db.ferries.find({ a: Long(-5), b: Long('x'), c: NumberInt(5.5), d: Decimal128(5), e: ObjectId('x'), f: ISODate('2026-02-30'), g: new Date('2026-01-01T08:00:00'), h: Date('2026-01-01') })`, []string{
		`1:22: Long takes the digits of an integer of at most 64 bits in a string (write Long('5'))`,
		`1:35: Long takes the digits of an integer of at most 64 bits in a string (write Long('5'))`,
		`1:49: NumberInt takes an integer from -2147483648 to 2147483647 (write NumberInt(5))`,
		`1:68: Decimal128 takes a number in a string (write Decimal128('9.50'))`,
		`1:86: ObjectId takes 24 hexadecimal digits in a string (write ObjectId('65f0a1c2d4e8b93a7c1f0e01'))`,
		`1:104: ISODate takes a day of the years 0000 to 9999, and a time of that day, in a string, or milliseconds since 1970 (write ISODate('2026-03-14T09:30:00Z'))`,
		`1:134: Date takes a day, with a time only if its zone is there too, in a string, or milliseconds since 1970 (write new Date('2026-03-14T09:30:00Z'))`,
		`1:166: Date without new is a text that says when it ran (write new Date('2026-03-14T09:30:00Z'))`,
	}},
	{`db.ferries.find({ a: BinData(0, 'AQI'), b: UUID('3b'), c: Decimal128('x'), d: BSONRegExp('a', 'g'), e: RegExp('a/b'), f: MinKey(1), g: Timestamp(5), h: HexData(0, '1') })`, []string{
		`1:22: BinData: this is not base64 with padding (write BinData(0, 'AQID'))`,
		`1:44: UUID takes 32 hexadecimal digits in a string (write UUID('3b241101-e2bb-4255-8caf-4136c566a962'))`,
		`1:59: Decimal128: "x" is not a decimal (write Decimal128('9.50'))`,
		`1:79: BSONRegExp: options are letters of imsux in the order of the alphabet (write BSONRegExp('^a', 'i'))`,
		`1:104: RegExp takes a pattern and the flags i and m, in strings; a pattern that is empty or has a slash or a line end is for BSONRegExp (write RegExp('^a', 'i'))`,
		`1:122: MinKey takes no arguments (write MinKey())`,
		`1:136: Timestamp takes t and i, integers from 0 to 4294967295 (write Timestamp({ t: 1700000000, i: 1 }))`,
		`1:153: HexData takes a subtype from 0 to 255 and pairs of hexadecimal digits in a string (write HexData(0, '010203'))`,
	}},
	{`db.ferries.find({}, {}, { limit: '5', comment: 'x' }).limit(5.5).limit(1).batchSize().comment('x')`, []string{
		`1:34: limit of find is an integer, not '5'`,
		`1:39: find takes no comment here (known: …)`,
		`1:55: limit is given twice`,
		`1:66: limit is given twice`,
		`1:75: batchSize takes one argument, not 0`,
		`1:87: the cursor of find has no method comment here (known: …)`,
	}},
	{`db.ferries.find().toArray().sort({ a: 1 })`, []string{`1:29: sort of a result is JavaScript, which is not evaluated here (look at the result as a whole)`}},
	{`db.ferries.findOne().toArray()`, []string{`1:22: toArray of a result is JavaScript, which is not evaluated here (look at the result as a whole)`}},
	{`db.ferries.aggregate([]).batchSize(5)`, []string{`1:26: the cursor of aggregate has no method batchSize here (write it among the options: { batchSize: … })`}},
	{`db.ferries.find().toArray().length`, []string{`1:29: length of a result is JavaScript, which is not evaluated here (look at the result as a whole)`}},
	{`db.ferries.find(1, 'x', [])`, []string{
		`1:17: filter of find is a document, not 1`,
		`1:20: projection of find is a document, not 'x'`,
		`1:25: the options of find are a document, not an array`,
	}},
	{`db.ferries.updateOne({})`, []string{`1:12: updateOne has no update`}},
	{`db.ferries.updateOne({}, { $set: { a: 1 } }, { upsrt: true, upsert: 1 })`, []string{
		`1:48: updateOne takes no upsrt here (did you mean upsert?)`,
		`1:69: upsert of updateOne is true or false, not 1`,
	}},
	{`db.ferries.aggregate({ $match: {} })`, []string{`1:22: pipeline of aggregate is an array of documents, not a document (write [ and ] around it)`}},
	{`db.ferries.aggregate([{ $match: {} }, 5])`, []string{`1:39: an element of pipeline is a document, not 5`}},
	{`db.ferries.insertOne({}, {})`, []string{`1:26: insertOne takes no further argument`}},
	{`db.ferries.findOneAndUpdate({}, {}, { returnDocument: 'After' })`, []string{`1:55: returnDocument of findOneAndUpdate is 'before' or 'after', not 'After'`}},
	{`db.ferries.findOneAndUpdate({}, {}, { returnNewDocument: true })`, []string{`1:39: findOneAndUpdate takes no returnNewDocument here (did you mean returnDocument?)`}},
	{`db.ferries.bulkWrite([{ insertOne: { documnt: {} } }, { find: {} }, {}, { deleteOne: 5 }, { updateOne: { filter: {}, update: 5 } }])`, []string{
		`1:25: insertOne has no document`,
		`1:38: insertOne takes no documnt here (did you mean document?)`,
		`1:57: bulkWrite has no request find (known: …)`,
		`1:69: a request is a document with one field, the name of an operation`,
		`1:86: what deleteOne takes is a document, not 5`,
		`1:126: update of updateOne is a document or an array of documents, not 5`,
	}},
	{`db.stats.find()`, []string{`1:4: db.stats is no collection in the shell (write db.getCollection('stats'))`}},
	{`db._log.find()`, []string{`1:4: db._log is no collection in the shell (write db.getCollection('_log'))`}},
	{`db['a$b'].find()`, []string{`1:3: "a$b" can't be the name of a collection`}},
	{`db.getCollection('').find()`, []string{`1:18: "" can't be the name of a collection`}},
	{`db.getCollection(x).find()`, []string{`1:18: x is not defined here (write the value itself: there are no variables)`}},
	{`db.system.views.find()`, []string{`1:11: a collection's name with a point in it stands in quotes (write db.getCollection('system.views'))`}},
	{`db.stats()`, []string{`1:4: db has no method stats here (what has no method here goes through db.runCommand({ … }))`}},
	{`db.getSiblingDB('x').ferries.find()`, []string{`1:4: db has no method getSiblingDB here (what has no method here goes through db.runCommand({ … }))`}},
	{`db.runCommand('ping')`, []string{`1:15: command of runCommand is a document, not 'ping'`}},
	{`db.runCommand({ ping: 1 }, {})`, []string{`1:28: runCommand takes no further argument`}},
	{`db.c.listIndexes()`, []string{`1:6: a collection has no method listIndexes here (did you mean getIndexes?)`}},
	{`db.c.watch()`, []string{`1:6: a collection has no method watch here (what has no method here goes through db.runCommand({ … }))`}},
	{`db.find({})`, []string{`1:4: db has no method find here (write db.ferries.find())`}},
	{`db.ferries.runCommand({})`, []string{`1:12: a collection has no method runCommand here (write db.runCommand())`}},
	{`db.ferries.find() db.ferries.find()`, []string{`1:19: db where the statement should end`}},
	{`db.ferries.find())`, []string{`1:18: ) where the statement should end`}},
	{"db.ferries.find({ a: \x00 })", []string{"1:22: \x00 where a value should stand"}},
	{`db.ferries.find({ 'a\0b': 1 })`, []string{`1:19: a key holds the character NUL (BSON has no such keys)`}},
	{`db.ferries.find() /* `, []string{`1:19: the comment has no end (write */ behind it)`}},
	{"db.ferries.find({ a: \xff })", []string{`1:22: this is not UTF-8 here`}},
	{`await db.ferries.find()`, []string{`1:1: a statement begins with db, not with await (write a statement such as db.ferries.find())`}},
	{`db.ferries.find({ a: new 5 })`, []string{`1:26: 5 where the name of a type should stand`}},
	{`db.ferries.find({ a: - x })`, []string{`1:22: - before anything but a number is JavaScript, which is not evaluated here (write the value that comes out)`}},
	{`db.ferries.find({ a: (1, 2) })`, []string{`1:22: between ( and ) stands one value`}},
	{`db.ferries.find({ [x]: 1 })`, []string{`1:20: x is not defined here (write the value itself: there are no variables)`}},
	{`db.ferries?.find()`, []string{`1:11: ? where a method of ferries should stand (write a statement such as db.ferries.find())`}},
	{`db.ferries.find({ get a() { return 1 } })`, []string{`1:23: a where the colon behind get should stand`}},
	{`db.ferries.find({ a: [1, , 2] })`, []string{`1:26: a comma too many (leave it out)`}},
	{`db.ferries.find({ a: ObjectId })`, []string{`1:22: ObjectId() is a new id, another one each time (write ObjectId('65f0a1c2d4e8b93a7c1f0e01'))`}},
	{"db.ferries.find({ a: String.raw`x` })", []string{`1:22: String is not defined here (write the value itself: there are no variables)`}},
	{`db.ferries.find({ 1n: 1 })`, []string{`1:19: 1n is not a number`}},
}

func TestRefused(t *testing.T) {
	for _, c := range refused {
		operations, list := shell.Parse(diag.NewText("", []byte(c.source)))
		if got := messages(list); operations != nil || !slices.Equal(got, c.told) {
			t.Errorf("%s\n%d operations, told\n%s\nwant\n%s", c.source, len(operations), strings.Join(got, "\n"), strings.Join(c.told, "\n"))
		}
	}
}

// messages writes each message in a line: where, what, and what to do. Lists of
// all known names are left out; they grow with the descriptors.
func messages(list diag.List) []string {
	var all []string
	for _, m := range list.Sorted() {
		line := strings.TrimPrefix(m.Pos.String(), ":") + ": " + m.Text
		switch {
		case strings.HasPrefix(m.Hint, "known: "):
			line += " (known: …)"
		case m.Hint != "":
			line += " (" + m.Hint + ")"
		}
		all = append(all, line)
	}
	return all
}
