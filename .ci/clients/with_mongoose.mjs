// Mongoose as a client of the replica set at the URI given: what an application
// does with its models, and the errors that it must get.
import assert from 'node:assert/strict';
import mongoose from 'mongoose';

let checks = 0;
let wrong = 0;
const check = async (name, run) => {
  checks++;
  try {
    await run();
  } catch (error) {
    wrong++;
    console.log(`mongoose: ${name}: ${error.message}`);
  }
};
const plain = (documents) => JSON.parse(JSON.stringify(documents));

await mongoose.connect(process.argv[2], { dbName: 'clients_mongoose', serverSelectionTimeoutMS: 60_000, autoIndex: false });

const Port = mongoose.model('Port', new mongoose.Schema({
  _id: String,
  depth: { type: Number, min: 0 },
  berths: [{ _id: false, no: Number, free: Boolean }],
  flags: { type: Map, of: String },
}).index({ depth: -1 }));
const Ship = mongoose.model('Ship', new mongoose.Schema({
  name: { type: String, required: true, unique: true },
  home: { type: String, ref: 'Port' },
  draught: mongoose.Schema.Types.Decimal128,
  tons: BigInt,
}, { timestamps: true, optimisticConcurrency: true }));
const Ferry = Ship.discriminator('Ferry', new mongoose.Schema({ cars: Number }));

await check('creates collections and indexes', async () => {
  await Promise.all([Port.createCollection(), Ship.createCollection()]);
  await Promise.all([Port.syncIndexes(), Ship.syncIndexes()]);
  assert.deepEqual((await Port.listIndexes()).map(({ key }) => key), [{ _id: 1 }, { depth: -1 }]);
  assert.deepEqual((await Ship.listIndexes()).map(({ name, unique }) => [name, unique]), [['_id_', undefined], ['name_1', true]]);
  assert.deepEqual(await Ship.diffIndexes(), { toDrop: [], toCreate: [] });
});

await check('creates, changes and deletes documents', async () => {
  await Port.create([
    { _id: 'Varna', depth: 11, berths: [{ no: 1, free: true }], flags: { blue: 'yes' } },
    { _id: 'Pula', depth: 9 },
    { _id: 'Bar', depth: 7 },
  ]);
  const port = await Port.findById('Varna');
  port.berths.push({ no: 2, free: true });
  port.berths[0].free = false;
  port.flags.set('green', 'no');
  await port.save();
  assert.deepEqual(plain(await Port.findById('Varna').lean()), {
    _id: 'Varna', depth: 11, berths: [{ no: 1, free: false }, { no: 2, free: true }], flags: { blue: 'yes', green: 'no' }, __v: 1,
  });
  const { modifiedCount } = await Port.updateMany({ depth: { $lt: 10 } }, { $inc: { depth: 1 } });
  assert.equal(modifiedCount, 2);
  assert.equal((await Port.findOneAndUpdate({ _id: 'Zadar' }, { depth: 6 }, { upsert: true, returnDocument: 'after' })).depth, 6);
  assert.equal((await Port.deleteOne({ _id: 'Bar' })).deletedCount, 1);
  assert.deepEqual((await Port.find({ depth: { $gte: 6 } }).sort('-depth').select('_id').lean()).map(({ _id }) => _id), ['Varna', 'Pula', 'Zadar']);
  assert.deepEqual([await Port.countDocuments(), await Port.distinct('berths.no'), await Port.exists({ _id: 'Bar' })], [3, [1, 2], null]);
});

await check('populates, and finds by a discriminator', async () => {
  await Ferry.create({ name: 'Galeb', home: 'Pula', cars: 40, draught: '3.20', tons: 9007199254740993n });
  await Ship.create({ name: 'Stella', home: 'Varna' });
  const galeb = await Ship.findOne({ name: 'Galeb' }).populate('home');
  assert.ok(galeb instanceof Ferry && galeb.createdAt instanceof Date);
  assert.deepEqual([galeb.home.depth, galeb.draught.toString(), galeb.tons], [10, '3.20', 9007199254740993n]);
  assert.equal(await Ferry.countDocuments(), 1);
});

await check('reads through a cursor', async () => {
  const names = [];
  for await (const ship of Ship.find().sort('name').batchSize(1).cursor()) names.push(ship.name);
  assert.deepEqual(names, ['Galeb', 'Stella']);
});

