// The race: one query, run by every model of a guide at every size of its data.

/** @typedef {{ read: number, bytes: number, written: number }} Touched */
/** @typedef {{ cost: Record<string, number>, touched: Map<string, Touched>, returned?: number, failed?: string, absent?: string }} Lap */
/** @typedef {{ name: string, letter: string, caption: string, catalog: Catalog, laps: Map<number, Lap> }} Racer */

const raceEngine = new Engine();
/** Which model runs: for the eye, since only the end is spoken. */
const underway = element('p', 'more');

/** The question of the step that stands in the field as it is. */
function question() {
  const step = catalog?.steps[state.step];
  return editor.field.value.trim() === own().trim() ? step?.answers : undefined;
}

/** Runs the race, and shows it. */
async function race() {
  if (raceButton.hidden) return;
  await during(async () => {
    const asked = question();
    const text = editor.field.value;
    try {
      if (!asked) readScript(text, () => false);
      await runRace(asked, text);
    } catch (error) {
      if (!(error instanceof Mistake)) throw error;
      underway.remove();
      showOutcome({ mistakes: [{ ...placeAt(text, error.at), text: error.message, hint: error.hint }], memory: raceEngine.memory });
      say(`✕ ${word('error')}`);
    }
  }, raceEngine);
}

/**
 * @param {string | undefined} asked
 * @param {string} text
 */
async function runRace(asked, text) {
  result.replaceChildren(underway);
  say('');
  /** @type {Racer[]} */
  const racers = [];
  for (const { name, letter, caption } of models()) {
    const of = await catalogOf(name);
    if (asked && !(of.questions ?? []).includes(asked)) continue;
    racers.push({ name, letter, caption, catalog: of, laps: new Map() });
  }
  for (const racer of racers) {
    for (const size of racer.catalog.sizes) {
      underway.textContent = word('racing', { model: `${racer.letter} ${racer.caption}`, size: numbers.format(size || total(racer, 0)) });
      if (said.textContent && state.loaded) say('');
      racer.laps.set(size, asked ? await answer(racer, size, asked) : await lap(racer, size, text));
    }
  }
  showRace(racers, asked);
  state.isRaced = true;
  await address();
  say(word('ready'));
  bringIntoView(result);
}

/**
 * All documents of a model at a size.
 * @param {Racer} racer
 * @param {number} size
 */
function total(racer, size) {
  const at = Math.max(0, racer.catalog.sizes.indexOf(size));
  return racer.catalog.data.reduce((sum, part) => sum + (part.totals[at] ?? 0), 0);
}

/**
 * What the steps of a model cost that answer a question. What each of them touches is
 * known from the build, which ran the same.
 * @param {Racer} racer
 * @param {number} size
 * @param {string} asked
 * @returns {Promise<Lap>}
 */
async function answer({ name, catalog: of }, size, asked) {
  const reply = await raceEngine.ask({ do: 'answer', name, text: await exampleText(name), size, question: asked }, progress);
  /** @type {Map<string, Touched>} */
  const touched = new Map();
  const at = of.sizes.indexOf(size);
  for (const step of of.steps) {
    if (step.answers !== asked) continue;
    const collection = /\bdb(?:\.getCollection\('([^']+)'\)|\.([\w.]+?)\.\w+\()/.exec(step.sources[at] ?? '');
    touch(touched, of, size, collection?.[1] ?? collection?.[2] ?? '', step.costs[at] ?? {}, step.sources[at] ?? '');
  }
  return { cost: reply.statements?.[0]?.cost ?? {}, touched };
}

/**
 * Adds what a call touches. Of a join the database tells one number of documents and one
 * of bytes: how many of them are from the other collection follows from their sizes.
 * @param {Map<string, Touched>} touched
 * @param {Catalog} of
 * @param {number} size
 * @param {string} collection
 * @param {Record<string, number>} cost
 * @param {string} source
 */
