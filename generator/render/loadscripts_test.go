package render

// inMongosh loads a script and reads its output while it runs: one value for each step
// that prints.
const inMongosh = `
const told = print;
const isError = (value) => Object.prototype.toString.call(value) === '[object Error]';
const load_script = (script, file, steps) => {
  let next = 0;
  globalThis.print = (value) => {
    globalThis.print = told;
    const [id, name] = steps[next] ?? [script, 'prints too much'];
    try {
      printed(id, isError(value) ? { error: value.code ?? value.originalError?.code ?? value.message } : shape(name, value));
      next++;
    } finally { // a cursor fails when it is read, and the script prints the error
      globalThis.print = taking;
    }
  };
  const taking = globalThis.print;
  globalThis.printjson = taking;
  console.warn = () => {}; // which the shell prints
  let problem = null;
  try { load(file); } catch (e) { problem = e.message; }
  globalThis.print = told;
  if (problem !== null) printed(script, problem);
};
`

// imports are the names that the shell has by itself.
const imports = `
import { readFileSync } from 'node:fs';
import { BSON, Collection, MongoServerError } from 'mongodb';
const { EJSON } = BSON;
// Values keep their types, but codes of errors and counts are numbers, as they always are.
let thrown = null;
const { countDocuments } = Collection.prototype;
Collection.prototype.countDocuments = async function (...given) {
  return Number(await countDocuments.apply(this, given));
};
Object.defineProperty(MongoServerError.prototype, 'code', {
  set(code) {
    Object.defineProperty(this, 'code', { value: Number(code), enumerable: true, writable: true });
    thrown = this;
  },
});
for (const write of ['updateOne', 'updateMany', 'replaceOne', 'deleteOne', 'deleteMany']) {
  const { [write]: sent } = Collection.prototype;
  Collection.prototype[write] = async function (...given) {
    const result = await sent.apply(this, given);
    for (const key of Object.keys(result)) if (key.endsWith('Count')) result[key] = Number(result[key]);
    return result;
  };
}
// The driver's counts of a bulk write are plain numbers.
const { bulkWrite } = Collection.prototype;
Collection.prototype.bulkWrite = function (requests, options) {
  return bulkWrite.call(this, requests, { ...options, promoteValues: true });
};
const print = (text) => process.stdout.write(text + '\n');
`

// inNode does the same with a module, which prints the messages of errors. The
// driver has no bigint for a number that keeps its type.
const inNode = `
const uri = process.env.MONGODB_URI;
const load_script = async (script, file, steps) => {
  let next = 0;
  const { log, dir } = console;
  console.log = console.dir = (value) => {
    const [id, name] = steps[next++] ?? [script, 'prints too much'];
    const failed = typeof value === 'string' && value === thrown?.message;
    printed(id, failed ? { error: thrown.code } : shape(name, value));
  };
  process.env.MONGODB_URI = /useBigInt64/.test(readFileSync(file, 'utf8')) ? uri.replace('&promoteValues=false', '') : uri;
  try { await import(file); } catch (e) { printed(script, e.stack); }
  Object.assign(console, { log, dir });
};
`

// inPython does the same with PyMongo's results.
const inPython = `
import pprint, sys, traceback
from bson import json_util
from pymongo import InsertOne
from pymongo.collection import Collection
from pymongo.errors import PyMongoError

# PyMongo's result of a bulk write does not have the ids; its requests do.
inserted = {}
bulk_write = Collection.bulk_write
def noting(self, requests, **options):
    result = bulk_write(self, requests, **options)
    inserted[id(result)] = {str(i): q._doc["_id"] for i, q in enumerate(requests) if isinstance(q, InsertOne)}
    return result
Collection.bulk_write = noting

def printed(id, value):
    text = json_util.dumps({"id": id, "value": value}, json_options=json_util.CANONICAL_JSON_OPTIONS)
    sys.stdout.write("@" + text.replace("\n", " ") + "\n")

def shape(name, r):
    if name.endswith("Transaction") or name in ("createCollection", "createView", "drop", "dropIndex", "rename"):
        return None
    if name == "explain":
        return None if "queryPlanner" in r or "stages" in r else {"explained": r}
    if name == "insertOne":
        return {"insertedId": r.inserted_id}
    if name == "insertMany":
        return {"insertedIds": {str(i): id for i, id in enumerate(r.inserted_ids)}}
    if name.startswith("delete"):
        return {"deletedCount": r.deleted_count}
    if name == "runCommand":
        return {key: value for key, value in r.items() if key not in ("$clusterTime", "operationTime")}
    if name == "bulkWrite":
        counts = {"insertedCount": r.inserted_count, "matchedCount": r.matched_count, "modifiedCount": r.modified_count}
        counts |= {"deletedCount": r.deleted_count, "upsertedCount": r.upserted_count}
        counts |= {"insertedIds": inserted[id(r)]} if inserted[id(r)] else {}
        return counts | ({"upsertedIds": {str(i): id for i, id in r.upserted_ids.items()}} if r.upserted_ids else {})
    if name.startswith("update") or name == "replaceOne":
        upserted = r.upserted_id is not None
        counts = {"matchedCount": r.matched_count, "modifiedCount": r.modified_count, "upsertedCount": int(upserted)}
        return counts | ({"upsertedId": r.upserted_id} if upserted else {})
    return r

# A script prints of a result what it reads of it.
writes = ("insertOne", "insertMany", "updateOne", "updateMany", "replaceOne", "deleteOne", "deleteMany", "bulkWrite")

taken = []  # results of writes whose parts were printed

def written(variables):
    results = (v for v in variables.values() if type(v).__module__ == "pymongo.results")
    taken.append(next(v for v in results if not any(v is t for t in taken)))
    return taken[-1]

def load_script(script, file, steps):
    rest = iter(steps)
    scope = {}
    def taking(*values, **_):
        id, name = next(rest, (script, "prints too much"))
        value = values[0]
        if isinstance(value, PyMongoError):
            printed(id, {"error": value.code})
        else:
            printed(id, shape(name, written(sys._getframe(1).f_locals) if name in writes else value))
    scope["print"] = pprint.pp = taking
    try:
        exec(compile(open(file).read(), file, "exec"), scope)
    except Exception:
        printed(script, traceback.format_exc())

`
