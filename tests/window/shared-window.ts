import { type Earshot, openOn, test } from './launch';

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
  let opened: Awaited<ReturnType<typeof openOn>>;
  // In one worker. A test that fails ends it, and the others get a new window.
  test.describe.configure({ mode: 'default' });
  test.beforeAll(async ({ archiveOf }) => {
    opened = await openOn(await archiveOf(calls));
    await fill?.(opened.earshot);
    await restore(opened.earshot);
  });
  test.use({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the fixtures taken apart
    earshot: async ({}, use) => {
      await use(opened.earshot);
      await restore(opened.earshot);
    },
  });
  test.afterAll(() => opened?.close());
}

/** Makes the next sign-in start like the first one. */
async function restore({ app, page }: Earshot): Promise<void> {
  await page.evaluate(() => {
    localStorage.clear();
    // The page stores its state once more when it is left.
    Storage.prototype.setItem = () => {};
    return window.earshot.preferences({ language: null });
  });
  await page.emulateMedia({ colorScheme: null });
  const size = await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getContentSize());
  if (page.viewportSize() && size) await page.setViewportSize({ width: size[0] ?? 0, height: size[1] ?? 0 });
}
