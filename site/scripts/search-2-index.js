// Finds sections by the words of a query, in the index that generator/search
// writes. What its scripts bring is said there, in script.go.

/**
 * A shard of the vocabulary: its forms in order, the numbers of their terms in
 * the shard, and the postings of these.
 * @typedef {{ forms: string[], terms: Map<string, number[]>, lists: string[] }} Shard
 *
 * A form that fits a word of the query, through a term of a shard.
 * @typedef {{ shard: Shard, term: number, weight: number }} Candidate
 *
 * A section that was found.
 * @typedef {{ page: number, section: number, score: number }} Hit
 *
 * forms are those that fit and are to be marked; guesses those that were taken
 * for words that no page has; unknown the words that nothing fits.
 * @typedef {{ hits: Hit[], forms: Set<string>, guesses: string[], unknown: string[] }} Found
 *
 * A page with its part's title, the language of its text if that isn't the
 * index's, and its sections: id, heading, text.
 * @typedef {{ slug: string, title: string, part: string, original: string, sections: [string, string, string][] }} PageText
 */

/** The digits of numbers: five bits in each, all but the last have 32 added. */
const digits = new Map([...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'].map((digit, i) => [digit, i]));

/** @param {string} text */
function numbersOf(text) {
  const numbers = [];
  let number = 0;
  let shift = 0;
  for (const digit of text) {
    const bits = digits.get(digit) ?? 0;
    number |= (bits & 31) << shift;
    shift += 5;
    if (bits & 32) continue;
    numbers.push(number);
    number = shift = 0;
  }
  return numbers;
}

/** The index of one language. */
class SearchIndex {
  /**
   * @param {string} lang
   * @param {(path: string) => Promise<any[]>} load brings the content of a script
   */
  constructor(lang, load) {
    this.folder = `search/${lang}/`;
    this.load = load;
    /** @type {Map<string, Promise<any>>} */
    this.loaded = new Map();
  }

  /**
   * @template T
   * @param {string} name
   * @param {(content: any[]) => T} read
   * @returns {Promise<T>}
   */
  once(name, read) {
    let content = this.loaded.get(name);
    if (!content) {
      content = this.load(this.folder + name).then(read);
      this.loaded.set(name, content);
      content.catch(() => this.loaded.delete(name));
    }
    return content;
  }

  directory() {
    return this.once('directory', ([starts, counts, ignored]) => {
      /** @type {number[]} */
      const firsts = [];
      let sections = 0;
      for (const count of numbersOf(counts)) {
        firsts.push(sections);
        sections += count;
      }
      return { starts: /** @type {string[]} */ (starts), firsts, ignored: new Set(ignored.split(' ')) };
    });
  }

  /**
   * The shard in which a form stands if there is such a form.
   * @param {string} form
   */
  async shardOf(form) {
    const { starts } = await this.directory();
    let i = starts.length - 1;
    while (i > 0 && /** @type {string} */ (starts[i]) > form) i--;
    return this.shard(i);
  }

  /** @param {number} i */
  shard(i) {
    return this.once(`words-${i}`, ([forms, lists]) => readShard(forms, lists));
  }

  /**
   * @param {number} number
   * @returns {Promise<PageText>}
   */
  page(number) {
    return this.once(`page-${number}`, ([[slug, title, part, original, ...sections]]) => ({ slug, title, part, original, sections }));
  }

  /**
   * Shards that may hold forms which begin like a word: at most three, for a
   * short beginning stands in many.
   * @param {string} beginning
   */
  async shardsFrom(beginning) {
    const { starts } = await this.directory();
    const numbers = [...starts.keys()].filter((i) => {
      const next = starts[i + 1];
      const start = /** @type {string} */ (starts[i]);
      return (start <= beginning || start.startsWith(beginning)) && (next === undefined || next > beginning);
    });
    return Promise.all(numbers.slice(0, 3).map((i) => this.shard(i)));
  }

  /**
   * Finds the sections that say most about the words of a query.
   * @param {string} query
   * @returns {Promise<Found>}
   */
  async find(query) {
    const { firsts, ignored } = await this.directory();
    const slots = slotsOf(query);
    const typing = /[\p{L}\p{M}\p{N}_$]$/u.test(query);
    const all = slots.every((slot) => ignored.has(slot.text));
    /** @type {Found} */
    const found = { hits: [], forms: new Set(), guesses: [], unknown: [] };
    const candidates = await Promise.all(slots.map((slot, i) => {
      if (!all && ignored.has(slot.text)) return [];
      return this.candidates(slot, typing && i === slots.length - 1, found);
    }));
    await this.addPhrases(slots, typing, candidates, found);
    found.hits = rank(candidates, firsts);
    return found;
  }

  /**
   * What fits a word: itself, and while it is typed what begins like it; else
   * the number in its other form, its parts, a form with one typing mistake, or another form of it.
   * @param {Slot} slot
   * @param {boolean} typing
   * @param {Found} found
   * @returns {Promise<Candidate[]>}
   */
  async candidates(slot, typing, found) {
    const fits = await this.exactly(slot.text, 1, found);
    if (typing && (slot.text.length > 1 || /\p{Script=Han}/u.test(slot.text))) {
      fits.push(...await this.beginning(slot.text, fits.length > 0 ? 0.4 : 0.8, found));
    }
    if (fits.length > 0) return fits;
    if (/^[0-9,]{4,}$/.test(slot.text)) fits.push(...await this.exactly(otherwise(slot.text), 0.8, found));
    if (fits.length > 0) return fits;
    for (const part of slot.parts) fits.push(...await this.exactly(part, 0.8, found));
    if (fits.length > 0) return fits;
    fits.push(...await this.mistyped(slot.text, found));
    if (fits.length > 0) return fits;
    const shard = await this.shardOf(slot.text);
    fits.push(...take(shard, inflected(slot.text, shard.forms), 0.7, found));
    if (fits.length === 0) found.unknown.push(slot.text);
    return fits;
  }

  /**
   * @param {string} form
   * @param {number} weight
   * @param {Found} found
   */
  async exactly(form, weight, found) {
    const shard = await this.shardOf(form);
    return shard.terms.has(form) ? take(shard, [form], weight, found) : [];
  }

  /**
   * @param {string} beginning
   * @param {number} weight
   * @param {Found} found
   */
  async beginning(beginning, weight, found) {
    const shards = await this.shardsFrom(beginning);
    return shards.flatMap((shard) => {
      const forms = shard.forms.filter((form) => form !== beginning && form.startsWith(beginning));
      return take(shard, forms.sort((a, b) => a.length - b.length).slice(0, 24), weight, found);
    });
  }

  /**
   * Forms with one typing mistake. A first letter may be swapped with the
   * second or be one too many; another one would stand in any shard.
   * @param {string} word
   * @param {Found} found
   */
  async mistyped(word, found) {
    if (word.length < 5) return [];
    const swapped = `${word[1]}${word[0]}${word.slice(2)}`;
    /** @type {Set<Shard>} */
    const shards = new Set(await Promise.all([word, swapped, word.slice(1)].map((form) => this.shardOf(form))));
    return [...shards].flatMap((shard) => {
      const near = shard.forms.filter((form) => oneMistake(word, form));
      found.guesses.push(...near);
      return take(shard, near, 0.6, found);
    });
  }

  /**
   * The form that is most like a query of which nothing was found.
   * @param {string} query
   */
  async nearest(query) {
    const slot = slotsOf(query).sort((a, b) => b.text.length - a.text.length)[0];
    if (!slot || slot.text.length < 3) return undefined;
    const { forms } = await this.shardOf(slot.text);
    const likeness = (/** @type {string} */ form) => sharedLetters(form, slot.text) - Math.abs(form.length - slot.text.length) / 4;
    const [best] = forms.filter((form) => sharedLetters(form, slot.text) > 2 && !form.includes(' ')).sort((a, b) => likeness(b) - likeness(a));
    return best;
  }

  /**
   * Words side by side may be one form: what is joined by hyphens, and names of
   * several words. It then stands for each of the words.
   * @param {Slot[]} slots
   * @param {boolean} typing
   * @param {Candidate[][]} candidates
   * @param {Found} found
   */
  async addPhrases(slots, typing, candidates, found) {
    for (let start = 0; start + 1 < slots.length; start++) {
      const shard = await this.shardOf(/** @type {Slot} */ (slots[start]).text);
      for (let end = Math.min(slots.length, start + longestWhole); end > start + 1; end--) {
        const phrase = slots.slice(start, end).map((slot) => slot.text).join(' ');
        const forms = shard.forms.filter((form) => form.includes(' ') && alike(form, phrase, typing && end === slots.length));
        if (forms.length === 0) continue;
        const fits = take(shard, forms, 1.5, found);
        for (let i = start; i < end; i++) candidates[i]?.push(...fits);
        start = end - 1;
        break;
      }
    }
  }
}

/**
 * A number with its thousands set apart if they are not, else without.
 * @param {string} number
 */
function otherwise(number) {
  return number.includes(',') ? number.replaceAll(',', '') : number.replace(/\B(?=(\d{3})+$)/g, ',');
}

/**
 * A word of a query, and the words that it is made of.
 * @typedef {{ text: string, parts: string[] }} Slot
 */

/**
 * @param {string} query
 * @returns {Slot[]}
 */
function slotsOf(query) {
  /** @type {Slot[]} */
  const slots = [];
  for (const word of wordsOf(query)) {
    if (word.kind === 'plain') slots.push({ text: word.text, parts: [] });
    else if (word.kind === 'part') slots.at(-1)?.parts.push(word.text);
  }
  return slots.slice(0, 12);
}

/**
 * @param {string} packed
 * @param {string} lists
 * @returns {Shard}
 */
function readShard(packed, lists) {
  /** @type {Shard} */
  const shard = { forms: [], terms: new Map(), lists: lists.split('\n') };
  let last = '';
  let next = 0;
  for (const line of packed ? packed.split('\n') : []) {
    const [rest = '', numbers] = line.slice(1).split('\t');
    last = last.slice(0, digits.get(line[0] ?? '')) + rest;
    const terms = numbers === undefined ? [next] : numbers.split(' ').map((number) => parseInt(number, 36));
    next = Math.max(next, ...terms.map((term) => term + 1));
    shard.forms.push(last);
    shard.terms.set(last, terms);
  }
  return shard;
}

/**
 * Notes forms that fit, and all others of their terms, which are marked too.
 * @param {Shard} shard
 * @param {string[]} forms
 * @param {number} weight
 * @param {Found} found
 * @returns {Candidate[]}
 */
function take(shard, forms, weight, found) {
  const terms = new Set(forms.flatMap((form) => shard.terms.get(form) ?? []));
  for (const [form, own] of shard.terms) {
    if (terms.has(own[0] ?? -1)) found.forms.add(form);
  }
  return [...terms].map((term) => ({ shard, term, weight }));
}

/**
 * Whether a form is a phrase, but for its last letters.
 * @param {string} form
 * @param {string} phrase
 * @param {boolean} typing
 */
function alike(form, phrase, typing) {
  if (typing && form.startsWith(phrase)) return true;
  return form === phrase || phrase.startsWith(form) && phrase.length - form.length < 3 && !phrase.slice(form.length).includes(' ');
}

/**
 * Forms that differ from a word in their last letters only, those first that
 * are most like it.
 * @param {string} word
 * @param {string[]} forms
 */
function inflected(word, forms) {
  let longest = Math.max(3, word.length - 3, Math.ceil(word.length * 0.6));
  /** @type {string[]} */
  let alike = [];
  for (const form of forms) {
    const shared = sharedLetters(word, form);
    if (shared < longest || form.length - shared > 3 || form.includes(' ')) continue;
    if (shared > longest) alike = [];
    longest = shared;
    alike.push(form);
  }
  return alike;
}

/**
 * @param {string} a
 * @param {string} b
 */
function sharedLetters(a, b) {
  let i = 0;
  while (i < a.length && a[i] === b[i]) i++;
  return i;
}

/**
 * Whether one letter more, less or other, or two letters swapped, make b of a.
 * @param {string} a
 * @param {string} b
 */
function oneMistake(a, b) {
  if (Math.abs(a.length - b.length) > 1) return false;
  const i = sharedLetters(a, b);
  const [restA, restB] = [a.slice(i), b.slice(i)];
  return restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1)
    || restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2);
}

