// @ts-check
// Listens for changes of the source: reloads the page where the reader was,
// or lays what is wrong over it, with a button where the database may be right.
(() => {
  const place = 'modelbook-place';
  const told = 'modelbook-accepted';
  const saved = sessionStorage.getItem(place);
  if (saved) {
    sessionStorage.removeItem(place);
    const { path, y } = JSON.parse(saved);
    if (path === location.pathname) scrollTo(0, y);
  }

  /** @typedef {{file: string, line?: number, column?: number, text: string, hint?: string, detail?: string, update?: string}} Message */
  /** @typedef {{example: string, files: string[], notices: Message[]}} Accepted */

  /** @type {number | undefined} */
  let shown;
  let token = '';
  const before = sessionStorage.getItem(told);
  if (before) {
    sessionStorage.removeItem(told);
    tellAccepted(JSON.parse(before));
  }
  const events = new EventSource('/-/events');
  events.onmessage = (message) => {
    /** @type {{version: number, messages: Message[], token: string, accepted?: Accepted}} */
    const { version, messages, accepted, ...rest } = JSON.parse(message.data);
    token = rest.token;
    if (shown !== undefined && version !== shown && messages.length === 0) {
      sessionStorage.setItem(place, JSON.stringify({ path: location.pathname, y: scrollY }));
      if (accepted) sessionStorage.setItem(told, JSON.stringify(accepted));
      location.reload();
      return;
    }
    shown = version;
    overlay(messages);
    if (accepted) tellAccepted(accepted);
  };

  /** @param {Message[]} messages */
  function overlay(messages) {
    const last = document.getElementById('modelbook-wrong');
    const isFocused = last?.contains(document.activeElement);
    last?.remove();
    if (messages.length === 0) return;
    const box = add(document.body, 'section', '');
    box.id = 'modelbook-wrong';
    box.setAttribute('role', 'alert');
    const heading = add(box, 'h2', messages.length === 1 ? '1 thing is wrong' : `${messages.length} things are wrong`);
    heading.tabIndex = -1;
    /** @type {Set<string>} */
    const offered = new Set();
    for (const m of messages) {
      tell(box, m);
      if (m.update && !offered.has(m.update)) {
        offered.add(m.update);
        offer(box, m.update);
      }
    }
    if (isFocused) heading.focus();
  }

  /**
   * @param {Element} box
   * @param {Message} m
   */
  function tell(box, m) {
    add(box, 'code', [m.file, m.line, m.column].filter(Boolean).join(':'));
    add(box, 'p', m.text);
    if (m.detail) add(box, 'pre', m.detail);
    if (m.hint) add(box, 'p', m.hint).className = 'hint';
  }

  /**
   * Offers to write what the database returned for an example.
   * @param {Element} box
   * @param {string} example
   */
  function offer(box, example) {
    const line = add(box, 'p', '');
    const button = add(line, 'button', `Accept what ${example} returns`);
    button.setAttribute('type', 'button');
    const answer = add(line, 'span', '');
    answer.setAttribute('role', 'status');
    button.addEventListener('click', async () => {
      if (button.getAttribute('aria-disabled') === 'true') return;
      button.setAttribute('aria-disabled', 'true');
      answer.textContent = ' The example runs, and is written with the numbers of the pages …';
      try {
        const response = await fetch('/-/accept', {
          method: 'POST', headers: { 'Content-Type': 'application/json', 'X-Modelbook-Token': token }, body: JSON.stringify({ example }),
        });
        answer.textContent = response.ok ? '' : ` Not accepted: ${(await response.text()).trim()}`;
      } catch {
        answer.textContent = ' Not accepted: the preview does not answer; look where it was started';
      }
      button.removeAttribute('aria-disabled');
    });
  }

  /** @param {Accepted} accepted */
  function tellAccepted({ example, files, notices }) {
    document.getElementById('modelbook-accepted')?.remove();
    const box = add(document.body, 'section', '');
    box.id = 'modelbook-accepted';
    box.setAttribute('aria-label', 'What was accepted');
    const status = add(box, 'div', '');
    status.setAttribute('role', 'status');
    const close = add(box, 'button', 'Close');
    close.setAttribute('type', 'button');
    close.addEventListener('click', () => box.remove());
    close.focus({ preventScroll: true });
    // A status is read out only where it changes after it is there.
    setTimeout(() => {
      add(status, 'h2', `What ${example} returns was accepted; look at it with git diff`);
      const list = add(status, 'ul', '');
      for (const file of files) add(add(list, 'li', ''), 'code', file);
      for (const m of notices) tell(status, m);
    }, 100);
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
