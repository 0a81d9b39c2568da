// What runs in the database, and what can stop it.

/** After so many milliseconds a run can be ended. */
const stopAfter = 2000;
const engine = new Engine();
/** The one that runs something, which Stop ends. */
let running = engine;

/**
 * @param {number} came
 * @param {number} all
 */
function progress(came, all) {
  // A host that compresses sends less than what is counted here.
  const total = Number(holder.dataset.packed);
  const loaded = Math.round((came / all) * total);
  bar.hidden = loaded >= total;
  bar.max = total;
  bar.value = loaded;
  said.textContent = word('loading', { loaded: megabytes(loaded, 1), total: megabytes(total, 1) });
}

/** @type {Map<string, Promise<string>>} */
const texts = new Map();

/** @param {string} name */
function exampleText(name) {
  const known = texts.get(name) ?? text(`examples/${name}.json`);
  texts.set(name, known);
  known.catch(() => texts.delete(name));
  return known;
}

/** Runs what stands in the editor. */
async function run() {
  if (state.busy || !catalog || state.way !== undefined) return;
  await during(async () => {
    await prepare();
    say(word('running'));
    const reply = await runText(editor.field.value);
    if (reply.statements?.length) await showLive();
    showOutcome(reply);
    say(reply.mistakes || reply.statements?.some((statement) => statement.error) ? `✕ ${word('error')}` : word('ready'));
    await address();
    bringIntoView(outcome);
  });
}

/** Opens the example at its step, if it isn't, with what was pasted. */
async function prepare() {
  const key = [state.example, state.step, state.size].join(' ');
  if (state.prepared === key) return;
  await engine.ask({ do: 'open', name: state.example, text: await exampleText(state.example), size: state.size, step: state.step }, progress);
  await putAll();
  state.prepared = key;
}

/**
 * Runs a text: as it is if the database can read it all, else command by command.
 * @param {string} source
 * @returns {Promise<Reply>}
 */
async function runText(source) {
  /** @type {any[]} */
  const statements = [];
  try {
    const saved = savedBy(source);
    if (source.trim() === own().trim()) {
      const reply = await engine.ask({ do: 'run', source }, progress);
      const value = reply.statements?.[0]?.result?.value;
      if (saved && value) variables.set(saved, fromExtended(JSON.parse(value)));
      return reply;
    }
    await recall(source);
    if (readScript(source, (name) => variables.has(name)).isPlain) return await engine.ask({ do: 'run', source }, progress);
    await runScript(source, variables, engine, (statement) => statements.push(statement));
    return { statements, memory: engine.memory };
  } catch (error) {
    if (!(error instanceof Mistake)) throw error;
    return { statements, mistakes: [{ ...placeAt(source, error.at), text: error.message, hint: error.hint }], memory: engine.memory };
  }
}

/**
 * The variable in which a step saves its result; a session is none, the database knows it.
 * @param {string} source
 */
function savedBy(source) {
  return source.includes('startSession(') ? undefined : /^\s*(?:const|let|var)\s+([\w$]+)\s*=/.exec(source)?.[1];
}

/**
 * Takes the values of variables that steps before this one have saved, if a text names them.
 * @param {string} source
 */
async function recall(source) {
  const known = new Set(source.match(/(?<![.\w$'"])[A-Za-z_$][\w$]*/g));
  const at = sizeIndex();
  for (const [i, step] of (catalog?.steps ?? []).slice(0, state.step).entries()) {
    const text = step.sources[at] ?? '';
    const name = savedBy(text);
    if (!name || !known.has(name) || variables.has(name)) continue;
    await raceEngine.ask({ do: 'open', name: state.example, text: await exampleText(state.example), size: state.size, step: i }, progress);
    const reply = await raceEngine.ask({ do: 'run', source: text }, progress);
    const value = reply.statements?.[0]?.result?.value;
    if (value) variables.set(name, fromExtended(JSON.parse(value)));
  }
}

/** Shows the documents as they are now, with what has just changed marked. */
async function showLive() {
  const { documents = [] } = await engine.ask({ do: 'documents' }, progress);
  const order = (catalog?.data ?? []).map((part) => part.collection);
  const isChanged = documents.some((part) => part.shown.some(({ kind }) => kind));
  if (!isChanged && !data.dataset.live && state.step === 0) return;
  data.dataset.live = 'true';
  const rank = (/** @type {Documents} */ part) => (order.indexOf(part.collection) + order.length + 1) % (order.length + 1);
  showDocuments(documents.toSorted((a, b) => rank(a) - rank(b)));
}

/**
 * Brings into view what has just been made, if most of it is below the window.
 * @param {HTMLElement} part
 */
function bringIntoView(part) {
  const { top } = part.getBoundingClientRect();
  if (top > 0.6 * innerHeight || top < 0) part.scrollIntoView({ block: 'start' });
}

/**
 * Does something that takes a while: it can be stopped when it takes long.
 * @param {() => Promise<void>} work
 * @param {Engine} [on]
 */
async function during(work, on = engine) {
  if (state.busy) return;
  state.busy = true;
  running = on;
  runButton.ariaDisabled = 'true'; // disabled, it would lose the focus
  for (const part of [outcome, walk]) part.setAttribute('aria-busy', 'true');
  const timer = setInterval(() => (stopButton.hidden = !state.loaded), stopAfter);
  try {
    await work();
  } catch (error) {
    if (on === engine) state.prepared = '';
    const ended = error instanceof Error && error.message === 'gone';
    if (on === engine) {
      outcome.replaceChildren();
      walk.replaceChildren();
      walked.way = '';
    }
    say(ended ? (stopped ? word('stopped') : word('crashed', { count: megabytes(mostMemory) })) : error instanceof Refusal ? error.message : word('failed'));
    if (!ended && !(error instanceof Refusal)) said.append(' ', ...scriptLink());
  }
  clearInterval(timer);
  stopped = false;
  bar.hidden = true;
  weight.hidden = state.loaded;
  if (document.activeElement === stopButton) (on === raceEngine ? raceButton : state.way === undefined ? runButton : backButton).focus();
  stopButton.hidden = true;
  runButton.ariaDisabled = null;
  for (const part of [outcome, walk]) part.removeAttribute('aria-busy');
  state.busy = false;
}

let stopped = false;

function stop() {
  stopped = true;
  running.end();
}
