import type { Writable } from 'node:stream';
import { MessageChannel } from 'node:worker_threads';
import type { Source } from './answers';

/**
 * Sends what a source makes, until the client disconnects, and frees the memory of each piece that is sent. Rejects
 * with an error of the source. Not with a pipeline, which waits forever for a response that is queued behind another
 * one when its socket closes.
 */
export async function sendAll(source: Source, outgoing: Writable): Promise<void> {
  let isOver = outgoing.destroyed;
  let goOn = () => {};
  const onClose = () => {
    isOver = true;
    goOn();
  };
  outgoing.on('close', onClose);
  try {
    for await (const piece of source.read()) {
      if (isOver) break;
      await new Promise<void>((resolve) => {
        goOn = resolve;
        outgoing.write(piece, (error) => {
          // After an error, the system may still be reading the bytes.
          if (error) isOver = true;
          else free(piece);
          resolve();
        });
      });
      if (isOver) break;
    }
    if (!isOver) outgoing.end();
  } finally {
    outgoing.off('close', onClose);
    await source.close();
  }
}

const { port1: nowhere, port2: receiver } = new MessageChannel();
receiver.close();

/**
 * Frees the memory of bytes at once: a message takes it along, and nobody receives the message. V8 counts the bytes that a
 * cipher returns towards the limit of its heap; left to the garbage collector, every 20 MB would make it mark the whole heap.
 */
function free({ buffer, byteLength }: Uint8Array): void {
  const isWhole = buffer instanceof ArrayBuffer && byteLength === buffer.byteLength;
  if (isWhole) nowhere.postMessage(undefined, [buffer]);
}
