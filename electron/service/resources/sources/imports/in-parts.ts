import { setImmediate as nextTurn } from 'node:timers/promises';

const usually = 500;

/**
 * Splits a long list into parts and lets other work run before each. There may be hundreds of thousands of files and
 * records, and packing a message for a thread blocks the main loop.
 */
export async function* inParts<T>(items: T[], atOnce = usually): AsyncGenerator<T[]> {
  for (let place = 0; place < items.length; place += atOnce) {
    await nextTurn();
    yield items.slice(place, place + atOnce);
  }
}
