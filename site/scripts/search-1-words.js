// The words of a text, as generator/search/words.go finds them. What one of
// them changes, the other has to change too. Test vectors hold them together.

/**
 * A word as it is looked up, and where it stands in its text. A part belongs to
 * the plain word before it; a whole stands for the plain words that it joins.
 * @typedef {{ text: string, kind: 'plain' | 'part' | 'whole', start: number, end: number }} Word
 */

/**
 * A run of word characters and the joint before it.
 * @typedef {{ text: string, start: number, end: number, joint: string }} Run
 */

const longestWord = 64;
const longestWhole = 8;

/**
 * @param {string} text
 * @returns {Word[]}
 */
function wordsOf(text) {
  /** @type {Word[]} */
  const words = [];
  /** @type {Run[]} */
  let chunk = [];
  for (const match of text.matchAll(/[\p{L}\p{M}\p{N}_$]+/gu)) {
    const run = { text: match[0], start: match.index, end: match.index + match[0].length, joint: '' };
    const last = chunk.at(-1);
    if (last) {
      run.joint = jointOf(last, run, text.slice(last.end, run.start));
      if (!run.joint) {
        addChunk(chunk, words);
        chunk = [];
      }
    }
    chunk.push(run);
  }
  addChunk(chunk, words);
  return words;
}

/** @param {string} text */
const isDigits = (text) => /^[0-9]+$/.test(text);

/**
 * What joins two runs, '' if nothing does.
 * @param {Run} before
 * @param {Run} next
 * @param {string} between
 */
function jointOf(before, next, between) {
  const numbers = isDigits(before.text) && isDigits(next.text);
  switch (between) {
    case '.': case '-': case "'": return between;
    case '\u2010': case '\u2011': return '-';
    case '’': return "'";
    case ',': return numbers ? between : '';
    case '\u00a0': case '\u202f': return numbers && next.text.length === 3 ? ' ' : '';
  }
  return '';
}

/**
 * @param {Run[]} runs
 * @param {Word[]} words
 */
function addChunk(runs, words) {
  /** @type {Word[]} */
  let joined = [];
  const endWhole = () => {
    const [first] = joined;
    if (first && joined.length > 1 && joined.length <= longestWhole) {
      words.push({ text: joined.map((word) => word.text).join(' '), kind: 'whole', start: first.start, end: joined.at(-1)?.end ?? 0 });
    }
    joined = [];
  };
  for (let i = 0; i < runs.length; i++) {
    const run = /** @type {Run} */ (runs[i]);
    if (run.joint === "'") endWhole();
    if ([...run.text].length === 1 && (run.joint === "'" || runs[i + 1]?.joint === "'")) continue;
    const pieces = [run.text];
    let end = run.end;
    for (let next = runs[i + 1]; next && inNumber(/** @type {Run} */ (runs[i]), next); next = runs[++i + 1]) {
      pieces.push(next.text);
      end = next.end;
    }
    const thousands = run.text.length <= 3 && pieces.every((piece, at) => at === 0 || piece.length === 3);
    const main = addRun(pieces.join(thousands ? ',' : ''), run.start, end, words);
    if (main) joined.push(main);
    else endWhole();
  }
  endWhole();
}

/**
 * @param {Run} before
 * @param {Run} next
 */
function inNumber(before, next) {
  return isDigits(before.text) && isDigits(next.text) && next.joint !== '-' && next.joint !== "'";
}

/**
 * Adds the words of one run and gives it if it is one word.
 * @param {string} text
 * @param {number} start
 * @param {number} end
 * @param {Word[]} words
 */
function addRun(text, start, end, words) {
  const pieces = text.split(/([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+)/u);
  if (pieces.length === 1) return addSingle(text, start, end, words);
  let at = start;
  pieces.forEach((piece, i) => {
    if (i % 2) addPairs(piece, at, words);
    else addSingle(piece, at, at + piece.length, words);
    at += piece.length;
  });
  return undefined;
}

/**
 * Adds each two neighbors of a text, or its only character.
 * @param {string} text
 * @param {number} start
 * @param {Word[]} words
 */
function addPairs(text, start, words) {
  const letters = [...text];
  let at = start;
  letters.forEach((letter, i) => {
    const pair = letter + (letters[i + 1] ?? '');
    if (i + 1 < letters.length || i === 0) words.push({ text: fold(pair), kind: 'plain', start: at, end: at + pair.length });
    at += letter.length;
  });
}

/**
 * @param {string} text
 * @param {number} start
 * @param {number} end
 * @param {Word[]} words
 */
function addSingle(text, start, end, words) {
  const core = text.replace(/^[$_]+|[$_]+$/g, '');
  if (!core || [...text].length > longestWord) return undefined;
  /** @type {Word} */
  const main = { text: fold(text), kind: 'plain', start, end };
  words.push(main);
  const parts = core.split(/[_$]+|(?<=[^A-Z_$])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/).filter(Boolean);
  for (const part of [...(core === text ? [] : [core]), ...(parts.length > 1 ? parts : [])]) {
    words.push({ text: fold(part), kind: 'part', start, end });
  }
  return main;
}

/**
 * A word as it is looked up: in lower case, without accents and without
 * variants of one letter. Only й is another letter than и.
 * @param {string} word
 */
function fold(word) {
  const lower = word.toLowerCase();
  if (/^[\x00-\x7f]*$/.test(lower)) return lower;
  return lower.normalize('NFKD').toLowerCase()
    .replace(/[\u0300-\u0305\u0307-\u036f]/g, '').replace(/(?<!и)\u0306/g, '')
    .replaceAll('ς', 'σ').normalize('NFC');
}
