import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Bridge } from '@shared/ipc';
import { ask, expect, signedIn, test } from './launch';

test.use({ ownProgram: true });

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Leaf = { place: (string | number)[]; example: string | null };

/** Texts that run a script, load a file or turn the writing around, if a page takes them for more than text. */
const payloads = [
  '<img src=x onerror=ran(1)>',
  '<svg onload=ran(2)>',
  '<script>ran(3)</script>',
  '"\'><b onmouseover=ran(4)>',
  '\u202e<i onclick=ran(5)>gnp',
  'javascript:ran(6)',
  '<a href=javascript:ran(7)>x</a>',
  '{{constructor.constructor("ran(8)")()}}',
  '</style><style>*{display:none}',
  '<iframe srcdoc="<script>parent.ran(9)</script>">',
];
const isPayload = /ran\(|<style>/;
/** EARSHOT_SCRIPTS=10 puts each payload into each field. */
const rounds = Number(process.env.EARSHOT_SCRIPTS ?? 1);

const { paths } = JSON.parse(readFileSync('docs/openapi.json', 'utf8'));
type Example = Json & object;
const exampleOf = (path: string): Example => paths[path].post.requestBody.content['application/json'].example;

/** The texts in a value, and what may be one. */
const leavesOf = (value: Json, place: Leaf['place'] = []): Leaf[] =>
  typeof value === 'string' || value === null
    ? [{ place, example: value }]
    : typeof value === 'object'
      ? Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, [...place, name]))
      : [];

function setAt(value: Json, [name, ...rest]: Leaf['place'], to: Json | undefined): void {
  if (name === undefined || typeof value !== 'object' || value === null) return;
  const inner = value as { [name: string]: Json };
  const isInList = /^\d+$/.test(String(rest[0]));
  // A list goes as a whole, because its records would be incomplete.
  if (to === undefined && (rest.length === 0 || isInList)) delete inner[name];
  else if (to === undefined || rest.length > 0) setAt(inner[name] ?? null, rest, to);
  else inner[name] = to;
}

/**
 * Creates a record with a payload in every text that the service takes. What it refuses there becomes the example's value;
 * if it refuses that too, such as the id of another record, the field is left out. Returns its address, and the fields.
 */
async function fill(page: Page, path: string, address: string, round: number, known: object = {}) {
  const example = exampleOf(path);
  // What names another record, and what cannot be made up.
  for (const inner of Object.values(example)) if (typeof inner === 'object') Object.assign(inner ?? {}, known);
  const leaves = leavesOf(example);
  const states = leaves.map<number>(({ place }) => (String(place.at(-1)) in known ? 1 : 0));
  let last: unknown;
  for (let attempt = 0; attempt < 20; attempt++) {
    const body = structuredClone(example);
    leaves.forEach(({ place, example }, n) => {
      const payload = `${payloads[(n + round) % payloads.length]}${round}${attempt}`;
      setAt(body, place, [payload, example, undefined][states[n] ?? 2]);
    });
    const answer = (await ask(page, 'POST', address, body as object)) as { url?: string; details?: object };
    if (answer.url !== undefined) {
      const taken = leaves.filter((_, n) => states[n] === 0).map(({ place }) => place.join('.'));
      return { url: answer.url, taken };
    }
    last = answer;
    // A field may be refused under the fieldset that it is short for.
    const refused = Object.keys(answer.details ?? {}).map((name) =>
      name.split(/[.[\]]/).filter((part) => /\D/.test(part)),
    );
    const isRefused = ({ place }: Leaf) => refused.some((parts) => place.includes(parts.at(-1) ?? ''));
    if (!leaves.some(isRefused)) throw new Error(`${path}: ${JSON.stringify(answer)}`);
    leaves.forEach((leaf, n) => {
      if (isRefused(leaf)) states[n] = Math.min(2, (states[n] ?? 0) + 1);
    });
  }
  throw new Error(`${path} was refused whatever was left out: ${JSON.stringify(last)}`);
}

/** Of these, a record is more than what its example says. */
const needMore =
  /recordings|imports|evaluation_reports|evaluation_samples|evaluation_plans|calibrations|sessions|tenants|backups/;
const collections = Object.keys(paths).filter(
  (path) => /^\/api\/v2\/\w+\.json$/.test(path) && paths[path].get && paths[path].post && !needMore.test(path),
);

