// The search page: results by page with their sections beneath, and the index
// of all pages where there are none.

/** Each page that is shown costs its text: so many sections are shown at first, and so many at most. */
const first = 10;
const most = 40;

/** @param {HTMLFormElement} form */
function makeResults(form) {
  const input = /** @type {HTMLInputElement} */ (form.querySelector('input'));
  const place = document.getElementById('_results');
  const index = document.getElementById('_index');
  if (!place) return;
  /** @type {SearchWords} */
  const words = searchWords(form);
  const say = speaker(/** @type {HTMLElement} */ (form.querySelector('[role=status]')));
  let asked = 0;

  async function search() {
    const turn = ++asked;
    const query = input.value;
    const { lang } = document.documentElement;
    const results = await resultsOf(query, lang, words).catch(() => [paragraph('none', words.failed)]);
    if (turn !== asked || !place) return;
    place.replaceChildren(...results);
    place.dataset.query = query;
    if (index) index.hidden = place.querySelector('.hits') !== null;
    say(query.trim() ? place.querySelector('.said')?.textContent ?? '' : '');
    const url = new URL(location.href);
    if (query) url.searchParams.set('q', query);
    else url.searchParams.delete('q');
    history.replaceState(null, '', url);
  }

  input.addEventListener('input', (event) => {
    if (!(/** @type {InputEvent} */ (event)).isComposing) search();
  });
  input.addEventListener('compositionend', search);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    search();
  });
  place.addEventListener('change', (event) => {
    const { value } = /** @type {HTMLInputElement} */ (event.target);
    for (const hit of place.querySelectorAll(/** @type {'li'} */ ('.hits > li'))) hit.hidden = value !== '' && hit.dataset.part !== value;
  });
  input.value = new URL(location.href).searchParams.get('q') ?? input.value;
  if (input.value) search();
  else input.focus(); // who comes without words comes to write some
}

/**
 * @param {string} query
 * @param {string} lang
 * @param {SearchWords} words
 * @returns {Promise<HTMLElement[]>}
 */
async function resultsOf(query, lang, words) {
  if (!query.trim()) return [];
  const found = await indexIn(lang).find(query);
  const said = paragraph('said', saidOf(words, found.hits.length, query));
  if (found.hits.length > 0) {
    const list = await hitsOf(found, lang, first, words);
    if (found.hits.length <= first) return [said, ...partsOf(list, words), list];
    const more = Object.assign(document.createElement('button'), { type: 'button', textContent: words.more });
    more.addEventListener('click', async () => {
      const longer = await hitsOf(found, lang, most, words);
      const place = list.parentElement;
      place?.querySelector('.choice')?.remove();
      list.before(...partsOf(longer, words));
      list.replaceWith(longer);
      more.remove();
      /** @type {HTMLElement | undefined} */ ([...longer.querySelectorAll('a')][first])?.focus();
    });
    return [said, ...partsOf(list, words), list, more];
  }
  /** @type {HTMLElement[]} */
  const results = [said];
  const near = await indexIn(lang).nearest(query);
  if (near) {
    const meant = paragraph('meant', words.meant.split('{word}')[0] ?? '');
    const link = document.createElement('a');
    link.href = `?q=${encodeURIComponent(near)}`;
    link.textContent = near;
    meant.append(link, words.meant.split('{word}')[1] ?? '');
    results.push(meant);
  }
  // The first in the list of languages is the one that the others translate.
  const original = document.querySelector('#languages a')?.getAttribute('lang') ?? lang;
  const others = lang === original ? undefined : await indexIn(original).find(query);
  if (others && others.hits.length > 0) {
    const list = await hitsOf(others, original, first, words);
    list.lang = original;
    results.push(paragraph('english', words.english), list);
  }
  return results;
}

/**
 * The pages found, the best first, each with its best sections.
 * @param {Found} found
 * @param {string} lang
 * @param {number} count of sections
 * @param {SearchWords} words
 */
async function hitsOf(found, lang, count, words) {
  const list = document.createElement('ol');
  list.className = 'hits';
  const shown = await shownOf(lang, found.hits.slice(0, count), found.forms);
  /** @type {Map<string, HTMLLIElement>} */
  const pages = new Map();
  shown.forEach((each, rank) => {
    const page = pages.get(each.slug) ?? pageItem(each, found.forms, words);
    if (!pages.has(each.slug)) list.append(page);
    pages.set(each.slug, page);
    if (each.isPage) {
      page.querySelector('.title')?.setAttribute('data-rank', String(rank));
      page.querySelector('ul')?.before(inOriginal(marked('p', 'context', each.context, found.forms), each));
      return;
    }
    const sections = /** @type {HTMLUListElement} */ (page.querySelector('ul'));
    if (sections.childElementCount === 4) return;
    const item = document.createElement('li');
    const link = marked('a', '', each.heading, found.forms);
    link.href = each.href;
    link.dataset.rank = String(rank);
    item.append(link, marked('p', 'context', each.context, found.forms));
    sections.append(item);
  });
  return list;
}

/**
 * @param {Shown} shown
 * @param {Set<string>} forms
 * @param {SearchWords} words
 */
function pageItem(shown, forms, words) {
  const item = document.createElement('li');
  item.dataset.part = shown.part;
  const title = marked('a', 'title', shown.title, forms);
  title.href = shown.href.replace(/#.*/, '');
  const where = whereOf(shown, words);
  if (where) item.append(paragraph('where', where));
  item.append(inOriginal(title, shown), document.createElement('ul'));
  return item;
}

/**
 * Radios that leave the results of one part, if there are several.
 * @param {HTMLElement} list
 * @param {SearchWords} words
 */
function partsOf(list, words) {
  const parts = new Set([...list.querySelectorAll('li[data-part]')].map((item) => /** @type {HTMLElement} */ (item).dataset.part ?? ''));
  parts.delete('');
  if (parts.size < 2) return [];
  const choice = document.createElement('fieldset');
  choice.className = 'choice';
  choice.append(Object.assign(document.createElement('legend'), { textContent: words.parts }));
  for (const part of ['', ...parts]) {
    const label = document.createElement('label');
    const radio = Object.assign(document.createElement('input'), { type: 'radio', name: 'part', value: part, checked: part === '' });
    label.append(radio, part || words.all);
    choice.append(label);
  }
  return [choice];
}

/**
 * @param {string} className
 * @param {string} text
 */
function paragraph(className, text) {
  return Object.assign(document.createElement('p'), { className, textContent: text });
}

for (const form of document.querySelectorAll(/** @type {'form'} */ ('form[role=search]'))) {
  if (form.closest('main')) makeResults(form);
  else makeCombobox(form);
}
