// What a weighing says, in the words and with the numbers of the page's language.
// generator/render/weigh.go and generator/page/quantity.go say the same.

/**
 * What the page holds: its numbers, and its words in the order of scriptWords in
 * generator/page/weighing.go.
 * @typedef {{ ids: string[], data: number, page: Weighing, ranges: Ranges, units: string[], words: Record<string, string>, letters: string[], lang: string, thousand: string, group: string, point: string, separator: string }} Written
 */

const units = 'command key document kib write entry oplog page roundTrip cache'.split(' ');
const keys = 'indifferent clear close alike tip-more tip-less flip-more flip-less size-more size-less between up-to or-more any us ms s min h bytes kb mb gb tb percent per-day fits beyond with-cache rates peaks data weights reset'.split(' ');

/**
 * Reads what the page holds.
 * @param {string} numbers
 * @param {string} lines
 * @param {string[]} letters of the models
 * @param {string} lang
 * @returns {Written}
 */
function readWeighing(numbers, lines, letters, lang) {
  const [data, questions, weights, size, bySize] = JSON.parse(numbers);
  const [, , ids = '', written = '', separator = '', ...texts] = lines.split('\n');
  const [thousand = '', tenThousand = '', half = ''] = written.split(' ');
  const column = (/** @type {number} */ i) => weights.map((/** @type {number[]} */ weight) => weight[i]);
  /** @type {{ size: number, models: Model[] }[]} */
  const sizes = bySize.map((/** @type {any[]} */ [size, ...models]) => ({
    size,
    models: models.map(([documents, indexes, answers]) => ({
      documents, indexes,
      amounts: answers.map((/** @type {number[]} */ answer) => answer.slice(0, -1).map((amount, unit) => (/kib|oplog/.test(units[unit] ?? '') ? amount / 1024 : amount))),
      trips: answers.map((/** @type {number[]} */ answer) => answer.at(-1)),
    })),
  }));
  return {
    ids: ids.split(' '), data, letters, lang, thousand, group: tenThousand.slice(2, -3), point: half.slice(1, -1), separator,
    words: Object.fromEntries(keys.map((key, i) => [key, texts[i] ?? ''])),
    units: texts.slice(keys.length),
    ranges: { low: column(1), high: column(2) },
    page: {
      questions: questions.map((/** @type {number[]} */ [day, peak]) => ({ day, peak })),
      models: (sizes.find((one) => one.size === size) ?? sizes[0])?.models ?? [],
      sizes, size, weights: column(0).slice(0, 8), ranges: { low: [], high: [] }, roundTrip: column(0)[8], cache: column(0)[9],
    },
  };
}

/**
 * A reader's own figures: rates by the ids of questions, weights by their names.
 * @typedef {{ data?: number, days: Record<string, number>, peaks: Record<string, number>, weights: Record<string, number> }} Own
 */

/**
 * The weighing of the page with a reader's own figures.
 * @param {Written} written
 * @param {Own} own
 * @returns {Weighing}
 */
function weighingWith({ ids, data, page, ranges }, own) {
  const measuredWithin = 1.5; // times, up and down: a weight that is entered was measured
  const weights = units.map((name, i) => own.weights[name] ?? at([...page.weights, page.roundTrip, page.cache], i));
  /** @type {(range: number[], factor: number) => number[]} */
  const around = (range, factor) => page.weights.map((_, i) => (units[i] ?? '') in own.weights ? (factor < 1 ? at(weights, i) / measuredWithin : at(weights, i) * measuredWithin) : at(range, i));
  const withData = (/** @type {Model[]} */ models) => models.map((model) => ({ ...model, documents: model.documents * (own.data ?? data), indexes: model.indexes * (own.data ?? data) }));
  return {
    questions: page.questions.map(({ day, peak }, i) => {
      const id = ids[i] ?? '';
      const ownDay = own.days[id] ?? day;
      return { day: ownDay, peak: own.peaks[id] ?? peak * (ownDay / day) };
    }),
    models: withData(page.models),
    sizes: page.sizes.map(({ size, models }) => ({ size, models: withData(models) })),
    size: page.size,
    weights: weights.slice(0, 8),
    ranges: { low: around(ranges.low, 0), high: around(ranges.high, 2) },
    roundTrip: at(weights, 8),
    cache: at(weights, 9) * 1e9,
  };
}

/**
 * A computed number with two digits, or with all that are before the point.
 * @param {Written} written
 * @param {number} n
 */
function shortNumber({ thousand, group, point }, n) {
  let decimals = n > 0 ? Math.min(Math.max(0, 1 - Math.floor(Math.log10(n))), 20) : 0;
  let scaled = Math.round(n * power(decimals));
  while (decimals > 0 && scaled % 10 === 0) [scaled, decimals] = [scaled / 10, decimals - 1];
  const [whole = '', fraction] = (scaled / power(decimals)).toFixed(decimals).split('.');
  const isGrouped = whole.length > 4 || (whole.length === 4 && thousand.length > 4);
  return (isGrouped ? whole.replace(/\B(?=(\d{3})+$)/g, group) : whole) + (fraction ? point + fraction : '');
}

/**
 * Fills a text in. Han and Latin letters have a space between them.
 * @param {Written} written
 * @param {string} key
 * @param {Record<string, string>} [values]
 */
function say({ words, lang }, key, values = {}) {
  const text = (words[key] ?? '').replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '');
  return /^zh/.test(lang) ? text.replace(/(?<=[\p{sc=Latn}\d])(?=\p{sc=Hani})|(?<=\p{sc=Hani})(?=[\p{sc=Latn}\d])/gu, ' ') : text;
}