function touch(touched, of, size, collection, cost, source) {
  const { documentsRead: all = 0, bytesRead: bytes = 0, documentsWritten: written = 0 } = cost;
  const each = (/** @type {string} */ name) => {
    const part = of.data.find((one) => one.collection === name);
    const at = Math.max(0, of.sizes.indexOf(size));
    return (part?.bytes[at] ?? 0) / (part?.totals[at] || 1);
  };
  const other = /\bfrom: ?['"]([^'"]+)['"]/.exec(source)?.[1];
  const [own, joined] = [each(collection), each(other ?? '')];
  const fromOther = other && other !== collection && joined !== own ? Math.min(Math.max(Math.round((bytes - all * own) / (joined - own)), 0), all) : 0;
  const add = (/** @type {string} */ name, /** @type {Touched} */ more) => {
    const before = touched.get(name) ?? { read: 0, bytes: 0, written: 0 };
    touched.set(name, { read: before.read + more.read, bytes: before.bytes + more.bytes, written: before.written + more.written });
  };
  add(collection, { read: all - fromOther, bytes, written });
  if (other && fromOther) add(other, { read: fromOther, bytes: 0, written: 0 });
}

/**
 * Runs a text in a model.
 * @param {Racer} racer
 * @param {number} size
 * @param {string} source
 * @returns {Promise<Lap>}
 */
async function lap({ name, catalog: of }, size, source) {
  await raceEngine.ask({ do: 'open', name, text: await exampleText(name), size, step: 0 }, progress);
  /** @type {Lap} */
  const made = { cost: {}, touched: new Map() };
  const known = new Set(of.data.map((part) => part.collection));
  try {
    await runScript(source, new Map(), raceEngine, (statement, collection, text) => {
      if (!statement.cost) return;
      for (const [measure, count] of Object.entries(statement.cost)) made.cost[measure] = (made.cost[measure] ?? 0) + Number(count);
      touch(made.touched, of, size, collection, statement.cost, text);
      if (statement.result?.documents >= 0) made.returned = (made.returned ?? 0) + statement.result.documents;
      if (statement.error) made.failed = statement.error.message;
      else if (collection && !known.has(collection) && !statement.cost.documentsWritten) made.absent = collection;
    });
  } catch (error) {
    if (!(error instanceof Mistake) || error.isOfText) throw error;
    // What one model's documents lack is no mistake of the text.
    made.failed = error.message;
  }
  return made;
}

/**
 * @param {Racer[]} racers
 * @param {string} [asked]
 */
function showRace(racers, asked) {
  const sizes = [...new Set(racers.flatMap((racer) => racer.catalog.sizes))].sort((a, b) => a - b);
  const title = stepName(state.step);
  result.replaceChildren(
    element('p', 'more', word(asked ? 'race-question' : 'race-text')),
    drawRace(racers, sizes, asked ? title : word('cost')),
    element('p', 'more', word('least')),
    drawTouched(racers, sizes),
    shareRace,
  );
}

const shareRace = button('share', share);

/** @param {Racer} racer */
function drawRacer({ letter, caption }) {
  return [element('span', 'letter', letter), ' ', element('span', 'of', caption)];
}

/**
 * A table with a column a model, and a row for each measure; where sizes differ, one for each.
 * @param {Racer[]} racers
 * @param {number[]} sizes
 * @param {string} caption
 */
