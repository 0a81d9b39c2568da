// What a workload costs in several models, a verdict, and the rates at which it would be
// another one: what generator/weigh computes, operation by operation, so that both come
// to the same number. A test of generator/build holds them together.

/**
 * How much of each unit one run of a question takes, in the order of the weights.
 * @typedef {number[]} Amounts
 * @typedef {{ low: number[], high: number[] }} Ranges a range of each weight
 * @typedef {{ day: number, peak: number }} Rate
 * @typedef {{ documents: number, indexes: number, amounts: Amounts[], trips: number[] }} Model
 * @typedef {{ questions: Rate[], models: Model[], weights: number[], ranges: Ranges, roundTrip: number, cache: number }} Weighing
 * @typedef {{ unit: number, factor: number, model: number }} Tip
 * @typedef {{ outcome: 'indifferent' | 'clear' | 'close', best: number, tips: Tip[] }} Verdict
 * @typedef {{ rate: number, low: number, high: number, model: number }} Flip
 */

const pages = 7; // the unit that a cache spares
const sureFactor = 4;
const smallShare = 0.01;

/** @type {(a: Amounts, factor: number) => Amounts} */
const times = (a, factor) => a.map((amount) => amount * factor);

/** @type {(a: Amounts, b: Amounts) => Amounts} */
const plus = (a, b) => a.map((amount, unit) => amount + at(b, unit));

/** @type {(list: number[], i: number) => number} */
const at = (list, i) => /** @type {number} */ (list[i]);

/** @type {(weights: number[], a: Amounts) => number} */
const workOf = (weights, a) => a.reduce((sum, amount, unit) => sum + at(weights, unit) * amount, 0);

/** @type {(box: Ranges, a: Amounts) => number} */
const mostWork = ({ low, high }, a) => a.reduce((sum, amount, unit) => sum + Math.max(at(low, unit) * amount, at(high, unit) * amount), 0);

/** @type {(box: Ranges, a: Amounts) => number} */
const leastWork = (box, a) => -mostWork(box, times(a, -1));

/** @type {(factor: number) => number} */
const away = (factor) => Math.max(factor, 1 / factor);

/** @type {(model: Model) => number} */
const bytesOf = (model) => model.documents + model.indexes;

/**
 * What one run of a question takes: pages as far as the cache has no room.
 * @param {Weighing} w
 * @param {number} model
 * @param {number} question
 * @returns {Amounts}
 */
function amountsOf(w, model, question) {
  const m = /** @type {Model} */ (w.models[model]);
  const bytes = bytesOf(m);
  const outside = bytes > 0 ? Math.max(0, 1 - w.cache / bytes) : 0;
  return /** @type {Amounts} */ (m.amounts[question]).map((amount, unit) => (unit === pages ? amount * outside : amount));
}

/**
 * What all questions take together, in a day or in a second at peak.
 * @param {Weighing} w
 * @param {number} model
 * @param {keyof Rate} rate
 */
function totalOf(w, model, rate) {
  return w.questions.reduce((sum, question, i) => plus(sum, times(amountsOf(w, model, i), question[rate])), times(w.weights, 0));
}

/** @type {(w: Weighing, model: number) => number} */
const dayOf = (w, model) => workOf(w.weights, totalOf(w, model, 'day'));

/** @type {(w: Weighing, model: number) => number} */
const peakOf = (w, model) => workOf(w.weights, totalOf(w, model, 'peak')) / 1e6;

/** @type {(w: Weighing, model: number, question: number) => number} */
const questionWorkOf = (w, model, question) => workOf(w.weights, amountsOf(w, model, question)) * /** @type {Rate} */ (w.questions[question]).day;

/** @type {(w: Weighing, model: number, question: number) => number} */
const waitOf = (w, model, question) => at(/** @type {Model} */ (w.models[model]).trips, question) * w.roundTrip + workOf(w.weights, amountsOf(w, model, question));

/** @type {(w: Weighing) => number} */
const bestOf = (w) => w.models.reduce((best, _, i) => (dayOf(w, i) < dayOf(w, best) ? i : best), 0);

/**
 * Which model is the best, and how sure that is.
 * @param {Weighing} w
 * @returns {Verdict}
 */
function verdictOf(w) {
  const best = bestOf(w);
  if (w.models.every((model, i) => peakOf(w, i) < smallShare && bytesOf(model) <= w.cache)) return { outcome: 'indifferent', best, tips: [] };
  const box = { low: w.weights.map((weight) => weight / sureFactor), high: times(w.weights, sureFactor) };
  const others = w.models.map((_, i) => i).filter((other) => other !== best);
  const isSure = others.every((other) => /** @type {const} */ (['day', 'peak']).every((rate) => mostWork(box, differenceOf(w, best, other, rate)) < 0));
  return isSure ? { outcome: 'clear', best, tips: [] } : { outcome: 'close', best, tips: tipsOf(w, best, others) };
}

