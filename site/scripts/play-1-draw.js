// What the playground draws: code, documents, costs. All text is put in as text,
// never as HTML.
'use strict';

/** @typedef {[string, string]} Token class and text */
/** @typedef {{ t?: Token[], s?: string, n?: number, m?: number }} Line */
/** @typedef {{ t?: Token[], in?: Box, m?: number }} Row */
/** @typedef {{ array?: boolean, depth: number, bytes?: number, count?: number, rows: Row[] }} Box */

const holder = /** @type {HTMLElement} */ (document.getElementById('_play'));
/** @type {Record<string, any>} */
const words = JSON.parse(holder.dataset.words ?? '{}');
const numbers = new Intl.NumberFormat(document.documentElement.lang);
const plurals = new Intl.PluralRules(document.documentElement.lang);

/**
 * A word of the page with what is filled in.
 * @param {string} name
 * @param {Record<string, string | number>} [values]
 */
function word(name, values = {}) {
  let text = String(words[name] ?? words[`play-${name}`] ?? '');
  for (const [key, value] of Object.entries(values)) text = text.replace(`{${key}}`, String(value));
  return text;
}

/**
 * The form of a word for a number.
 * @param {string} name
 * @param {number} count
 */
function plural(name, count) {
  const forms = words[name] ?? {};
  return String(forms[plurals.select(count)] ?? forms.other ?? '').replace('{count}', numbers.format(count));
}

/**
 * Makes an element.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} name
 * @param {string} [className]
 * @param {(Node | string)[]} content
 */
function element(name, className, ...content) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...content);
  return made;
}

/** @param {Token[] | undefined} tokens */
function drawTokens(tokens) {
  return (tokens ?? []).map(([kind, text]) => (kind ? element('span', kind, text) : document.createTextNode(text)));
}

/** @param {number} count of elements */
function leftOut(count) {
  const made = element('span', 'c', ` // ${plural('more', count)}`);
  made.dataset.count = String(count);
  return made;
}

/** @param {Line[]} lines */
function drawCode(lines) {
  const code = element('code');
  const signed = lines.some((line) => line.s);
  for (const line of lines) {
    if (line.n && !line.s) {
      code.append('  ', element('span', 'c', `// ${word('same', { count: numbers.format(line.n) })}`), '\n');
      continue;
    }
    const tokens = drawTokens(line.t);
    if (line.m || line.n) tokens.push(leftOut(line.m ?? line.n ?? 0));
    if (line.s === '+') code.append(element('ins', '', element('b', '', '+ '), ...tokens));
    else if (line.s === '-') code.append(element('del', '', element('b', '', '− '), ...tokens));
    else code.append(signed ? '  ' : '', ...tokens);
    code.append('\n');
  }
  const pre = element('pre', '', code);
  pre.translate = false;
  return pre;
}

/** @param {Box} box */
function drawDocument(box) {
  const sheet = element('div', 'sheet', element('span', 'bytes', word('byte', { count: numbers.format(box.bytes ?? 0) })), ...drawRows(box.rows));
  sheet.translate = false;
  return sheet;
}

/**
 * @param {Row[]} rows
 * @returns {HTMLElement[]}
 */
function drawRows(rows) {
  return rows.map((row) => {
    const bare = row.in && !(row.t ?? []).some(([, text]) => text.trim());
    const made = element('div', bare ? 'row only' : 'row', ...(bare ? [] : drawTokens(row.t)));
    if (row.in?.array) made.append(' ', element('span', 'count', plural('array', row.in.count ?? 0)));
    if (row.in) made.append(element('div', `in in-${Math.min(Math.max(row.in.depth, 1), 3)}${row.in.array ? ' array' : ''}`, ...drawRows(row.in.rows)));
    if (row.m) made.append(leftOut(row.m));
    return made;
  });
}

/**
 * A table of costs, a column a model.
 * @param {string} caption
 * @param {string[]} measures
 * @param {{ name: string, cost: Record<string, number>, why?: Record<string, string>, guide?: Record<string, number> }[]} models
 */
function drawCosts(caption, measures, models) {
  const table = element('table', 'cost');
  table.append(element('caption', '', caption));
  const head = element('tr', '', scoped('col', word('measure')), ...models.map((model) => {
    const cell = scoped('col', model.name);
    cell.className = 'number';
    return cell;
  }));
  table.append(element('thead', '', head));
  const body = element('tbody');
  for (const measure of measures) {
    if (!models.some((model) => measure in model.cost || measure in (model.why ?? {}))) continue;
    const row = element('tr', '', scoped('row', String(words.measures[measure])));
    for (const model of models) row.append(drawCost(model, measure));
    body.append(row);
  }
  table.append(body);
  return element('div', 'wide', table);
}

/**
 * @param {{ cost: Record<string, number>, why?: Record<string, string>, guide?: Record<string, number> }} model
 * @param {string} measure
 */
function drawCost(model, measure) {
  const cell = element('td', 'number');
  const cost = model.cost[measure];
  const guide = model.guide?.[measure];
  if (cost === undefined) {
    const why = words.unmeasured[model.why?.[measure] ?? ''];
    cell.append(element('span', 'unmeasured', why ? `${word('notMeasured')}: ${why}` : word('notMeasured')));
  } else {
    cell.append(numbers.format(cost));
    cell.dataset.value = String(cost);
  }
  if (guide !== undefined && guide !== cost) cell.append(element('span', 'unmeasured', ` ${word('onpage', { count: numbers.format(guide) })}`));
  return cell;
}

/**
 * @param {string} scope
 * @param {string} text
 */
function scoped(scope, text) {
  const cell = element('th', '', text);
  cell.scope = scope;
  return cell;
}

/**
 * A choice of one among several, as large as fingers need.
 * @param {string} name
 * @param {string} value
 * @param {string} outcome of orders, which its sign tells
 * @param {(Node | string)[]} content
 */
function radio(name, value, outcome, ...content) {
  const input = element('input');
  input.type = 'radio';
  input.name = name;
  input.value = value;
  const made = element('label', '', input, ...(outcome ? [element('i', outcome)] : []), ...(content.length ? [element('span', '', ...content)] : []));
  made.dataset.outcome = outcome;
  return made;
}
