// The editor: a textarea with its text, coloured, behind it. Tab leaves it.

const longestColoured = 50_000;
const pieces = /(\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|('(?:[^'\\\n]|\\.)*'?|"(?:[^"\\\n]|\\.)*"?|`(?:[^`\\]|\\.)*`?)|(\$[\w$]+)|(\b(?:const|let|for|true|false|null)\b)|(\b(?:ObjectId|ISODate|Decimal128|NumberDecimal|Long|NumberLong|Int32|NumberInt|Double|UUID|BinData|Timestamp|MinKey|MaxKey|RegExp|Date)\b)|(\.\w+(?=\())|(-?\b\d[\w.]*)/g;
const pieceClasses = ['c', 's', 'o', 'k', 't', 'f', 'm'];

/**
 * @param {string} source
 * @returns {Node[]}
 */
function coloured(source) {
  if (source.length > longestColoured) return [document.createTextNode(source)];
  const nodes = [];
  let end = 0;
  for (const found of source.matchAll(pieces)) {
    nodes.push(document.createTextNode(source.slice(end, found.index)));
    const kind = found.slice(1).findIndex((part) => part !== undefined);
    nodes.push(element('span', pieceClasses[kind] ?? '', found[0]));
    end = found.index + found[0].length;
  }
  nodes.push(document.createTextNode(source.slice(end)));
  return nodes;
}

/** @param {() => void} run */
function makeEditor(run) {
  const field = element('textarea');
  field.id = '_source';
  field.spellcheck = false;
  field.autocapitalize = 'none';
  field.setAttribute('autocomplete', 'off');
  field.translate = false;
  const behind = element('pre');
  behind.setAttribute('aria-hidden', 'true');
  const show = () => {
    behind.replaceChildren(...coloured(field.value), '\n');
    field.classList.toggle('plain', field.value.length > longestColoured);
    field.removeAttribute('aria-invalid');
  };
  field.addEventListener('input', show);
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.isComposing) {
      event.preventDefault();
      run();
    }
  });
  return {
    field,
    box: element('div', 'editor', behind, field),
    /** @param {string} source */
    set(source) {
      field.value = source;
      show();
    },
    /**
     * Puts the caret at a place, counted from 1 in characters.
     * @param {number} line
     * @param {number} column
     */
    point(line, column) {
      const lines = field.value.split('\n');
      const before = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
      const at = before + [...(lines[line - 1] ?? '')].slice(0, column - 1).join('').length;
      field.focus();
      field.setSelectionRange(at, at);
      field.setAttribute('aria-invalid', 'true');
    },
  };
}

// A reader's own text, compressed in the part of the address that is sent
// nowhere. What is read from there is only ever put into the field.

/**
 * Bytes of a text that a link carries. Some letters take long to lay out, and ever
 * longer the more of them stand together: that is why this is not more.
 */
const longestLinked = 16 << 10;

/** @param {string} source */
const fitsLink = (source) => new TextEncoder().encode(source).length <= longestLinked;

/** @param {string} source */
async function packed(source) {
  const stream = new Blob([source]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/**
 * The text of an address, if it has one; nothing of one that is too long is kept.
 * @param {string} hash
 * @returns {Promise<{ text?: string, isTooLong?: boolean }>}
 */
async function unpacked(hash) {
  if (hash.length > 2 * longestLinked) return { isTooLong: true };
  const found = /^#code=([\w-]+)$/.exec(hash);
  if (!found) return {};
  try {
    const text = atob(String(found[1]).replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
    const chunks = [];
    let size = 0;
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      if ((size += part.value.length) > longestLinked) {
        await reader.cancel();
        return { isTooLong: true };
      }
      chunks.push(part.value);
    }
    return { text: await new Blob(chunks).text() };
  } catch {
    return {};
  }
}
