// Holds the script that weighs along to the generator, which wrote the same figure: its
// texts in every language, its numbers, the lengths of its bars. Usage: node
// weigh-vectors.mjs <built site>, for all pages with a weighing; or with vectors as
// lines of JSON at the standard input, as a test of generator/build writes them.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { createContext, runInContext } from 'node:vm';
import { pagesOf, report } from './site.mjs';

/**
 * A page's weighing, a reader's own figures, the weighing that the generator writes for
 * them, and what it computed, infinity as null.
 * @typedef {{ lang: string, page: string, own: Record<string, number>, want: string, computed?: { day: number[], peak: number[], outcome: string, best: number, alike: number[], tips: [number, number, number][], flips: [number, number, number | null, number][][] } }} Vector
 */

const scripts = new URL('../../site/scripts/', import.meta.url);
const context = createContext({});
runInContext(readdirSync(scripts).filter((name) => /^(sketch\.js|weigh-[12]-)/.test(name)).sort().map((name) => readFileSync(new URL(name, scripts), 'utf8')).join('\n'), context);
const { readWeighing, weighingWith, verdictOf, flipsOf, flipsOfSize, dayOf, peakOf, verdictIn, flipsIn, tableOf, waitsOf, duration, shortNumber, bytes, say, spaceOf, perDay, withCache, dayWith } =
  runInContext('({ readWeighing, weighingWith, verdictOf, flipsOf, flipsOfSize, dayOf, peakOf, verdictIn, flipsIn, tableOf, waitsOf, duration, shortNumber, bytes, say, spaceOf, perDay, withCache, dayWith })', context);
const outcomes = ['indifferent', 'clear', 'close'];

/** @type {string[]} */
const problems = [];
const folder = process.argv[2];
let checked = 0;
if (folder) for (const vector of pagesOf(folder).flatMap(weighingOn)) check(vector);
else for await (const line of createInterface(process.stdin)) check(JSON.parse(line));
report(`weigh-vectors: ${checked} weighings`, problems.slice(0, 20));

/**
 * @param {string} name
 * @returns {Vector[]}
 */
function weighingOn(name) {
  const html = readFileSync(join(String(folder), name), 'utf8');
  const [figure] = /<div class="weighing"[^]*?<ul class="flips">[^]*?<\/details><\/div>/.exec(html) ?? [];
  const lang = /<article[^>]* lang="([^"]+)"/.exec(html)?.[1] ?? /<html lang="([^"]+)"/.exec(html)?.[1] ?? '';
  return figure ? [{ lang, page: String(figure.split('<tbody>')[0]), own: {}, want: figure }] : [];
}

/** @param {Vector} vector */
function check({ lang, page, own, want, computed }) {
  checked++;
  const attribute = (/** @type {string} */ name) => text(new RegExp(` ${name}="([^"]*)"`).exec(page)?.[1] ?? '');
  readWeighing(attribute('data-weigh'), attribute('data-words'), all(page, /<span class="letter">([^<]*)<\/span><span class="model">/g), lang);
  const { ids, letters } = runInContext('({ ids, letters })', context);
  const w = weighingWith(own);
  const verdict = verdictOf(w);
  const table = tableOf(w).flat();
  const questions = all(want, /<tr><th scope="row">(.*?)(?: <span class="rate">.*?<\/span>)?<\/th>/g).slice(0, w.questions.length);
  /** @type {(what: string, got: unknown, wanted: unknown) => void} */
  const compare = (what, got, wanted) => {
    const [a, b] = [JSON.stringify(got), JSON.stringify(wanted)];
    if (a !== b) problems.push(`${lang}, ${what}: ${a} instead of ${b} with ${JSON.stringify(own)}`);
  };
  compare('verdict', verdictIn(w, verdict).join(spaceOf(lang)), text(/<p class="verdict">(.*?)<\/p>/.exec(want)?.[1] ?? ''));
  compare('flips', flipsIn(w, questions), all(/<ul class="flips">.*/.exec(want)?.[0] ?? '', /<li>(.*?)<\/li>/g));
  const cells = table.map((/** @type {any} */ { text: said, isLeast, below = '' }) => `${isLeast ? '*' : ''}${said}${below}`);
  compare('cells', cells, [...want.matchAll(/<td class="number( least)?">(.*?)<\/td>/g)].map(([, least, cell]) => (least ? '*' : '') + text(cell ?? '')));
  const lengths = table.flatMap((/** @type {any} */ { parts }) => parts);
  const drawn = [...want.matchAll(/ width="([\d.]+)%"/g)].map(([, width]) => Number(width));
  if (lengths.length !== drawn.length || lengths.some((/** @type {number} */ length, /** @type {number} */ i) => Math.abs(100 * length - Number(drawn[i])) > 0.5 + 1e-9)) compare('bars', lengths, drawn);
  const best = verdict.outcome === 0 ? [] : [verdict.best, ...verdict.alike].sort().map((model) => letters[model]);
  compare('the best', [...best, ...best], all(want, /<th scope="col" class="number best"><span class="letter">([^<]*)/g));
  compare('what runs take', waitsOf(w).map(duration).join('–'), text(/<summary><b[^>]*>[^<]*<\/b> <span>(.*?)<\/span>/.exec(want)?.[1] ?? ''));
  compare('the cache', say(withCache, { cache: bytes(w.cache) }), all(want, /<span class="rate">(.*?)<\/span>/g)[w.questions.length]);
  questions.forEach((_, i) => {
    const day = dayWith(own, i);
    if (`q.${ids[i]}` in own || day !== dayWith({}, i)) compare('a rate', say(perDay, { count: shortNumber(day) }), all(want, /<span class="rate">(.*?)<\/span>/g)[i]);
  });
  const sizes = (JSON.parse(attribute('data-weigh'))[5] ?? []).map((/** @type {[string, number]} */ [name, value]) => shortNumber(own[`m.${name}`] ?? value));
  compare('the sizes', sizes, all(want, /<dd>(.*?)<\/dd>/g));
  if (!computed) return;
  compare('outcome', outcomes[verdict.outcome], computed.outcome);
  compare('best', [verdict.best, ...verdict.alike], [computed.best, ...computed.alike]);
  near('day', w.models.map((/** @type {any} */ _, /** @type {number} */ i) => dayOf(w, i)), computed.day);
  near('peak', w.models.map((/** @type {any} */ _, /** @type {number} */ i) => peakOf(w, i)), computed.peak);
  near('tips', verdict.tips.flatMap((/** @type {any} */ { unit, factor, model }) => [unit, factor, model]), computed.tips.flat());
  // Those of the questions, and last those of the size.
  computed.flips.forEach((flips, i) => {
    const found = i < w.questions.length ? flipsOf(w, i) : flipsOfSize(w);
    near('flips', found.flatMap((/** @type {any} */ { at, low, high, model }) => [at, low, high, model]), flips.flat().map((n) => n ?? Infinity));
  });

  /** @type {(what: string, got: number[], wanted: number[]) => void} */
  function near(what, got, wanted) {
    if (got.length !== wanted.length || got.some((n, i) => n !== wanted[i] && !(Math.abs(n - Number(wanted[i])) <= 1e-9 * Math.abs(n)))) compare(what, got, wanted);
  }
}

/**
 * The texts of what a pattern finds.
 * @param {string} html
 * @param {RegExp} pattern
 */
function all(html, pattern) {
  return [...html.matchAll(pattern)].map(([, found]) => text(found ?? ''));
}

/** @param {string} html */
function text(html) {
  return html.replace(/<[^>]*>/g, '').replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code))).replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&');
}
