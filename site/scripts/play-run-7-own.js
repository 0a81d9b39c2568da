// A reader's own documents in a collection of the example, and the run of a text with
// variables.

const collectionField = element('input');
collectionField.id = '_collection';
collectionField.autocapitalize = 'none';
collectionField.spellcheck = false;
collectionField.setAttribute('autocomplete', 'off');
const pasteEditor = makeEditor('_documents', put);
const pasteSaid = element('p', 'wrong');
const ownLabel = element('label', '', `${word('collection')} `, collectionField);
ownLabel.htmlFor = collectionField.id;
const pasteLabel = element('label', '', word('pasted'));
pasteLabel.htmlFor = pasteEditor.field.id;
ownData.append(ownLabel, pasteLabel, pasteEditor.box, element('p', 'more', word('stays')), button('put', put), pasteSaid);
nameCollection();
ownData.addEventListener('toggle', nameCollection);

/** Names the collection that was pasted into, or the example's first. */
function nameCollection() {
  if (!pasted.has(collectionField.value)) collectionField.value = catalog?.data[0]?.collection ?? '';
}

/**
 * Reads documents: an array, or one behind the other, in JSON, Extended JSON or as the
 * shell writes them.
 * @param {string} text
 */
async function readDocuments(text) {
  const reader = new Reader(text);
  const evaluator = new Evaluator(text, new Map(), async (_, of) => {
    throw new Mistake('a call has no place among documents', of.start);
  });
  const sources = [];
  while (reader.now().kind !== 'end') {
    if (reader.accept(',') || reader.accept(';')) continue;
    const read = reader.expression();
    for (const each of read.kind === 'array' ? read.items : [read]) {
      if (each.kind !== 'object') throw new Mistake('a document begins with {', each.start);
      const value = fromExtended(await evaluator.value(each));
      if (value instanceof Constructed) throw new Mistake('this is a value, not a document', each.start);
      sources.push({ source: written(value, each.start), at: each.start });
    }
  }
  if (!sources.length) throw new Mistake('there is no document', text.length, 'write one such as { _id: 1 }');
  return sources;
}

/** Puts what was pasted into its collection. */
async function put() {
  const name = collectionField.value.trim();
  const { value: text } = pasteEditor.field;
  pasteSaid.replaceChildren();
  try {
    if (!name || /[$\0]/.test(name)) throw new Mistake(`${word('collection')}?`, 0);
    const sources = await readDocuments(text);
    pasted.set(name, { text, sources });
  } catch (error) {
    if (!(error instanceof Mistake)) throw error;
    showWrong(error.message, placeAt(text, error.at), error.hint);
    return;
  }
  state.prepared = '';
  await during(async () => {
    await prepare();
    await showLive();
    await address();
    if (pasted.has(name)) say(word('taken', { collection: name, count: plural('documents', pasted.get(name)?.sources.length ?? 0) }));
  });
}

/**
 * What is wrong with what was pasted, and where.
 * @param {string} text
 * @param {Place} place
 * @param {string} [hint]
 */
function showWrong(text, place, hint) {
  pasteSaid.replaceChildren(element('span', 'error', `✕ ${word('error')} `), drawPlace(place, pasteEditor), ' ', inEnglish(hint ? `${text} (${hint})` : text));
  pasteEditor.point(place.line, place.column);
}

/** Bytes of a text that are sent in one request, less than the shell reads. */
const mostSent = 200_000;

/** Puts what was pasted in place of what its collections hold. What can't be stored is told, and forgotten. */
async function putAll() {
  for (const [name, { text, sources }] of [...pasted]) {
    const on = `db.getCollection(${quoted(name)})`;
    await engine.ask({ do: 'run', source: `${on}.deleteMany({})` }, progress);
    for (let from = 0; from < sources.length;) {
      let to = from;
      for (let size = 0; to < sources.length && (to === from || size + (sources[to]?.source.length ?? 0) * 2 < mostSent); to++) size += (sources[to]?.source.length ?? 0) * 2;
      const reply = await engine.ask({ do: 'run', source: `${on}.insertMany([\n${sources.slice(from, to).map(({ source }) => source).join(',\n')}\n])` }, progress);
      const mistake = reply.mistakes?.[0];
      const error = mistake ? mistake.text : reply.statements?.[0]?.error?.message;
      if (error) {
        // They are inserted one after the other: as many are there as stand before it.
        const there = mistake ? undefined : await engine.ask({ do: 'run', source: `${on}.countDocuments({})` }, progress);
        const failed = sources[mistake ? Math.min(from + mistake.line - 2, to - 1) : Number(there?.statements?.[0]?.result?.value ?? 0)];
        pasted.delete(name);
        state.prepared = '';
        ownData.open = true;
        showWrong(error, placeAt(text, failed?.at ?? 0));
        throw new Refusal(`✕ ${error}`);
      }
      from = to;
    }
  }
}

/**
 * Takes from an address what was pasted.
 * @param {string} text
 */
async function takePasted(text) {
  try {
    for (const [name, documents] of JSON.parse(text)) {
      pasted.set(String(name), { text: String(documents), sources: await readDocuments(String(documents)) });
      collectionField.value = String(name);
      pasteEditor.set(String(documents));
      ownData.open = true;
    }
  } catch {
    pasted.clear(); // an address that nobody copied from here
  }
}

/**
 * Runs a text command by command. It fails with a mistake where one can't be run.
 * @param {string} source
 * @param {Map<string, any>} names its variables, to which it adds
 * @param {Engine} on
 * @param {(statement: any, collection: string, source: string) => void} tell
 */
async function runScript(source, names, on, tell) {
  const { commands } = readScript(source, (name) => names.has(name));
  if (!commands.length) {
    const reply = await on.ask({ do: 'run', source: `${source}\n;` }, progress);
    if (reply.mistakes) throw mistakeOf(reply.mistakes[0], source, (at) => at);
    for (const statement of reply.statements ?? []) tell(statement, '', source);
    return;
  }
  let isEnded = false;
  const evaluator = new Evaluator(source, names, async (text, of, placeOf) => {
    const reply = await on.ask({ do: 'run', source: `${text}\n;` }, progress);
    if (reply.mistakes) throw mistakeOf(reply.mistakes[0], text, placeOf);
    const [statement] = reply.statements ?? [];
    tell({ ...statement, line: placeAt(source, of.start).line }, of.collection, text);
    if (statement?.error) {
      isEnded = true;
      throw new Ended();
    }
    return statement?.result?.value ? fromExtended(JSON.parse(statement.result.value)) : null;
  });
  for (const { name, value } of commands) {
    try {
      const isSession = value.kind !== 'call' && !usesVariables(value, (known) => names.has(known));
      const made = isSession ? await evaluator.send(source.slice(value.start, value.end), { ...value, collection: '' }, (at) => at + value.start) : await evaluator.value(value);
      if (name) names.set(name, made);
      if (value.kind !== 'call' && !isSession) tell({ name, value: made === undefined ? 'undefined' : typeof made === 'function' ? '=>' : written(made, value.start, 72) }, '', '');
    } catch (error) {
      if (!(error instanceof Ended)) throw error;
    }
    if (isEnded) return;
  }
}

/** Ends a text behind a statement that failed. */
class Ended extends Error {}

/**
 * @param {{ line: number, column: number, text: string, hint?: string }} of
 * @param {string} text that was sent
 * @param {(at: number) => number} placeOf
 */
function mistakeOf(of, text, placeOf) {
  const made = new Mistake(of.text, placeOf(offsetAt(text, of)), of.hint);
  made.isOfText = true;
  return made;
}
