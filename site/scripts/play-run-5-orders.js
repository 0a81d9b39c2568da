// The orders of an example's clients: a cell for each, and one of them, moment by moment.

/** @typedef {{ way: string, mishap: string, outcome: string }} OrderEnd */
/** @typedef {{ step: string, source: Line[], result?: any, error?: any, due?: any, fits?: boolean }} Sent */
/** @typedef {{ collection: string, total: number, shown: { box: Box, kind?: string }[] }} Documents */
/** @typedef {{ kind: string, client: number, then?: string, inside?: boolean, requests?: Sent[], fits?: boolean, changes?: any[], documents: Documents[] }} Frame */

const outcomes = ['hold', 'repaired', 'lost'];
const detail = element('div', 'detail');
const place = element('span', 'place');
place.setAttribute('role', 'status');
const backButton = button('replay-back', () => go(state.moment - 1));
const forwardButton = button('replay-forward', () => go(state.moment + 1), 'first');
const shareOrder = button('share', share);

/** @type {{ way: string, frames: Frame[], rows: HTMLElement[] }} What is stepped through */
const walked = { way: '', frames: [], rows: [] };

/** Fills the page with the orders of the example. */
function showOrders() {
  const ends = catalog?.orders?.ends ?? [];
  const shown = outcomes.filter((outcome) => ends.some((end) => end.outcome === outcome));
  const filter = element('fieldset', 'filter', element('legend', 'spoken', word('replay-filter')), radio('_ends', '', '', word('replay-every', { count: numbers.format(ends.length) })));
  for (const outcome of shown) {
    const count = ends.filter((end) => end.outcome === outcome).length;
    filter.append(radio('_ends', outcome, outcome, `${word(`order-${outcome}`)} `, element('b', '', numbers.format(count))));
  }
  filter.hidden = shown.length < 2;
  const cells = element('fieldset', 'cells', element('legend', 'spoken', word('replay-orders')));
  for (const mishap of new Set(ends.map((end) => end.mishap))) {
    const label = element('span', '', word(`order-${mishap}`));
    label.id = `_mishap-${mishap}`;
    const group = element('div', 'group', label);
    group.role = 'group';
    group.setAttribute('aria-labelledby', label.id);
    for (const [i, end] of ends.entries()) {
      if (end.mishap !== mishap) continue;
      const cell = radio('_order', end.way, end.outcome);
      const name = `${word('replay-order', { count: numbers.format(i + 1) })}: ${wayWords(end.way)}. ${word(`order-${end.outcome}`)}`;
      cell.title = name;
      cell.querySelector('input')?.setAttribute('aria-label', name);
      group.append(cell);
    }
    cells.append(group);
  }
  filter.addEventListener('change', () => {
    const wanted = /** @type {HTMLInputElement} */ (filter.querySelector(':checked')).value;
    for (const cell of cells.querySelectorAll('label')) {
      const input = cell.querySelector('input');
      cell.hidden = wanted !== '' && cell.dataset.outcome !== wanted && !input?.checked;
    }
    for (const group of cells.querySelectorAll('.group')) /** @type {HTMLElement} */ (group).hidden = !group.querySelector('label:not([hidden])');
  });
  cells.addEventListener('change', () => stepThrough(/** @type {HTMLInputElement} */ (cells.querySelector(':checked')).value, 0));
  picking.replaceChildren(element('p', 'lead', word('replay-choose', { count: numbers.format(ends.length) })), filter, cells);
  const first = filter.querySelector('input');
  if (first) first.checked = true;
  walked.way = '';
  walk.replaceChildren();
}

/**
 * An order in words: the clients in turn.
 * @param {string} way
 */
function wayWords(way) {
  const separator = word('separator') || ', ';
  return [...way.matchAll(/(\d)([xr]?)/g)].map(([, client, mishap]) => {
    const name = catalog?.orders?.clients[Number(client) - 1] ?? '';
    if (mishap === 'x') return word('replay-stops', { client: name });
    return mishap === 'r' ? word('replay-twice', { client: name }) : name;
  }).join(separator);
}

/**
 * Steps through an order.
 * @param {string} way
 * @param {number} moment at which it begins
 */
async function stepThrough(way, moment) {
  state.way = way;
  state.moment = moment;
  if (!state.busy) await during(replay); // otherwise what runs looks again
}

/** Replays the order that is chosen, until it is the one that is shown. */
async function replay() {
  while (state.way && walked.way !== state.way) {
    const { example: name, way } = state;
    const reply = await engine.ask({ do: 'order', name, text: await exampleText(name), way }, progress);
    if (state.way !== way || state.example !== name || !reply.order) continue;
    walked.way = way;
    walked.frames = reply.order.frames;
    drawWalk(reply.order.outcome);
    showMoment(state.moment);
  }
}

