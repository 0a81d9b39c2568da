// Brings the scripts of the index into a page, from a server or a file.

/** The site's root, beside whose assets this script lies. */
const siteRoot = new URL('..', /** @type {HTMLScriptElement} */ (document.currentScript).src).href;

/** @type {Map<string, (content: any[]) => void>} */
const awaited = new Map();

/** What each script of the index calls. */
/** @type {any} */ (globalThis).modelbookIndex = (/** @type {string} */ path, /** @type {any[]} */ ...content) => awaited.get(path)?.(content);

/**
 * @param {string} path
 * @returns {Promise<any[]>}
 */
function loadScript(path) {
  return new Promise((resolve, reject) => {
    awaited.set(path, resolve);
    const script = document.createElement('script');
    script.src = `${siteRoot}${path}.js`;
    script.onerror = () => reject(new Error(`${path} can't be read`));
    script.onload = () => script.remove();
    document.head.append(script);
  });
}

/** @type {Map<string, SearchIndex>} */
const indexes = new Map();

/** @param {string} lang */
function indexIn(lang) {
  const index = indexes.get(lang) ?? new SearchIndex(lang, loadScript);
  indexes.set(lang, index);
  return index;
}

/**
 * A section that was found, with what a page shows of it.
 * @typedef {{ part: string, title: string, original: string, heading: string, context: string, href: string, slug: string, isPage: boolean }} Shown
 */

/**
 * @param {string} lang
 * @param {Hit[]} hits
 * @param {Set<string>} forms
 * @returns {Promise<Shown[]>}
 */
function shownOf(lang, hits, forms) {
  return Promise.all(hits.map(async (hit) => {
    const { slug, title, part, original, sections } = await indexIn(lang).page(hit.page);
    const [id, heading, text] = sections[hit.section] ?? ['', '', ''];
    return { part, title, original, heading, slug, isPage: id === '', context: contextOf(text, forms), href: `${siteRoot}${lang}/${slug}.html${id && '#'}${id}` };
  }));
}

/**
 * About two lines of a text around the words found, the ends at words.
 * @param {string} text
 * @param {Set<string>} forms
 */
function contextOf(text, forms) {
  const room = /\p{Script=Han}/u.test(text) ? 60 : 130;
  const words = wordsOf(text).filter((word) => forms.has(word.text));
  let [start, most] = [0, 0];
  for (const word of words) {
    const within = words.filter((other) => other.start >= word.start && other.end <= word.start + room).length;
    if (within > most) [start, most] = [word.start, within];
  }
  const line = text.lastIndexOf('\n', start) + 1;
  let from = Math.max(line, start - Math.round(room / 4));
  if (from > line) from = Math.min(start, afterSpace(text, from));
  let to = Math.min(text.length, from + room);
  if (to < text.length) to = beforeSpace(text, to);
  return `${from > line ? '… ' : ''}${inOneLine(text.slice(from, to))}${to < text.length ? ' …' : ''}`;
}

/**
 * A text whose lines are told apart by what ends them, or else by a dot.
 * @param {string} text
 */
const inOneLine = (text) => text.replace(/(?<=[。！？：；])\n/g, '').replace(/(?<=[.!?:;…])\n/g, ' ').replaceAll('\n', '\u00a0· ');

/**
 * Where a word begins at or soon after a place; the place itself in a script
 * without spaces.
 * @param {string} text
 * @param {number} at
 */
function afterSpace(text, at) {
  const space = text.slice(at - 1, at + 15).search(/\s/);
  return space < 0 ? at : at + space;
}

/**
 * Where a word ends at or soon before a place.
 * @param {string} text
 * @param {number} at
 */
function beforeSpace(text, at) {
  const space = text.slice(at - 15, at + 1).search(/\s\S*$/);
  return space < 0 ? at : at - 15 + space;
}

/**
 * An element with a text in which the words found are marked.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} name
 * @param {string} className
 * @param {string} text
 * @param {Set<string>} forms
 */
function marked(name, className, text, forms) {
  const element = document.createElement(name);
  element.className = className;
  let at = 0;
  for (const word of wordsOf(text)) {
    if (!forms.has(word.text) || word.end <= at) continue;
    const mark = document.createElement('mark');
    mark.textContent = text.slice(Math.max(at, word.start), word.end);
    element.append(text.slice(at, Math.max(at, word.start)), mark);
    at = word.end;
  }
  element.append(text.slice(at));
  return element;
}

/**
 * The words of the interface, which the form brings; on the search page it has more.
 * @typedef {{ results: Record<string, string>, none: string, inEnglish: string, failed: string }} FieldWords
 * @typedef {FieldWords & { english: string, meant: string, parts: string, all: string, more: string }} SearchWords
 */

/**
 * Marks the language of a text from a page that has no translation.
 * @param {HTMLElement} element
 * @param {Shown} shown
 */
function inOriginal(element, { original }) {
  if (original) element.lang = original;
  return element;
}

/** @type {(form: HTMLElement) => any} */
const searchWords = (form) => JSON.parse(form.dataset.words ?? '{}');

/**
 * A page's part, and that the page is not translated.
 * @param {Shown} shown
 * @param {FieldWords} words
 */
const whereOf = ({ part, original }, { inEnglish }) => [part, original && inEnglish].filter(Boolean).join(' · ');

/**
 * Says how much was found.
 * @param {FieldWords} words
 * @param {number} count
 * @param {string} query
 */
function saidOf(words, count, query) {
  const { lang } = document.documentElement;
  const text = count === 0 ? words.none : words.results[new Intl.PluralRules(lang).select(count)] ?? '';
  // A function, for $$ is a sign of its own in a text that replaces.
  return text.replace('{count}', String(count)).replace('{query}', () => query.trim());
}

/**
 * Fills the spoken region half a second after the last change.
 * @param {HTMLElement} region
 */
function speaker(region) {
  let timer = 0;
  return (/** @type {string} */ text) => {
    clearTimeout(timer);
    timer = setTimeout(() => { region.textContent = text; }, 500);
  };
}
