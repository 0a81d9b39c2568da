import com.mongodb.ConnectionString;
import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoWriteException;
import com.mongodb.WriteConcern;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.gridfs.GridFSBuckets;
import com.mongodb.client.model.*;
import com.mongodb.event.CommandFailedEvent;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import org.bson.Document;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;

/**
 * The official Java driver as a client of the servers at the URIs given, the second a replica set: what an application does, and
 * the errors that it must get.
 */
class Client {
  interface Check { void run() throws Exception; }

  static final List<String> sent = new ArrayList<>(), broken = new ArrayList<>();
  static final List<Logger> quieted = List.of(Logger.getLogger("org.bson"), Logger.getLogger("org.mongodb.driver"));
  static int checks, failed;
  static MongoClient client;
  static MongoDatabase db;
  static MongoCollection<BsonDocument> ports, accounts;
  static MongoClient set;

  public static void main(String[] args) {
    for (Logger quiet : quieted) quiet.setLevel(Level.SEVERE);
    client = MongoClients.create(MongoClientSettings.builder().applyConnectionString(new ConnectionString(args[0]))
        .applyToClusterSettings(c -> c.serverSelectionTimeout(60, TimeUnit.SECONDS))
        .addCommandListener(new CommandListener() {
          public void commandStarted(CommandStartedEvent event) { sent.add(event.getCommandName()); }
          public void commandFailed(CommandFailedEvent event) { broken.add(event.getCommandName()); }
        }).build());
    db = client.getDatabase("clients_java");
    ports = db.getCollection("ports", BsonDocument.class);
    check("says what it is", Client::saysWhatItIs);
    check("inserts and finds", Client::insertsAndFinds);
    check("pages through a cursor", Client::pages);
    check("leaves a cursor early", Client::leavesACursorEarly);
    check("updates with array filters", Client::updatesWithArrayFilters);
    check("finds one and updates", Client::findsOneAndUpdates);
    check("aggregates", Client::aggregates);
    check("keeps types", Client::keepsTypes);
    check("refuses a duplicate", Client::refusesADuplicate);
    check("refuses what the validator refuses", Client::refusesWhatTheValidatorRefuses);
    check("gets the errors of a server", Client::getsTheErrorsOfAServer);
    check("is refused by name", Client::isRefusedByName);
    check("uses sessions", Client::usesSessions);
    check("writes in bulk", Client::writesInBulk);
    check("writes without an answer", () ->
        same(db.getCollection("silent").withWriteConcern(WriteConcern.UNACKNOWLEDGED).insertOne(new Document("_id", 1)).wasAcknowledged(), false));
    check("lists", Client::lists);
    check("explains", Client::explains);
    check("stores files", Client::storesFiles);
    set = MongoClients.create(MongoClientSettings.builder().applyConnectionString(new ConnectionString(args[1]))
        .applyToClusterSettings(c -> c.serverSelectionTimeout(60, TimeUnit.SECONDS)).build());
    accounts = set.getDatabase("clients_java").getCollection("accounts", BsonDocument.class);
    check("commits a transaction and aborts one", Client::transacts);
    check("is told of a conflict", Client::isToldOfAConflict);
    check("watches", Client::watches);
    check("drops and ends", Client::dropsAndEnds);
    System.out.printf("java: %d checks, %d failed%n", checks, failed);
    System.exit(failed == 0 ? 0 : 1);
  }

  static void check(String name, Check check) {
    checks++;
    sent.clear();
    try {
      check.run();
    } catch (Exception | AssertionError error) {
      failed++;
      System.out.printf("java: %s: %s%n", name, error);
    }
  }

  static void same(Object actual, Object expected) {
    if (!actual.equals(expected)) throw new AssertionError("got " + actual + ", want " + expected);
  }

  /** Compares types too, and the order of fields: 1 as an int is not 1 as a long. */
  static void exactly(BsonDocument actual, String expected) {
    JsonWriterSettings canonical = JsonWriterSettings.builder().outputMode(JsonMode.EXTENDED).build();
    same(actual.toJson(canonical), of(expected).toJson(canonical));
  }

  static void exactly(Iterable<BsonDocument> actual, String expected) {
    exactly(new BsonDocument("all", new BsonArray(toList(actual))), "{all: " + expected + "}");
  }

  static List<BsonValue> toList(Iterable<BsonDocument> documents) {
    List<BsonValue> list = new ArrayList<>();
    documents.forEach(list::add);
    return list;
  }

  static BsonDocument of(String json) { return BsonDocument.parse(json); }

  static MongoException fails(int code, Check run) throws Exception {
    try {
      run.run();
    } catch (MongoException error) {
      same(error.getCode(), code);
      return error;
    }
    throw new AssertionError("did not fail with " + code);
  }

