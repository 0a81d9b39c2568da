// What models cost that have not been built yet, by the arithmetic of BSON. It is what
// generator/weigh/sketch.go computes, and says for which documents. Only pages with such
// a form read it.

const emptyDocument = 5;
const idField = 17;
const parentField = 20;
const partsField = 12;
const bucketFields = 65;
const elementFields = 2;
const objectID = 12;
const largest = 2 ** 24; // bytes of a document
const recordPage = 2 ** 15;
const indexPage = 2 ** 14;
const changedLog = 69;
const changedPartLog = 94;
const pushLog = 66;
const countLog = 19;

/** @type {(bytes: number, page: number) => number} */
const pagesFor = (bytes, page) => Math.max(1, Math.ceil(bytes / page));

/** @type {(n: number, size: number, among: number, page: number) => number} */
const onPages = (n, size, among, page) => Math.min(n * pagesFor(size, page), pagesFor(among * size, page));

/** @type {(records: number) => number} */
const entryBytes = (records) => (records < 1024 ? 16 : 1 + entryBytes(records / 256));

/** @type {(n: number, power?: number) => number} */
const digitsOf = (n, power = 10) => (power > n ? 1 : 1 + digitsOf(n, power * 10));

/** @type {(n: number) => number} */
const digitsBelow = (n) => {
  let sum = n;
  for (let power = 10; power < n; power *= 10) sum += n - power;
  return sum;
};

/** @type {(n: number, each: number) => number} */
const elements = (n, each) => n * (elementFields + each) + digitsBelow(n);

/** @type {(n: number, size: number) => number} */
const batches = (n, size) => 1 + Math.ceil((Math.max(0, n - 100) * size) / largest);

/** @type {(commands: number, n: number, size: number, among: number, isTogether?: boolean) => Amounts} */
const find = (commands, n, size, among, isTogether = true) => {
  const isApart = !isTogether && n > 1;
  const entries = isApart ? onPages(n, entryBytes(among), among, indexPage) : pagesFor(n * entryBytes(among), indexPage);
  return [commands, isApart ? 2 * n : n, n, (n * size) / 1024, 0, 0, 0, entries + onPages(n, size, among, recordPage)];
};

/** @type {(amounts: Amounts, documents: number, entries: number, oplogBytes: number, commands?: number) => Amounts} */
const writing = (amounts, documents, entries, oplogBytes, commands = 0) => plus(amounts, [commands, 0, 0, 0, documents, entries, oplogBytes / 1024, 0]);

/**
 * The models of a sketch with fewer and with more parts, and with as many as it has.
 * @param {number[]} sketch its sizes, the parts first
 */
function sketched([n = 0, ...rest]) {
  /** @type {{ size: number, models: Model[] }[]} */
  const sizes = [];
  const now = sketchModels(n, ...rest);
  const several = new Set([n]);
  for (let power = 1; power <= 1e6; power *= 10) for (const parts of [1, 2, 5]) several.add(parts * power);
  for (const size of [...several].sort((a, b) => a - b)) {
    const models = sketchModels(size, ...rest);
    if (size <= 1e6 && models.every(({ isImpossible }, i) => !isImpossible || now[i]?.isImpossible)) sizes.push({ size, models });
  }
  return sizes;
}

/**
 * Embedded, referenced, copied, in buckets.
 * @returns {Model[]}
 */
