import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { DateOrder } from '@shared/import-fields';
import { reason } from '@shared/reasons/reasons';
import type { Part } from '../../../context';
import { freeBytes } from '../../../disk';
import { faultOf } from '../../../log';
import { isRefusal, Refusal } from '../../../refusal';
import { byEarshot } from '../../../store/audit';
import type { Change } from '../../../store/query';
import type { StoreDeps } from './call-store';
import { type ImportOptions, importerAt } from './options';
import {
  answerImport,
  askImport,
  continueImport,
  finishImport,
  insertImport,
  pauseImport,
  selectUnfinished,
} from './queries';
import { ImportRun, type RunEnd } from './run-import';
import { fits } from './space';
import { type End, type Waiting, WaitingImports } from './waiting';

/** An import without an id. */
type Wanted = Omit<ImportOptions, 'import_id'>;
type Queued = { options: ImportOptions; run: ImportRun; hasBegun: boolean; isCancelled: boolean; ended: Promise<void> };
/** `evenIfFull`: imports as much as fits. `tries`: see Waiting. */
type Attempt = { evenIfFull?: boolean; tries?: number };

/** The unfinished imports: one runs, the others wait for their turn or for disk space. */
export class RunningImports {
  private readonly queue = new Map<string, Queued>();
  private readonly waiting = new WaitingImports();
  /** The imports that wait for an answer about their dates. */
  private readonly asking = new Map<string, ImportOptions>();
  private last: Promise<void> = Promise.resolve();
  private look: NodeJS.Timeout | undefined;
  private isClosing = false;

  constructor(private readonly deps: StoreDeps) {}

  /** Continues the imports that the last run of Earshot left unfinished. */
  async resumeAll(): Promise<void> {
    for (const { import_id, options } of await this.deps.store.get(selectUnfinished, undefined)) {
      if (options) await this.goOn(options);
      else await this.mark(finishImport, { import_id, status: 'interrupted' });
    }
  }

  /** Stores an import and queues it. `ended` resolves when it has ended or waits for space. */
  async begin(wanted: Wanted): Promise<{ import_id: string; ended: Promise<void> }> {
    const options = { ...wanted, import_id: randomUUID() };
    const { store, now } = this.deps;
    await store.write(insertImport, options, importerAt(options, now()));
    return { import_id: options.import_id, ended: this.start(options) };
  }

  private async start(options: ImportOptions, { evenIfFull = false, tries = 0 }: Attempt = {}): Promise<void> {
    const { import_id } = options;
    const run = new ImportRun(this.deps, options, evenIfFull);
    const queued: Queued = { options, run, hasBegun: false, isCancelled: false, ended: this.last };
    queued.ended = this.last.then(async () => {
      if (queued.isCancelled || this.isClosing) return;
      queued.hasBegun = true;
      await this.conclude(queued, await run.run(), tries);
    });
    this.queue.set(import_id, queued);
    this.last = queued.ended.finally(() => {
      if (this.queue.get(import_id) === queued) this.queue.delete(import_id);
    });
    await this.last;
  }

  /**
   * Goes on with an unfinished import with the same options, and returns its id. A command that is repeated after it was
   * killed continues its import.
   */
  async continued(wanted: Wanted): Promise<string | undefined> {
    const isSame = ({ options: { import_id: _, ...known } }: { options: ImportOptions }) =>
      isDeepStrictEqual(known, wanted);
    const asking = [...this.asking.values()].map((options) => ({ options }));
    const same = [...this.queue.values(), ...this.waiting.all(), ...asking].find(isSame);
    if (!same) return undefined;
    const { import_id } = same.options;
    if (!this.queue.has(import_id) && !this.asking.has(import_id)) await this.resume(import_id);
    return import_id;
  }

  /** Resolves once an import has ended or waits for space. */
  async ended(import_id: string): Promise<void> {
    await this.queue.get(import_id)?.ended;
  }

  /**
   * Retries a paused import and imports as much as fits, or goes on with one that asked how its dates are to be read. Refused when
   * it has ended, and without an answer.
   */
  async resume(importId: string, date_order?: DateOrder): Promise<void> {
    const asking = this.asking.get(importId);
    if (asking) {
      if (!date_order) throw new Refusal('Conflict', reason('import_asks'));
      const answered = { ...asking, date_order };
      // First, because another answer may come meanwhile.
      this.asking.delete(importId);
      await this.deps.store.write(answerImport, answered, byEarshot(this.deps.now())).catch((cause: unknown) => {
        this.asking.set(importId, asking);
        throw cause;
      });
      await this.goOn(answered);
      return;
    }
    if (this.waiting.get(importId)?.end) throw hasEnded();
    // Taken first, because a run whose pause is already visible may still be in the queue.
    const waiting = this.waiting.take(importId);
    if (waiting) await this.goOn(waiting.options, { evenIfFull: true });
    else if (!this.queue.has(importId)) throw hasEnded();
  }

