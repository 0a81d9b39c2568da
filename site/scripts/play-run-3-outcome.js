// What came of a run, or where it was mistaken.

/** @param {Reply} reply */
function showOutcome(reply) {
  outcome.replaceChildren();
  placeOfError = undefined;
  outcome.dataset.unedited = String(reply.unedited === true);
  for (const statement of reply.statements ?? []) showStatement(statement, reply.unedited === true);
  for (const mistake of reply.mistakes ?? []) {
    outcome.append(element('p', 'mistake', element('span', 'error', `✕ ${word('error')} `), drawPlace(mistake, editor), ' ', inEnglish(mistake.text), ...(mistake.hint ? [' ', inEnglish(mistake.hint, 'more')] : [])));
  }
  const wrong = reply.mistakes?.[0] ?? placeOfError;
  if (wrong) editor.point(wrong.line, wrong.column);
  if (variables.size) outcome.append(element('p', 'plan variables', word('variables', { names: [...variables.keys()].join(', ') })));
  outcome.dataset.memory = String(reply.memory);
  outcome.append(element('p', 'plan', word('memory', { count: megabytes(reply.memory), most: megabytes(mostMemory) })));
}

/** @typedef {{ line: number, column: number }} Place counted from 1, columns in characters */

/** @type {Place | undefined} Where the last error that is shown comes from */
let placeOfError;

/**
 * What the shell and the page say of mistakes.
 * @param {string} text
 * @param {string} [className]
 */
function inEnglish(text, className) {
  const made = element('span', className, text);
  made.lang = 'en';
  return made;
}

/**
 * A button that leads to a place in a field.
 * @param {Place} place
 * @param {{ point: (line: number, column: number) => void }} field
 */
function drawPlace({ line, column }, field) {
  const made = element('button', 'button place', word('place', { line, column }));
  made.type = 'button';
  made.addEventListener('click', () => field.point(line, column));
  return made;
}

/**
 * Where an error of the database is known to come from: the operator that its
 * message names, if it stands once in the text, else the line of its statement if
 * that is not the first.
 * @param {{ line: number, error: { message: string } }} statement
 * @returns {Place | undefined}
 */
function placeOf({ line, error }) {
  for (const [name] of error.message.matchAll(/\$[A-Za-z]\w*/g)) {
    const [first, ...others] = [...editor.field.value.matchAll(new RegExp(`\\${name}(?!\\w)`, 'g'))];
    if (!first || others.length) continue;
    const lines = editor.field.value.slice(0, first.index).split('\n');
    return { line: lines.length, column: [...(lines.at(-1) ?? '')].length + 1 };
  }
  return line > 1 ? { line, column: 1 } : undefined;
}

/**
 * @param {any} statement
 * @param {boolean} isOwn
 */
function showStatement(statement, isOwn) {
  const pane = element('div', 'pane result');
  outcome.append(pane);
  if ('value' in statement) {
    showValue(pane, statement);
    return;
  }
  if (statement.unsent) {
    pane.append(element('p', 'label', element('span', 'error', `✕ ${word('unsent')}`)));
    return;
  }
  if (statement.error) showError(pane, statement.error, isOwn ? undefined : placeOf(statement));
  else showResult(pane, statement.result);
  showChanges(statement.changes ?? [], outcome);
  if (statement.plan) outcome.append(element('p', 'plan', element('b', '', word('plan')), ` ${planWords(statement.plan)}`));
  const guide = isOwn && !pasted.size ? catalog?.steps[state.step]?.costs[sizeIndex()] : undefined;
  outcome.append(drawCosts(word('cost'), catalog?.measures ?? [], [{ name: word('cost'), cost: statement.cost, why: statement.why, guide }]));
}

/**
 * A value that was reckoned in the page, under the name of its variable if it has one.
 * @param {HTMLElement} pane
 * @param {{ name?: string, value: string }} of
 */
function showValue(pane, { name, value }) {
  const called = element('span', 'name', name ?? '');
  called.translate = false;
  const code = element('pre', '', element('code', '', ...coloured(value)));
  code.translate = false;
  pane.append(element('p', 'label', element('b', '', word('result')), ' ', called), code);
}

/**
 * @param {HTMLElement} pane
 * @param {any} result
 */
function showResult(pane, result) {
  const what = [result.done ? `✓ ${word('done')}` : '', result.documents >= 0 ? plural('documents', result.documents) : '', result.bytes > 0 ? plural('bytes', result.bytes) : ''];
  pane.append(element('p', 'label', element('b', '', word('result')), ' ', what.filter(Boolean).join(' · ')));
  if (result.lines.length) pane.append(drawCode(result.lines));
}

/**
 * @param {HTMLElement} pane
 * @param {any} error
 * @param {Place} [place]
 */
function showError(pane, error, place) {
  const name = element('span', '', `${error.code ?? ''} ${error.name ?? ''}`.trim());
  name.translate = false;
  pane.append(element('p', 'label', element('b', '', word('result')), ' ', element('span', 'error', `✕ ${word('error')} `, name)));
  if (error.message) {
    const message = element('p', 'message', error.message);
    message.lang = 'en';
    pane.append(message);
  }
  if (place) {
    pane.append(drawPlace(place, editor));
    placeOfError ??= place;
  }
  if (error.refused) {
    pane.append(element('p', 'more', `${word('refused')} `, ...scriptLink()));
  }
  if (error.details?.length) pane.append(drawCode(error.details));
}

/**
 * @param {any[]} changes
 * @param {HTMLElement} into
 */
function showChanges(changes, into) {
  for (const change of changes) {
    const name = element('span', 'name', change.collection);
    name.translate = false;
    const pane = element('div', 'pane change', element('p', 'label', element('b', '', words.changes?.[change.kind] ?? ''), ' ', name, ' ', plural('documents', change.count)));
    for (const sheet of change.sheets) {
      const size = [sheet.before, sheet.after].filter(Boolean).map((bytes) => numbers.format(bytes)).join(' → ');
      pane.append(element('div', 'sheet', element('span', 'bytes', word('byte', { count: size })), drawCode(sheet.lines)));
    }
    if (change.count > change.sheets.length) pane.append(element('p', 'more', plural('moreDocuments', change.count - change.sheets.length)));
    into.append(pane);
  }
}

/** @param {{ stages: string[], indexes: string[] }} plan */
function planWords(plan) {
  const told = plan.indexes.map((name) => word('index', { name }));
  if (plan.stages.includes('COLLSCAN')) told.push(word('scan'));
  if (plan.stages.includes('SORT')) told.push(word('sort'));
  return told.join(' · ');
}
