import type { Filter } from '@shared/call-filters/filter';
import type { Definition } from '@shared/contract/reports';
import { reason } from '@shared/reasons/reasons';
import type { Scope } from '../../../../access/scope';
import type { Part, Service } from '../../../../context';
import { Streams } from '../../../../http/streams';
import { faultOf, logged } from '../../../../log';
import { isRefusal, type Refusal } from '../../../../refusal';
import { byEarshot } from '../../../../store/audit';
import type { Change } from '../../../../store/query';
import { computeFigures } from '../engine/queries';
import { periodOf } from '../rules';
import { beginRun, completeRun, failRuns, hasUnfinishedRun, keepProgress } from './queries';
import { Turns } from './turns';

const progressEveryMs = 1_000;
/** The most unfinished runs. */
const limits = { perPerson: 10, inAll: 100, why: reason('too_many_runs') };

/** A run to compute: its settings, and what its user may see. */
export type Wanted = { run_id: string; definition: Definition; filters: Filter[]; scope: Scope };

/** The runs that have not ended: they are computed one after another, in a thread of their own. */
export class ReportRuns {
  /** How each unfinished run gives up its place. */
  private readonly unfinished = new Map<string, () => void>();
  private readonly places = new Streams(limits);
  private readonly turns = new Turns<Wanted>();
  private working: Promise<void> | undefined;
  private isClosing = false;

  constructor(private readonly service: Service) {}

  /** Stores a run and computes it when it is its turn. Refused with TooManyRequests if too many are unfinished. */
  async begin(wanted: Wanted, insert: () => Promise<void>): Promise<void> {
    const { run_id, scope } = wanted;
    const person = scope.params.scope_user;
    const leave = this.places.take(person);
    try {
      await insert();
    } catch (cause) {
      leave();
      throw cause;
    }
    this.unfinished.set(run_id, leave);
    this.turns.add(person, wanted);
    this.working ??= this.work();
  }

  /** Stops the computation of runs whose end is stored, or which are deleted. */
  stop(run_ids: readonly string[]): void {
    for (const run_id of run_ids) if (this.end(run_id)) this.service.store.stop(run_id);
  }

  /** Whether the run had not ended before. */
  private end(run_id: string): boolean {
    this.unfinished.get(run_id)?.();
    return this.unfinished.delete(run_id);
  }

  private async work(): Promise<void> {
    for (let wanted = this.turns.next(); wanted; wanted = this.turns.next()) {
      await this.compute(wanted).catch(logged(this.service.log, 'the end of a report was not stored'));
      this.end(wanted.run_id);
    }
    this.working = undefined;
  }

  /** Stops all runs and stores that they were interrupted. */
  async close(): Promise<void> {
    this.isClosing = true;
    const unfinished = [...this.unfinished.keys()];
    this.stop(unfinished);
    await this.working;
    if (unfinished.length === 0) return;
    // Without space, the next start stores it.
    const interrupted = this.fail(undefined, reason('run_interrupted'));
    await interrupted.catch(logged(this.service.log, 'the end of the reports was not stored'));
  }

  private async compute({ run_id, definition, filters, scope }: Wanted): Promise<void> {
    const { store } = this.service;
    if (this.isClosing || !(await this.write(beginRun, { run_id }))) return;
    // Stopped while its start was stored.
    if (!this.unfinished.has(run_id)) return;
    const progress = new Int32Array(new SharedArrayBuffer(4));
    const keep = () => this.write(keepProgress, { run_id, progress: Atomics.load(progress, 0) }).catch(() => {});
    const timer = setInterval(() => void keep(), progressEveryMs);
    try {
      const figures = await store.compute(
        computeFigures,
        { definition, zone: definition.timezone, period: periodOf(definition), filters, scope, progress },
        run_id,
      );
      await this.write(completeRun, { run_id, ...figures });
    } catch (cause) {
      // A run that was stopped has its end stored already.
      if (!this.unfinished.has(run_id)) return;
      if (!isRefusal(cause)) this.service.log(faultOf(cause), 'a report failed');
      await this.fail(run_id, isRefusal(cause) ? cause.reason : reason('run_failed'));
    } finally {
      clearInterval(timer);
    }
  }

  private fail = (run_id: string | undefined, why: Refusal['reason']) =>
    this.write(failRuns, { ...(run_id !== undefined && { run_id }), why });

  private write<I, O>(change: Change<I, O>, input: I): Promise<O> {
    return this.service.store.write(change, input, byEarshot(this.service.now()));
  }
}

/** The runs of this service. What a crash left unfinished has failed. */
export const reportRuns: Part<ReportRuns> = (service, { onRecover, onClose }) => {
  const { store, now } = service;
  const runs = new ReportRuns(service);
  onRecover(async () => {
    // A start on a full disk cannot write.
    if (!(await store.get(hasUnfinishedRun, undefined))) return;
    await store.write(failRuns, { why: reason('run_interrupted') }, byEarshot(now()));
  });
  onClose(() => runs.close());
  return runs;
};