  static void fails(int code, String name, Check run) throws Exception {
    same(((MongoCommandException) fails(code, run)).getErrorCodeName(), name);
  }

  static void saysWhatItIs() {
    BsonDocument info = db.runCommand(of("{buildInfo: 1}"), BsonDocument.class);
    same(info.getString("version").getValue(), "8.2.4");
    same(info.getDocument("memdb").getBoolean("notMongoDB").getValue(), true);
  }

  static void insertsAndFinds() {
    ports.insertMany(List.of(
        of("{_id: 1, name: 'Varna', berths: [{no: 1, free: true}, {no: 2, free: false}], depth: 11}"),
        of("{_id: 2, name: 'Burgas', berths: [], depth: 15}"),
        of("{_id: 3, name: 'Ancona', berths: [{no: 1, free: true}], depth: 12}"),
        of("{_id: 4, name: 'Pula', berths: [], depth: 9}")));
    exactly(ports.find(Filters.gt("depth", 9)).projection(of("{name: 1, _id: 0}")).sort(of("{depth: -1}")).skip(1).limit(1), "[{name: 'Ancona'}]");
    same(ports.find(of("{name: 'Nowhere'}")).first() == null, true);
  }

  static void pages() {
    MongoCollection<BsonDocument> numbers = db.getCollection("numbers", BsonDocument.class);
    numbers.insertMany(IntStream.range(0, 250).mapToObj(i -> new BsonDocument("_id", new BsonInt32(i))).toList());
    sent.clear();
    int sum = 0;
    for (BsonDocument number : numbers.find().sort(of("{_id: 1}")).batchSize(20)) sum += number.getInt32("_id").getValue();
    same(sum, 249 * 250 / 2);
    List<String> commands = new ArrayList<>(List.of("find"));
    for (int i = 0; i < 12; i++) commands.add("getMore");
    same(sent, commands);
  }

  static void leavesACursorEarly() throws Exception {
    long id;
    try (var cursor = db.getCollection("numbers").find().batchSize(5).cursor()) {
      id = cursor.getServerCursor().getId();
    }
    same(sent, List.of("find", "killCursors"));
    fails(43, "CursorNotFound", () -> db.runCommand(new Document("getMore", id).append("collection", "numbers")));
  }

  static void updatesWithArrayFilters() {
    var options = new UpdateOptions().arrayFilters(List.of(of("{'b.no': 1}")));
    var result = ports.updateMany(of("{}"), of("{$set: {'berths.$[b].free': false}}"), options);
    same(List.of(result.getMatchedCount(), result.getModifiedCount()), List.of(4L, 2L));
    var upserted = ports.updateOne(of("{_id: 5}"), of("{$inc: {depth: 8}}"), new UpdateOptions().upsert(true));
    same(upserted.getUpsertedId(), new BsonInt32(5));
    same(ports.deleteOne(of("{_id: 5}")).getDeletedCount(), 1L);
  }

  static void findsOneAndUpdates() {
    var options = new FindOneAndUpdateOptions().returnDocument(ReturnDocument.AFTER).projection(of("{depth: 1}"));
    exactly(ports.findOneAndUpdate(of("{name: 'Pula'}"), of("{$inc: {depth: 1}}"), options), "{_id: 4, depth: 10}");
  }

  static void aggregates() {
    exactly(ports.aggregate(List.of(
        of("{$group: {_id: {$gt: ['$depth', 11]}, ports: {$sum: 1}, deepest: {$max: '$depth'}}}"), of("{$sort: {_id: 1}}"))),
        "[{_id: false, ports: 2, deepest: 11}, {_id: true, ports: 2, deepest: 15}]");
    same(ports.distinct("berths.no", Integer.class).into(new ArrayList<>()), List.of(1, 2));
    same(ports.countDocuments(Filters.lt("depth", 12)), 2L);
    same(ports.estimatedDocumentCount(), 4L);
  }

  static void keepsTypes() {
    MongoCollection<BsonDocument> types = db.getCollection("types", BsonDocument.class);
    String document = """
        {_id: {$oid: '65a000000000000000000001'}, int: {$numberInt: '7'}, long: {$numberLong: '7'}, double: {$numberDouble: '7.0'},
        decimal: {$numberDecimal: '7.00'}, date: {$date: '2026-03-01T12:00:00.123Z'}, none: null, yes: true,
        bytes: {$binary: {base64: 'AQID', subType: '00'}}, time: {$timestamp: {t: 5, i: 6}}, pattern: {$regularExpression: {pattern: '^a', options: 'i'}}}""";
    types.insertOne(of(document));
    exactly(types.find().first(), document);
    types.updateOne(of("{}"), of("{$inc: {int: 2147483647, double: 1, decimal: 1}}"));
    exactly(types.find().projection(of("{_id: 0, int: 1, double: 1, decimal: 1}")).first(),
        "{int: {$numberLong: '2147483654'}, double: {$numberDouble: '8.0'}, decimal: {$numberDecimal: '8.00'}}");
    exactly(types.aggregate(List.of(of("{$project: {_id: 0, plain: {$add: ['$long', 1]}, half: {$divide: ['$long', 2]}, type: {$type: '$date'}}}"))),
        "[{plain: {$numberLong: '8'}, half: {$numberDouble: '3.5'}, type: 'date'}]");
  }

