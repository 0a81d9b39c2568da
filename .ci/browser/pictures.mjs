// Takes the pictures that the README shows: a guide, and what its writer sees of a
// number that was not measured.
//
//     node .ci/browser/pictures.mjs <site/public> <the modelbook program> <repository>
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { addressOf, launch, siteFolder } from './site.mjs';

const folder = siteFolder();
const [program, repository] = process.argv.slice(3);
if (!program || !repository) {
  console.error('usage: node pictures.mjs <site/public> <program> <repository>');
  process.exit(2);
}
/** @param {string} name */
const picture = (name) => new URL(`../../.github/${name}.png`, import.meta.url).pathname;

const browser = await launch();
const page = await browser.newPage({ viewport: { width: 1280, height: 960 }, reducedMotion: 'reduce' });
await page.goto(`${addressOf(folder, 'en/one-to-squillions.html')}#in-short`);
await page.screenshot({ path: picture('guide') });

// A copy of the handbook, in which two digits of one number change places.
const source = mkdtempSync(join(tmpdir(), 'modelbook-pictures-'));
for (const part of ['content', 'examples']) cpSync(join(repository, part), join(source, part), { recursive: true });
const guide = join(source, 'content/en/one-to-squillions.md');
const server = spawn(program, ['serve', '--port', '0', '--source', source], { stdio: ['ignore', 'pipe', 'inherit'] });
try {
  const line = await new Promise((found) => createInterface({ input: server.stdout }).once('line', found));
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto(`${String(line).split(' ')[0]}en/one-to-squillions.html#in-short`, { timeout: 120_000 });
  writeFileSync(guide, readFileSync(guide, 'utf8').replace('[35,953 bytes]', '[35,593 bytes]'));
  await page.locator('#modelbook-wrong').waitFor({ timeout: 120_000 });
  await page.screenshot({ path: picture('refused') });
} finally {
  await browser.close();
  server.kill('SIGINT');
  await new Promise((ended) => server.once('exit', ended));
  rmSync(source, { recursive: true });
}
