// The official Node.js driver as a client of the servers at the URIs given, the
// second a replica set: what an application does, and the errors that it must get.
import assert from 'node:assert/strict';
import { GridFSBucket, MongoBulkWriteError, MongoClient, BSON } from 'mongodb';

const { Binary, Decimal128, Double, EJSON, Int32, Long, ObjectId, Timestamp } = BSON;
const client = new MongoClient(process.argv[2], { monitorCommands: true, serverSelectionTimeoutMS: 60_000 });
const db = client.db('clients_node');

const sent = [];
client.on('commandStarted', (event) => sent.push(event.commandName));
const failed = [];
client.on('commandFailed', (event) => failed.push(event.commandName));

let checks = 0;
let wrong = 0;
const check = async (name, run) => {
  checks++;
  sent.length = 0;
  try {
    await run();
  } catch (error) {
    wrong++;
    console.log(`node: ${name}: ${error.message}`);
  }
};

// exactly compares types too: 1 as an int is not 1 as a double.
const exactly = (actual, expected) => assert.equal(EJSON.stringify(actual, { relaxed: false }), expected);
const fails = (promise, expected) =>
  assert.rejects(promise, (error) => {
    for (const [key, value] of Object.entries(expected)) assert.deepEqual(error[key], value, `${key} of ${error}`);
    return true;
  });

const ports = db.collection('ports');
const numbers = db.collection('numbers');

await check('says what it is', async () => {
  const info = await db.admin().command({ buildInfo: 1 });
  assert.equal(info.version, '8.2.4');
  assert.equal(info.memdb.notMongoDB, true);
});

await check('inserts and finds', async () => {
  const { insertedCount } = await ports.insertMany([
    { _id: 1, name: 'Varna', berths: [{ no: 1, free: true }, { no: 2, free: false }], depth: 11 },
    { _id: 2, name: 'Burgas', berths: [], depth: 15 },
    { _id: 3, name: 'Ancona', berths: [{ no: 1, free: true }], depth: 12 },
    { _id: 4, name: 'Pula', berths: [], depth: 9 },
  ]);
  assert.equal(insertedCount, 4);
  const found = await ports.find({ depth: { $gt: 9 } }, { projection: { name: 1, _id: 0 } }).sort({ depth: -1 }).skip(1).limit(1).toArray();
  assert.deepEqual(found, [{ name: 'Ancona' }]);
  assert.equal(await ports.findOne({ name: 'Nowhere' }), null);
});

await check('pages through a cursor', async () => {
  await numbers.insertMany(Array.from({ length: 250 }, (_, i) => ({ _id: i })));
  sent.length = 0;
  let sum = 0;
  for await (const { _id } of numbers.find({}, { batchSize: 20, sort: { _id: 1 } })) sum += _id;
  assert.equal(sum, (249 * 250) / 2);
  assert.deepEqual(sent, ['find', ...Array(12).fill('getMore')]);
});

await check('leaves a cursor early', async () => {
  const cursor = numbers.find({}, { batchSize: 5 });
  await cursor.next();
  const { id } = cursor;
  await cursor.close();
  assert.deepEqual(sent, ['find', 'killCursors']);
  await fails(db.command({ getMore: id, collection: 'numbers' }), { code: 43, codeName: 'CursorNotFound' });
});

await check('updates with array filters', async () => {
  const result = await ports.updateMany({}, { $set: { 'berths.$[b].free': false } }, { arrayFilters: [{ 'b.no': 1 }] });
  assert.deepEqual([result.matchedCount, result.modifiedCount, result.upsertedCount], [4, 2, 0]);
  const upserted = await ports.updateOne({ _id: 5 }, { $inc: { depth: 8 } }, { upsert: true });
  assert.equal(upserted.upsertedId, 5);
  await ports.deleteOne({ _id: 5 });
});

await check('finds one and updates', async () => {
  const after = await ports.findOneAndUpdate({ name: 'Pula' }, { $inc: { depth: 1 } }, { returnDocument: 'after', projection: { depth: 1 } });
  assert.deepEqual(after, { _id: 4, depth: 10 });
});

