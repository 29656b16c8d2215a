import { EventEmitter } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import threads, { MessageChannel, type MessagePort, type Transferable, type Worker } from 'node:worker_threads';
import { plainHost } from './host';
import { oncePerProcess } from './once-per-process';

/** More than one service has at once. */
const threadsKept = 6;
const entries = ['writer', 'reader'].map((name) => join(plainHost.threadsFolder, `${name}.cjs`));
const resting: Worker[] = [];
const RealWorker = threads.Worker;

/** A thread without an entry. If it dies while it rests, it is not used again. */
function newThread(): Worker {
  const worker = new RealWorker(new URL('./rested-thread.cjs', import.meta.url));
  worker.once('exit', () => {
    const place = resting.indexOf(worker);
    if (place !== -1) resting.splice(place, 1);
  });
  return worker;
}

/**
 * A thread of the store that rests after its end instead of exiting, until the next one is started: most of the time of
 * a short test would be spent on loading the same code in a new thread. To the pool, it is a worker like any other.
 */
class RestedThread extends EventEmitter {
  readonly #worker: Worker;
  readonly #port: MessagePort;
  #isDead = false;

  constructor(entry: string, workerData: unknown) {
    super();
    const worker = resting.pop() ?? newThread();
    const { port1, port2 } = new MessageChannel();
    this.#worker = worker;
    this.#port = port1;
    const fail = (cause: unknown) => {
      this.#isDead = true;
      this.emit('error', cause);
    };
    const exit = () => {
      this.#isDead = true;
      this.emit('exit');
    };
    worker.on('error', fail);
    worker.on('exit', exit);
    port1.on('message', (answer) => this.emit('message', answer));
    // Also closed by a thread that dies, which emits its own exit.
    port1.on('close', async () => {
      await new Promise(setImmediate);
      if (this.#isDead) return;
      worker.off('error', fail);
      worker.off('exit', exit);
      if (resting.length < threadsKept) resting.push(worker);
      else void worker.terminate();
      this.emit('exit');
    });
    worker.postMessage({ entry, workerData, port: port2 }, [port2]);
    worker.unref();
  }

  postMessage(message: unknown, transfer?: Transferable[]): void {
    this.#port.postMessage(message, transfer);
  }

  ref(): void {
    this.#port.ref();
  }

  unref(): void {
    this.#port.unref();
  }

  terminate(): Promise<number> {
    this.#isDead = true;
    return this.#worker.terminate();
  }
}

oncePerProcess('rested threads', () => {
  threads.Worker = new Proxy(RealWorker, {
    construct: (Real, [entry, options]) =>
      entries.includes(entry) && !options.resourceLimits
        ? new RestedThread(entry, options.workerData)
        : new Real(entry, options),
  });
  syncBuiltinESMExports();
});
