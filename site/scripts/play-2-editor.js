// The editor: a textarea with its text, coloured, behind it. Tab leaves it.

const longestColoured = 50_000;
const pieces = /(\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|('(?:[^'\\\n]|\\.)*'?|"(?:[^"\\\n]|\\.)*"?|`(?:[^`\\]|\\.)*`?)|(\$[\w$]+)|(\b(?:const|let|for|true|false|null)\b)|(\b(?:ObjectId|ISODate|Decimal128|NumberDecimal|Long|NumberLong|Int32|NumberInt|Double|UUID|BinData|Timestamp|MinKey|MaxKey|RegExp|Date)\b)|(\.\w+(?=\())/g;
const pieceClasses = ['c', 's', 'o', 'k', 't', 'f'];

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

/**
 * @param {string} id of the field
 * @param {() => void} run
 */
function makeEditor(id, run) {
  const field = element('textarea');
  field.id = id;
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
      const at = offsetAt(field.value, { line, column });
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

/** @param {string[]} sources */
const fitsLink = (...sources) => new TextEncoder().encode(sources.join('')).length <= longestLinked;

/** @param {string} source */
async function packed(source) {
  const stream = new Blob([source]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/**
 * The texts of an address, by their names; of one that is too long nothing is kept.
 * @param {string} hash
 * @returns {Promise<{ code?: string, data?: string, isTooLong?: boolean }>}
 */
async function unpacked(hash) {
  if (hash.length > 2 * longestLinked) return { isTooLong: true };
  /** @type {{ code?: string, data?: string }} */
  const texts = {};
  for (const name of /** @type {const} */ (['code', 'data'])) {
    const found = new RegExp(`[#&]${name}=([\\w-]+)(?:&|$)`).exec(hash);
    const text = found ? await unpackedText(String(found[1])) : undefined;
    if (text === null) return { isTooLong: true };
    texts[name] = text;
  }
  return texts;
}

/**
 * A text that was packed: null if it is too long, undefined if it can't be read.
 * @param {string} packed
 */
async function unpackedText(packed) {
  try {
    const text = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
    const chunks = [];
    let size = 0;
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      if ((size += part.value.length) > longestLinked) {
        await reader.cancel();
        return null;
      }
      chunks.push(part.value);
    }
    return await new Blob(chunks).text();
  } catch {
    return undefined;
  }
}

/**
 * How many code units of a text stand before a place.
 * @param {string} source
 * @param {Place} place
 */
function offsetAt(source, { line, column }) {
  const lines = source.split('\n');
  const before = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
  return before + [...(lines[line - 1] ?? '')].slice(0, column - 1).join('').length;
}
