// @ts-check
// Listens for changes of the source: reloads the page where the reader was,
// or lays what is wrong over it.
(() => {
  const place = 'modelbook-place';
  const saved = sessionStorage.getItem(place);
  if (saved) {
    sessionStorage.removeItem(place);
    const { path, y } = JSON.parse(saved);
    if (path === location.pathname) scrollTo(0, y);
  }

  /** @typedef {{file: string, line?: number, column?: number, text: string, hint?: string, detail?: string}} Message */

  /** @type {number | undefined} */
  let shown;
  const events = new EventSource('/-/events');
  events.onmessage = (message) => {
    /** @type {{version: number, messages: Message[]}} */
    const { version, messages } = JSON.parse(message.data);
    if (shown !== undefined && version !== shown && messages.length === 0) {
      sessionStorage.setItem(place, JSON.stringify({ path: location.pathname, y: scrollY }));
      location.reload();
      return;
    }
    shown = version;
    overlay(messages);
  };

  /** @param {Message[]} messages */
  function overlay(messages) {
    document.getElementById('modelbook-wrong')?.remove();
    if (messages.length === 0) return;
    const box = add(document.body, 'section', '');
    box.id = 'modelbook-wrong';
    box.setAttribute('role', 'alert');
    add(box, 'h2', messages.length === 1 ? '1 thing is wrong' : `${messages.length} things are wrong`);
    for (const m of messages) {
      add(box, 'code', [m.file, m.line, m.column].filter(Boolean).join(':'));
      add(box, 'p', m.text);
      if (m.detail) add(box, 'pre', m.detail);
      if (m.hint) add(box, 'p', m.hint).className = 'hint';
    }
  }

  /**
   * @param {Element} parent
   * @param {string} name
   * @param {string} text shown as it is: it may hold what a stranger wrote
   */
  function add(parent, name, text) {
    const element = document.createElement(name);
    element.textContent = text;
    parent.append(element);
    return element;
  }
})();
