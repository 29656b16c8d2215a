import { parentPort } from 'node:worker_threads';
import { isRefusal } from '../refusal';
import { databaseDamaged, isDamage } from '../store/damage';
import { type Answer, type Ask, leaving } from '../store/thread-pool';

/**
 * Serves the requests of a thread pool one at a time, and answers each with a value, a refusal or the stack of a bug.
 * When asked to leave, it calls `leave` and lets the thread end.
 */
export function answerEach(run: (ask: Ask) => unknown, leave: () => void = () => {}): void {
  const port = parentPort;
  if (!port) throw new Error('This file is a worker thread.');
  port.on('message', async (ask: Ask | typeof leaving) => {
    if (ask === leaving) {
      leave();
      port.close();
      return;
    }
    let answer: Answer;
    try {
      answer = { id: ask.id, value: await run(ask) };
    } catch (cause) {
      answer = { id: ask.id, ...failure(cause) };
    }
    port.postMessage(answer, handedOver(answer));
  });
  port.postMessage({ ready: true } satisfies Answer);
}

/** The buffers of a page, which are transferred instead of copied. */
function handedOver(answer: Answer): ArrayBuffer[] {
  const { bytes } = ('value' in answer && (answer.value as { bytes?: unknown } | undefined)) || {};
  const isWhole = bytes instanceof Uint8Array && bytes.byteLength === bytes.buffer.byteLength;
  return isWhole ? [bytes.buffer as ArrayBuffer] : [];
}

function failure(thrown: unknown) {
  const cause = isDamage(thrown) ? databaseDamaged() : thrown;
  if (isRefusal(cause)) {
    const { code, reason, details } = cause;
    return { refusal: { code, reason, details } };
  }
  return { bug: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause) };
}
