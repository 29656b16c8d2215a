import type { TalkMetrics } from '@shared/contract/calls';
import { talkVersion } from '../../../../audio/talk';
import type { Part, Service } from '../../../../context';
import { faultOf } from '../../../../log';
import { isRefusal } from '../../../../refusal';
import { byEarshot } from '../../../../store/audit';
import { audioOpener } from '../files/audio-opener';
import { measureCalls, type OpenedCall } from './measure-job';
import { countTalk, type Measured, retryTalk, selectDueTalk, storeMeasured, type UnmeasuredCall } from './queries';

/** Calls that are measured together: enough to use the threads, few enough to lose little at a stop. */
const atOnce = 32;
const nudgeMs = 500;
/** Opens application keys only. */
const earshot = { user_id: '' };

/**
 * Measures the talk of calls that were stored before it was measured, or that got a further file: the newest first, in job
 * threads, from their waveforms.
 */
export class Measuring {
  private pass: Promise<void> | undefined;
  private isAsked = false;
  /** Whether calls that waited or failed are still to be tried again. */
  private retries = true;
  private isClosing = false;
  private measured = 0;
  private nudged: NodeJS.Timeout | undefined;

  constructor(private readonly service: Service) {}

  /** Measures what is due, unless that is under way. The first time also what waited or failed before. */
  begin(): void {
    this.isAsked = true;
    this.pass ??= this.run()
      .catch((cause: unknown) => {
        if (!isRefusal(cause)) this.service.log(faultOf(cause), 'talk could not be measured');
      })
      .finally(() => {
        this.pass = undefined;
      });
  }

  /** Begins a little later, because calls change often while others are stored. */
  nudge(): void {
    this.nudged ??= setTimeout(() => {
      this.nudged = undefined;
      this.begin();
    }, nudgeMs).unref();
  }

  /** Waits until what is due is measured. Counts those calls, and those that wait for a key or failed. */
  async caughtUp(): Promise<{ measured: number } & Pick<TalkMetrics, 'waiting' | 'failed'>> {
    await this.pass;
    const { waiting, failed } = await this.metrics(undefined);
    return { measured: this.measured, waiting, failed };
  }

  async metrics(view: string | undefined): Promise<TalkMetrics> {
    const counts = await this.service.store.read(countTalk, undefined, view);
    const isDue = counts.done + counts.failed + counts.waiting < counts.total;
    const status = this.pass !== undefined || isDue ? 'running' : counts.waiting > 0 ? 'waiting' : 'done';
    return { version: talkVersion, status, ...counts };
  }

  async close(): Promise<void> {
    this.isClosing = true;
    clearTimeout(this.nudged);
    this.service.jobs.cancel(measureCalls.name);
    await this.pass;
  }

  private async run(): Promise<void> {
    const { store, now } = this.service;
    // Not awaited by the start, which must succeed on a full disk.
    if (this.retries) await store.write(retryTalk, undefined, byEarshot(now()));
    this.retries = false;
    while (this.isAsked && !this.isClosing) {
      this.isAsked = false;
      for (;;) {
        const due = await store.compute(selectDueTalk, { limit: atOnce }, 'talk');
        if (due.length === 0 || this.isClosing) break;
        const measured = await this.measure(due);
        await store.write(storeMeasured, { measured }, byEarshot(now()));
        this.measured += measured.filter(({ outcome }) => typeof outcome === 'object').length;
      }
    }
  }

  private async measure(due: readonly UnmeasuredCall[]): Promise<Measured[]> {
    const opened = await Promise.all(due.map((call) => this.opened(call)));
    const calls = opened.filter((one) => typeof one === 'object');
    const { jobs, archive } = this.service;
    const talks = await jobs.run(measureCalls, { archive, calls }, measureCalls.name).finally(() => {
      for (const { data_key } of calls.flatMap(({ files }) => files)) data_key.fill(0);
    });
    return due.map(({ call_pk, files }, at) => {
      const one = opened[at];
      const talk = typeof one === 'object' ? talks[calls.indexOf(one)] : undefined;
      const outcome = typeof one === 'string' ? one : files.length === 0 ? null : (talk ?? 'failed');
      return { call_pk, file_ids: files.map(({ file_id }) => file_id), outcome };
    });
  }

  /** A call with the data keys of its waveforms; otherwise why there are none. */
  private async opened({ files, ...call }: UnmeasuredCall): Promise<OpenedCall | 'waiting' | 'failed'> {
    const audio = this.service.part(audioOpener);
    const own: OpenedCall['files'] = [];
    try {
      for (const file of files) {
        const { data_key } = await audio.dataKey(file.peaks_path, earshot);
        own.push({ ...file, data_key });
      }
      return { ...call, files: own };
    } catch (cause) {
      for (const { data_key } of own) data_key.fill(0);
      return isRefusal(cause, 'PermissionError', 'KeychainUnavailable') ? 'waiting' : 'failed';
    }
  }
}

/** Measures talk while this service runs. */
export const measuring: Part<Measuring> = (service, { onStart, onClose }) => {
  const own = new Measuring(service);
  onStart(async () => own.begin());
  // A call that got a further file is measured again.
  service.store.follow((announced) => {
    if (announced?.some(({ event }) => event === 'call') ?? true) own.nudge();
  });
  onClose(() => own.close());
  return own;
};
