import { scrypt as scryptOf } from 'node:crypto';
import { Worker } from 'node:worker_threads';

/** The cost of scrypt, and the memory in bytes that it may take. */
export type Cost = { N: number; r: number; p: number; maxmem: number };

const thread = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { typed, salt, length, cost } = workerData;
  try {
    const secret = require('node:crypto').scryptSync(typed, salt, length, cost);
    parentPort.postMessage(secret);
    secret.fill(0);
  } finally {
    typed.fill(0);
  }
`;

/**
 * scrypt of `typed`, `length` bytes. Node checks the cost with a call that BoringSSL, the library in Electron, answers
 * only after it has computed the whole key: the main loop would stand still for half of the time. There it has a thread
 * of its own.
 */
export function scrypt(typed: Buffer, salt: Buffer, length: number, cost: Cost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (process.versions.electron === undefined) {
      scryptOf(typed, salt, length, cost, (cause, secret) => (cause ? reject(cause) : resolve(secret)));
      return;
    }
    // Moved, not copied: a Buffer shares its memory with others, which a copy would have too.
    const [own, ownSalt] = [Uint8Array.from(typed), Uint8Array.from(salt)];
    const worker = new Worker(thread, {
      eval: true,
      workerData: { typed: own, salt: ownSalt, length, cost },
      transferList: [own.buffer, ownSalt.buffer],
    });
    worker.once('message', (secret: Uint8Array<ArrayBuffer>) =>
      resolve(Buffer.from(secret.buffer, secret.byteOffset, secret.byteLength)),
    );
    worker.once('error', reject);
    worker.once('messageerror', reject);
    worker.once('exit', (code) => reject(new Error(`The thread of scrypt ended with ${code}.`)));
  });
}
