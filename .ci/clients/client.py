"""PyMongo as a client of the servers at the URIs given, the second a replica
set: what an application does, and the errors that it must get."""

import datetime
import re
import sys

import gridfs
import pymongo
from bson import Binary, Decimal128, Int64, ObjectId, Timestamp, json_util
from pymongo import errors, monitoring

from checks import check, run_all


class Recorder(monitoring.CommandListener):
    """Keeps the names of the commands that were sent, and that failed."""

    def __init__(self):
        self.sent, self.failures = [], []

    def started(self, event):
        self.sent.append(event.command_name)

    def succeeded(self, event):
        pass

    def failed(self, event):
        self.failures.append(event.command_name)


recorder = Recorder()
client = pymongo.MongoClient(sys.argv[1], event_listeners=[recorder], serverSelectionTimeoutMS=60_000)
db = client["clients_python"]
ports, numbers = db["ports"], db["numbers"]
replica_set = pymongo.MongoClient(sys.argv[2], serverSelectionTimeoutMS=60_000)
accounts = replica_set["clients_python"]["accounts"]


def same(actual, expected):
    """Compares types too: 1 as an int is not 1 as a long."""
    actual, expected = (json_util.dumps(v, json_options=json_util.CANONICAL_JSON_OPTIONS) for v in (actual, expected))
    if actual != expected:
        raise AssertionError(f"got {actual}, want {expected}")


def fails(code, name, run):
    """Runs what must fail with a server's code, and gives the error's details."""
    try:
        run()
    except errors.OperationFailure as error:
        same([error.code, (error.details or {}).get("codeName")], [code, name])
        return error.details
    raise AssertionError(f"did not fail with {code}")


@check
def says_what_it_is():
    info = client.server_info()
    same([info["version"], info["memdb"]["notMongoDB"]], ["8.2.4", True])


@check
def inserts_and_finds():
    ports.insert_many([
        {"_id": 1, "name": "Varna", "berths": [{"no": 1, "free": True}, {"no": 2, "free": False}], "depth": 11},
        {"_id": 2, "name": "Burgas", "berths": [], "depth": 15},
        {"_id": 3, "name": "Ancona", "berths": [{"no": 1, "free": True}], "depth": 12},
        {"_id": 4, "name": "Pula", "berths": [], "depth": 9},
    ])
    found = ports.find({"depth": {"$gt": 9}}, {"name": 1, "_id": 0}).sort("depth", -1).skip(1).limit(1)
    same(list(found), [{"name": "Ancona"}])
    same(ports.find_one({"name": "Nowhere"}), None)


@check
def pages_through_a_cursor():
    numbers.insert_many({"_id": i} for i in range(250))
    recorder.sent.clear()
    same([d["_id"] for d in numbers.find(sort=[("_id", 1)], batch_size=20)], list(range(250)))
    same(recorder.sent, ["find"] + ["getMore"] * 12)


@check
def leaves_a_cursor_early():
    recorder.sent.clear()
    cursor = numbers.find(batch_size=5)
    cursor.next()
    number = cursor.cursor_id
    cursor.close()
    same(recorder.sent, ["find", "killCursors"])
    fails(43, "CursorNotFound", lambda: db.command("getMore", Int64(number), collection="numbers"))


@check
def updates_with_array_filters():
    result = ports.update_many({}, {"$set": {"berths.$[b].free": False}}, array_filters=[{"b.no": 1}])
    same([result.matched_count, result.modified_count], [4, 2])
    same(ports.update_one({"_id": 5}, {"$inc": {"depth": 8}}, upsert=True).upserted_id, 5)
    same(ports.delete_one({"_id": 5}).deleted_count, 1)


@check
def finds_one_and_updates():
    after = ports.find_one_and_update(
        {"name": "Pula"}, {"$inc": {"depth": 1}}, {"depth": 1}, return_document=pymongo.ReturnDocument.AFTER)
    same(after, {"_id": 4, "depth": 10})


@check
def aggregates():
    groups = ports.aggregate([
        {"$group": {"_id": {"$gt": ["$depth", 11]}, "ports": {"$sum": 1}, "deepest": {"$max": "$depth"}}},
        {"$sort": {"_id": 1}},
    ])
    same(list(groups), [{"_id": False, "ports": 2, "deepest": 11}, {"_id": True, "ports": 2, "deepest": 15}])
    same(ports.distinct("berths.no"), [1, 2])
    same([ports.count_documents({"depth": {"$lt": 12}}), ports.estimated_document_count()], [2, 4])