  static void refusesADuplicate() throws Exception {
    same(ports.createIndex(Indexes.ascending("name"), new IndexOptions().unique(true)), "name_1");
    var insert = (MongoWriteException) fails(11000, () -> ports.insertOne(of("{name: 'Pula'}")));
    same(insert.getError().getMessage(), "E11000 duplicate key error collection: clients_java.ports index: name_1 dup key: { name: \"Pula\" }");
    var modify = (MongoCommandException) fails(11000, () -> ports.findOneAndUpdate(of("{name: 'Varna'}"), of("{$set: {name: 'Pula'}}")));
    same(modify.getErrorCodeName(), "DuplicateKey");
    same(modify.getResponse().getDocument("keyPattern"), of("{name: 1}"));
    same(modify.getResponse().getDocument("keyValue"), of("{name: 'Pula'}"));
  }

  static void refusesWhatTheValidatorRefuses() throws Exception {
    var validator = of("{$jsonSchema: {properties: {name: {bsonType: 'string'}}}}");
    db.createCollection("ferries", new CreateCollectionOptions().validationOptions(new ValidationOptions().validator(validator)));
    var error = (MongoWriteException) fails(121, () -> db.getCollection("ferries").insertOne(Document.parse("{_id: 1, name: 7}")));
    exactly(error.getError().getDetails(), """
        {failingDocumentId: 1, details: {operatorName: '$jsonSchema', schemaRulesNotSatisfied: [{operatorName: 'properties',
        propertiesNotSatisfied: [{propertyName: 'name', details: [{operatorName: 'bsonType', specifiedAs: {bsonType: 'string'},
        reason: 'type did not match', consideredValue: 7, consideredType: 'int'}]}]}]}}""");
  }

  static void getsTheErrorsOfAServer() throws Exception {
    fails(59, "CommandNotFound", () -> db.runCommand(of("{fly: 1}")));
    same(fails(2, () -> ports.find(of("{depth: {$nearly: 1}}")).first()).getMessage().contains("BadValue"), true);
    fails(40, () -> ports.updateOne(of("{}"), of("{$set: {depth: 1}, $inc: {depth: 1}}")));
    fails(40324, "Location40324", () -> ports.aggregate(List.of(of("{$fly: {}}"))).first());
    fails(40573, "Location40573", () -> ports.watch().cursor());
  }

  static void isRefusedByName() throws Exception {
    fails(238, "NotImplemented", () -> db.runCommand(of("{mapReduce: 'ports', map: '', reduce: '', out: 'x'}")));
    fails(238, () -> ports.find(of("{$where: 'true'}")).first());
    fails(238, "NotImplemented", () -> ports.createIndex(Indexes.text("name")));
  }

  static void usesSessions() throws Exception {
    try (ClientSession session = client.startSession()) {
      ports.insertOne(session, of("{_id: 9, name: 'Zadar', depth: 6}"));
      same(ports.find(session, of("{_id: 9}")).first().getString("name").getValue(), "Zadar");
    }
    try (ClientSession session = client.startSession()) {
      session.startTransaction();
      // The driver puts words of its own before the server's error.
      var error = (MongoCommandException) fails(-4, () -> ports.insertOne(session, of("{_id: 10}"))).getCause();
      same(error.getErrorCode() + " " + error.getErrorCodeName(), "20 IllegalOperation");
      session.abortTransaction();
    }
    same(ports.countDocuments(of("{_id: 10}")), 0L);
  }

  static void writesInBulk() throws Exception {
    var result = ports.bulkWrite(List.of(
        new InsertOneModel<>(of("{_id: 20, name: 'Split'}")),
        new UpdateOneModel<>(of("{_id: 20}"), of("{$set: {depth: 10}}")),
        new ReplaceOneModel<>(of("{_id: 21}"), of("{name: 'Bar'}"), new ReplaceOptions().upsert(true)),
        new DeleteManyModel<>(of("{_id: {$gte: 20}}"))));
    same(List.of(result.getInsertedCount(), result.getModifiedCount(), result.getUpserts().size(), result.getDeletedCount()), List.of(1, 1, 1, 2));
    var some = Arrays.asList(of("{_id: 30, name: 'a'}"), of("{_id: 30, name: 'b'}"), of("{_id: 31, name: 'c'}"));
    try {
      ports.insertMany(some, new InsertManyOptions().ordered(false));
      throw new AssertionError("a duplicate was inserted");
    } catch (MongoBulkWriteException error) {
      same(error.getWriteResult().getInsertedCount(), 2);
      same(error.getWriteErrors().stream().map(e -> List.of(e.getIndex(), e.getCode())).toList(), List.of(List.of(1, 11000)));
    }
    same(ports.deleteMany(of("{_id: {$gte: 30}}")).getDeletedCount(), 2L);
  }

