import { EventEmitter } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import threads, { MessageChannel, type MessagePort, type Transferable, type Worker } from 'node:worker_threads';
import { plainHost } from './host';

/** More than one service has at once. */
const threadsKept = 6;
const entries = ['writer', 'reader'].map((name) => join(plainHost.threadsFolder, `${name}.cjs`));
const resting: Worker[] = [];
const RealWorker = threads.Worker;

/**
 * A thread of the store that rests after its end instead of exiting, until the next one is started: most of the time of
 * a short test would be spent on loading the same code in a new thread. To the pool, it is a worker like any other.
 */
class RestedThread extends EventEmitter {
  readonly #worker: Worker;
  readonly #port: MessagePort;

  constructor(entry: string, workerData: unknown) {
    super();
    const worker = resting.pop() ?? new RealWorker(new URL('./rested-thread.cjs', import.meta.url));
    const { port1, port2 } = new MessageChannel();
    this.#worker = worker;
    this.#port = port1;
    const fail = (cause: unknown) => this.emit('error', cause);
    const exit = () => {
      port1.removeAllListeners('close');
      this.emit('exit');
    };
    worker.once('error', fail);
    worker.once('exit', exit);
    port1.on('message', (answer) => this.emit('message', answer));
    port1.on('close', () => {
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
    return this.#worker.terminate();
  }
}

// Once in each process, whose test files share modules.
const isDone = Symbol.for('earshot rested threads');
if (!(isDone in globalThis)) {
  Object.assign(globalThis, { [isDone]: true });
  threads.Worker = new Proxy(RealWorker, {
    construct: (Real, [entry, options]) =>
      entries.includes(entry) ? new RestedThread(entry, options.workerData) : new Real(entry, options),
  });
  syncBuiltinESMExports();
}