@check
def keeps_types():
    document = {
        "_id": ObjectId("65a000000000000000000001"), "int": 7, "long": Int64(7), "double": 7.0,
        "decimal": Decimal128("7.00"), "date": datetime.datetime(2026, 3, 1, 12, 0, 0, 123000), "none": None, "yes": True,
        "bytes": Binary(b"\x01\x02\x03"), "time": Timestamp(5, 6), "pattern": re.compile("^a", re.IGNORECASE),
    }
    types = db["types"]
    types.insert_one(document)
    same(types.find_one(), document)
    types.update_one({}, {"$inc": {"int": 2147483647, "double": 1, "decimal": 1}})
    same(types.find_one({}, {"_id": 0, "int": 1, "double": 1, "decimal": 1}),
         {"int": Int64(2147483654), "double": 8.0, "decimal": Decimal128("8.00")})
    sums = {"_id": 0, "plain": {"$add": ["$long", 1]}, "half": {"$divide": ["$long", 2]}, "type": {"$type": "$date"}}
    same(types.aggregate([{"$project": sums}]).next(), {"plain": Int64(8), "half": 3.5, "type": "date"})


@check
def refuses_a_duplicate():
    same(ports.create_index("name", unique=True), "name_1")
    shape = [{"name": 1}, {"name": "Pula"}]
    error = fails(11000, None, lambda: ports.insert_one({"name": "Pula"}))
    same([error["keyPattern"], error["keyValue"]], shape)
    same(error["errmsg"], 'E11000 duplicate key error collection: clients_python.ports index: name_1 dup key: { name: "Pula" }')
    error = fails(11000, "DuplicateKey", lambda: ports.find_one_and_update({"name": "Varna"}, {"$set": {"name": "Pula"}}))
    same([error["keyPattern"], error["keyValue"]], shape)


@check
def refuses_what_the_validator_refuses():
    ferries = db.create_collection("ferries", validator={"$jsonSchema": {"properties": {"name": {"bsonType": "string"}}}})
    error = fails(121, None, lambda: ferries.insert_one({"_id": 1, "name": 7}))
    same(error["errInfo"], {"failingDocumentId": 1, "details": {
        "operatorName": "$jsonSchema",
        "schemaRulesNotSatisfied": [{"operatorName": "properties", "propertiesNotSatisfied": [{"propertyName": "name", "details": [{
            "operatorName": "bsonType", "specifiedAs": {"bsonType": "string"}, "reason": "type did not match",
            "consideredValue": 7, "consideredType": "int"}]}]}]}})


@check
def gets_the_errors_of_a_server():
    fails(59, "CommandNotFound", lambda: db.command("fly"))
    fails(2, "BadValue", lambda: ports.find_one({"depth": {"$nearly": 1}}))
    fails(40, None, lambda: ports.update_one({}, {"$set": {"depth": 1}, "$inc": {"depth": 1}}))
    fails(40324, "Location40324", lambda: ports.aggregate([{"$fly": {}}]))
    fails(40573, "Location40573", ports.watch)


@check
def is_refused_by_name():
    fails(238, "NotImplemented", lambda: db.command("mapReduce", "ports", map="", reduce="", out="x"))
    fails(238, "NotImplemented", lambda: ports.find_one({"$where": "true"}))
    fails(238, "NotImplemented", lambda: ports.create_index([("name", "text")]))


@check
def uses_sessions():
    with client.start_session() as session:
        ports.insert_one({"_id": 9, "name": "Zadar", "depth": 6}, session=session)
        same(ports.find_one({"_id": 9}, session=session)["name"], "Zadar")
    with client.start_session() as session:
        session.start_transaction()
        fails(20, "IllegalOperation", lambda: ports.insert_one({"_id": 10}, session=session))
        session.abort_transaction()
    same(ports.count_documents({"_id": 10}), 0)


@check
def writes_in_bulk():
    result = ports.bulk_write([
        pymongo.InsertOne({"_id": 20, "name": "Split"}),
        pymongo.UpdateOne({"_id": 20}, {"$set": {"depth": 10}}),
        pymongo.ReplaceOne({"_id": 21}, {"name": "Bar"}, upsert=True),
        pymongo.DeleteMany({"_id": {"$gte": 20}}),
    ])
    same([result.inserted_count, result.modified_count, result.upserted_count, result.deleted_count], [1, 1, 1, 2])
    error = fails(65, None, lambda: ports.insert_many(
        [{"_id": 30, "name": "a"}, {"_id": 30, "name": "b"}, {"_id": 31, "name": "c"}], ordered=False))
    same([error["nInserted"], [(e["index"], e["code"]) for e in error["writeErrors"]]], [2, [(1, 11000)]])
    across = client.bulk_write([
        pymongo.InsertOne({"_id": 1}, namespace="clients_python.left"),
        pymongo.InsertOne({"_id": 1}, namespace="clients_python.right"),
        pymongo.DeleteMany({"_id": {"$gte": 30}}, namespace="clients_python.ports"),
    ])
    same([across.inserted_count, across.deleted_count], [2, 2])