  static void lists() {
    db.createView("deep", "ports", List.of(of("{$match: {depth: {$gt: 11}}}")));
    var found = db.listCollections().filter(of("{name: {$in: ['deep', 'ferries']}}")).map(c -> c.getString("name") + " " + c.getString("type"));
    same(found.into(new ArrayList<>()).stream().sorted().toList(), List.of("deep view", "ferries collection"));
    same(db.getCollection("deep").countDocuments(), 2L);
    exactly(ports.listIndexes(BsonDocument.class), "[{v: 2, key: {_id: 1}, name: '_id_'}, {v: 2, key: {name: 1}, name: 'name_1', unique: true}]");
    same(client.listDatabaseNames().into(new ArrayList<>()).contains("clients_java"), true);
  }

  static void explains() {
    BsonDocument explained = ports.find(of("{name: {$gte: 'Z'}}")).explain(BsonDocument.class);
    same(explained.getDocument("queryPlanner").getDocument("winningPlan").getDocument("inputStage").getString("stage").getValue(), "IXSCAN");
    same(explained.getDocument("executionStats").getInt32("totalDocsExamined").getValue(), 1);
  }

  static void storesFiles() {
    var bucket = GridFSBuckets.create(db);
    byte[] content = "tide ".repeat(120_000).getBytes();
    var read = new ByteArrayOutputStream();
    bucket.downloadToStream(bucket.uploadFromStream("tides.txt", new ByteArrayInputStream(content)), read);
    same(Arrays.equals(read.toByteArray(), content), true);
  }

  static void adds(ClientSession session, int id, int amount) {
    accounts.updateOne(session, Filters.eq(id), Updates.inc("balance", amount));
  }

  static void transacts() {
    accounts.insertMany(List.of(of("{_id: 1, balance: 50}"), of("{_id: 2, balance: 0}")));
    try (ClientSession session = set.startSession()) {
      session.withTransaction(() -> {
        adds(session, 1, -20);
        adds(session, 2, 20);
        exactly(accounts.find(), "[{_id: 1, balance: 50}, {_id: 2, balance: 0}]");
        exactly(accounts.find(session), "[{_id: 1, balance: 30}, {_id: 2, balance: 20}]");
        return null;
      });
      session.startTransaction();
      adds(session, 1, -30);
      session.abortTransaction();
    }
    exactly(accounts.find(), "[{_id: 1, balance: 30}, {_id: 2, balance: 20}]");
  }

  static void isToldOfAConflict() throws Exception {
    try (ClientSession first = set.startSession(); ClientSession second = set.startSession()) {
      first.startTransaction();
      second.startTransaction();
      adds(first, 1, 1);
      var error = fails(112, () -> adds(second, 1, 2));
      same(error.hasErrorLabel(MongoException.TRANSIENT_TRANSACTION_ERROR_LABEL), true);
      second.abortTransaction();
      first.commitTransaction();
    }
    exactly(accounts.find(Filters.eq(1)), "[{_id: 1, balance: 31}]");
  }

  static void watches() {
    var pipeline = List.of(of("{$match: {operationType: {$ne: 'replace'}}}"));
    BsonDocument token;
    try (var stream = accounts.watch(pipeline).cursor()) {
      accounts.insertOne(of("{_id: 3, balance: 1}"));
      accounts.replaceOne(Filters.eq(3), of("{balance: 2}"));
      accounts.updateOne(Filters.eq(3), Updates.set("balance", 3));
      accounts.deleteOne(Filters.eq(3));
      var event = stream.next();
      same(event.getOperationTypeString(), "insert");
      exactly(event.getFullDocument(), "{_id: 3, balance: 1}");
      token = event.getResumeToken();
    }
    try (var stream = accounts.watch(pipeline).resumeAfter(token).cursor()) {
      exactly(stream.next().getUpdateDescription().getUpdatedFields(), "{balance: 3}");
      exactly(stream.next().getDocumentKey(), "{_id: 3}");
      accounts.drop();
      same(List.of(stream.next().getOperationTypeString(), stream.next().getOperationTypeString()), List.of("drop", "invalidate"));
    }
    set.close();
  }

  static void dropsAndEnds() {
    ports.drop();
    db.drop();
    sent.clear();
    broken.clear();
    client.close();
    same(sent.contains("drop"), false);
    same(broken, List.of());
  }
}
