package render

import (
	"slices"
	"strings"
	"sync"

	"modelbook/generator/example"
	"modelbook/generator/figure"
)

// What fetches what lib/ holds.
const (
	fetches = "mvn dependency:copy -Dartifact=org.mongodb:"
	intoLib = ":" + versionOfJava + " -DoutputDirectory=lib"
)

// versionOfJava is that of the driver which runs the scripts in CI.
const versionOfJava = "5.14.0"

// classes are those of a package.
type classes struct{ name, names string }

// packages have the classes that code uses.
var packages = []classes{
	{"com.mongodb", "DuplicateKeyException ErrorCategory ExplainVerbosity MongoBulkWriteException MongoCommandException MongoException MongoNamespace MongoWriteException"},
	{"com.mongodb.client", "ClientSession MongoClient MongoClients MongoDatabase"},
	{"com.mongodb.client.model", `Accumulators Aggregates BsonField BucketOptions BulkWriteOptions Collation CollationAlternate CollationCaseFirst CollationMaxVariable
		CollationStrength CountOptions CreateCollectionOptions DeleteManyModel DeleteOneModel DeleteOptions Field Filters FindOneAndDeleteOptions
		FindOneAndReplaceOptions FindOneAndUpdateOptions GraphLookupOptions IndexOptions Indexes InsertManyOptions InsertOneModel MergeOptions Projections
		PushOptions RenameCollectionOptions ReplaceOneModel ReplaceOptions ReturnDocument Sorts UnwindOptions UpdateManyModel UpdateOneModel
		UpdateOptions Updates ValidationAction ValidationLevel ValidationOptions Variable WindowOutputFields`},
	{"java.time", "Instant"},
	{"java.util", "ArrayList Arrays Base64 Collections List"},
	{"java.util.concurrent", "TimeUnit"},
	{"org.bson", "BsonRegularExpression BsonTimestamp BsonValue Document"},
	{"org.bson.json", "JsonMode JsonWriterSettings"},
	{"org.bson.types", "Binary Decimal128 MaxKey MinKey ObjectId"},
}

// builders are the methods that are imported by their classes' names and called without
// them: of each name one, as several classes may have it.
var builders = []classes{
	{"Aggregates", `addFields bucket count graphLookup group limit lookup match merge out project replaceRoot replaceWith setWindowFields skip
		sort sortByCount unionWith unwind`},
	{"Filters", "all and empty eq exists expr gt gte in jsonSchema lt lte ne nin nor not or regex size type"},
	{"Projections", "computed exclude excludeId fields include slice"},
	{"Sorts", "ascending descending orderBy"},
	{"Updates", `addEachToSet addToSet combine currentDate inc max min mul popFirst popLast pull pullAll pullByFilter push pushEach rename set
		setOnInsert unset`},
}

// builderOf has the class that a method is called without.
var builderOf = sync.OnceValue(func() map[string]string {
	of := map[string]string{}
	for _, b := range builders {
		for method := range strings.FieldsSeq(b.names) {
			of[method] = b.name
		}
	}
	return of
})

// usesInJava gives the class that a token names, and how the one of a builder is
// imported.
func usesInJava(t figure.Token, member bool) string {
	if t.Class == figure.Type {
		return t.Text
	}
	if class := builderOf()[t.Text]; class != "" && t.Class == figure.Function && !member {
		return staticOf(class)
	}
	return ""
}

func staticOf(class string) string { return "com.mongodb.client.model." + class + ".*" }

// importsInJava imports what code uses, and what it is connected with.
func importsInJava(names []string) []string {
	names = append(slices.Clone(names), "MongoClient", "MongoClients", "MongoDatabase")
	var lines []string
	for _, b := range builders {
		if slices.Contains(names, staticOf(b.name)) {
			lines = append(lines, "import static "+staticOf(b.name)+";")
		}
	}
	if len(lines) > 0 {
		lines = append(lines, "")
	}
	for _, p := range packages {
		for _, class := range strings.Fields(p.names) {
			if slices.Contains(names, class) {
				lines = append(lines, "import "+p.name+"."+class+";")
			}
		}
	}
	return append(lines, "")
}

// programInJava writes a class that runs as it is, as a file of one's own needs no
// name that fits. Sessions are closed with the client, whatever is thrown.
func programInJava(e *example.Example, names, statements []string) []string {
	var printing []string
	for _, p := range printers {
		if slices.Contains(names, p.name) {
			names = append(slices.Clone(names), p.uses...)
			printing = append(append(printing, ""), indentedText(4, p.lines...)...)
		}
	}
	begun := sessions(e)
	if len(begun) > 0 {
		names = append(slices.Clone(names), "ClientSession")
	}
	lines := append(importsInJava(names), "class "+className(e.Name)+" {")
	if len(printing) > 0 {
		lines = append(lines, indentedText(4, "private static final JsonWriterSettings SHELL =", "    JsonWriterSettings.builder().outputMode(JsonMode.SHELL).indent(true).build();", "")...)
	}
	lines = append(lines, indentedText(4, "public static void main(String[] args) {",
		`    String uri = System.getenv().getOrDefault("MONGODB_URI", "mongodb://localhost:27017");`)...)
	resources := []string{"MongoClient client = MongoClients.create(uri)"}
	for _, session := range begun {
		resources = append(resources, "ClientSession "+named(session)+" = client.startSession()")
	}
	lines = append(lines, indentedText(8, strings.Split("try ("+strings.Join(resources, ";\n        ")+") {", "\n")...)...)
	database := "MongoDatabase db = client.getDatabase(" + quoteInJava(e.Name) + ");"
	lines = append(lines, indentedText(12, append([]string{database}, statements...)...)...)
	lines = append(lines, indentedText(4, "    }", "}")...)
	return append(append(lines, printing...), "}")
}

// sessions gives those that the steps of an example begin.
func sessions(e *example.Example) []string {
	var names []string
	for _, s := range e.Steps {
		if s.Begins && !s.Unsent {
			names = append(names, s.Session)
		}
	}
	return names
}

// printers print documents as the shell writes them, which shows types. A program has
// those that it calls.
var printers = []struct {
	name  string
	uses  []string
	lines []string
}{
	{"print", []string{"Document", "JsonMode", "JsonWriterSettings"}, []string{
		"private static void print(Document document) {",
		`    System.out.println(document == null ? "null" : document.toJson(SHELL));`,
		"}",
	}},
	{"printAll", []string{"Document", "JsonMode", "JsonWriterSettings", "List"}, []string{
		"private static void printAll(List<Document> documents) {",
		"    System.out.println(documents.stream().map(document -> document.toJson(SHELL)).toList());",
		"}",
	}},
}

func indentedText(columns int, lines ...string) []string {
	moved := make([]string, len(lines))
	for i, line := range lines {
		if line != "" {
			line = spaces(columns) + line
		}
		moved[i] = line
	}
	return moved
}

// className writes one-to-one as OneToOne. No class that is imported has the name.
func className(name string) string {
	written := capitalized(camelCase(name))
	imported := slices.ContainsFunc(packages, func(p classes) bool {
		return slices.Contains(strings.Fields(p.names), written)
	})
	if imported {
		return "Example" + written
	}
	return written
}
