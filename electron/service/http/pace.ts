import { reason } from '@shared/reasons/reasons';
import { Refusal } from '../refusal';

const minBytes = 64 * 1024;
/** Shorter than the time after which a silent connection is closed without a response. */
const maxMs = 25_000;

/**
 * The pieces of an upload. Refused with TooSlow when 64 KiB take longer than 25 s, because a sender of single bytes
 * would otherwise hold a place indefinitely. Only the time spent waiting for the sender counts.
 */
export async function* paced(pieces: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const source = pieces[Symbol.asyncIterator]();
  let bytes = 0;
  let leftMs = maxMs;
  for (;;) {
    const asked = performance.now();
    const next = await within(leftMs, source.next());
    if (next.done) return;
    bytes += next.value.byteLength;
    leftMs -= performance.now() - asked;
    if (bytes >= minBytes) {
      bytes = 0;
      leftMs = maxMs;
    }
    yield next.value;
  }
}

/** Refused with TooSlow when it takes longer; without a limit if `ms` is undefined. */
export async function within<T>(ms: number | undefined, awaited: Promise<T>): Promise<T> {
  if (ms === undefined) return awaited;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Refusal('TooSlow', reason('arrived_too_slowly'))), ms);
  });
  try {
    return await Promise.race([awaited, late]);
  } finally {
    clearTimeout(timer);
  }
}
