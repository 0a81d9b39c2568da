package java

import (
	"slices"
	"strings"
	"sync"

	"modelbook/generator/code"
	"modelbook/generator/example"
	"modelbook/generator/figure"
)

// classes are the classes of a package, or the methods of a class, separated by spaces.
type classes struct{ name, names string }

// packages are the packages and classes that code uses.
var packages = []classes{
	{"com.mongodb", "ErrorCategory ExplainVerbosity MongoBulkWriteException MongoCommandException MongoException MongoNamespace MongoServerException MongoWriteException"},
	{"com.mongodb.bulk", "BulkWriteResult"},
	{"com.mongodb.client", "ChangeStreamIterable ClientSession MongoClient MongoClients MongoCollection MongoCursor MongoDatabase"},
	{"com.mongodb.client.model", `Accumulators Aggregates BsonField BucketOptions BulkWriteOptions ClusteredIndexOptions Collation CollationAlternate CollationCaseFirst CollationMaxVariable
		CollationStrength CountOptions CreateCollectionOptions DeleteManyModel DeleteOneModel DeleteOptions Field Filters FindOneAndDeleteOptions
		FindOneAndReplaceOptions FindOneAndUpdateOptions GraphLookupOptions IndexOptions Indexes InsertManyOptions InsertOneModel MergeOptions Projections
		PushOptions RenameCollectionOptions ReplaceOneModel ReplaceOptions ReturnDocument Sorts TimeSeriesGranularity TimeSeriesOptions UnwindOptions UpdateManyModel UpdateOneModel
		UpdateOptions Updates ValidationAction ValidationLevel ValidationOptions Variable WindowOutputFields`},
	{"com.mongodb.client.model.changestream", "FullDocument FullDocumentBeforeChange"},
	{"com.mongodb.client.result", "DeleteResult InsertManyResult InsertOneResult UpdateResult"},
	{"java.time", "Instant"},
	{"java.util", "ArrayList Arrays Base64 Collections List"},
	{"java.util.concurrent", "CompletableFuture Executor TimeUnit"},
	{"java.util.concurrent.atomic", "AtomicBoolean"},
	{"org.bson", "BsonRegularExpression BsonTimestamp BsonValue Document"},
	{"org.bson.json", "JsonMode JsonWriterSettings"},
	{"org.bson.types", "Binary Decimal128 MaxKey MinKey ObjectId"},
}

// builders are the static methods that are called without their class, for which all of
// its methods are imported. If several classes have a method, only one of them has it here.
var builders = []classes{
	{"Aggregates", `addFields bucket count graphLookup group limit lookup match merge out project replaceRoot replaceWith setWindowFields skip
		sort sortByCount unionWith unwind`},
	{"Filters", "all and empty eq exists expr gt gte in jsonSchema lt lte ne nin nor not or regex size type"},
	{"Projections", "computed exclude excludeId fields include slice"},
	{"Sorts", "ascending descending orderBy"},
	{"Updates", `addEachToSet addToSet combine currentDate inc max min mul popFirst popLast pull pullAll pullByFilter push pushEach rename set
		setOnInsert unset`},
}

// builderOf returns the classes of the methods in builders.
var builderOf = sync.OnceValue(func() map[string]string {
	of := map[string]string{}
	for _, b := range builders {
		for method := range strings.FieldsSeq(b.names) {
			of[method] = b.name
		}
	}
	return of
})

// Uses returns the class that a token names, or the static import of a builder.
func (java) Uses(t figure.Token, isMember bool) string {
	if t.Class == figure.Type {
		return t.Text
	}
	if class := builderOf()[t.Text]; class != "" && t.Class == figure.Function && !isMember {
		return staticOf(class)
	}
	return ""
}

func staticOf(class string) string { return "com.mongodb.client.model." + class + ".*" }

// imports returns the import statements for the names that code uses.
func imports(names []string) []string {
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
		for class := range strings.FieldsSeq(p.names) {
			if slices.Contains(names, class) {
				lines = append(lines, "import "+p.name+"."+class+";")
			}
		}
	}
	return append(lines, "")
}

// printers print documents as the shell writes them, which shows types. A program has the
// ones that it calls.
var printers = []struct{ name, uses, text string }{
	{"print", "Document JsonMode JsonWriterSettings", `
    private static void print(Document document) {
        System.out.println(document == null ? "null" : document.toJson(SHELL));
    }`},
	{"printAll", "Document JsonMode JsonWriterSettings List", `
    private static void printAll(List<Document> documents) {
        System.out.println(documents.stream().map(document -> document.toJson(SHELL)).toList());
    }`},
}

const settings = `    private static final JsonWriterSettings SHELL =
        JsonWriterSettings.builder().outputMode(JsonMode.SHELL).indent(true).build();
`

const main = `    public static void main(String[] args) {
        String uri = System.getenv().getOrDefault("MONGODB_URI", "mongodb://localhost:27017");
        try ({resources}) {
            MongoDatabase db = client.getDatabase({name});`

// File writes a class that runs from its source file, whose name need not be that of the
// class. Sessions are closed with the client, also after an exception.
func (java) File(e *example.Example, names, statements []string) []string {
	names = append(slices.Clone(names), "MongoClient", "MongoClients", "MongoDatabase")
	head, foot := []string{"class " + className(e.Name) + " {"}, []string{"        }", "    }"}
	for _, p := range printers {
		if slices.Contains(names, p.name) {
			names = append(names, strings.Fields(p.uses)...)
			foot = append(foot, strings.Split(p.text, "\n")...)
		}
	}
	if len(foot) > 2 {
		head = append(head, strings.Split(settings, "\n")...)
	}
	resources := []string{"MongoClient client = MongoClients.create(uri)"}
	for _, s := range e.Steps {
		if s.Begins && !s.Unsent {
			names = append(names, "ClientSession")
			resources = append(resources, "ClientSession "+code.Named(s.Session)+" = client.startSession()")
		}
	}
	filled := strings.NewReplacer("{resources}", strings.Join(resources, ";\n                "), "{name}", quote(e.Name)).Replace(main)
	head = append(head, strings.Split(filled, "\n")...)
	for _, line := range statements {
		if line != "" {
			line = strings.Repeat(" ", deep) + line
		}
		head = append(head, line)
	}
	return slices.Concat(imports(names), head, foot, []string{"}"})
}

// deep is the indentation of a program's statements, in columns.
const deep = 12

// className writes one-to-one as OneToOne, with Example before the name of a class that
// programs use.
func className(name string) string {
	written := code.Capitalized(code.CamelCase(name))
	if types()[written] {
		return "Example" + written
	}
	return written
}
