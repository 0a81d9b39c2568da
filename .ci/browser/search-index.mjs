// The site's search outside of a browser: its scripts in a context of their
// own, and the index of a built site.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';

const scripts = new URL('../../site/scripts/', import.meta.url);

/** The scripts that find words and sections, as one. */
export function scriptsThatNeedNoPage() {
  const names = readdirSync(scripts).filter((name) => /^search-[12]-/.test(name)).sort();
  return names.map((name) => readFileSync(new URL(name, scripts), 'utf8')).join('\n');
}

/**
 * The functions of the scripts that need no page, and an index's bytes as they
 * are read.
 * @param {string} folder of a built site
 */
export function searchOf(folder) {
  /** @type {Map<string, any[]>} */
  const brought = new Map();
  /** @type {Map<string, string>} */
  const read = new Map();
  const context = createContext({ modelbookIndex: (/** @type {string} */ path, /** @type {any[]} */ ...content) => brought.set(path, content) });
  runInContext(scriptsThatNeedNoPage(), context);
  const load = async (/** @type {string} */ path) => {
    const script = readFileSync(join(folder, `${path}.js`), 'utf8');
    read.set(path, script);
    runInContext(script, context);
    return brought.get(path) ?? [];
  };
  /** @type {Map<string, any>} */
  const indexes = new Map();
  return {
    read,
    /** @type {(text: string) => { text: string, kind: string, start: number, end: number }[]} */
    wordsOf: runInContext('wordsOf', context),
    /**
     * The sections in which a form stands, by their numbers through all pages.
     * @type {(index: any, form: string) => Promise<Set<number>>}
     */
    sectionsOf: async (index, form) => {
      const { firsts } = await index.directory();
      const shard = await index.shardOf(form);
      const fits = (shard.terms.get(form) ?? []).map((/** @type {number} */ term) => ({ shard, term, weight: 1 }));
      return new Set(runInContext('scoresOf', context)(fits, firsts).sections.keys());
    },
    /** @type {(lang: string) => any} */
    indexOf: (lang) => {
      const index = indexes.get(lang) ?? runInContext('(lang, load) => new SearchIndex(lang, load)', context)(lang, load);
      indexes.set(lang, index);
      return index;
    },
  };
}