  /** Whether an import waits for space on the disk. */
  get waitsForSpace(): boolean {
    return !this.waiting.isEmpty;
  }

  /** Ends an import after the current call; a waiting import ends at once. */
  async cancel(importId: string): Promise<void> {
    const queued = this.queue.get(importId);
    if (queued) {
      queued.isCancelled = true;
      queued.run.stop();
      if (queued.hasBegun) await queued.ended;
      // Otherwise it could still be resumed or joined until its turn.
      else this.queue.delete(importId);
    }
    // A run may have paused the import before it noticed the cancellation.
    const left: Pick<Waiting, 'options' | 'end'> | undefined =
      queued?.hasBegun === false ? queued : (this.waiting.take(importId) ?? this.takeAsking(importId));
    if (left) await this.finish(left.options, left.end ?? { status: 'cancelled' });
  }

  private takeAsking(importId: string): { options: ImportOptions } | undefined {
    const options = this.asking.get(importId);
    this.asking.delete(importId);
    return options && { options };
  }

  /** Whether an import is running or queued; one that waits for space does not count. */
  isRunning(): boolean {
    return this.queue.size > 0;
  }

  /** Resolves once none is running or queued. */
  async idle(): Promise<void> {
    while (this.isRunning()) await this.last;
  }

  /** Ends every running or queued import. */
  async cancelAll(): Promise<void> {
    await Promise.all([...this.queue.keys()].map((importId) => this.cancel(importId)));
  }

  /** Stops the running import after the current call; it continues at the next start. */
  async close(): Promise<void> {
    this.isClosing = true;
    clearTimeout(this.look);
    for (const { run } of this.queue.values()) run.stop();
    await this.last;
  }

  private async goOn(options: ImportOptions, attempt?: Attempt): Promise<void> {
    void this.start(options, attempt);
    await this.mark(continueImport, { import_id: options.import_id });
  }

  /** Stores the end of a run. A run that was stopped but not cancelled continues at the next start. */
  private async conclude({ options, isCancelled }: Queued, end: RunEnd, tries: number): Promise<void> {
    if (end.status === 'asks') {
      this.asking.set(options.import_id, options);
      await this.mark(askImport, { import_id: options.import_id });
    } else if (end.status === 'paused')
      await this.wait({ options, needed_bytes: end.needed_bytes, tries }, end.free_bytes);
    else if (end.status === 'stopped' && !isCancelled) return;
    else await this.finish(options, end.status === 'stopped' ? { status: 'cancelled' } : end);
  }

  /**
   * Stores the end of an import. This also needs space: without it, storing the end is retried, but the import is not
   * run again.
   */
  private async finish(options: ImportOptions, end: End, tries = 0): Promise<void> {
    const { store, now, dataFolder, log } = this.deps;
    const { import_id } = options;
    try {
      await store.write(finishImport, { ...end, import_id }, importerAt(options, now()));
    } catch (cause) {
      if (isRefusal(cause, 'InsufficientStorage'))
        await this.wait({ options, needed_bytes: 0, end, tries }, freeBytes(dataFolder));
      else log({ import_id, ...faultOf(cause) }, 'import not concluded');
    }
  }

  private async wait(waiting: Waiting, free_bytes: number): Promise<void> {
    const { options, needed_bytes } = waiting;
    this.waiting.add(waiting, this.deps.elapsed());
    this.lookLater();
    await this.mark(pauseImport, { import_id: options.import_id, needed_bytes, free_bytes });
  }

  /** Stores the state of an import. A full disk here must not end the import. */
  private async mark<I extends { import_id: string }>(state: Change<I, void>, row: I): Promise<void> {
    await this.deps.store.write(state, row, byEarshot(this.deps.now())).catch((cause) => {
      this.deps.log({ import_id: row.import_id, ...faultOf(cause) }, 'import not marked');
    });
  }

  private lookLater(): void {
    clearTimeout(this.look);
    if (this.isClosing || this.waiting.isEmpty) return;
    this.look = setTimeout(() => this.lookForSpace(), WaitingImports.lookEveryMs);
  }

  /** Continues the import that has waited longest, among those that fit now. */
  private lookForSpace(): void {
    const { dataFolder, elapsed } = this.deps;
    const next = this.waiting.takeNext(elapsed(), (needed_bytes) => fits(needed_bytes, dataFolder));
    if (next) {
      const { options, end, tries } = next;
      void (end ? this.finish(options, end, tries + 1) : this.goOn(options, { tries: tries + 1 }));
    }
    this.lookLater();
  }
}

const hasEnded = () => new Refusal('Conflict', reason('import_ended'));

/** The imports of this service. They continue at start where the last run left them. */
export const runningImports: Part<RunningImports> = (service, { onStart, onClose }) => {
  const imports = new RunningImports(service);
  onStart(() => imports.resumeAll());
  onClose(() => imports.close());
  return imports;
};