/** From this level on a page's first section has a word in its title. */
const inTitle = 11;

/** How much more a word says in a title than in a heading or often in a text. */
const titleFirst = 1.3;

/** What scores less than this part of the best is about something else. */
const leastOfBest = 0.1;

/**
 * The best sections: those with the rarest words, in their headings, and with
 * most of the words. A word in the title of a page counts for its sections.
 * @param {Candidate[][]} candidates of each word
 * @param {number[]} firsts the first section of each page
 * @returns {Hit[]}
 */
function rank(candidates, firsts) {
  const words = candidates.filter((fits) => fits.length > 0).map((fits) => scoresOf(fits, firsts));
  const whole = words.reduce((sum, word) => sum + word.rarity, 0);
  const sections = new Set(words.flatMap((word) => [...word.sections.keys()]));
  /** @type {Hit[]} */
  const hits = [];
  for (const number of sections) {
    const page = pageOf(number, firsts);
    let score = 0;
    let covered = 0;
    for (const word of words) {
      const own = Math.max(word.sections.get(number) ?? 0, 0.4 * (word.titles.get(page) ?? 0));
      score += own;
      if (own > 0) covered += word.rarity;
    }
    hits.push({ page, section: number - (firsts[page] ?? 0), score: score * (covered / whole) ** 2 });
  }
  const least = leastOfBest * hits.reduce((best, hit) => Math.max(best, hit.score), 0);
  return hits.filter((hit) => hit.score >= least).sort((a, b) => b.score - a.score || a.page - b.page || a.section - b.section);
}

