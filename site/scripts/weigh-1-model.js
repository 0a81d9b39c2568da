// What a workload costs in several models, a verdict, and the rates at which it flips.
// It is what generator/weigh computes, operation by operation, so that both come to the
// same number. A test of generator/build holds them together.

/**
 * How much of each unit one run of a question takes, in the order of the weights.
 * @typedef {number[]} Amounts
 * @typedef {number[][]} Ranges the lowest and the highest value of each weight
 * @typedef {number[]} Rate a day, a second at peak, and the question in proportion to which it is asked, if there is one
 * @typedef {{ documents: number, indexes: number, amounts: Amounts[], trips: number[], isImpossible?: boolean }} Model
 * @typedef {{ questions: Rate[], models: Model[], sizes: { size: number, models: Model[] }[], size: number, isWhole: boolean, weights: number[], ranges: Ranges, roundTrip: number, cache: number }} Weighing
 * @typedef {{ unit: number, factor: number, model: number }} Tip
 * @typedef {{ outcome: number, best: number, alike: number[], tips: Tip[] }} Verdict
 * @typedef {{ at: number, low: number, high: number, model: number }} Flip
 * @typedef {[start: Amounts, slope: Amounts, from: number, to: number]} Piece a line in every unit
 */

const [daily, atPeak, followed] = [0, 1, 2]; // of a rate
const [indifferent, clear, unsure] = [0, 1, 2]; // outcomes, the last being close
const [kib, oplog, pages] = [3, 6, 7]; // units, of which a cache spares pages
const sureFactor = 4;
const smallShare = 0.01;
const hardlyMore = 1.1;
const onLine = 0.02;
const farthest = 1000;

/** @type {(a: Amounts, factor: number) => Amounts} */
const times = (a, factor) => a.map((amount) => amount * factor);

/** @type {(a: Amounts, b: Amounts) => Amounts} */
const plus = (a, b) => a.map((amount, unit) => amount + at(b, unit));

/** @type {<T>(list: T[], i: number) => T} */
const at = (list, i) => /** @type {any} */ (list[i]);

/** @type {(weights: number[], a: Amounts) => number} */
const workOf = (weights, a) => a.reduce((sum, amount, unit) => sum + at(weights, unit) * amount, 0);

/** @type {(box: Ranges, a: Amounts) => number} */
const mostWork = (box, a) => a.reduce((sum, amount, unit) => sum + Math.max(...box.map((end) => at(end, unit) * amount)), 0);

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
  const m = at(w.models, model);
  const bytes = bytesOf(m);
  const outside = bytes > 0 ? Math.max(0, 1 - w.cache / bytes) : 0;
  return at(m.amounts, question).map((amount, unit) => (unit === pages ? amount * outside : amount));
}

/**
 * What all questions take together, in a day or in a second at peak.
 * @param {Weighing} w
 * @param {number} model
 * @param {number} rate
 */
function totalOf(w, model, rate) {
  return w.questions.reduce((sum, question, i) => plus(sum, times(amountsOf(w, model, i), at(question, rate))), times(w.weights, 0));
}

/** @type {(w: Weighing, model: number) => number} */
const dayOf = (w, model) => workOf(w.weights, totalOf(w, model, daily));

/** @type {(w: Weighing, model: number) => number} */
const peakOf = (w, model) => workOf(w.weights, totalOf(w, model, atPeak)) / 1e6;

/** @type {(w: Weighing, model: number, question: number) => number} */
const questionWorkOf = (w, model, question) => workOf(w.weights, amountsOf(w, model, question)) * at(at(w.questions, question), daily);

/** @type {(w: Weighing, model: number, question: number) => number} */
const waitOf = (w, model, question) => at(at(w.models, model).trips, question) * w.roundTrip + workOf(w.weights, amountsOf(w, model, question));

/** @type {(w: Weighing, best?: number) => number[]} the possible models, but for the best one */
const rivals = (w, best) => [...w.models.keys()].filter((model) => model !== best && !at(w.models, model).isImpossible);

/** @type {(w: Weighing) => number} */
const bestOf = (w) => rivals(w).reduce((best, model) => (dayOf(w, model) < dayOf(w, best) ? model : best));

/**
 * Which model is the best, and how sure that is.
 * @param {Weighing} w
 * @returns {Verdict}
 */
function verdictOf(w) {
  const best = bestOf(w);
  const others = rivals(w, best);
  const leastPeak = Math.min(...rivals(w).map((model) => peakOf(w, model)));
  const hasRoom = rivals(w).every((model) => peakOf(w, model) < leastPeak + smallShare && bytesOf(at(w.models, model)) <= w.cache);
  const alike = hasRoom ? [] : others.filter((other) => dayOf(w, other) <= hardlyMore * dayOf(w, best));
  const box = [1 / sureFactor, sureFactor].map((factor) => times(w.weights, factor));
  const isSure = others.every((other) => [daily, atPeak].every((rate) => mostWork(box, differenceOf(w, best, other, rate)) < 0));
  const outcome = hasRoom ? indifferent : isSure && !alike.length ? clear : unsure;
  return { outcome, best, alike, tips: outcome === unsure ? tipsOf(w, best, others) : [] };
}

/** @type {(w: Weighing, model: number, other: number, rate: number) => Amounts} */
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
      const d = differenceOf(w, best, model, daily);
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
 * The rates of a question at which another model becomes the best.
 * @param {Weighing} w
 * @param {number} question
 */
function flipsOf(w, question) {
  const best = bestOf(w);
  const asked = at(at(w.questions, question), daily);
  return nearestFlips(w, best, asked, (other) => {
    let start = times(w.weights, 0);
    let slope = start;
    w.questions.forEach((rate, i) => {
      const each = plus(amountsOf(w, best, i), times(amountsOf(w, other, i), -1));
      if (i === question) slope = plus(slope, each);
      else if (rate[followed] === question) slope = plus(slope, times(each, at(rate, daily) / asked));
      else start = plus(start, times(each, at(rate, daily)));
    });
    return [[start, slope, 0, Infinity]];
  });
}

