// The part of JavaScript around calls on db: variables, paths, arithmetic and functions
// of arrays. Calls themselves are read by the database, with values in place of names.

/** @typedef {{ kind: 'name' | 'number' | 'string' | 'regex' | 'mark' | 'end', text: string, start: number, end: number, isFirst: boolean }} Lexeme */
/** @typedef {{ kind: string, start: number, end: number, [name: string]: any }} Expression */
/** @typedef {{ name?: string, isConstant?: boolean, value: Expression, start: number }} Command */

/** A place in a text that can't be read or run. */
class Mistake extends Error {
  /**
   * @param {string} text
   * @param {number} at
   * @param {string} [hint]
   */
  constructor(text, at, hint) {
    super(text);
    this.at = at;
    this.hint = hint;
    /** Whether it is one of the text alone, whatever the data. */
    this.isOfText = false;
  }
}

/** A value of BSON for which JavaScript has no literal: as the shell writes it, and as a number if it is one. */
class Constructed {
  /**
   * @param {string} source
   * @param {number} [number]
   */
  constructor(source, number = NaN) {
    this.source = source;
    this.number = number;
  }

  valueOf() {
    return this.number;
  }
}

const space = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
const tokens = /([\p{ID_Start}$_][\p{ID_Continue}$]*)|((?:0[xXbBoO][\da-fA-F_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?)n?)|('(?:[^'\\\n]|\\[\s\S])*'|"(?:[^"\\\n]|\\[\s\S])*"|`(?:[^`\\]|\\[\s\S])*`)|(=>|\.\.\.|[=!]==?|[<>]=|\*\*|&&|\|\||\?\?|\?\.(?!\d)|[{}()[\].,;:?=<>+\-*/%!])/uy;
const regex = /\/(?:[^\/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;
const endsOperand = /^(?:name|number|string|regex)$/;

/** @param {string} source */
function scan(source) {
  /** @type {Lexeme[]} */
  const lexemes = [];
  for (let at = 0; ;) {
    space.lastIndex = at;
    const start = at + (space.exec(source)?.[0].length ?? 0);
    const isFirst = source.slice(at, start).includes('\n');
    const last = lexemes.at(-1);
    if (start === source.length) return [...lexemes, /** @type {Lexeme} */ ({ kind: 'end', text: '', start, end: start, isFirst: true })];
    const follows = last && (endsOperand.test(last.kind) || /^[)\]}]$/.test(last.text));
    regex.lastIndex = tokens.lastIndex = start;
    const pattern = source[start] === '/' && !follows ? regex.exec(source) : null;
    const found = pattern ?? tokens.exec(source);
    if (!found) throw new Mistake(`${[...source.slice(start)][0]} can't be read here`, start, /['"`]/.test(source[start] ?? '') ? 'a text that begins here does not end' : undefined);
    const kind = pattern ? 'regex' : found[1] ? 'name' : found[2] ? 'number' : found[3] ? 'string' : 'mark';
    at = start + found[0].length;
    lexemes.push({ kind, text: found[0], start, end: at, isFirst });
  }
}

const constants = new Map(/** @type {[string, any][]} */ ([['true', true], ['false', false], ['null', null], ['undefined', undefined], ['NaN', NaN], ['Infinity', Infinity]]));
const constructors = ['ObjectId', 'ISODate', 'Date', 'Decimal128', 'NumberDecimal', 'Long', 'NumberLong', 'Int32', 'NumberInt', 'Double', 'UUID', 'BinData', 'Timestamp', 'MinKey', 'MaxKey', 'RegExp'];
const strengths = [['??'], ['||'], ['&&'], ['==', '!=', '===', '!=='], ['<', '>', '<=', '>='], ['+', '-'], ['*', '/', '%'], ['**']];
/** Methods of arrays and texts that are run here. All others behind a call on db are the cursor's. */
const ownMethods = ['map', 'filter', 'forEach', 'some', 'every', 'flatMap', 'reduce', 'includes', 'slice', 'join', 'at', 'concat', 'indexOf', 'flat', 'toString', 'toUpperCase', 'toLowerCase', 'split', 'startsWith', 'toFixed', 'equals', 'valueOf'];
const statementsOfScripts = ['for', 'while', 'do', 'if', 'switch', 'function', 'class', 'try', 'throw', 'return', 'import', 'async'];

class Reader {
  /** @param {string} source */
  constructor(source) {
    this.source = source;
    this.lexemes = scan(source);
    this.next = 0;
    this.depth = 0;
  }

  /** @returns {Lexeme} */
  now() {
    return /** @type {Lexeme} */ (this.lexemes[this.next]);
  }

  /** @param {string} text */
  is(text) {
    return this.now().text === text && (this.now().kind === 'mark' || this.now().kind === 'name');
  }

  /** @param {string} text */
  accept(text) {
    if (!this.is(text)) return false;
    this.next++;
    return true;
  }

  /** @param {string} text */
  expect(text) {
    if (!this.accept(text)) throw new Mistake(`${this.now().text || 'the end'} where ${text} should stand`, this.now().start);
  }

  name() {
    if (this.now().kind !== 'name') throw new Mistake(`${this.now().text || 'the end'} where a name should stand`, this.now().start);
    return /** @type {Lexeme} */ (this.lexemes[this.next++]).text;
  }

  /** @returns {Command[]} */
  commands() {
    const all = [];
    while (this.now().kind !== 'end') {
      if (this.accept(';')) continue;
      all.push(this.command());
      if (this.now().kind !== 'end' && !this.is(';') && !this.now().isFirst) throw new Mistake(`${this.now().text} where the statement should end`, this.now().start);
    }
    return all;
  }

  command() {
    const { start, text } = this.now();
    if (statementsOfScripts.includes(text) && this.now().kind === 'name') throw new Mistake(`${text} is not run here`, start, 'write a statement for each, or use map, filter and $in');
    /** @type {Command} */
    const command = { start, value: /** @type {any} */ (undefined) };
    const declares = ['const', 'let', 'var'].includes(text) && this.now().kind === 'name';
    if (declares) {
      this.next++;
      if (this.is('{') || this.is('[')) throw new Mistake('a pattern of names is not read here', this.now().start, 'write one variable, and take its fields: const tour = …, then tour.objects');
      command.isConstant = text === 'const';
    }
    const assigned = this.lexemes[this.next + 1];
    if (declares || (this.now().kind === 'name' && assigned?.text === '=' && assigned.kind === 'mark')) {
      if (['db', ...constructors].includes(this.now().text)) throw new Mistake(`${this.now().text} can't be the name of a variable here`, this.now().start);
      command.name = this.name();
      this.expect('=');
    }
    command.value = this.expression();
    return command;
  }

  expression() {
    if (++this.depth > 200) throw new Mistake('this is nested deeper than 200 levels', this.now().start);
    const value = this.choice();
    this.depth--;
    return value;
  }

  /** @returns {Expression} */
  choice() {
    const parameters = this.parameters();
    const { start } = this.now();
    if (parameters) {
      if (this.is('{')) throw new Mistake('a function with { and } is not run here', start, 'write what it returns behind =>');
      const body = this.expression();
      return { kind: 'function', parameters, body, start, end: body.end };
    }
    const test = this.binary(0);
    if (!this.accept('?')) return test;
    const yes = this.expression();
    this.expect(':');
    const no = this.expression();
    return { kind: 'choice', test, yes, no, start, end: no.end };
  }

  /** The parameters of a function, if one begins here. */
  parameters() {
    const from = this.next;
    const names = [];
    if (this.now().kind === 'name') names.push(this.name());
    else if (this.accept('(')) {
      while (this.now().kind === 'name') {
        names.push(this.name());
        if (!this.accept(',')) break;
      }
      if (!this.accept(')')) this.next = from;
    }
    if (this.next !== from && this.accept('=>')) return names;
    this.next = from;
    return undefined;
  }

  /**
   * @param {number} strength
   * @returns {Expression}
   */
  binary(strength) {
    const known = strengths[strength];
    if (!known) return this.unary();
    let left = this.binary(strength + 1);
    while (this.now().kind === 'mark' && known.includes(this.now().text)) {
      const sign = this.now().text;
      this.next++;
      const right = this.binary(strength + (sign === '**' ? 0 : 1));
      left = { kind: 'binary', sign, left, right, start: left.start, end: right.end };
    }
    return left;
  }

  /** @returns {Expression} */
  unary() {
    const { start, text, kind } = this.now();
    if (kind === 'mark' && ['-', '+', '!'].includes(text)) {
      this.next++;
      const of = this.unary();
      return { kind: 'unary', sign: text, of, start, end: of.end };
    }
    if (kind === 'name' && text === 'await') this.next++;
    return this.chain();
  }

  /** @returns {Expression} */
  chain() {
    let value = this.primary();
    for (;;) {
      const { text, kind, start } = this.now();
      if (kind !== 'mark') return value;
      if (text === '.' || text === '?.') {
        this.next++;
        const name = this.name();
        const isSoft = text === '?.';
        if (this.is('(')) value = { kind: 'method', of: value, name, at: start + text.length, arguments: this.list('(', ')'), isSoft, start: value.start, end: this.endOfLast() };
        else value = { kind: 'member', of: value, name, at: start + text.length, isSoft, start: value.start, end: this.endOfLast() };
      } else if (text === '[') {
        this.next++;
        const index = this.expression();
        this.expect(']');
        value = { kind: 'index', of: value, index, start: value.start, end: this.endOfLast() };
      } else return value;
    }
  }

  endOfLast() {
    return this.lexemes[this.next - 1]?.end ?? 0;
  }

  /**
   * @param {string} opening
   * @param {string} closing
   * @returns {Expression[]}
   */
  list(opening, closing) {
    this.expect(opening);
    const items = [];
    while (!this.accept(closing)) {
      const { start } = this.now();
      if (this.accept('...')) {
        const of = this.expression();
        items.push({ kind: 'spread', of, start, end: of.end });
      } else items.push(this.expression());
      if (!this.is(closing)) this.expect(',');
    }
    return items;
  }

  /** @returns {Expression} */
  primary() {
    const { kind, text, start, end } = this.now();
    const following = this.lexemes[this.next + 1]?.text;
    if (kind === 'number' || kind === 'string' || kind === 'regex') {
      this.next++;
      return { kind, text, start, end };
    }
    if (kind === 'name') {
      if (text === 'db') return this.call();
      this.next++;
      if (text === 'new' || (constructors.includes(text) && following === '(')) {
        const name = text === 'new' ? this.name() : text;
        const given = this.is('(') ? this.list('(', ')') : [];
        if (!constructors.includes(name)) throw new Mistake(`new ${name} is not run here`, start);
        return { kind: 'constructor', name, arguments: given, start, end: this.endOfLast() };
      }
      if (['print', 'printjson'].includes(text) && following === '(') {
        const [value] = this.list('(', ')');
        if (value) return value;
      }
      if (['function', 'async', 'class', 'typeof', 'delete', 'void'].includes(text)) throw new Mistake(`${text} is not run here`, start);
      return { kind: 'name', text, start, end };
    }
    if (text === '[') return { kind: 'array', items: this.list('[', ']'), start, end: this.endOfLast() };
    if (text === '{') return this.object();
    if (text === '(') {
      this.next++;
      const value = this.expression();
      this.expect(')');
      return value;
    }
    throw new Mistake(`${text || 'the end'} where a value should stand`, start);
  }

  /** @returns {Expression} */
  object() {
    const { start } = this.now();
    this.expect('{');
    const members = [];
    while (!this.accept('}')) {
      const key = this.now();
      if (this.accept('...')) {
        const of = this.expression();
        members.push({ kind: 'spread', of, start: key.start, end: of.end });
      } else {
        if (this.is('[')) throw new Mistake('a computed key is not read here', key.start, 'write the key itself');
        if (!['name', 'string', 'number'].includes(key.kind)) throw new Mistake(`${key.text || 'the end'} where a key should stand`, key.start);
        this.next++;
        const name = key.kind === 'string' ? textOf(key) : key.text;
        const isShort = key.kind === 'name' && !this.is(':');
        if (!isShort) this.expect(':');
        const value = isShort ? /** @type {Expression} */ ({ kind: 'name', text: name, start: key.start, end: key.end }) : this.expression();
        members.push({ kind: 'member', name, value, isShort, start: key.start, end: value.end });
      }
      if (!this.is('}')) this.expect(',');
    }
    return { kind: 'object', members, start, end: this.endOfLast() };
  }

  /**
   * A call on db, with the methods of its cursor.
   * @returns {Expression}
   */
  call() {
    const { start } = this.now();
    this.next++;
    let collection = '';
    let isCalled = false;
    /** @type {Expression[]} */
    const given = [];
    for (;;) {
      const from = this.next;
      if (!isCalled && this.is('[')) {
        const [name] = this.list('[', ']');
        if (name?.kind === 'string') collection = textOf(/** @type {any} */ (name));
        continue;
      }
      if (!this.accept('.')) break;
      const name = this.name();
      const isMethod = this.is('(');
      if (isCalled && (!isMethod || ownMethods.includes(name))) {
        this.next = from;
        break;
      }
      if (!isMethod) {
        collection += (collection && '.') + name;
        continue;
      }
      const own = this.list('(', ')');
      given.push(...own);
      if (!isCalled && name === 'getCollection') collection = own[0]?.kind === 'string' ? textOf(/** @type {any} */ (own[0])) : '';
      else isCalled = true;
      if (name === 'toArray') break;
    }
    return { kind: 'call', collection, arguments: given, isCalled, start, end: this.endOfLast() };
  }
}

/**
 * The text that a string of a script stands for.
 * @param {{ text: string, start: number }} lexeme
 */
function textOf({ text, start }) {
  if (text[0] === '`' && /(?:^|[^\\])\$\{/.test(text)) throw new Mistake('${ in a text is not filled in here', start, 'join texts with +');
  /** @type {Record<string, string>} */
  const meanings = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', 0: '\0', '\n': '' };
  return text.slice(1, -1).replace(/\\(?:u\{([\da-fA-F]+)\}|u([\da-fA-F]{4})|x([\da-fA-F]{2})|([\s\S]))/g, (_, long, short, byte, letter) => {
    const code = long ?? short ?? byte;
    return code === undefined ? meanings[letter] ?? letter : String.fromCodePoint(Math.min(parseInt(code, 16), 0x10ffff));
  });
}

/** @param {string} text */
function numberOf(text) {
  const plain = text.replaceAll('_', '');
  return plain.endsWith('n') ? new Constructed(`Long('${plain.slice(0, -1)}')`, Number(plain.slice(0, -1))) : Number(plain);
}

/**
 * Whether the database can read the whole text of an expression itself.
 * @param {Expression} value
 * @returns {boolean}
 */
function isLiteral(value) {
  switch (value.kind) {
    case 'number': case 'string': case 'regex': return true;
    case 'name': return constants.has(value.text);
    case 'unary': return value.sign !== '!' && value.of.kind === 'number';
    case 'binary': return value.sign === '+' && [value.left, value.right].every((side) => isLiteral(side) && side.kind !== 'number');
    case 'array': return value.items.every(isLiteral);
    case 'object': return value.members.every((/** @type {any} */ member) => member.value && !member.isShort && isLiteral(member.value));
    case 'constructor': return value.arguments.every(isLiteral);
  }
  return false;
}

/**
 * Reads a text. It is plain if the database can read it all by itself, which finds more
 * mistakes and says them better.
 * @param {string} source
 * @param {(name: string) => boolean} isKnown
 * @returns {{ commands: Command[], isPlain: boolean }}
 */
function readScript(source, isKnown) {
  try {
    const commands = new Reader(source).commands();
    const isPlain = commands.every(({ name, value }) => !name && ((value.kind === 'call' && value.arguments.every(isLiteral)) || !usesVariables(value, isKnown)));
    return { commands, isPlain };
  } catch (error) {
    if (!(error instanceof Mistake)) throw error;
    const hasVariables = [...source.matchAll(/(?<![.\w$])(const|let|var|for|if|function|[A-Za-z_$][\w$]*)(?![\w$])/g)].some(([, name = '']) => ['const', 'let', 'var', 'for', 'if', 'function'].includes(name) || isKnown(name));
    if (hasVariables) throw error;
    return { commands: [], isPlain: true };
  }
}

/**
 * Whether an expression that is no call belongs to the page: what begins with a name that
 * is not known is a session of the database, or a mistake that it tells.
 * @param {Expression} value
 * @param {(name: string) => boolean} isKnown
 */
function usesVariables(value, isKnown) {
  let first = value;
  while (first.of) first = first.of;
  return first.kind !== 'name' || isKnown(first.text) || first === value && constants.has(first.text);
}

/**
 * A value of Extended JSON as a value of a script.
 * @param {any} value
 * @returns {any}
 */
function fromExtended(value) {
  if (Array.isArray(value)) return value.map(fromExtended);
  if (value === null || typeof value !== 'object' || value instanceof Constructed) return value;
  const keys = Object.keys(value);
  const make = keys[0]?.startsWith('$') ? wrappers[keys[0]] : undefined;
  const made = make && keys.length <= 2 ? make(value[/** @type {string} */ (keys[0])], value) : undefined;
  if (made !== undefined) return made;
  const object = Object.create(null);
  for (const key of keys) object[key] = fromExtended(value[key]);
  return object;
}

/** @type {Record<string, ((value: any, whole: any) => any) | undefined>} */
const wrappers = {
  $oid: (hex) => new Constructed(`ObjectId(${quoted(hex)})`),
  $date: (date) => {
    const time = typeof date === 'object' ? Number(date?.$numberLong ?? date?.number) : typeof date === 'number' ? date : Date.parse(date);
    return dateOf(time);
  },
  $numberLong: (text) => new Constructed(`Long(${quoted(text)})`, Number(text)),
  $numberInt: (text) => Number(text),
  $numberDouble: (text) => Number(text),
  $numberDecimal: (text) => new Constructed(`Decimal128(${quoted(text)})`, Number(text)),
  $uuid: (text) => new Constructed(`UUID(${quoted(text)})`),
  $binary: (data) => new Constructed(`BinData(${parseInt(data?.subType, 16)}, ${quoted(data?.base64)})`),
  $timestamp: (time) => new Constructed(`Timestamp({ t: ${Number(time?.t)}, i: ${Number(time?.i)} })`),
  $regularExpression: (of) => new Constructed(`RegExp(${quoted(of?.pattern)}, ${quoted(of?.options ?? '')})`),
  $minKey: () => new Constructed('MinKey()'),
  $maxKey: () => new Constructed('MaxKey()'),
};

/** @param {number} time */
function dateOf(time) {
  return Number.isNaN(new Date(time).valueOf()) ? undefined : new Constructed(`ISODate('${new Date(time).toISOString()}')`, time);
}

/** @param {unknown} text */
function quoted(text) {
  return `'${JSON.stringify(String(text)).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/**
 * A value as the shell writes it, on one line or, where it is longer than width, on several.
 * @param {any} value
 * @param {number} at of the expression that has it
 * @param {number} [width]
 * @param {string} [indent]
 * @returns {string}
 */
function written(value, at, width = Infinity, indent = '') {
  if (value instanceof Constructed) return value.source;
  if (typeof value === 'string') return quoted(value);
  if (value === undefined || typeof value === 'function') throw new Mistake(value ? 'a function is no value of a document' : 'this is undefined, which is no value of a document', at);
  if (value === null || typeof value !== 'object') return Object.is(value, -0) ? '-0' : String(value);
  const isArray = Array.isArray(value);
  const key = (/** @type {string} */ name) => (isArray ? '' : `${/^[A-Za-z_$][\w$]*$/.test(name) && name !== '__proto__' ? name : quoted(name)}: `);
  const inner = Object.keys(value).map((name) => [key(name), value[name]]);
  const [opening, closing] = isArray ? ['[', ']'] : ['{', '}'];
  if (!inner.length) return opening + closing;
  const line = inner.map(([name, each]) => name + written(each, at)).join(', ');
  if (line.length + indent.length + 4 <= width) return isArray ? `[${line}]` : `{ ${line} }`;
  return `${opening}\n${inner.map(([name, each]) => `${indent}  ${name}${written(each, at, width, `${indent}  `)}`).join(',\n')}\n${indent}${closing}`;
}

/** Runs expressions: with the variables of a reader and what carries out calls on the database. */
class Evaluator {
  /**
   * @param {string} source
   * @param {Map<string, any>} variables
   * @param {(text: string, of: Expression, placeOf: (at: number) => number) => Promise<any>} send
   */
  constructor(source, variables, send) {
    this.source = source;
    this.variables = variables;
    this.send = send;
    this.turns = 0;
  }

  /**
   * @param {Expression} of
   * @param {Map<string, any>} [inside] the parameters of functions
   * @returns {Promise<any>}
   */
  async value(of, inside) {
    if (++this.turns > 100_000) throw new Mistake('this takes more than 100,000 turns', of.start);
    const value = (/** @type {Expression} */ each) => this.value(each, inside);
    switch (of.kind) {
      case 'number': return numberOf(of.text);
      case 'string': return textOf(/** @type {any} */ (of));
      case 'regex': return new Constructed(of.text);
      case 'name': return this.named(of, inside);
      case 'array': return this.items(of.items, inside);
      case 'object': return this.object(of, inside);
      case 'constructor': return this.constructed(of, inside);
      case 'function': return (/** @type {any[]} */ ...given) => this.value(of.body, new Map([...(inside ?? []), ...of.parameters.map((/** @type {string} */ name, /** @type {number} */ i) => [name, given[i]])]));
      case 'choice': return (await value(of.test)) ? value(of.yes) : value(of.no);
      case 'unary': return unary(of.sign, await value(of.of));
      case 'binary': return this.binary(of, inside);
      case 'index': return member(await value(of.of), await value(of.index), of);
      case 'member': return member(await value(of.of), of.name, of);
      case 'method': return this.method(of, inside);
      case 'call': {
        const { text, placeOf } = await this.filled(of, inside);
        return this.send(text, of, placeOf);
      }
    }
    throw new Mistake('this is not run here', of.start);
  }

  /**
   * @param {Expression} of
   * @param {Map<string, any>} [inside]
   */
  named(of, inside) {
    for (const names of [inside, this.variables, constants]) if (names?.has(of.text)) return names.get(of.text);
    throw new Mistake(`${of.text} is not defined`, of.start, this.variables.size ? `known: ${[...this.variables.keys()].join(', ')}` : `write first: const ${of.text} = …`);
  }

  /**
   * @param {Expression[]} items
   * @param {Map<string, any>} [inside]
   */
  async items(items, inside) {
    const all = [];
    for (const item of items) {
      if (item.kind !== 'spread') all.push(await this.value(item, inside));
      else {
        const list = await this.value(item.of, inside);
        if (!Array.isArray(list)) throw new Mistake('only an array can be spread here', item.start);
        all.push(...list);
      }
    }
    return all;
  }

  /**
   * @param {Expression} of
   * @param {Map<string, any>} [inside]
   */
  async object(of, inside) {
    const made = Object.create(null);
    for (const each of of.members) {
      if (each.kind === 'spread') Object.assign(made, await this.value(each.of, inside));
      else made[each.name] = await this.value(each.value, inside);
    }
    return made;
  }

  /**
   * @param {Expression} of
   * @param {Map<string, any>} [inside]
   */
  async constructed(of, inside) {
    const given = await this.items(of.arguments, inside);
    const [first] = given;
    if (of.name === 'ISODate' || of.name === 'Date') {
      const date = given.length === 1 ? dateOf(typeof first === 'string' ? Date.parse(first) : Number(first)) : undefined;
      if (!date) throw new Mistake(`${of.name} takes a date in quotes`, of.start, "write ISODate('2026-02-15T15:00:00Z')");
      return date;
    }
    return new Constructed(`${of.name}(${given.map((each) => written(each, of.start)).join(', ')})`, typeof first === 'string' || typeof first === 'number' ? Number(first) : NaN);
  }

  /**
   * @param {Expression} of
   * @param {Map<string, any>} [inside]
   */
  async binary(of, inside) {
    const left = await this.value(of.left, inside);
    if (of.sign === '&&' ? !left : of.sign === '||' ? left : of.sign === '??' && left !== null && left !== undefined) return left;
    const right = await this.value(of.right, inside);
    if (['&&', '||', '??'].includes(of.sign)) return right;
    if (['==', '===', '!=', '!=='].includes(of.sign)) return isSame(left, right) === (of.sign[0] === '=');
    const [a, b] = [left, right].map((side) => (side instanceof Constructed ? side.number : side));
    if (of.sign === '+' && (typeof a === 'string' || typeof b === 'string')) {
      return [left, right].map((side) => (side instanceof Constructed ? side.source : String(side))).join('');
    }
    if (typeof a === 'object' || typeof b === 'object' || a === undefined || b === undefined) throw new Mistake(`${of.sign} takes numbers here`, of.start);
    switch (of.sign) {
      case '+': return a + b;
      case '-': return a - b;
      case '*': return a * b;
      case '/': return a / b;
      case '%': return a % b;
      case '**': return a ** b;
      case '<': return a < b;
      case '>': return a > b;
      case '<=': return a <= b;
    }
    return a >= b;
  }

  /**
   * A method of an array or a text, or one of Math and Object.
   * @param {Expression} of
   * @param {Map<string, any>} [inside]
   */
  async method(of, inside) {
    const { name } = of;
    if (of.of.kind === 'name' && ['Math', 'Object', 'console'].includes(of.of.text) && !this.variables.has(of.of.text)) {
      const given = await this.items(of.arguments, inside);
      if (of.of.text === 'console' && name === 'log') return given[0];
      if (of.of.text === 'Math' && ['round', 'floor', 'ceil', 'abs', 'min', 'max', 'sqrt'].includes(name)) return /** @type {any} */ (Math)[name](...given.map(Number));
      if (of.of.text === 'Object' && ['keys', 'values'].includes(name) && given[0]) return /** @type {any} */ (Object)[name](given[0]);
      throw new Mistake(`${of.of.text}.${name} is not run here`, of.at);
    }
    const target = await this.value(of.of, inside);
    if (of.isSoft && (target === null || target === undefined)) return undefined;
    const given = await this.items(of.arguments, inside);
    const [first] = given;
    if (name === 'equals') return isSame(target, first);
    if (name === 'toString' && target instanceof Constructed) return /^ObjectId\('(.*)'\)$/.exec(target.source)?.[1] ?? target.source;
    if (['toString', 'valueOf'].includes(name)) return name === 'valueOf' ? target : String(target);
    if (Array.isArray(target)) {
      if (['toArray'].includes(name)) return target;
      if (name === 'includes' || name === 'indexOf') {
        const at = target.findIndex((each) => isSame(each, first));
        return name === 'indexOf' ? at : at >= 0;
      }
      if (['slice', 'join', 'at', 'concat', 'flat'].includes(name)) return /** @type {any} */ (target)[name](...given);
      if (typeof first === 'function') return this.throughout(of, target, first, given[1]);
    }
    if (typeof target === 'string' && ['slice', 'toUpperCase', 'toLowerCase', 'split', 'includes', 'startsWith', 'indexOf', 'at'].includes(name)) return /** @type {any} */ (target)[name](...given);
    if (typeof target === 'number' && name === 'toFixed') return target.toFixed(Math.min(Number(first ?? 0), 20));
    throw new Mistake(`${describe(target)} has no method ${name} here`, of.at, Array.isArray(target) ? 'known: map, filter, forEach, some, every, flatMap, reduce, includes, slice, join, at, concat, flat' : undefined);
  }

  /**
   * A method that calls a function for each element, one after the other.
   * @param {Expression} of
   * @param {any[]} list
   * @param {(...given: any[]) => Promise<any>} call
   * @param {any} start
   */
  async throughout(of, list, call, start) {
    let sum = start;
    /** @type {any[]} */
    const all = [];
    for (const [i, each] of list.entries()) {
      if (of.name === 'reduce') sum = start === undefined && i === 0 ? each : await call(sum, each, i);
      else all.push(await call(each, i));
    }
    switch (of.name) {
      case 'map': return all;
      case 'flatMap': return all.flat();
      case 'filter': return list.filter((_, i) => all[i]);
      case 'find': return list.find((_, i) => all[i]);
      case 'some': return all.some(Boolean);
      case 'every': return all.every(Boolean);
      case 'forEach': return undefined;
      case 'reduce': return sum;
    }
    throw new Mistake(`an array has no method ${of.name} here`, of.at);
  }

  /**
   * The text of a call with values in place of what the database can't read, and where
   * a place of it comes from.
   * @param {Expression} of
   * @param {Map<string, any>} [inside]
   */
  async filled(of, inside) {
    let text = '';
    let from = of.start;
    /** @type {[number, number][]} places in the text, and those in the source */
    const places = [[0, of.start]];
    /** @type {(each: Expression) => Promise<void>} */
    const fill = async (each) => {
      if (each.kind === 'array') return all(each.items);
      if (each.kind === 'object' && each.members.every((/** @type {any} */ one) => one.value && !one.isShort)) return all(each.members.map((/** @type {any} */ one) => one.value));
      if (isLiteral(each)) return;
      const isSpread = each.kind === 'spread';
      const value = each.kind === 'spread' ? await this.value(each.of, inside) : await this.value(each, inside);
      const plain = isSpread && Array.isArray(value) ? written(value, each.start).slice(1, -1) : written(value, each.start);
      text += this.source.slice(from, each.start);
      places.push([text.length, each.start]);
      text += plain;
      places.push([text.length, each.end]);
      from = each.end;
    };
    /** @type {(list: Expression[]) => Promise<void>} */
    const all = async (list) => {
      for (const each of list) await fill(each);
    };
    await all(of.arguments);
    text += this.source.slice(from, of.end);
    return {
      text,
      placeOf: (/** @type {number} */ at) => {
        const [within = [0, of.start], next] = [places.findLast(([start]) => start <= at), places.find(([start]) => start > at)];
        return Math.min(within[1] + at - within[0], next ? next[1] : of.end);
      },
    };
  }
}

/**
 * @param {string} sign
 * @param {any} value
 */
function unary(sign, value) {
  return sign === '!' ? !value : sign === '-' ? -value : +value;
}

/**
 * @param {any} value
 * @param {any} name
 * @param {Expression} of
 */
function member(value, name, of) {
  if (value === null || value === undefined) {
    if (of.isSoft) return undefined;
    throw new Mistake(`${value} has no ${typeof name === 'string' ? name : 'element'}`, of.at ?? of.start, value === null ? 'nothing was found' : undefined);
  }
  if (name === 'length' && (Array.isArray(value) || typeof value === 'string')) return value.length;
  return typeof value === 'object' && !(value instanceof Constructed) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/**
 * @param {any} a
 * @param {any} b
 */
function isSame(a, b) {
  if (a instanceof Constructed && b instanceof Constructed) return a.source === b.source;
  const [left, right] = [a, b].map((each) => (each instanceof Constructed && !Number.isNaN(each.number) ? each.number : each));
  return left === right;
}

/** @param {any} value */
function describe(value) {
  return Array.isArray(value) ? 'an array' : value instanceof Constructed ? value.source : value === null ? 'null' : typeof value === 'object' ? 'a document' : `a ${typeof value}`;
}

/**
 * A place in a text, counted from 1, columns in characters.
 * @param {string} source
 * @param {number} at
 * @returns {Place}
 */
function placeAt(source, at) {
  const lines = source.slice(0, at).split('\n');
  return { line: lines.length, column: [...(lines.at(-1) ?? '')].length + 1 };
}