/**
 * What each section says of a word, at best, and each page's title.
 * @param {Candidate[]} fits
 * @param {number[]} firsts
 */
function scoresOf(fits, firsts) {
  /** @type {Map<number, number>} */
  const sections = new Map();
  /** @type {Map<number, number>} */
  const titles = new Map();
  let rarest = 0;
  for (const { shard, term, weight } of fits) {
    const [rarity = 0, ...postings] = numbersOfList(shard.lists[term] ?? '');
    rarest = Math.max(rarest, rarity);
    let section = 0;
    for (const posting of postings) {
      section += posting >> 4;
      const level = posting & 15;
      const page = pageOf(section, firsts);
      const titled = level >= inTitle && firsts[page] === section;
      const score = weight * rarity * level * (titled ? titleFirst : 1);
      if (score <= (sections.get(section) ?? 0)) continue;
      sections.set(section, score);
      if (titled) titles.set(page, score);
    }
  }
  return { sections, titles, rarity: rarest };
}

/** @param {string} list */
function numbersOfList(list) {
  return [digits.get(list[0] ?? '') ?? 0, ...numbersOf(list.slice(1))];
}

/**
 * @param {number} section
 * @param {number[]} firsts
 */
function pageOf(section, firsts) {
  let low = 0;
  let high = firsts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (/** @type {number} */ (firsts[middle]) <= section) low = middle;
    else high = middle - 1;
  }
  return low;
}