@check
def writes_without_an_answer():
    silent = db.get_collection("silent", write_concern=pymongo.WriteConcern(w=0))
    same(silent.insert_one({"_id": 1}).acknowledged, False)


@check
def lists():
    db.create_collection("deep", viewOn="ports", pipeline=[{"$match": {"depth": {"$gt": 11}}}])
    found = sorted([c["name"], c["type"]] for c in db.list_collections(filter={"name": {"$in": ["deep", "ferries"]}}))
    same(found, [["deep", "view"], ["ferries", "collection"]])
    same(db["deep"].count_documents({}), 2)
    same([dict(i) for i in ports.list_indexes()],
         [{"v": 2, "key": {"_id": 1}, "name": "_id_"}, {"v": 2, "key": {"name": 1}, "name": "name_1", "unique": True}])
    same("clients_python" in client.list_database_names(), True)
    same(db.validate_collection("ports")["valid"], True)


@check
def explains():
    explained = ports.find({"name": {"$gte": "Z"}}).explain()
    same(explained["queryPlanner"]["winningPlan"]["inputStage"]["stage"], "IXSCAN")
    same([explained["executionStats"][k] for k in ("nReturned", "totalDocsExamined")], [1, 1])


@check
def stores_files():
    files, content = gridfs.GridFS(db), b"tide " * 120_000
    same(files.get(files.put(content)).read() == content, True)


def balances(session=None):
    return [account["balance"] for account in accounts.find(session=session).sort("_id")]


def move(session, amount):
    accounts.update_one({"_id": 1}, {"$inc": {"balance": -amount}}, session=session)
    accounts.update_one({"_id": 2}, {"$inc": {"balance": amount}}, session=session)


@check
def commits_a_transaction_and_aborts_one():
    accounts.insert_many([{"_id": 1, "balance": 50}, {"_id": 2, "balance": 0}])

    def callback(session):
        move(session, 20)
        same([balances(), balances(session)], [[50, 0], [30, 20]])

    with replica_set.start_session() as session:
        session.with_transaction(callback)
        session.start_transaction()
        move(session, 30)
        session.abort_transaction()
    same(balances(), [30, 20])


@check
def is_told_of_a_conflict():
    with replica_set.start_session() as first, replica_set.start_session() as second:
        first.start_transaction()
        second.start_transaction()
        accounts.update_one({"_id": 1}, {"$inc": {"balance": 1}}, session=first)
        try:
            accounts.update_one({"_id": 1}, {"$inc": {"balance": 2}}, session=second)
            raise AssertionError("there was no conflict")
        except errors.OperationFailure as error:
            same([error.code, error.has_error_label("TransientTransactionError")], [112, True])
        second.abort_transaction()
        first.commit_transaction()
    same(balances(), [31, 20])


@check
def watches():
    pipeline = [{"$match": {"operationType": {"$ne": "replace"}}}]
    with accounts.watch(pipeline) as stream:
        accounts.insert_one({"_id": 3, "balance": 1})
        accounts.replace_one({"_id": 3}, {"balance": 2})
        accounts.update_one({"_id": 3}, {"$set": {"balance": 3}})
        accounts.delete_one({"_id": 3})
        event = stream.next()
        same([event["operationType"], event["fullDocument"]], ["insert", {"_id": 3, "balance": 1}])
    with accounts.watch(pipeline, resume_after=event["_id"]) as stream:
        same(stream.next()["updateDescription"], {"updatedFields": {"balance": 3}, "removedFields": [], "truncatedArrays": []})
        same(stream.next()["documentKey"], {"_id": 3})
        accounts.drop()
        same([event["operationType"] for event in stream], ["drop", "invalidate"])
    replica_set.close()


@check
def drops_and_ends():
    ports.drop()
    client.drop_database(db)
    recorder.sent.clear()
    recorder.failures.clear()
    client.close()
    same([recorder.sent, recorder.failures], [["endSessions"], []])


run_all("python")
