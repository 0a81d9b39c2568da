// What a weighing says, in the words and with the numbers of the page's language.
// generator/render/weigh.go and generator/page/quantity.go say the same.

/**
 * A reader's own figures, by their names in the address: "q." and "p." and the id of a
 * question are its rates a day and at peak, "w." and a unit is a weight, "m." and a name
 * a size of a sketch, "data" how much data there is.
 * @typedef {Record<string, number>} Own
 */

const units = 'command key document kib write entry oplog page roundTrip cache'.split(' ');

// The lines of the page's words, in the order of scriptWords in generator/page/weighing.go
// after those that page.js reads, ids, numbers and what stands between items of a list.
const [, , idsLine, numbersLine, separator, outcomeLines, , , alikeLine, tipMore, tipLess, flipMore, flipLess, sizeMore, sizeLess, between, upTo, orMore, any, timeLines, , , , , byteLines, , , , , percent, perDay, fits, beyond, withCache, rates, peaks, dataLine, weightsLine, resetLine, unitLines] = /** @type {Iterable<any>} */ (Array(50).keys());

/** @type {string[]} */
let phrases;
/** @type {string[]} */
let letters;
let lang = '';
/** @type {string[]} */
let ids;
/**
 * What the page holds: how many times the examples' data there are, rates, weights with
 * their ranges, the size, models by size, and the sizes of a sketch with their bounds.
 * @type {[data: number, questions: Rate[], weights: number[][], size: number, bySize: [size: number, ...models: [documents: number, indexes: number, answers: number[][]][]][], sketch?: [name: string, value: number, low: number, high: number][]]}
 */
let page;

/**
 * Reads what the page holds.
 * @param {string} numbers
 * @param {string} lines
 * @param {string[]} ofModels their letters
 * @param {string} language
 */
function readWeighing(numbers, lines, ofModels, language) {
  page = JSON.parse(numbers);
  [phrases, letters, lang] = [lines.split('\n'), ofModels, language];
  ids = at(phrases, idsLine).split(' ');
}

/**
 * The weighing of the page with a reader's own figures.
 * @param {Own} own
 * @returns {Weighing}
 */
function weighingWith(own) {
  const measuredWithin = 1.5; // times, up and down: a weight that is entered was measured
  const [data, questions, terms, ofPage, bySize, sketch] = page;
  const many = own.data ?? data;
  const weights = terms.map((term, i) => own[`w.${units[i]}`] ?? at(term, 0));
  const size = own['m.parts'] ?? ofPage;
  const sizes = sketch ? sketched(sketch.map(([name, value]) => own[`m.${name}`] ?? value)) : bySize.map(([size, ...models]) => ({
    size,
    models: models.map(([documents, indexes, answers]) => ({
      documents: documents * many, indexes: indexes * many,
      amounts: answers.map((answer) => answer.slice(0, -1).map((amount, unit) => (unit === kib || unit === oplog ? amount / 1024 : amount))),
      trips: answers.map((answer) => at(answer, 8)),
    })),
  }));
  return {
    questions: questions.map((rate, i) => {
      const [day = 0, peak = 0, ...of] = rate;
      const ownDay = dayWith(own, i);
      return [ownDay, own[`p.${ids[i]}`] ?? peak * (ownDay / day), ...of];
    }),
    models: sizes.find((one) => one.size === size)?.models ?? [],
    sizes, size, isWhole: Boolean(sketch),
    weights: weights.slice(0, 8),
    ranges: [1, 2].map((end) => terms.map((term, i) => (`w.${units[i]}` in own ? (end === 1 ? at(weights, i) / measuredWithin : at(weights, i) * measuredWithin) : at(term, end)))),
    roundTrip: at(weights, 8),
    cache: at(weights, 9) * 1e9,
  };
}

/**
 * How often a question is asked a day: as the reader says, or as often as on the page, in
 * proportion to the question that it follows.
 * @param {Own} own
 * @param {number} question
 * @returns {number}
 */
function dayWith(own, question) {
  const [day = 0, , of] = at(page[1], question);
  return own[`q.${ids[question]}`] ?? (of === undefined ? day : day * (dayWith(own, of) / at(at(page[1], of), daily)));
}

/**
 * A computed number with two digits, or with all that are before the point.
 * @param {number} n
 */
function shortNumber(n) {
  const [thousand = '', tenThousand = '', half = ''] = at(phrases, numbersLine).split(' ');
  let decimals = n > 0 ? Math.min(Math.max(0, 1 - Math.floor(Math.log10(n))), 20) : 0;
  let scaled = Math.round(n * power(decimals));
  while (decimals > 0 && scaled % 10 === 0) [scaled, decimals] = [scaled / 10, decimals - 1];
  const [whole = '', fraction] = (scaled / power(decimals)).toFixed(decimals).split('.');
  const isGrouped = whole.length > 4 || (whole.length === 4 && thousand.length > 4);
  return (isGrouped ? whole.replace(/\B(?=(\d{3})+$)/g, tenThousand.slice(2, -3)) : whole) + (fraction ? half.slice(1, -1) + fraction : '');
}

/**
 * Fills a line in. Han and Latin letters have a space between them.
 * @param {number} line
 * @param {Record<string, string>} [values]
 */
function say(line, values = {}) {
  const text = at(phrases, line).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '');
  return /^zh/.test(lang) ? text.replace(/(?<=[\p{sc=Latn}\d])(?=\p{sc=Hani})|(?<=\p{sc=Hani})(?=[\p{sc=Latn}\d])/gu, ' ') : text;
}