/** The places in administration whose records have pages. That of tenants is shown only in an archive with several. */
const withPages = [
  ...readFileSync('renderer/app/places.ts', 'utf8').matchAll(
    /path: '(\/admin\/[\w-]+)',(?:(?!path: )[\s\S])*?records: \['\w+', '\/'\]/g,
  ),
]
  .map(([, path]) => path as string)
  .filter((path) => path !== '/admin/tenants');

/** The addresses of all places in the sidebars. */
async function placesOf(page: Page): Promise<string[]> {
  const links = page.getByRole('navigation').first().getByRole('link');
  const shown = () => links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).pathname));
  const main = await shown();
  await page.getByRole('link', { name: 'Administration', exact: true }).click();
  await expect(page.getByRole('grid', { name: 'Users' })).toBeVisible();
  return [...new Set([...main, ...(await shown()), '/preferences', '/account'])];
}

/** What of the payloads has become more than text, and texts whose turned letters could turn others. */
const found = (page: Page) =>
  page.evaluate(() => {
    const made = document.querySelectorAll(
      '[onerror], [onload], [onclick], [onmouseover], img[src=x], iframe, body script, [href^="javascript:"]',
    );
    const turning: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = node.textContent ?? '';
      if (!text.includes('\u202e') || text.includes('\u2068')) continue;
      const { unicodeBidi } = getComputedStyle(node.parentElement as Element);
      if (!/isolate|plaintext/.test(unicodeBidi)) turning.push(text);
    }
    return { made: [...made].map((one) => one.outerHTML.slice(0, 200)), turning };
  });

test('no script in any text field of any record runs on any page, and the policy has nothing to report', async ({
  earshot: { page, choose, dataFolder },
}) => {
  test.setTimeout(600_000 + rounds * 300_000);
  await signedIn({ page } as never);
  const faults: string[] = [];
  await page.exposeFunction('ran', (which: unknown) => faults.push(`payload ${which} ran`));
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to/.test(message.text())) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('dialog', (dialog) => {
    faults.push(dialog.message());
    void dialog.dismiss();
  });

  const places = await placesOf(page);
  expect(places.length).toBeGreaterThan(15);
  expect(withPages.length).toBeGreaterThan(7);
  expect(places).toEqual(expect.arrayContaining(withPages));
  const checked = async (place: string) => {
    await page.waitForLoadState('networkidle');
    expect(await found(page), place).toEqual({ made: [], turning: [] });
    expect(faults, place).toEqual([]);
  };
  /** The handle of a folder with this name, chosen like one in the dialog of the system. */
  const sourceNamed = async (name: string): Promise<string> => {
    const folder = join(`${dataFolder}-watched`, name.replaceAll('/', ''));
    mkdirSync(folder, { recursive: true });
    await choose([folder]);
    const chosen = await page.evaluate(() => (window as unknown as { earshot: Bridge }).earshot.choose('folder'));
    return chosen?.handle ?? '';
  };
  for (let round = 0; round < rounds; round++) {
    const taken: string[] = [];
    await test.step('every text field is filled', async () => {
      const { roles } = await ask(page, 'GET', '/api/v2/roles.json');
      const { groups } = await ask(page, 'GET', '/api/v2/groups.json');
      const known: Record<string, object> = {
        '/api/v2/users.json': { role_id: roles[0].role_id, group_id: groups[0].group_id, groups: [] },
        '/api/v2/encrypt_keys.json': {
          add_type: 'generate',
          public_key: undefined,
          password: 'walnut bicycle harbour',
        },
      };
      for (const path of collections) {
        if (path === '/api/v2/watch_folders.json') known[path] = { source: await sourceNamed(payloads[round] ?? '') };
        const made = await fill(page, path, path, round, known[path]);
        taken.push(...made.taken);
        if (path.endsWith('/calls.json'))
          await fill(page, `${path.replace('.json', '')}/{call_id}.json/notes.json`, `${made.url}/notes.json`, round);
      }
      expect(taken.length).toBeGreaterThan(25);
    });

    for (const place of places) {
      await test.step(place, async () => {
        await page.goto(`app://earshot${place}`);
        await expect(page.getByRole('main').first()).toBeVisible();
        await checked(place);
        if (!withPages.includes(place)) return;
        const row = page.getByRole('grid').getByRole('row').filter({ hasText: isPayload });
        const link = page.getByRole('main').getByRole('link').filter({ hasText: isPayload });
        await row.getByText(isPayload).or(link).first().click();
        await page.waitForURL(/[\da-f-]{36}$/);
        await checked(page.url());
      });
    }
  }
  rmSync(`${dataFolder}-watched`, { recursive: true });
});
