import { openArchive } from './archive.mjs';
import { benchPlayed } from './played.mjs';

/** `npm run bench -- --list`: uses the list of calls in a real window. */
export async function benchList(calls) {
  const archive = await openArchive(calls);
  try {
    await benchPlayed('list', archive.data, `${calls} calls`);
  } finally {
    archive.close();
  }
}