function drawRace(racers, sizes, caption) {
  const table = element('table', 'cost');
  table.append(element('caption', '', caption));
  table.append(element('thead', '', element('tr', '', scoped('col', word('measure')), ...racers.map((racer) => {
    const cell = scoped('col', '');
    cell.className = 'number';
    cell.append(...drawRacer(racer));
    return cell;
  }))));
  const lapsAt = (/** @type {number} */ size) => racers.map((racer) => racer.laps.get(size));
  for (const measure of ['returned', ...catalog?.measures ?? []]) {
    /** @param {Lap | undefined} of */
    const count = (of) => (!of || of.failed || of.absent ? undefined : measure === 'returned' ? of.returned : of.cost[measure]);
    const rows = sizes.map((size) => lapsAt(size).map(count));
    if (!rows.flat().some((each) => each !== undefined) || (measure !== 'returned' && rows.flat().every((each) => !each))) continue;
    const isSame = rows.every((row) => row.every((each, i) => each === rows[0]?.[i]));
    const name = measure === 'returned' ? word('returned') : String(words.measures[measure]);
    const body = element('tbody');
    if (!isSame) {
      const head = element('th', '', name);
      head.scope = 'rowgroup';
      head.colSpan = racers.length + 1;
      body.append(element('tr', 'group', head));
    }
    for (const [i, row] of (isSame ? rows.slice(0, 1) : rows).entries()) {
      const size = sizes[i] ?? 0;
      const label = scoped('row', isSame ? name : numbers.format(size));
      if (isSame && sizes.length > 1) label.append(element('span', 'unmeasured', ` ${word('sizes')}`));
      if (!isSame) label.className = 'size';
      const known = row.filter((each) => each !== undefined);
      const least = Math.min(...known);
      const isMarked = measure !== 'returned' && known.some((each) => each !== least);
      body.append(element('tr', '', label, ...row.map((each, m) => drawLap(lapsAt(size)[m], each, isMarked && each === least))));
    }
    table.append(body);
  }
  if (!table.tBodies.length) {
    table.append(element('tbody', '', element('tr', '', scoped('row', word('result')), ...lapsAt(sizes[0] ?? 0).map((of) => drawLap(of, undefined, false)))));
  }
  return element('div', 'wide', table);
}

/**
 * @param {Lap | undefined} of
 * @param {number | undefined} count
 * @param {boolean} isLeast
 */
function drawLap(of, count, isLeast) {
  const cell = element('td', isLeast ? 'number least' : 'number');
  if (count !== undefined) {
    cell.dataset.value = String(count);
    cell.append(isLeast ? element('b', '', numbers.format(count)) : numbers.format(count));
  } else {
    const text = of?.absent ? word('absent', { name: of.absent }) : of?.failed ? `✕ ${word('error')}` : '–';
    const why = element('span', 'why', text);
    if (of?.failed) why.title = of.failed;
    cell.append(why);
  }
  return cell;
}

/**
 * The documents that each model reads and changes, lit among all that it stores.
 * @param {Racer[]} racers
 * @param {number[]} sizes
 */
function drawTouched(racers, sizes) {
  const box = element('div', 'touch');
  const fields = element('div', 'fields');
  const show = (/** @type {number} */ size) => fields.replaceChildren(...drawFields(racers, size));
  if (sizes.length > 1) {
    const choice = element('fieldset', 'choice', element('legend', '', word('size')), ...sizes.map((size) => radio('_lap', String(size), '', numbers.format(size))));
    choice.addEventListener('change', () => show(Number(choice.querySelector('input:checked')?.getAttribute('value'))));
    const chosen = choice.querySelector(`[value="${sizes.includes(state.size) ? state.size : sizes.at(-1)}"]`);
    if (chosen instanceof HTMLInputElement) chosen.checked = true;
    box.append(choice);
  }
  show(sizes.includes(state.size) ? state.size : sizes.at(-1) ?? 0);
  box.append(fields, element('p', 'key', ...['read', 'changed'].flatMap((kind) => [element('span', '', sample(kind), ` ${word(kind)}`), ' ']), word('touch-legend')));
  return box;
}

/** The area of the drawing of the model that stores most, as in the maps of guides. */
const [mapWide, mapHigh, mapGap, mapEdge] = [2400, 1500, 80, 10];
/** Documents of a collection that are lit one by one. */
const mostLit = 2000;

/**
 * @param {Racer[]} racers
 * @param {number} size
 */