function sketchModels(n = 0, part = 0, copied = 0, parent = 0, parents = 0, most = 0) {
  const sharing = Math.min(most, parents);
  const parts = (parents * n) / sharing;
  const inParent = (/** @type {number} */ each) => parent + partsField + elements(n, each);
  const index = (/** @type {number} */ entries, /** @type {number} */ records) => entries * entryBytes(records);
  const onParent = index(parents, parents);
  const meanDigits = digitsBelow(n) / n;
  /** @type {(documents: number, indexes: number, amounts: Amounts[], trips: number[], size: number) => Model} */
  const model = (documents, indexes, amounts, trips, size) => ({ documents, indexes, amounts, trips, isImpossible: size > largest });

  const embedded = inParent(part);
  const embeddedRead = find(1, 1, embedded, parents);

  const isListed = sharing > 1;
  const referring = isListed ? part : part + parentField;
  const listing = isListed ? inParent(objectID) : parent;
  const trips = isListed ? 2 : 1;
  const listingRead = find(1, 1, listing, parents);
  const referringRead = find(1, 1, referring, parts);
  const ofReference = batches(n, referring);

  const copy = emptyDocument + idField + copied;
  const copying = inParent(copy);
  const copyingRead = find(1, 1, copying, parents);
  const partRead = find(1, 1, part, parts);

  const fits = Math.max(1, Math.floor((2 ** 14 - bucketFields) / (part + elementFields + 3)));
  const [full, rest] = [Math.floor(n / fits), n % fits];
  const ofParent = full + Math.min(rest, 1);
  const filled = Math.min(fits, n);
  const appends = (filled - 1) / filled;
  const bucket = (/** @type {number} */ held) => bucketFields + elements(held, part);
  const all = full * bucket(fits) + Math.min(rest, 1) * bucket(rest);
  const ofPart = (full * fits * bucket(fits) + rest * bucket(rest)) / n;
  const buckets = parents * ofParent;
  const positions = (full * digitsBelow(fits) + digitsBelow(rest)) / n;
  const ofBuckets = batches(ofParent, all / ofParent);
  const parentRead = find(1, 1, parent, parents);

  return [
    model(parents * embedded, onParent + index(parents * n, parents), [
      embeddedRead, embeddedRead, embeddedRead,
      writing(find(1, sharing, embedded, parents), sharing, 0, sharing * (changedPartLog + meanDigits)),
      writing(find(1, sharing, embedded, parents, false), sharing, sharing, sharing * (pushLog + digitsOf(n) + part)),
    ], [1, 1, 1, 1, 1], embedded),
    model(parents * listing + parts * referring, onParent + index(parts, parts) * (isListed ? 1 : 2), [
      plus(listingRead, find(ofReference, n, referring, parts, !isListed)), listingRead, referringRead,
      writing(referringRead, 1, 0, changedLog),
      isListed
        ? writing(find(2, sharing, listing, parents, false), 1 + sharing, 1, referring + sharing * (pushLog + digitsOf(n) + objectID))
        : [1, 0, 0, 0, 1, 2, referring / 1024, 0],
    ], [trips - 1 + ofReference, 1, 1, 1, trips], listing),
    model(parents * copying + parts * part, onParent + index(parents * n, parents) + index(parts, parts), [
      copyingRead, copyingRead, partRead,
      writing(plus(partRead, find(1, sharing, copying, parents)), 1 + sharing, 0, changedLog + sharing * (changedPartLog + meanDigits)),
      writing(find(2, sharing, copying, parents, false), 1 + sharing, 1 + sharing, part + sharing * (pushLog + digitsOf(n) + copy)),
    ], [1, 1, 1, 2, 2], copying),
    model(parents * (parent + all), onParent + 2 * index(buckets, buckets) + buckets * (filled > 127 ? 3 : 2) + index(parents * n, buckets), [
      plus(parentRead, find(ofBuckets, ofParent, all / ofParent, buckets)), parentRead, find(1, 1, ofPart, buckets),
      writing(find(1, sharing, ofPart, buckets), sharing, 0, sharing * (changedPartLog + positions)),
      writing(times(find(0, 1, (bucketFields + bucket(filled)) / 2, buckets), sharing * appends), sharing, 3 * sharing,
        sharing * (appends * (pushLog + countLog + positions + part) + (1 - appends) * (bucketFields + elementFields + 1 + part)), 1),
    ], [ofBuckets, 1, 1, 1, 1], 0),
  ];
}
