import { type Earshot, firstSize, test } from './launch';

type Options = {
  /** The number of generated calls in the archive. */
  calls?: number;
  /** Adds what the tests need to the archive, once. */
  fill?: (earshot: Earshot) => Promise<void>;
};

/**
 * Gives all tests of this file the same window, because a start costs more than most tests. For tests that leave the
 * archive as it is. What a test leaves in the page, such as a search or a size, is gone before the next one.
 */
export function shareWindow({ calls = 0, fill }: Options = {}): void {
  let opened: Earshot;
  // In one worker. A test that fails ends it, and the others get a new window.
  test.describe.configure({ mode: 'default' });
  test.beforeAll(async ({ archiveOf, program }) => {
    opened = await program.open(await archiveOf(calls));
    await fill?.(opened);
    await restore(opened);
  });
  test.use({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the fixtures taken apart
    earshot: async ({}, use) => {
      await use(opened);
      await restore(opened);
    },
  });
}

/** Makes the next sign-in start like the first one. */
async function restore({ page }: Earshot): Promise<void> {
  await page.evaluate(() => {
    localStorage.clear();
    // The page stores its state once more when it is left.
    Storage.prototype.setItem = () => {};
    return window.earshot.preferences({ language: null });
  });
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize(firstSize);
}
