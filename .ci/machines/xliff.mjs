// Holds XLIFF files to the strict schema of OASIS, and sees that among them are
// translations of each kind. Usage: node xliff.mjs <folder> <folder of schemas>
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { validateXML } from 'xmllint-wasm';

const [folder = '', schemas = ''] = process.argv.slice(2);
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.xlf'));
const contents = files.map((name) => readFileSync(join(folder, name), 'utf8'));
// The schema imports that of xml:space from the web, which nothing is read from here.
const schema = readFileSync(join(schemas, 'xliff-core-1.2-strict.xsd'), 'utf8').replace('http://www.w3.org/2001/xml.xsd', 'xml.xsd');
const { errors } = await validateXML({
  xml: files.map((fileName, i) => ({ fileName: fileName.replaceAll('/', '_'), contents: contents[i] ?? '' })),
  schema: [schema],
  preload: [{ fileName: 'xml.xsd', contents: readFileSync(join(schemas, 'xml.xsd'), 'utf8') }],
});
const problems = errors.map((error) => error.rawMessage);
for (const part of ['approved="yes"', 'state="needs-review-translation"', '<note from="previous">', '<note from="lint">', '<source>']) {
  if (!contents.some((content) => content.includes(part))) problems.push(`no file has ${part}`);
}
for (const problem of problems) console.error(problem);
console.log(`${files.length} XLIFF files: ${problems.length === 0 ? 'ok' : `${problems.length} problems`}`);
process.exitCode = problems.length === 0 ? 0 : 1;
