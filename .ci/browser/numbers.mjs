// Asks a "#numbers" figure for numbers of one's own by keys, and opens the link that keeps
// them, also from a file. Usage: node numbers.mjs <built site of .ci/gallery>
import { addressOf, close, launch, report, siteFolder, withClipboard } from './site.mjs';

const folder = siteFolder();
/** @type {string[]} */
const problems = [];
const browser = await launch();
await withClipboard(numbers);
await close();
report("numbers of one's own", problems);

async function numbers() {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await context.newPage();
  const says = async (/** @type {string} */ wanted) => {
    await page.locator('.own output', { hasText: wanted }).waitFor({ timeout: 5000 }).catch(() => problems.push(`not said: ${wanted}`));
  };
  await page.goto(addressOf(folder, 'en/operations.html'));
  await page.locator('.own summary').press('Enter');
  await says('a day');
  await page.getByLabel('Changes a day').fill('2');
  const reads = page.getByLabel('Reads a day');
  await reads.fill('6'); // 350 bytes for each in A, 35 in B
  await says('280 in B, against 2,800 in A');
  await page.locator('.own .copy').press('Enter');
  await page.locator('body > [role=status]', { hasText: /./ }).waitFor({ state: 'attached' });
  const link = await page.evaluate(() => navigator.clipboard.readText());
  if (!link.endsWith('?reads=6&changes=2#numbers')) problems.push(`the link is ${link}`);
  await page.goto(link);
  await says('280 in B, against 2,800 in A');
  await reads.fill('-1');
  if (await page.locator('.own output').textContent()) problems.push('-1 reads are taken');
  await context.close();
}
