import { setImmediate as nextTurn } from 'node:timers/promises';

const atOnce = 500;

/**
 * A long list in parts, with a turn for others before each: there may be hundreds of thousands of files and records,
 * and what a thread is handed stops the main loop while it is packed.
 */
export async function* inParts<T>(items: T[]): AsyncGenerator<T[]> {
  for (let place = 0; place < items.length; place += atOnce) {
    await nextTurn();
    yield items.slice(place, place + atOnce);
  }
}