await check('aggregates', async () => {
  const found = await Ship.aggregate()
    .lookup({ from: 'ports', localField: 'home', foreignField: '_id', as: 'port' }).unwind('port')
    .group({ _id: '$port.depth', ships: { $push: '$name' } }).sort({ _id: 1 });
  assert.deepEqual(found, [{ _id: 10, ships: ['Galeb'] }, { _id: 11, ships: ['Stella'] }]);
});

await check('gets the errors of a server', async () => {
  await assert.rejects(Ship.create({ name: 'Galeb' }), { code: 11000, keyValue: { name: 'Galeb' } });
  await assert.rejects(Port.create({ _id: 'Deep', depth: -1 }), mongoose.Error.ValidationError);
  const [one, other] = [await Ship.findOne({ name: 'Stella' }), await Ship.findOne({ name: 'Stella' })];
  one.home = 'Pula';
  await one.save();
  other.home = 'Zadar';
  await assert.rejects(other.save(), mongoose.Error.VersionError);
  await assert.rejects(Port.find({ $where: 'true' }), { code: 238, codeName: 'NotImplemented' });
});

await check('writes in bulk', async () => {
  const result = await Port.bulkWrite([
    { insertOne: { document: { _id: 'Split', depth: 10 } } },
    { updateOne: { filter: { _id: 'Split' }, update: { $push: { berths: { no: 1, free: true } } } } },
    { updateOne: { filter: { _id: 'Kotor' }, update: { depth: 8 }, upsert: true } },
    { deleteMany: { filter: { _id: { $in: ['Split', 'Kotor'] } } } },
  ]);
  assert.deepEqual([result.insertedCount, result.modifiedCount, result.upsertedCount, result.deletedCount], [1, 1, 1, 2]);
  await assert.rejects(Port.insertMany([{ _id: 'Varna' }, { _id: 'Ancona' }], { ordered: false }), ({ insertedDocs, writeErrors }) => {
    assert.deepEqual([insertedDocs.map(({ _id }) => _id), writeErrors.map((error) => error.err.code)], [['Ancona'], [11000]]);
    return true;
  });
});

await check('commits a transaction and aborts one', async () => {
  const stella = await Ship.findOne({ name: 'Stella' });
  await mongoose.connection.transaction(async (session) => {
    stella.home = 'Ancona';
    await stella.save({ session });
    await Port.deleteOne({ _id: 'Zadar' }, { session });
    assert.equal(await Port.countDocuments({ _id: 'Zadar' }), 1);
  });
  assert.equal(await Port.countDocuments({ _id: 'Zadar' }), 0);
  const aborted = mongoose.connection.transaction(async (session) => {
    await Port.create([{ _id: 'Zadar' }], { session });
    throw new Error('not that');
  });
  await assert.rejects(aborted, /not that/);
  assert.deepEqual([await Port.exists({ _id: 'Zadar' }), (await Ship.findOne({ name: 'Stella' })).home], [null, 'Ancona']);
});

await check('watches', async () => {
  const stream = Port.watch([], { fullDocument: 'updateLookup', hydrate: true });
  const next = new Promise((done, failed) => stream.once('change', done).once('error', failed));
  await Promise.race([new Promise((done) => stream.once('ready', done)), next]);
  await Port.updateOne({ _id: 'Pula' }, { $set: { 'berths.0': { no: 5, free: false } } });
  const { operationType, fullDocument } = await next;
  await stream.close();
  assert.equal(operationType, 'update');
  assert.ok(fullDocument instanceof Port);
  assert.deepEqual(plain(fullDocument.berths), [{ no: 5, free: false }]);
});

await check('stores files', async () => {
  const bucket = new mongoose.mongo.GridFSBucket(mongoose.connection.db, { bucketName: 'charts' });
  const content = Buffer.alloc(600_000, 'tide ');
  const upload = bucket.openUploadStream('tides.txt', { metadata: { year: 2026 } });
  await new Promise((done, failed) => upload.on('finish', done).on('error', failed).end(content));
  const parts = [];
  for await (const part of bucket.openDownloadStreamByName('tides.txt')) parts.push(part);
  assert.ok(Buffer.concat(parts).equals(content));
  await bucket.delete(upload.id);
  assert.deepEqual(await bucket.find().toArray(), []);
});

await check('drops and ends', async () => {
  await mongoose.connection.dropDatabase();
  await mongoose.disconnect();
});

console.log(`mongoose: ${checks} checks, ${wrong} failed`);
process.exitCode = wrong === 0 ? 0 : 1;