/** @param {string} outcome */
function drawWalk(outcome) {
  const at = catalog?.orders?.ends.findIndex((end) => end.way === walked.way) ?? 0;
  const title = element('p', 'title', element('b', '', word('replay-order', { count: numbers.format(at + 1) })), ' · ', element('span', outcome === 'lost' ? 'bad' : '', word(`order-${outcome}`)));
  const list = element('ol', `order of${Math.max(2, catalog?.orders?.clients.length ?? 2)}`);
  walked.rows = walked.frames.map((frame, i) => {
    const made = element('button', 'moment', ...frameWords(frame));
    made.type = 'button';
    made.addEventListener('click', () => showMoment(i));
    return element('li', frame.kind === 'moment' ? `c${frame.client + 1}` : 'apart', made);
  });
  list.append(...walked.rows);
  walk.replaceChildren(element('div', 'bar', title, backButton, forwardButton, place), list, shareOrder);
}

/**
 * What a row says of its moment.
 * @param {Frame} frame
 */
function frameWords(frame) {
  const step = element('span', '', titles[frame.requests?.[0]?.step ?? ''] ?? '');
  if (frame.kind === 'moment') {
    const client = element('b', '', catalog?.orders?.clients[frame.client] ?? '');
    client.translate = false;
    return [client, ' ', step, ...(frame.then ? [' ', element('span', 'then', word(`order-${frame.then}`))] : [])];
  }
  const title = element('b', '', word(`replay-${frame.kind}`));
  if (frame.kind === 'start') return [title];
  if (frame.kind !== 'repair') return [title, ' ', verdict(frame.fits)];
  return [title, ' ', step, ...(frame.fits ? [] : [' ', element('span', 'then', `✕ ${word('order-fails')}`)])];
}

/** @param {boolean | undefined} fits */
function verdict(fits) {
  return fits ? element('span', 'fits', `✓ ${word('replay-fits')}`) : element('span', 'then', `✕ ${word('replay-unfit')}`);
}

/**
 * Shows a moment of the order: its row open, and the documents after it.
 * @param {number} moment
 */
function showMoment(moment) {
  const last = walked.frames.length - 1;
  state.moment = Math.min(Math.max(moment, 0), last);
  const frame = walked.frames[state.moment];
  const row = walked.rows[state.moment];
  if (!frame || !row) return;
  for (const each of walked.rows) each.firstElementChild?.removeAttribute('aria-current');
  row.firstElementChild?.setAttribute('aria-current', 'step');
  detail.replaceChildren();
  for (const sent of frame.requests ?? []) drawSent(sent, frame.kind === 'check');
  showChanges(frame.changes ?? [], detail);
  if (frame.kind !== 'start' && frame.kind !== 'check' && !frame.changes?.length) {
    const sent = frame.requests?.[0]?.result;
    detail.append(element('p', 'plan', frame.inside && sent && !sent.done && !frame.then ? word('replay-inside') : word('nochange')));
  }
  row.append(detail);
  backButton.ariaDisabled = state.moment === 0 ? 'true' : null;
  forwardButton.ariaDisabled = state.moment === last ? 'true' : null;
  place.replaceChildren(word('replay-place', { count: numbers.format(state.moment), all: numbers.format(last) }), element('span', 'spoken', ` ${row.firstElementChild?.textContent ?? ''}`));
  showDocuments(frame.documents);
  say('');
  address();
}

/**
 * Shows a moment, and brings its row into view.
 * @param {number} moment
 */
function go(moment) {
  showMoment(moment);
  walked.rows[state.moment]?.firstElementChild?.scrollIntoView({ block: 'nearest' });
}

/**
 * @param {Sent} sent
 * @param {boolean} isChecked
 */
function drawSent(sent, isChecked) {
  const source = element('div', 'pane', drawCode(sent.source));
  const pane = element('div', 'pane result');
  if (sent.error) showError(pane, sent.error);
  else showResult(pane, sent.result);
  detail.append(source, pane);
  if (!isChecked) return;
  pane.querySelector('.label')?.append(' ', verdict(sent.fits));
  if (!sent.due) return;
  const due = element('p', 'label', element('b', '', word('order-due')));
  pane.append(due, drawCode(sent.due.lines));
}

/**
 * The documents after a moment, with those that have just changed marked.
 * @param {Documents[]} all
 */
function showDocuments(all) {
  data.replaceChildren();
  data.hidden = false;
  for (const part of all) {
    data.append(dataLabel(part.collection, part.total), ...part.shown.map(({ box, kind }) => {
      const sheet = drawDocument(box);
      if (kind) {
        sheet.classList.add(kind);
        sheet.querySelector('.bytes')?.prepend(element('b', '', words.changes?.[kind] ?? ''), ' ');
      }
      return sheet;
    }));
    if (part.total > part.shown.length) data.append(element('p', 'more', plural('moreDocuments', part.total - part.shown.length)));
  }
  // Beside its moments, the data stay in sight if they fit.
  data.parentElement?.classList.toggle('stays', data.offsetHeight < 0.85 * innerHeight);
}