/**
 * The space between two sentences.
 * @param {string} lang
 */
function spaceOf(lang) {
  return /^(zh|ja)/.test(lang) ? '' : ' ';
}

/** @type {[key: string, each: number][]} */
const timeUnits = [['us', 1], ['ms', 1e3], ['s', 1e6], ['min', 60e6], ['h', 3600e6]];

/** @type {[key: string, each: number][]} */
const byteUnits = [['bytes', 1], ['kb', 1e3], ['mb', 1e6], ['gb', 1e9], ['tb', 1e12]];

/**
 * A number in the largest unit of which it is one or more.
 * @param {Written} written
 * @param {number} n
 * @param {[key: string, each: number][]} scale
 */
function quantity(written, n, scale) {
  const [key, each] = scale.findLast(([, each]) => n >= each * 0.995) ?? /** @type {[string, number]} */ (scale[0]);
  return say(written, key, { count: shortNumber(written, n / each) });
}

/**
 * The sentences of a verdict.
 * @param {Written} written
 * @param {Weighing} w
 * @param {Verdict} verdict
 */
function verdictIn(written, w, { outcome, best, alike, tips }) {
  const letters = [best, ...alike].map((model) => written.letters[model]).join(written.separator);
  return [
    say(written, alike.length ? 'alike' : outcome, {
      models: letters, model: written.letters[best] ?? '', cache: quantity(written, w.cache, byteUnits) }),
    ...tips.map(({ unit, factor, model }) => say(written, factor < 1 ? 'tip-less' : 'tip-more', {
      model: written.letters[model] ?? '', unit: written.units[unit] ?? '',
      most: quantity(written, rounded(at(w.weights, unit) * factor), timeUnits), here: quantity(written, at(w.weights, unit), timeUnits),
    })),
  ];
}

/**
 * A sentence about each flip.
 * @param {Written} written
 * @param {Weighing} w
 * @param {string[]} questions in the words of the page
 */
function flipsIn(written, w, questions) {
  /** @type {(kind: string, flip: Flip, x: number, question: string) => string} */
  const sentence = (kind, flip, x, question) => {
    const [low, high] = [shortNumber(written, rounded(flip.low)), flip.high === Infinity ? '' : shortNumber(written, rounded(flip.high))];
    const key = flip.low === 0 ? (high ? 'up-to' : 'any') : (high ? 'between' : 'or-more');
    return say(written, `${kind}-${flip.at < x ? 'less' : 'more'}`, {
      question, model: written.letters[flip.model] ?? '', rate: shortNumber(written, rounded(flip.at)), range: say(written, key, { low, high }),
    });
  };
  return [
    ...w.questions.flatMap(({ day }, i) => flipsOf(w, i).map((flip) => sentence('flip', flip, day, questions[i] ?? ''))),
    ...flipsOfSize(w).map((flip) => sentence('size', flip, w.size, '')),
  ];
}

/**
 * The table of the page: each row's cells with their texts, whether they are the least,
 * the parts of their bars, and how many times the cache their bytes are, where that
 * is said.
 * @typedef {{ text: string, value: number, parts: number[], beyond?: number, isLeast?: boolean }} Cell
 * @param {Written} written
 * @param {Weighing} w
 * @returns {{ days: Cell[][], total: Cell[], peak: Cell[], stored: Cell[], waits: Cell[][] }}
 */
function tableOf(written, w) {
  const duration = (/** @type {number} */ us) => quantity(written, us, timeUnits);
  /** @type {(of: (model: number) => number) => number} */
  const most = (of) => Math.max(...w.models.map((_, model) => of(model)));
  /** @type {(value: number, text: string, parts: number[], all: number) => Cell} */
  const cell = (value, text, parts, all) => ({ value, text, parts: parts.map((part) => (all ? part / all : 0)) });
  /** @type {(of: (model: number) => Cell) => Cell[]} */
  const row = (of) => w.models.map((_, model) => of(model));
  const [day, peak, bytes] = [most((model) => dayOf(w, model)), most((model) => peakOf(w, model)), Math.max(...w.models.map(bytesOf))];
  const wait = Math.max(...w.questions.map((_, question) => most((model) => waitOf(w, model, question))));
  const works = (/** @type {number} */ model) => w.questions.map((_, question) => questionWorkOf(w, model, question));
  const table = {
    days: w.questions.map((_, question) => row((model) => {
      const work = questionWorkOf(w, model, question);
      return cell(work, duration(work), [work], day);
    })),
    total: row((model) => cell(dayOf(w, model), duration(dayOf(w, model)), works(model), day)),
    peak: row((model) => cell(peakOf(w, model), say(written, 'percent', { count: shortNumber(written, 100 * peakOf(w, model)) }), [peakOf(w, model)], peak)),
    stored: w.models.map((model) => ({
      ...cell(bytesOf(model), quantity(written, bytesOf(model), byteUnits), [model.documents, model.indexes], bytes),
      beyond: bytesOf(model) > w.cache ? bytesOf(model) / w.cache : 0,
    })),
    waits: w.questions.map((_, question) => row((model) => {
      const time = waitOf(w, model, question);
      return cell(time, duration(time), [time], wait);
    })),
  };
  for (const cells of [...table.days, table.total, table.peak, table.stored, ...table.waits]) {
    const [least, most] = [Math.min, Math.max].map((of) => {
      const value = of(...cells.map((one) => one.value));
      return cells.find((one) => one.value === value)?.text;
    });
    for (const one of cells) one.isLeast = one.text === least && least !== most;
  }
  return table;
}