/**
 * The space between two sentences.
 * @param {string} lang
 */
function spaceOf(lang) {
  return /^(zh|ja)/.test(lang) ? '' : ' ';
}

/**
 * A number in the largest unit of which it is one or more; a line, as no number, if it is
 * infinite, of an impossible model.
 * @type {(n: number, line: number, scale: number[]) => string}
 */
function quantity(n, line, scale) {
  const i = Math.max(0, scale.findLastIndex((each) => n >= each * 0.995));
  return n < Infinity ? say(line + i, { count: shortNumber(n / at(scale, i)) }) : '–';
}

/** @type {(us: number) => string} */
const duration = (us) => quantity(us, timeLines, [1, 1e3, 1e6, 60e6, 3600e6]);

/** @type {(n: number) => string} */
const bytes = (n) => quantity(n, byteLines, [1, 1e3, 1e6, 1e9, 1e12]);

/**
 * The sentences of a verdict.
 * @param {Weighing} w
 * @param {Verdict} verdict
 */
function verdictIn(w, { outcome, best, alike, tips }) {
  return [
    say(alike.length ? alikeLine : outcomeLines + outcome, {
      models: [best, ...alike].map((model) => letters[model]).join(phrases[separator]), model: at(letters, best), cache: bytes(w.cache) }),
    ...tips.map(({ unit, factor, model }) => say(factor < 1 ? tipLess : tipMore, {
      model: at(letters, model), unit: at(phrases, unitLines + unit),
      most: duration(rounded(at(w.weights, unit) * factor)), here: duration(at(w.weights, unit)),
    })),
  ];
}

/**
 * A sentence about each flip; none where cost doesn't decide.
 * @param {Weighing} w
 * @param {string[]} questions in the words of the page
 */
function flipsIn(w, questions) {
  /** @type {(lines: [more: number, less: number], flip: Flip, x: number, question?: string) => string} */
  const sentence = ([more, less], flip, x, question = '') => {
    const low = shortNumber(rounded(flip.low));
    const high = flip.high < Infinity && shortNumber(rounded(flip.high));
    return say(flip.at < x ? less : more, {
      question, model: at(letters, flip.model), rate: shortNumber(rounded(flip.at)),
      range: say(flip.low ? (high ? between : orMore) : high ? upTo : any, { low, high: high || '' }),
    });
  };
  return verdictOf(w).outcome === indifferent ? [] : [
    ...w.questions.flatMap((rate, i) => flipsOf(w, i).map((flip) => sentence([flipMore, flipLess], flip, at(rate, daily), questions[i]))),
    ...flipsOfSize(w).map((flip) => sentence([sizeMore, sizeLess], flip, w.size)),
  ];
}

/**
 * The shortest and the longest time that a run of a question takes.
 * @param {Weighing} w
 */
function waitsOf(w) {
  const waits = w.models.flatMap(({ isImpossible }, model) => w.questions.map((_, question) => (isImpossible ? Infinity : waitOf(w, model, question))));
  return [Math.min(...waits), Math.max(...waits.filter((wait) => wait < Infinity))];
}

/**
 * The rows of the page's table: of each cell its text, whether it is the least, the parts
 * of its bar, and what is below it.
 * @typedef {{ text: string, isLeast: boolean, parts: number[], below?: string }} Cell
 * @param {Weighing} w
 * @returns {Cell[][]}
 */
function tableOf(w) {
  /** @type {(of: (model: number) => number) => number[]} */
  const valuesOf = (of) => w.models.map(({ isImpossible }, model) => (isImpossible ? Infinity : of(model)));
  /** @type {(values: number[]) => number} */
  const most = (values) => Math.max(...values.filter((value) => value < Infinity));
  /** @type {(of: (model: number) => number, write: (n: number) => string, parts?: (model: number) => number[], all?: number) => Cell[]} */
  const row = (of, write, parts = (model) => [of(model)], all = most(valuesOf(of))) => {
    const values = valuesOf(of);
    const written = values.map(write);
    const [least, largest] = [Math.min(...values), most(values)].map((value) => written[values.indexOf(value)]);
    return written.map((text, model) => ({
      text, isLeast: text === least && least !== largest, parts: parts(model).map((part) => (all && at(values, model) < Infinity ? part / all : 0)),
    }));
  };
  const questions = [...w.questions.keys()];
  /** @type {(model: number) => number} */
  const day = (model) => dayOf(w, model);
  const wait = Math.max(...questions.map((question) => most(valuesOf((model) => waitOf(w, model, question)))));
  const stored = row((model) => bytesOf(at(w.models, model)), bytes, (model) => [at(w.models, model).documents, at(w.models, model).indexes]);
  stored.forEach((cell, i) => {
    const model = at(w.models, i);
    const times = bytesOf(model) / w.cache;
    cell.below = model.isImpossible ? `✕ ${phrases.at(-1)}` : times > 1 ? `✕ ${say(beyond, { count: shortNumber(times) })}` : `✓ ${phrases[fits]}`;
  });
  return [
    ...questions.map((question) => row((model) => questionWorkOf(w, model, question), duration, undefined, most(valuesOf(day)))),
    row(day, duration, (model) => questions.map((question) => questionWorkOf(w, model, question))),
    row((model) => peakOf(w, model), (share) => (share < Infinity ? say(percent, { count: shortNumber(100 * share) }) : '–')),
    stored,
    ...questions.map((question) => row((model) => waitOf(w, model, question), duration, undefined, wait)),
  ];
}
