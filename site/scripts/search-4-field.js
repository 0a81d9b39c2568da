// The field in the header: a combobox whose list opens under it as one types.

/** @param {HTMLFormElement} form */
function makeCombobox(form) {
  const input = /** @type {HTMLInputElement} */ (form.querySelector('input'));
  /** @type {FieldWords} */
  const words = searchWords(form);
  const say = speaker(/** @type {HTMLElement} */ (form.querySelector('[role=status]')));
  const list = document.createElement('div');
  list.id = '_found';
  list.className = 'found';
  list.hidden = true;
  list.tabIndex = -1; // what scrolls would take the focus
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', input.labels?.[0]?.textContent ?? '');
  // What is no option stands outside the list.
  const note = document.createElement('p');
  note.className = 'found';
  note.hidden = true;
  form.append(list, note);
  // Few readers of a page search: its styles leave out those of the list.
  const styles = document.createElement('link');
  styles.rel = 'stylesheet';
  styles.href = `${siteRoot}assets/found.css`;
  document.head.append(styles);
  for (const [name, value] of Object.entries({ role: 'combobox', 'aria-expanded': 'false', 'aria-controls': list.id, 'aria-autocomplete': 'list' })) {
    input.setAttribute(name, value);
  }
  let asked = 0;

  /** @param {boolean} open */
  function show(open) {
    note.hidden = !open || !note.textContent;
    list.hidden = !open || !note.hidden;
    input.setAttribute('aria-expanded', String(!list.hidden));
    if (list.hidden) choose(-1);
  }

  /** @returns {HTMLElement[]} */
  const options = () => [...list.querySelectorAll(/** @type {'a'} */ ('[role=option]'))];
  const chosen = () => options().findIndex((option) => option.getAttribute('aria-selected') === 'true');

  /** @param {number} number of an option, -1 for none */
  function choose(number) {
    options().forEach((option, i) => option.setAttribute('aria-selected', String(i === number)));
    const option = options()[number];
    if (option) {
      input.setAttribute('aria-activedescendant', option.id);
      option.scrollIntoView({ block: 'nearest' });
    } else input.removeAttribute('aria-activedescendant');
  }

  async function search() {
    const turn = ++asked;
    const query = input.value;
    if (!query.trim()) {
      say('');
      show(false);
      return;
    }
    const { lang } = document.documentElement;
    try {
      const found = await indexIn(lang).find(query);
      const shown = await shownOf(lang, found.hits.slice(0, 6), found.forms);
      if (turn !== asked) return;
      list.replaceChildren(...shown.map((each, i) => optionOf(each, i, found.forms, words)));
      note.textContent = shown.length === 0 ? saidOf(words, 0, query) : '';
      show(document.activeElement === input);
      say(saidOf(words, found.hits.length, query));
    } catch {
      if (turn !== asked) return;
      list.replaceChildren();
      note.textContent = words.failed;
      show(true);
      say(words.failed);
    }
  }

  input.addEventListener('input', (event) => {
    if (!(/** @type {InputEvent} */ (event)).isComposing) search();
  });
  input.addEventListener('compositionend', search);
  input.addEventListener('focus', () => {
    if (input.value.trim() && (note.textContent || options().length > 0)) show(true);
  });
  form.addEventListener('focusout', (event) => {
    if (!form.contains(/** @type {Node | null} */ (event.relatedTarget))) show(false);
  });
  list.addEventListener('pointerdown', (event) => event.preventDefault()); // the focus stays in the field
  input.addEventListener('keydown', (event) => {
    // Pinyin needs Enter and the arrows for itself.
    if (event.isComposing || event.keyCode === 229) return;
    const count = options().length;
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp':
        if (count === 0) return;
        show(true);
        choose((chosen() + 1 + (event.key === 'ArrowDown' ? 1 : count) ) % (count + 1) - 1);
        break;
      case 'Escape':
        show(false);
        break;
      case 'Enter':
        if (list.hidden || chosen() < 0) return;
        open(/** @type {HTMLAnchorElement} */ (options()[chosen()]), event.ctrlKey || event.metaKey);
        break;
      default:
        return;
    }
    event.preventDefault();
  });

  /**
   * @param {HTMLAnchorElement} link
   * @param {boolean} apart
   */
  function open(link, apart) {
    if (apart) window.open(link.href, '_blank', 'noopener');
    else {
      show(false);
      location.href = link.href;
    }
  }

  if (input.value) search();
}

/**
 * @param {Shown} shown
 * @param {number} number
 * @param {Set<string>} forms
 * @param {FieldWords} words
 */
function optionOf(shown, number, forms, words) {
  const option = document.createElement('a');
  option.href = shown.href;
  option.id = `_found-${number}`;
  option.tabIndex = -1;
  option.setAttribute('role', 'option');
  option.setAttribute('aria-selected', 'false');
  const where = shown.isPage ? whereOf(shown, words) : [shown.part, shown.title].filter(Boolean).join(' › ');
  option.append(inOriginal(marked('span', 'what', shown.isPage ? shown.title : shown.heading, forms), shown));
  if (where) option.append(marked('span', 'where', where, forms));
  if (shown.context) option.append(inOriginal(marked('span', 'context', shown.context, forms), shown));
  return option;
}
