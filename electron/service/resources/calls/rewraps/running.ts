import { randomUUID } from 'node:crypto';
import { reason } from '@shared/reasons/reasons';
import type { Actor } from '../../../access/actor';
import type { Part, Service } from '../../../context';
import { discardingRefused, discardingUnfinished } from '../../../jobs/discarding';
import { faultOf } from '../../../log';
import { isRefusal, Refusal } from '../../../refusal';
import { type By, byEarshot } from '../../../store/audit';
import {
  audioOpener,
  countFilesWithout,
  discardLater,
  forgetDiscarded,
  replaceContainers,
  selectDiscarded,
  selectFilesWithout,
  type WrappedFile,
} from '../calls';
import { beginRewrap, endRewrap, hasRunningRewrap, interruptRewraps, type Progress } from './queries';
import { rewrapFile } from './rewrap-job';

const atOnce = 50;

/** The key that recordings are encrypted to, of one tenant. */
type Target = { key_id: string; tenant_id: string; fingerprint: string; public_key: Uint8Array };
type Run = Progress & { stop?: 'cancelled' | 'interrupted'; ended: Promise<void> };

/** The keys that older recordings are being encrypted to. */
export class Rewraps {
  private readonly runs = new Map<string, Run>();

  constructor(private readonly service: Service) {}

  /** Begins with the recordings that are not encrypted to the key. Refused with Conflict while it runs. */
  async begin(target: Target, actor: Actor, by: By): Promise<void> {
    const { store, now, log } = this.service;
    const { key_id, tenant_id, fingerprint } = target;
    if (this.runs.has(key_id)) throw new Refusal('Conflict', reason('rewrap_running'));
    const run: Run = { total: 0, done: 0, failed: 0, ended: Promise.resolve() };
    this.runs.set(key_id, run);
    try {
      run.total = await store.compute(countFilesWithout, { tenant_id, fingerprint }, readsOf(key_id));
      await store.write(beginRewrap, { key_id, ...progressOf(run), started_at: now() }, by);
    } catch (cause) {
      this.runs.delete(key_id);
      throw cause;
    }
    run.ended = this.each(run, target, actor)
      .catch((cause: unknown) => {
        // A read that was stopped with the run.
        if (run.stop && isRefusal(cause)) return;
        run.stop ??= 'interrupted';
        log(faultOf(cause), 'encrypting older recordings to a key ended early');
      })
      .then(async () => {
        const ended = { key_id, ...progressOf(run), status: run.stop ?? ('done' as const), ended_at: now() };
        await store.write(endRewrap, ended, byEarshot(now()));
      })
      .catch((cause: unknown) => log(faultOf(cause), 'the end of a rewrap was not stored'))
      .finally(() => this.runs.delete(key_id));
  }

  /** How far a run is; undefined when none runs. */
  progress(key_id: string): Progress | undefined {
    const run = this.runs.get(key_id);
    return run && progressOf(run);
  }

  /** Stops a run after its current recording, and waits for that. */
  async cancel(key_id: string): Promise<void> {
    await this.stop([key_id], 'cancelled');
  }

  /** Stops all runs, because the keys of their callers are forgotten or Earshot closes. */
  async interrupt(): Promise<void> {
    await this.stop([...this.runs.keys()], 'interrupted');
  }

  private async stop(key_ids: string[], as: NonNullable<Run['stop']>): Promise<void> {
    for (const key_id of key_ids) {
      const run = this.runs.get(key_id);
      if (run) run.stop ??= as;
      this.service.store.stop(readsOf(key_id));
    }
    await Promise.all(key_ids.map((key_id) => this.runs.get(key_id)?.ended));
  }

  private async each(run: Run, target: Target, actor: Actor): Promise<void> {
    const { key_id, tenant_id, fingerprint } = target;
    let last = { call_pk: 0, file_id: '' };
    for (;;) {
      const after = { tenant_id, fingerprint, ...last, limit: atOnce };
      const files = await this.service.store.compute(selectFilesWithout, after, readsOf(key_id));
      for (const file of files) {
        if (run.stop) return;
        await this.rewrap(file, target, actor).then(
          () => run.done++,
          (cause: unknown) => {
            // One recording that does not open must not keep the others from it.
            if (!isRefusal(cause) || cause.code === 'InsufficientStorage') throw cause;
            run.failed++;
          },
        );
        last = { call_pk: file.call_pk, file_id: file.file_id };
      }
      if (files.length < atOnce) return;
    }
  }

  /** The new files are noted before they are written, and the old ones with the change, so that no crash leaves any behind. */
  private async rewrap(was: WrappedFile, recipient: Target, actor: Actor): Promise<void> {
    const { store, jobs, archive, files, now } = this.service;
    const by = byEarshot(now());
    const day = was.file_path.slice(0, 10);
    const [uuid, setupMs] = [randomUUID(), Date.parse(day.replaceAll('/', '-'))];
    const made = [`${day}/${uuid}.cra`, `${day}/${uuid}.peaks`];
    const copy = async (path: string, suffix: '.cra' | '.peaks') => {
      const { data_key } = await this.service.part(audioOpener).dataKey(path, actor);
      const given = { archive, path, uuid, suffix, setupMs, data_key, recipient };
      return jobs.run(rewrapFile, given).finally(() => data_key.fill(0));
    };
    await store.write(discardLater, { paths: made }, by);
    const drop = async (paths: string[]) => {
      for (const path of paths) await files.remove(path);
      await store.write(forgetDiscarded, { paths }, by);
    };
    const dropMade = () => drop(made);
    const replacing = await discardingUnfinished(dropMade, async () => {
      const peaks = await copy(was.peaks_path, '.peaks');
      const file = await copy(was.file_path, '.cra');
      return {
        file_path: file.path,
        peaks_path: peaks.path,
        encrypt_tag: file.tag,
        peaks_tag: peaks.tag,
        fingerprints: file.fingerprints,
      };
    });
    const isReplaced = await discardingRefused(dropMade, () =>
      store.write(replaceContainers, { was, now: replacing }, by),
    );
    await drop(isReplaced ? [was.file_path, was.peaks_path] : made);
  }
}

/** The name of a run's reads, by which they are stopped. */
const readsOf = (key_id: string) => `rewrap ${key_id}`;
const progressOf = ({ total, done, failed }: Run): Progress => ({ total, done, failed });

/** The rewraps of this service. Their surplus files must be removed before the quarantine looks for unknown ones. */
export const rewraps: Part<Rewraps> = (service, { onRecover, onForget, onClose }) => {
  const { store, files, now, log } = service;
  const all = new Rewraps(service);
  onRecover(async () => {
    // A start on a full disk cannot write.
    if (await store.get(hasRunningRewrap, undefined))
      await store.write(interruptRewraps, { ended_at: now() }, byEarshot(now()));
    const paths = await store.get(selectDiscarded, undefined);
    if (paths.length === 0) return;
    for (const path of paths) await files.remove(path);
    await store.write(forgetDiscarded, { paths }, byEarshot(now()));
  });
  onForget(() => void all.interrupt().catch((cause: unknown) => log(faultOf(cause), 'a rewrap did not stop')));
  onClose(() => all.interrupt());
  return all;
};
