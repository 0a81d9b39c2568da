// The shell as a client of "modelbook db", typed into as people do: it connects
// with the server's warning and no error, and looks around.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [mongosh, uri] = process.argv.slice(2);
const home = mkdtempSync(join(tmpdir(), 'mongosh-'));
mkdirSync(join(home, '.mongodb', 'mongosh'), { recursive: true });
writeFileSync(join(home, '.mongodb', 'mongosh', 'config'), JSON.stringify({ enableTelemetry: false, disableGreetingMessage: true }));

// What is typed, and what must come before the next prompt.
const session = [
  ['show dbs', /^one-to-one-embedded +\d/m],
  ['use one-to-one-embedded', /switched to db one-to-one-embedded/],
  ['show collections', /^ferries$/m],
  ['db.ferries.find({ name: "Galeb" }, { issued: "$certificate.issued" })', /issued: ISODate\('2026-02-16T00:00:00.000Z'\)/],
  ['db.ferries.help()', /countDocuments +Returns the count of documents/],
  ['db.ferries.getIndexes()', /key: { name: 1 }.*unique: true/],
  ['db.ferries.stats().count', /^\d+$/m],
  ['db.getCollectionInfos()', /'?\$jsonSchema'?:/],
  ['db.ferries.find({ name: "Galeb" }).explain().queryPlanner.winningPlan', /EXPRESS_IXSCAN/],
  ['db.ferries.insertOne({ name: 7 })', /MongoServerError: Document failed validation/],
  ['db.ferries.insertOne({ name: 7 })', /Additional information: {\s+failingDocumentId/],
  ['db.ferries.mapReduce("", "", { out: "x" })', /NotImplemented/],
  ['db.numbers.insertMany(Array.from({ length: 45 }, (_, i) => ({ _id: i }))).acknowledged', /^true$/m],
  ['db.numbers.find()', /Type "it" for more/],
  ['it', /_id: 39 /],
  ['it', /_id: 44 /],
  ['db.runCommand({ fly: 1 })', /CommandNotFound/],
  ['db.numbers.drop()', /^true$/m],
];

const run = spawnSync(mongosh, ['--norc', uri], {
  input: session.map(([typed]) => `${typed}\n`).join(''),
  encoding: 'utf8',
  timeout: 300_000,
  env: { ...process.env, HOME: home, USERPROFILE: home, NO_COLOR: '1' },
});
rmSync(home, { recursive: true });

const [greeting, ...answers] = run.stdout.split(/^[\w-]+> /m);
let checks = 0;
let wrong = 0;
const check = (typed, answer = 'nothing', expected) => {
  checks++;
  if (expected(answer)) return;
  wrong++;
  console.log(`mongosh: ${typed}: ${answer.trimEnd()}`);
};
check('connecting', greeting, (text) => /startup warnings[^]*This is memdb/.test(text) && !/error:|telemetry/i.test(text) && /8\.2\.4/.test(text));
check('standard error', run.stderr, (text) => text === '');
check('its end', `${run.error ?? run.status}`, (text) => text === '0');
session.forEach(([typed, expected], i) => check(typed, answers[i], (text) => expected.test(text)));
console.log(`mongosh: ${checks} checks, ${wrong} failed`);
process.exitCode = wrong === 0 ? 0 : 1;
