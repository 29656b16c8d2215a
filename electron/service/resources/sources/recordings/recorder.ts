import { randomUUID } from 'node:crypto';
import { reason } from '@shared/reasons/reasons';
import type { Part, Service } from '../../../context';
import { endEach } from '../../../end-each';
import { faultOf } from '../../../log';
import { isRefusal, Refusal } from '../../../refusal';
import type { By } from '../../../store/audit';
import { selectActiveKeys } from '../../keys/encrypt-keys';
import type { Push } from '../pushes';
import { Attempts } from './attempts';
import { type LeftOff, leftOffOf } from './left-off';
import { LiveRecording } from './live-recording';
import { insertRecording, type RecordingRow, selectLeftFiles, selectOpenRecordings } from './queries';
import { salvage } from './salvage/salvage';

const tickMs = 250;
/** Each open recording takes memory, and a sender may forget to close it. */
const maxOpen = 200;

type Opening = Omit<Push, 'call_id'> & Pick<RecordingRow, 'format' | 'sample_rate' | 'channels'>;

/** The open recordings. */
export class Recorder {
  private readonly all = new Map<string, LiveRecording>();
  private opening = 0;
  /** Whether a recording has ended with a file that could not be ended. */
  private hasLeft = false;
  private readonly attempts = new Attempts();

  constructor(private readonly service: Service) {}

  /** Opens a recording and its call. Refused with KeychainUnavailable when no key can encrypt it, and like a pushed call. */
  async open(opening: Opening, by: By): Promise<RecordingRow> {
    const { store } = this.service;
    if (this.all.size + this.opening >= maxOpen) {
      throw new Refusal('TooManyRequests', reason('too_many_recordings', { most: maxOpen }));
    }
    this.opening += 1;
    try {
      const keys = await store.get(selectActiveKeys, { tenant_id: opening.tenant_id });
      if (keys.length === 0) throw new Refusal('KeychainUnavailable', reason('no_active_key'));
      const ids = { recording_id: randomUUID(), call_id: randomUUID() };
      const row = await store.write(insertRecording, { ...opening, ...ids }, by);
      this.goOn(row, null);
      return row;
    } finally {
      this.opening -= 1;
    }
  }

  /** A recording that is not closed. */
  find(recording_id: string): LiveRecording | undefined {
    return this.all.get(recording_id);
  }

  ofCall(call_id: string): LiveRecording | undefined {
    return [...this.all.values()].find(({ about }) => about.call_id === call_id);
  }

  /** Continues the recordings that the last run left open. */
  async goOnAll(): Promise<void> {
    const salvaging = this.service.part(salvage);
    this.hasLeft = salvaging.isBehind;
    const { store } = this.service;
    const files = await store.get(selectLeftFiles, undefined);
    for (const row of await store.get(selectOpenRecordings, undefined)) {
      const taken = Math.max(row.taken, salvaging.takenOf(row.recording_id));
      this.goOn({ ...row, taken }, leftOffOf(row, files));
    }
  }

  tick(): void {
    for (const [recording_id, recording] of this.all) {
      recording.tick().catch((cause: unknown) => {
        this.service.log({ recording_id, ...faultOf(cause) }, 'a recording could not be stored');
      });
    }
    this.salvageLeft().catch((cause: unknown) => {
      // Still without space.
      if (!isRefusal(cause)) this.service.log(faultOf(cause), 'a recording could not be salvaged');
    });
  }

  /** Once the disk has space again. */
  private async salvageLeft(): Promise<void> {
    if (!this.hasLeft) return;
    await this.attempts.make(this.service.elapsed(), async () => {
      await this.service.files.mustHaveRoom(0);
      // Before, because another recording may end meanwhile.
      this.hasLeft = false;
      await this.service
        .part(salvage)
        .ofEnded()
        .catch((cause: unknown) => {
          this.hasLeft = true;
          throw cause;
        });
    });
  }

  async suspendAll(): Promise<void> {
    const suspended = await Promise.allSettled([...this.all.values()].map((recording) => recording.suspend()));
    for (const one of suspended) if (one.status === 'rejected') throw one.reason;
  }

  private goOn(row: RecordingRow, leftOff: LeftOff | null): void {
    const { recording_id } = row;
    const onEnd = (isWhole: boolean) => {
      this.all.delete(recording_id);
      this.hasLeft ||= !isWhole;
    };
    this.all.set(recording_id, new LiveRecording(this.service, row, leftOff, onEnd));
  }
}

/** The recorder of this service. Files that a crash left without an end are salvaged before (salvage/salvage.ts). */
export const recorder: Part<Recorder> = (service, { onStart, onClosing, onClose }) => {
  const all = new Recorder(service);
  let timer: NodeJS.Timeout | undefined;
  let suspended: Promise<void> = Promise.resolve();
  onStart(async () => {
    await all.goOnAll();
    timer = setInterval(() => all.tick(), tickMs).unref();
  });
  // At once, because the door waits for the responses to senders.
  onClosing(() => {
    clearInterval(timer);
    suspended = all.suspendAll();
    suspended.catch(() => undefined);
  });
  onClose(() => endEach([() => suspended, () => all.suspendAll()]));
  return all;
};
