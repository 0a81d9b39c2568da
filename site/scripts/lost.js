// The page that a server shows for an address without a page. It speaks all
// languages: this keeps the one of the address, or else of the reader, and
// offers the address most like the one that was asked for.
'use strict';

(() => {
  const root = document.documentElement;
  const others = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('.other')]);
  const nearest = document.getElementById('nearest');
  if (!nearest) return;
  const parts = decoded(location.pathname).toLowerCase().split('/').filter(Boolean);
  const languages = [root.lang, ...others.map((other) => other.lang)];
  const inAddress = languages.find((language) => parts.includes(language.toLowerCase()));
  const chosen = others.find((other) => other.lang === (inAddress ?? ofReader()));
  let folder = nearest.querySelector('a')?.getAttribute('href')?.replace(/index\.html$/, '') ?? '';
  if (chosen) {
    folder = chosen.dataset.folder ?? folder;
    speak(chosen);
  }
  for (const other of others) other.remove();
  offer(parts.at(-1)?.replace(/\.html?$/, '') ?? '', nearest);

  /** @param {string} path */
  function decoded(path) {
    try {
      return decodeURIComponent(path);
    } catch {
      return path;
    }
  }

  /** The first of the reader's languages that the site has. */
  function ofReader() {
    for (const wanted of navigator.languages) {
      const [family] = wanted.split('-');
      const found = languages.find((language) => language === wanted) ?? languages.find((language) => language.split('-')[0] === family);
      if (found) return found;
    }
    return root.lang;
  }

  /**
   * Puts a language's words in the place of those of the page.
   * @param {HTMLElement} other
   */
  function speak(other) {
    const words = other.dataset;
    const title = other.querySelector('h2');
    const list = other.querySelector('ol');
    const article = document.querySelector('article');
    const heading = article?.querySelector('h1');
    const name = document.querySelector(`.languages a[lang="${other.lang}"]`);
    document.title = document.title.replace(heading?.textContent ?? '', title?.textContent ?? '');
    root.lang = other.lang;
    if (heading && title) heading.textContent = title.textContent;
    article?.replaceChildren(...(heading ? [heading] : []), ...other.querySelectorAll(':scope > p'));
    document.querySelector('.brand')?.setAttribute('href', `${folder}index.html`);
    for (const lists of ['.tree a', '.contents .title']) {
      const places = document.querySelectorAll(lists);
      list?.querySelectorAll('a').forEach((part, i) => lead(places[i], part));
    }
    for (const described of document.querySelectorAll('.contents p')) described.remove();
    document.querySelector('.languages [aria-current]')?.removeAttribute('aria-current');
    name?.setAttribute('aria-current', 'true');
    for (const [place, word] of [
      ['.skip', words.skip], ['.find label, .lens .spoken', words.search], ['#_list', words.parts], ['.menu span', words.contents], ['.top .short', words.short], ['.top button > .word', name?.textContent],
    ]) {
      for (const element of document.querySelectorAll(place ?? '')) element.textContent = word ?? '';
    }
    for (const find of document.querySelectorAll(/** @type {'form'} */ ('form[role=search]'))) {
      find.action = `${folder}search.html`;
      find.dataset.words = words.words;
      find.querySelector('input')?.setAttribute('placeholder', words.search ?? '');
    }
    document.querySelector('.lens')?.setAttribute('href', `${folder}search.html`);
    document.querySelector('.tree')?.setAttribute('aria-label', words.contents ?? '');
    if (nearest?.firstChild) nearest.firstChild.textContent = `${words.nearest} `;
    const script = /** @type {HTMLScriptElement | null} */ (document.querySelector('script[data-theme]'));
    if (script) Object.assign(script.dataset, words);
  }

  /**
   * Makes a link to a part lead where another one does.
   * @param {Element | undefined} link
   * @param {HTMLAnchorElement} to
   */
  function lead(link, to) {
    if (!(link instanceof HTMLAnchorElement) || !link.lastChild) return;
    link.href = to.href;
    link.lang = to.lang;
    link.lastChild.textContent = link.children.length > 0 ? ` ${to.textContent}` : to.textContent;
  }

  /**
   * Shows the page whose name is most like the one asked for, if one is.
   * @param {string} asked
   * @param {HTMLElement} place
   */
  function offer(asked, place) {
    let best = '';
    let least = Math.max(2, asked.length / 3);
    for (const slug of (place.dataset.slugs ?? '').split(' ')) {
      const changes = distance(asked, slug);
      if (changes <= least && asked) [best, least] = [slug, changes - 1];
    }
    const link = place.querySelector('a');
    if (!best || !link) return;
    link.href = `${folder}${best}.html`;
    link.textContent = decoded(link.pathname);
    place.hidden = false;
  }

  /**
   * How many letters must be put in, taken out or changed.
   * @param {string} a
   * @param {string} b
   */
  function distance(a, b) {
    let row = Array.from({ length: b.length + 1 }, (_, i) => i);
    for (let i = 1; i <= a.length; i++) {
      const next = [i];
      for (let j = 1; j <= b.length; j++) {
        const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
        next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
      }
      row = next;
    }
    return row[b.length] ?? 0;
  }
})();
