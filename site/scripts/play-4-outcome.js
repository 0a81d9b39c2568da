// What came of a run, or where it was mistaken.

/** @param {Reply} reply */
function showOutcome(reply) {
  outcome.replaceChildren();
  outcome.dataset.unedited = String(reply.unedited === true);
  for (const mistake of reply.mistakes ?? []) {
    outcome.append(element('p', 'mistake', element('span', 'error', `✕ ${word('error')} `), drawPlace(mistake), ` ${mistake.text}`, ...(mistake.hint ? [element('span', 'more', ` ${mistake.hint}`)] : [])));
  }
  const first = reply.mistakes?.[0];
  if (first) editor.point(first.line, first.column);
  for (const statement of reply.statements ?? []) showStatement(statement, reply.unedited === true);
  outcome.dataset.memory = String(reply.memory);
  outcome.append(element('p', 'plan', word('memory', { count: megabytes(reply.memory), most: megabytes(mostMemory) })));
}

/** @typedef {{ line: number, column: number }} Place counted from 1, columns in characters */

/** @param {Place} place */
function drawPlace({ line, column }) {
  const made = element('button', 'button place', word('place', { line, column }));
  made.type = 'button';
  made.addEventListener('click', () => editor.point(line, column));
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
  if (statement.unsent) {
    pane.append(element('p', 'label', element('span', 'error', `✕ ${word('unsent')}`)));
    return;
  }
  if (statement.error) showError(pane, statement.error, isOwn ? undefined : placeOf(statement));
  else showResult(pane, statement.result);
  showChanges(statement.changes ?? [], outcome);
  if (statement.plan) outcome.append(element('p', 'plan', element('b', '', word('plan')), ` ${planWords(statement.plan)}`));
  const guide = isOwn ? catalog?.steps[state.step]?.costs[sizeIndex()] : undefined;
  outcome.append(drawCosts(word('cost'), catalog?.measures ?? [], [{ name: word('cost'), cost: statement.cost, why: statement.why, guide }]));
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
    pane.append(drawPlace(place));
    editor.point(place.line, place.column);
  }
  if (error.refused) {
    const script = element('a', '', `${state.example}.mongosh.js`);
    const lang = guideOf(state.example)?.lang ?? 'en';
    script.href = new URL(`${lang === 'en' ? '' : `${lang}/`}examples/${state.example}.mongosh.js`, root).href;
    script.translate = false;
    pane.append(element('p', 'more', `${word('refused')} `, script));
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