/** @type {(w: Weighing, model: number, other: number, rate: keyof Rate) => Amounts} */
const differenceOf = (w, model, other, rate) => plus(totalOf(w, model, rate), times(totalOf(w, other, rate), -1));

/**
 * The weights that alone make another model the best.
 * @param {Weighing} w
 * @param {number} best
 * @param {number[]} others
 */
function tipsOf(w, best, others) {
  const tips = w.weights.flatMap((weight, unit) => {
    /** @type {Tip | undefined} */
    let nearest;
    for (const model of others) {
      const d = differenceOf(w, best, model, 'day');
      const part = weight * at(d, unit);
      const factor = 1 - workOf(w.weights, d) / part;
      if (part === 0 || factor <= 1 / sureFactor || factor >= sureFactor) continue;
      if (!nearest || away(factor) < away(nearest.factor)) nearest = { unit, factor, model };
    }
    return nearest ? [nearest] : [];
  });
  return tips.sort((a, b) => away(a.factor) - away(b.factor));
}

/**
 * The rates of a question at which another model becomes the best: the nearest below
 * today's and the nearest above it.
 * @param {Weighing} w
 * @param {number} question
 */
function flipsOf(w, question) {
  const best = bestOf(w);
  const { day } = /** @type {Rate} */ (w.questions[question]);
  return [false, true].flatMap((isAbove) => {
    /** @type {Flip | undefined} */
    let nearest;
    for (const model of w.models.keys()) {
      if (model === best) continue;
      const [start, slope] = lineOf(w, question, best, model);
      const rate = -workOf(w.weights, start) / workOf(w.weights, slope);
      if (!(rate > 0) || rate === Infinity || (rate > day) !== isAbove || rate === day) continue;
      if (!nearest || Math.abs(rate - day) < Math.abs(nearest.rate - day)) nearest = { rate, model, ...uncertain(w.ranges, start, slope, rate, isAbove) };
    }
    return nearest ? [nearest] : [];
  });
}

/**
 * The difference between two models without a question, and for each time that it is
 * asked.
 * @param {Weighing} w
 * @param {number} question
 * @param {number} model
 * @param {number} other
 * @returns {[start: Amounts, slope: Amounts]}
 */
function lineOf(w, question, model, other) {
  let start = times(w.weights, 0);
  let slope = start;
  w.questions.forEach(({ day }, i) => {
    const each = plus(amountsOf(w, model, i), times(amountsOf(w, other, i), -1));
    if (i === question) slope = each;
    else start = plus(start, times(each, day));
  });
  return [start, slope];
}

/**
 * The rates around a flip between which the weights decide.
 * @param {Ranges} box
 * @param {Amounts} start
 * @param {Amounts} slope
 * @param {number} flip
 * @param {boolean} isAbove
 */
function uncertain(box, start, slope, flip, isAbove) {
  /** @type {(rate: number) => Amounts} */
  const along = (rate) => plus(start, times(slope, rate));
  const [below, above] = isAbove ? [mostWork, leastWork] : [leastWork, mostWork];
  return { low: crossing((rate) => below(box, along(rate)), -1), high: crossing((rate) => above(box, along(rate)), 1) };

  /**
   * The nearest rate at which a difference is zero; it is straight between those at
   * which the difference of one unit is.
   * @param {(rate: number) => number} difference
   * @param {1 | -1} direction
   */
  function crossing(difference, direction) {
    let from = flip;
    const isMore = difference(from) > 0;
    const knots = start.map((amount, unit) => -amount / at(slope, unit)).filter((rate) => rate > 0 && rate !== Infinity && (rate - flip) * direction > 0);
    if (direction < 0) knots.push(0);
    for (const to of knots.sort((a, b) => (a - b) * direction)) {
      const [a, b] = [difference(from), difference(to)];
      if (a === 0) return from;
      if (b > 0 !== isMore || b === 0) return from + ((to - from) * a) / (a - b);
      from = to;
    }
    if (direction < 0) return 0;
    const [a, b] = [difference(from), difference(from + 1)];
    return a === b || b - a > 0 === isMore ? Infinity : from - a / (b - a);
  }
}

/**
 * A computed number with as many digits as it is worth.
 * @param {number} n
 */
function rounded(n) {
  if (n === 0 || n === Infinity) return n;
  const decimals = 1 - Math.floor(Math.log10(n));
  if (decimals >= 0) return Math.round(n * power(decimals)) / power(decimals);
  return Math.round(n / power(-decimals)) * power(-decimals);
}

/** @type {(exponent: number) => number} */
const power = (exponent) => Number(`1e${exponent}`); // exact, as ** need not be