await check('aggregates', async () => {
  const groups = await ports.aggregate([
    { $group: { _id: { $gt: ['$depth', 11] }, ports: { $sum: 1 }, deepest: { $max: '$depth' } } },
    { $sort: { _id: 1 } },
  ]).toArray();
  assert.deepEqual(groups, [{ _id: false, ports: 2, deepest: 11 }, { _id: true, ports: 2, deepest: 15 }]);
  assert.deepEqual(await ports.distinct('berths.no'), [1, 2]);
  assert.equal(await ports.countDocuments({ depth: { $lt: 12 } }), 2);
  assert.equal(await ports.estimatedDocumentCount(), 4);
});

await check('keeps types', async () => {
  const types = db.collection('types', { promoteValues: false });
  const document = {
    _id: new ObjectId('65a000000000000000000001'), int: new Int32(7), long: Long.fromString('7'), double: new Double(7),
    decimal: Decimal128.fromString('7.00'), date: new Date('2026-03-01T12:00:00.123Z'), none: null, yes: true,
    bytes: new Binary(Buffer.from([1, 2, 3])), time: new Timestamp({ t: 5, i: 6 }), pattern: /^a/i,
  };
  await types.insertOne(document);
  exactly(await types.findOne(), EJSON.stringify(document, { relaxed: false }));
  await types.updateOne({}, { $inc: { int: new Int32(2147483647), double: new Int32(1), decimal: new Int32(1) } });
  exactly(
    await types.findOne({}, { projection: { _id: 0, int: 1, double: 1, decimal: 1 } }),
    '{"int":{"$numberLong":"2147483654"},"double":{"$numberDouble":"8.0"},"decimal":{"$numberDecimal":"8.00"}}',
  );
  const sums = { _id: 0, plain: { $add: ['$long', new Int32(1)] }, half: { $divide: ['$long', new Int32(2)] }, type: { $type: '$date' } };
  exactly(
    (await types.aggregate([{ $project: sums }], { promoteValues: false }).toArray())[0],
    '{"plain":{"$numberLong":"8"},"half":{"$numberDouble":"3.5"},"type":"date"}',
  );
});

await check('refuses a duplicate', async () => {
  assert.equal(await ports.createIndex({ name: 1 }, { unique: true }), 'name_1');
  const duplicate = { code: 11000, keyPattern: { name: 1 }, keyValue: { name: 'Pula' } };
  await assert.rejects(ports.insertOne({ name: 'Pula' }), (error) => {
    const { code, keyPattern, keyValue, errmsg } = error.errorResponse;
    assert.deepEqual({ code, keyPattern, keyValue }, duplicate);
    assert.equal(errmsg, 'E11000 duplicate key error collection: clients_node.ports index: name_1 dup key: { name: "Pula" }');
    return true;
  });
  await fails(ports.findOneAndUpdate({ name: 'Varna' }, { $set: { name: 'Pula' } }), { ...duplicate, codeName: 'DuplicateKey' });
});

await check('refuses what the validator refuses', async () => {
  await db.createCollection('ferries', { validator: { $jsonSchema: { required: ['name'], properties: { name: { bsonType: 'string' } } } } });
  await assert.rejects(db.collection('ferries').insertOne({ _id: 1, name: 7 }), (error) => {
    assert.equal(error.code, 121);
    assert.deepEqual(error.errInfo, {
      failingDocumentId: 1,
      details: {
        operatorName: '$jsonSchema',
        schemaRulesNotSatisfied: [{
          operatorName: 'properties',
          propertiesNotSatisfied: [{
            propertyName: 'name',
            details: [{ operatorName: 'bsonType', specifiedAs: { bsonType: 'string' }, reason: 'type did not match', consideredValue: 7, consideredType: 'int' }],
          }],
        }],
      },
    });
    return true;
  });
});

await check('gets the errors of a server', async () => {
  await fails(db.command({ fly: 1 }), { code: 59, codeName: 'CommandNotFound' });
  await fails(ports.find({ depth: { $nearly: 1 } }).toArray(), { code: 2, codeName: 'BadValue' });
  await fails(ports.find({ $nothing: 1 }).toArray(), { code: 2, codeName: 'BadValue' });
  await fails(ports.updateOne({}, { $set: { depth: 1 }, $inc: { depth: 1 } }), { code: 40 });
  await fails(ports.aggregate([{ $fly: {} }]).toArray(), { code: 40324 });
  await fails(ports.watch().next(), { code: 40573 });
});

