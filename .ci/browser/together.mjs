// Runs several checks of a built site in one browser, on as many pages at once as
// there are processors. Usage: node together.mjs <folder of the built site> <check …>
// where a check is a script of this folder without .mjs, or an option of one.
import process from 'node:process';

const names = process.argv.slice(3).filter((name) => !name.startsWith('--'));
await Promise.all(names.map((name) => import(`./${name}.mjs`)));
