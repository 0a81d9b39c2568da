// Takes the pictures that the README shows: the home page, and a guide.
//
//     node .ci/browser/pictures.mjs site/public
import { addressOf, launch, siteFolder } from './site.mjs';

const folder = siteFolder();
const browser = await launch();
const page = await browser.newPage({ viewport: { width: 1280, height: 960 }, reducedMotion: 'reduce' });
for (const [name, picture] of [['en/index.html', 'home'], ['en/one-to-squillions.html#in-short', 'guide']]) {
  const [file, id] = String(name).split('#');
  await page.goto(addressOf(folder, String(file)) + (id ? `#${id}` : ''));
  await page.screenshot({ path: new URL(`../../.github/${picture}.png`, import.meta.url).pathname });
}
await browser.close();