await check('is refused by name', async () => {
  for (const refused of [
    () => db.command({ mapReduce: 'ports', map: '', reduce: '', out: 'x' }),
    () => ports.find({ $where: 'true' }).toArray(),
    () => ports.createIndex({ name: 'text' }),
  ]) {
    await fails(refused(), { code: 238, codeName: 'NotImplemented' });
  }
});

await check('uses sessions', async () => {
  const causal = await client.withSession(async (session) => {
    await ports.insertOne({ _id: 9, name: 'Zadar', depth: 6 }, { session });
    return ports.findOne({ _id: 9 }, { session });
  });
  assert.equal(causal.name, 'Zadar');
  await client.withSession(async (session) => {
    session.startTransaction();
    // The driver puts words of its own before the server's error.
    await assert.rejects(ports.insertOne({ _id: 10 }, { session }), ({ originalError }) => {
      assert.deepEqual([originalError.code, originalError.codeName], [20, 'IllegalOperation']);
      return true;
    });
    await session.abortTransaction();
  });
  assert.equal(await ports.countDocuments({ _id: 10 }), 0);
});

await check('writes in bulk', async () => {
  const result = await ports.bulkWrite([
    { insertOne: { document: { _id: 20, name: 'Split' } } },
    { updateOne: { filter: { _id: 20 }, update: { $set: { depth: 10 } } } },
    { replaceOne: { filter: { _id: 21 }, replacement: { name: 'Bar' }, upsert: true } },
    { deleteMany: { filter: { _id: { $gte: 20 } } } },
  ]);
  assert.deepEqual([result.insertedCount, result.modifiedCount, result.upsertedCount, result.deletedCount], [1, 1, 1, 2]);
  const some = ports.insertMany([{ _id: 30, name: 'a' }, { _id: 30, name: 'b' }, { _id: 31, name: 'c' }], { ordered: false });
  await assert.rejects(some, (error) => {
    assert.ok(error instanceof MongoBulkWriteError);
    assert.equal(error.insertedCount, 2);
    assert.deepEqual(error.writeErrors.map(({ index, code }) => [index, code]), [[1, 11000]]);
    return true;
  });
  const across = await client.bulkWrite([
    { name: 'insertOne', namespace: 'clients_node.left', document: { _id: 1 } },
    { name: 'insertOne', namespace: 'clients_node.right', document: { _id: 1 } },
    { name: 'deleteMany', namespace: 'clients_node.ports', filter: { _id: { $gte: 30 } } },
  ]);
  assert.deepEqual([across.insertedCount, across.deletedCount], [2, 2]);
});

await check('writes without an answer', async () => {
  const silent = db.collection('silent', { writeConcern: { w: 0 } });
  const { acknowledged } = await silent.insertOne({ _id: 1 });
  assert.equal(acknowledged, false);
});

await check('lists', async () => {
  await db.createCollection('deep', { viewOn: 'ports', pipeline: [{ $match: { depth: { $gt: 11 } } }] });
  const collections = (await db.listCollections({ name: { $in: ['deep', 'ferries'] } }).toArray()).map(({ name, type }) => [name, type]);
  assert.deepEqual(collections.sort(), [['deep', 'view'], ['ferries', 'collection']]);
  assert.equal(await db.collection('deep').countDocuments(), 2);
  assert.deepEqual(await ports.indexes(), [{ v: 2, key: { _id: 1 }, name: '_id_' }, { v: 2, key: { name: 1 }, name: 'name_1', unique: true }]);
  const { databases } = await db.admin().listDatabases({ nameOnly: true });
  assert.ok(databases.some(({ name }) => name === 'clients_node'));
});