/**
 * The same of sizes of the examples: on lines from each to the next, and on if they are
 * one.
 * @param {Weighing} w
 */
function flipsOfSize(w) {
  if (w.sizes.length < 2) return [];
  const best = bestOf(w);
  const weighings = w.sizes.map(({ models }) => ({ ...w, models }));
  const sizes = w.sizes.map(({ size }) => size);
  const last = sizes.length - 1;
  /** @type {(a: number, b: number, amounts: Amounts[]) => Piece} */
  const through = (a, b, amounts) => {
    const [from, to, first, second] = [at(sizes, a), at(sizes, b), at(amounts, a), at(amounts, b)];
    const slope = times(plus(second, times(first, -1)), 1 / (to - from));
    return [plus(first, times(slope, -from)), slope, from, to];
  };
  const isStraight = (/** @type {number} */ model) => {
    const totals = weighings.map((one) => totalOf(one, model, daily));
    const line = through(0, last, totals);
    return totals.slice(1, -1).every((now, i) => {
      const on = along(line, at(sizes, i + 1));
      return now.every((amount, unit) => Math.abs(amount - at(on, unit)) <= onLine * Math.abs(amount));
    });
  };
  return nearestFlips(w, best, w.size, (other) => {
    const amounts = weighings.map((one) => differenceOf(one, best, other, daily));
    const pieces = sizes.slice(1).map((_, i) => through(i, i + 1, amounts));
    if (!w.isWhole && last >= 2 && isStraight(best) && isStraight(other)) {
      const [, slope] = through(0, last, amounts);
      pieces.push([plus(at(amounts, last), times(slope, -at(sizes, last))), slope, at(sizes, last), Infinity]);
    }
    return pieces;
  });
}

/**
 * The nearest value below x and the nearest above it at which another model becomes the
 * best, along the paths from the best one to each of the others.
 * @param {Weighing} w
 * @param {number} best
 * @param {number} x
 * @param {(other: number) => Piece[]} pathTo
 */
function nearestFlips(w, best, x, pathTo) {
  return [false, true].flatMap((isAbove) => {
    /** @type {Flip | undefined} */
    let nearest;
    for (const model of rivals(w, best)) {
      const flip = flipOn(pathTo(model), w, x, isAbove);
      if (flip && away(flip.at / x) <= farthest && (!nearest || Math.abs(flip.at - x) < Math.abs(nearest.at - x))) nearest = { ...flip, model };
    }
    return nearest ? [nearest] : [];
  });
}

/** @type {(piece: Piece, x: number) => Amounts} */
const along = ([start, slope], x) => plus(start, times(slope, x));

/**
 * The pieces beyond a value, the nearest first, each with its ends.
 * @param {Piece[]} path
 * @param {number} x
 * @param {boolean} isAbove
 * @returns {[piece: Piece, nearer: number, farther: number][]}
 */
function outward(path, x, isAbove) {
  if (isAbove) return path.filter((piece) => piece[3] > x).map((piece) => [piece, Math.max(piece[2], x), piece[3]]);
  return path.toReversed().filter((piece) => piece[2] < x).map((piece) => [piece, Math.min(piece[3], x), piece[2]]);
}

/**
 * The nearest value beyond x at which the models are equal, with the range that
 * uncertain weights leave it.
 * @param {Piece[]} path
 * @param {Weighing} w
 * @param {number} x
 * @param {boolean} isAbove
 */
function flipOn(path, { weights, ranges }, x, isAbove) {
  for (const [[start, slope], nearer, farther] of outward(path, x, isAbove)) {
    const flip = -workOf(weights, start) / workOf(weights, slope);
    if (!(flip > 0) || flip === x || flip < Math.min(nearer, farther) || flip > Math.max(nearer, farther) || flip === Infinity) continue;
    const [below, above] = isAbove ? [mostWork, leastWork] : [leastWork, mostWork];
    return { at: flip, low: crossing(path, (amounts) => below(ranges, amounts), flip, false), high: crossing(path, (amounts) => above(ranges, amounts), flip, true) };
  }
  return undefined;
}

/**
 * The nearest value beyond a flip at which a difference is zero. It is straight between
 * those at which the difference of one unit is.
 * @param {Piece[]} path
 * @param {(amounts: Amounts) => number} difference
 * @param {number} flip
 * @param {boolean} isAbove
 */
function crossing(path, difference, flip, isAbove) {
  /** @type {boolean | undefined} */
  let isMore;
  for (const [piece, nearer, farther] of outward(path, flip, isAbove)) {
    let from = nearer;
    isMore ??= difference(along(piece, from)) > 0;
    const [low, high] = [Math.min(nearer, farther), Math.max(nearer, farther)];
    const [start, slope] = piece;
    const knots = start.map((amount, unit) => -amount / at(slope, unit)).filter((x) => x > low && x < high);
    knots.sort((a, b) => (isAbove ? a - b : b - a));
    if (farther !== Infinity) knots.push(farther);
    for (const to of knots) {
      const [a, b] = [difference(along(piece, from)), difference(along(piece, to))];
      if (a === 0) return from;
      if (b > 0 !== isMore || b === 0) return from + ((to - from) * a) / (a - b);
      from = to;
    }
    if (farther === Infinity) {
      const [a, b] = [difference(along(piece, from)), difference(along(piece, from + 1))];
      return a === b || b - a > 0 === isMore ? Infinity : from - a / (b - a);
    }
  }
  return isAbove ? Infinity : 0;
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
