// PNG as the gallery needs it: what Chromium writes is read, and pictures of
// sixteen colors are written, so that they are small in the repository.
import { crc32, deflateSync, inflateSync } from 'node:zlib';

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** @typedef {{ width: number, height: number, pixels: Uint8Array }} Picture with three bytes a pixel */

/**
 * Reads a picture: 8 bits a channel, alpha left out, or what writePNG wrote.
 * @param {Buffer} file
 * @returns {Picture & { palette: number[] }} the palette is empty if it has none
 */
export function readPNG(file) {
  const { IHDR: [head = Buffer.alloc(0)] = [], PLTE: [table = Buffer.alloc(0)] = [], IDAT = [] } = chunksOf(file);
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  const kind = [...head.subarray(8)].join(' ');
  const bits = { '8 2 0 0 0': 24, '8 6 0 0 0': 32, '4 3 0 0 0': 4 }[kind];
  if (!bits) throw new Error(`a PNG of the kind ${kind} is not read`);
  const stride = Math.ceil((width * bits) / 8);
  const bytes = unfiltered(inflateSync(Buffer.concat(IDAT)), stride, Math.ceil(bits / 8));
  const pixels = new Uint8Array(width * height * 3);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i += 3) {
      const at = y * stride + Math.floor((x * bits) / 8);
      const index = (Number(bytes[at]) >> (x % 2 ? 0 : 4)) & 15;
      pixels.set(bits === 4 ? table.subarray(index * 3, index * 3 + 3) : bytes.subarray(at, at + 3), i);
    }
  }
  const palette = Array.from({ length: table.length / 3 }, (_, i) => table.readUIntBE(i * 3, 3));
  return { width, height, pixels, palette };
}

/**
 * @param {Buffer} file
 * @returns {Record<string, Buffer[]>}
 */
function chunksOf(file) {
  if (!file.subarray(0, 8).equals(signature)) throw new Error('not a PNG');
  /** @type {Record<string, Buffer[]>} */
  const chunks = {};
  for (let at = 8; at < file.length;) {
    const length = file.readUInt32BE(at);
    (chunks[file.toString('latin1', at + 4, at + 8)] ??= []).push(file.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  return chunks;
}

/**
 * The bytes of the lines, each of which begins with how it was filtered.
 * @param {Buffer} data
 * @param {number} stride
 * @param {number} step bytes a pixel
 */
function unfiltered(data, stride, step) {
  const lines = data.length / (stride + 1);
  const bytes = new Uint8Array(lines * stride);
  for (let line = 0; line < lines; line++) {
    const filter = data[line * (stride + 1)];
    for (let i = 0; i < stride; i++) {
      const at = line * stride + i;
      const left = i < step ? 0 : Number(bytes[at - step]);
      const above = line === 0 ? 0 : Number(bytes[at - stride]);
      const corner = i < step || line === 0 ? 0 : Number(bytes[at - stride - step]);
      const guess = filter === 1 ? left : filter === 2 ? above : filter === 3 ? (left + above) >> 1 : filter === 4 ? paeth(left, above, corner) : 0;
      bytes[at] = Number(data[line * (stride + 1) + 1 + i]) + guess;
    }
  }
  return bytes;
}

/** @type {(left: number, above: number, corner: number) => number} */
function paeth(left, above, corner) {
  const [byLeft, byAbove, byCorner] = [left, above, corner].map((each) => Math.abs(left + above - corner - each));
  if (Number(byLeft) <= Number(byAbove) && Number(byLeft) <= Number(byCorner)) return left;
  return Number(byAbove) <= Number(byCorner) ? above : corner;
}

// The colors of a palette are at least this far apart, so that the shades of letters
// leave room for colors that are rare.
const apart = 32;

/**
 * Sixteen colors of a picture: the most frequent ones that are not alike.
 * @param {Picture} picture
 */
export function paletteOf({ pixels }) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (let i = 0; i < pixels.length; i += 3) counts.set(colorAt(pixels, i), (counts.get(colorAt(pixels, i)) ?? 0) + 1);
  /** @type {number[]} */
  const palette = [];
  for (const [color] of [...counts].sort(([a, n], [b, m]) => m - n || a - b)) {
    if (palette.length < 16 && palette.every((each) => distance(each, color) >= apart)) palette.push(color);
  }
  return palette;
}

/**
 * The index of the nearest color of a palette for each pixel.
 * @param {Picture} picture
 * @param {number[]} palette
 */
export function indexed({ pixels }, palette) {
  /** @type {Map<number, number>} */
  const known = new Map();
  return Uint8Array.from({ length: pixels.length / 3 }, (_, i) => {
    const color = colorAt(pixels, i * 3);
    let index = known.get(color);
    if (index === undefined) {
      const distances = palette.map((each) => distance(each, color));
      index = distances.indexOf(Math.min(...distances));
      known.set(color, index);
    }
    return index;
  });
}

/**
 * Writes a picture in the colors of its palette.
 * @param {Picture} picture
 */
export function writePNG(picture) {
  const { width, height } = picture;
  const palette = paletteOf(picture);
  const indexes = indexed(picture, palette);
  const stride = Math.ceil(width / 2) + 1;
  const lines = Buffer.alloc(height * stride);
  indexes.forEach((index, i) => {
    const at = Math.floor(i / width) * stride + 1 + ((i % width) >> 1);
    lines[at] = Number(lines[at]) | (index << ((i % width) % 2 ? 0 : 4));
  });
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([4, 3], 8);
  const table = Buffer.from(palette.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]));
  return Buffer.concat([signature, chunk('IHDR', head), chunk('PLTE', table), chunk('IDAT', deflateSync(lines, { level: 9 })), chunk('IEND', Buffer.alloc(0))]);
}

/** @type {(pixels: Uint8Array, at: number) => number} */
const colorAt = (pixels, at) => (Number(pixels[at]) << 16) | (Number(pixels[at + 1]) << 8) | Number(pixels[at + 2]);

/**
 * How far apart two colors are: the sum of their channels' differences.
 * @type {(a: number, b: number) => number}
 */
export const distance = (a, b) => Math.abs((a >> 16) - (b >> 16)) + Math.abs(((a >> 8) & 255) - ((b >> 8) & 255)) + Math.abs((a & 255) - (b & 255));

/**
 * @param {string} name
 * @param {Buffer} data
 */
function chunk(name, data) {
  const whole = Buffer.alloc(data.length + 12);
  whole.writeUInt32BE(data.length, 0);
  whole.write(name, 4, 'latin1');
  data.copy(whole, 8);
  whole.writeUInt32BE(crc32(whole.subarray(4, data.length + 8)), data.length + 8);
  return whole;
}