function drawFields(racers, size) {
  const stores = racers.map(({ catalog: of }) => {
    const at = Math.max(0, of.sizes.indexOf(size));
    return of.data.map((part) => ({ collection: part.collection, documents: part.totals[at] ?? 0, bytes: part.bytes[at] ?? 0 })).filter((part) => part.documents > 0);
  });
  const most = Math.max(1, ...stores.map((parts) => parts.reduce((sum, part) => sum + part.bytes, 0)));
  const scale = (mapWide * mapHigh) / most;
  const plots = stores.map((parts) => {
    let top = 0;
    return parts.map((part) => {
      const made = layOut(part, top, scale);
      top += made.high + mapGap;
      return made;
    });
  });
  const high = Math.max(...plots.map((all) => (all.at(-1)?.top ?? 0) + (all.at(-1)?.high ?? 0)));
  return racers.map((racer, i) => {
    const of = racer.laps.get(size);
    const picture = svg('svg', { class: 'map', viewBox: `${-mapEdge} ${-mapEdge} ${mapWide + 2 * mapEdge} ${Math.ceil(high) + 2 * mapEdge}`, 'aria-hidden': 'true' });
    const all = { read: 0, bytes: 0, written: 0 };
    for (const plot of plots[i] ?? []) picture.append(svg('path', { class: 'stored', d: grid(plot) }));
    for (const [collection, touched] of of && !of.failed && !of.absent ? of.touched : []) {
      all.read += touched.read;
      all.bytes += touched.bytes;
      all.written += touched.written;
      const plot = (plots[i] ?? []).find((one) => one.collection === collection);
      const read = Math.min(touched.read, plot?.documents ?? 0, mostLit);
      if (!plot || !read) continue;
      const changed = Math.min(touched.written, read);
      for (const [kind, from, to] of /** @type {const} */ ([['changed', 0, changed], ['read', changed, read]])) {
        if (to > from) picture.append(svg('path', { class: kind, d: cells(plot, from, to) }));
      }
    }
    const counts = (plots[i] ?? []).map((plot) => `${plot.collection} ${numbers.format(plot.documents)}`).join(' · ');
    const told = of?.absent ? word('absent', { name: of.absent }) : of?.failed ? `✕ ${of.failed}` : [
      `${word('read')}: ${plural('documents', all.read)}, ${plural('bytes', all.bytes)}`,
      ...(all.written ? [`${word('changed')}: ${plural('documents', all.written)}`] : []),
    ].join(' · ');
    return element('div', '', element('p', '', ...drawRacer(racer)), element('p', 'counts', counts), picture, element('p', '', told));
  });
}

/**
 * @param {{ collection: string, documents: number, bytes: number }} part
 * @param {number} top
 * @param {number} scale
 */
function layOut(part, top, scale) {
  const area = part.bytes * scale;
  const wide = Math.min(mapWide, Math.sqrt(2.5 * area));
  const each = area / part.documents;
  const columns = Math.max(1, Math.min(part.documents, Math.round(wide / Math.sqrt(1.4 * each))));
  const cellWide = wide / columns;
  const cellHigh = each / cellWide;
  return { ...part, top, columns, cellWide, cellHigh, high: Math.ceil(part.documents / columns) * cellHigh };
}

/** @typedef {ReturnType<typeof layOut>} Plot */

/** @param {Plot} plot */
function grid({ documents, columns, cellWide, cellHigh, top }) {
  let path = '';
  for (let first = 0; first < documents; first += columns) {
    path += rectangle(0, top + (first / columns) * cellHigh, Math.min(columns, documents - first) * cellWide, cellHigh);
  }
  for (let column = 1; column < columns; column++) {
    path += `M${Math.round(column * cellWide)} ${Math.round(top)}v${Math.round(Math.floor((documents - column + columns - 1) / columns) * cellHigh)}`;
  }
  return path;
}

/**
 * @param {Plot} plot
 * @param {number} from
 * @param {number} to
 */
function cells({ columns, cellWide, cellHigh, top }, from, to) {
  let path = '';
  for (let i = from; i < to; i++) path += rectangle((i % columns) * cellWide, top + Math.floor(i / columns) * cellHigh, cellWide, cellHigh);
  return path;
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} wide
 * @param {number} high
 */
function rectangle(x, y, wide, high) {
  return `M${Math.round(x)} ${Math.round(y)}h${Math.round(wide)}v${Math.round(high)}h${-Math.round(wide)}z`;
}

/**
 * @param {string} name
 * @param {Record<string, string>} attributes
 */
function svg(name, attributes) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  return made;
}

/** @param {string} kind */
function sample(kind) {
  const made = svg('svg', { class: 'map', viewBox: '0 0 14 14', 'aria-hidden': 'true' });
  made.append(svg('path', { class: kind, d: 'M1 1h12v12h-12z' }));
  return made;
}