await check('explains', async () => {
  const { executionStats, queryPlanner } = await ports.find({ name: { $gte: 'Z' } }).explain('executionStats');
  assert.equal(queryPlanner.winningPlan.inputStage.stage, 'IXSCAN');
  assert.deepEqual([executionStats.nReturned, executionStats.totalDocsExamined], [1, 1]);
});

await check('stores files', async () => {
  const bucket = new GridFSBucket(db);
  const content = Buffer.alloc(600_000, 'tide ');
  const upload = bucket.openUploadStream('tides.txt');
  await new Promise((done, broken) => upload.on('finish', done).on('error', broken).end(content));
  const parts = [];
  for await (const part of bucket.openDownloadStream(upload.id)) parts.push(part);
  assert.ok(Buffer.concat(parts).equals(content));
});

const set = new MongoClient(process.argv[3], { serverSelectionTimeoutMS: 60_000 });
const accounts = set.db('clients_node').collection('accounts');
const balances = async (session) => (await accounts.find({}, { session, sort: { _id: 1 } }).toArray()).map(({ balance }) => balance);
const move = async (session, amount) => {
  await accounts.updateOne({ _id: 1 }, { $inc: { balance: -amount } }, { session });
  await accounts.updateOne({ _id: 2 }, { $inc: { balance: amount } }, { session });
};

await check('commits a transaction and aborts one', async () => {
  await accounts.insertMany([{ _id: 1, balance: 50 }, { _id: 2, balance: 0 }]);
  await set.withSession((session) => session.withTransaction(async () => {
    await move(session, 20);
    assert.deepEqual([await balances(), await balances(session)], [[50, 0], [30, 20]]);
  }));
  await set.withSession(async (session) => {
    session.startTransaction();
    await move(session, 30);
    await session.abortTransaction();
  });
  assert.deepEqual(await balances(), [30, 20]);
});

await check('is told of a conflict', async () => {
  const [first, second] = [set.startSession(), set.startSession()];
  first.startTransaction();
  second.startTransaction();
  await accounts.updateOne({ _id: 1 }, { $inc: { balance: 1 } }, { session: first });
  await assert.rejects(accounts.updateOne({ _id: 1 }, { $inc: { balance: 2 } }, { session: second }), (error) => {
    assert.deepEqual([error.code, error.codeName, error.hasErrorLabel('TransientTransactionError')], [112, 'WriteConflict', true]);
    return true;
  });
  await second.abortTransaction();
  await first.commitTransaction();
  await Promise.all([first.endSession(), second.endSession()]);
  assert.deepEqual(await balances(), [31, 20]);
});

await check('watches', async () => {
  const stream = accounts.watch([{ $match: { operationType: { $ne: 'replace' } } }], { fullDocument: 'updateLookup' });
  assert.equal(await stream.tryNext(), null); // which opens it
  await accounts.insertOne({ _id: 3, balance: 1 });
  await accounts.replaceOne({ _id: 3 }, { balance: 2 });
  await accounts.updateOne({ _id: 3 }, { $set: { balance: 3 } });
  await accounts.deleteOne({ _id: 3 });
  const { _id: token, operationType, fullDocument } = await stream.next();
  assert.deepEqual([operationType, fullDocument], ['insert', { _id: 3, balance: 1 }]);
  await stream.close();
  const resumed = accounts.watch([{ $match: { operationType: { $ne: 'replace' } } }], { resumeAfter: token });
  const { updateDescription } = await resumed.next();
  assert.deepEqual(updateDescription, { updatedFields: { balance: 3 }, removedFields: [], truncatedArrays: [] });
  assert.deepEqual((await resumed.next()).documentKey, { _id: 3 });
  await accounts.drop();
  assert.deepEqual([(await resumed.next()).operationType, (await resumed.next()).operationType], ['drop', 'invalidate']);
  await resumed.close();
  await set.close();
});

await check('drops and ends', async () => {
  assert.equal(await ports.drop(), true);
  assert.equal(await db.dropDatabase(), true);
  failed.length = 0;
  sent.length = 0;
  await client.close();
  assert.deepEqual(sent, ['endSessions']);
  assert.deepEqual(failed, []);
});

console.log(`node: ${checks} checks, ${wrong} failed`);
process.exitCode = wrong === 0 ? 0 : 1;
