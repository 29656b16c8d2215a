import { hourMs } from '@shared/duration';
import { localHosts } from '@shared/local-hosts';
import type { Part, Service } from '../../../context';
import { logged } from '../../../log';
import { repeat } from '../../../repeat';
import { byEarshot } from '../../../store/audit';
import { masterSealed } from '../../keys/master-key';
import { selectSettings } from '../../site/settings';
import {
  type Due,
  recordTry,
  removeOldDeliveries,
  selectDue,
  selectNextDue,
  selectSigning,
  type Tried,
} from './outbox.queries';
import { ofWebhooks, selectSecrets } from './queries';
import { moveSecret, openSecret } from './secrets';
import { post, signed } from './send';

/** While the keychain gives no key, deliveries wait for it this long at a time. */
const keyWaitMs = 30_000;

/** Makes the deliveries of webhooks, one at a time for each of them. */
export class Deliveries {
  /** The webhooks whose deliveries are under way. */
  private readonly busy = new Map<string, Promise<void>>();
  private looking: Promise<void> | undefined;
  private again = false;
  private timer: NodeJS.Timeout | undefined;
  private wakesAt = Number.POSITIVE_INFINITY;
  private readonly stopped = new AbortController();
  private isClosing = false;

  constructor(private readonly service: Service) {}

  /** Looks for deliveries to make, now. */
  readonly wake = (): void => {
    this.again = true;
    this.looking ??= this.look()
      .catch((cause: unknown) => {
        logged(this.service.log, 'webhooks not looked at')(cause);
        this.wakeIn(keyWaitMs);
      })
      .finally(() => {
        this.looking = undefined;
        if (this.again && !this.isClosing) this.wake();
      });
  };

  /** Ends what is under way, which is made again after the next start. */
  stop(): void {
    this.isClosing = true;
    clearTimeout(this.timer);
    this.stopped.abort();
  }

  async close(): Promise<void> {
    this.stop();
    await this.looking;
    await Promise.all(this.busy.values());
  }

  private async look(): Promise<void> {
    const { store, now } = this.service;
    while (this.again && !this.isClosing) {
      this.again = false;
      const busy = [...this.busy.keys()];
      for (const due of await store.read(selectDue, { now: now(), busy })) {
        if (!this.busy.has(due.webhook_id)) this.busy.set(due.webhook_id, this.make(due));
      }
    }
    const next = await store.read(selectNextDue, { now: now() });
    if (next !== null) this.wakeIn(next - now());
  }

  /** Looks again after this time, if not before. */
  private wakeIn(ms: number): void {
    const at = this.service.elapsed() + Math.min(ms, hourMs);
    if (this.isClosing || at >= this.wakesAt) return;
    clearTimeout(this.timer);
    this.wakesAt = at;
    this.timer = setTimeout(
      () => {
        this.wakesAt = Number.POSITIVE_INFINITY;
        this.wake();
      },
      Math.min(ms, hourMs),
    ).unref();
  }

  /** Makes the deliveries of a webhook that are due, this one first. */
  private async make(due: Due): Promise<void> {
    const { store, now, log } = this.service;
    const { webhook_id, delivery_id, type, data, created_at, url } = due;
    try {
      const secrets = await this.secretsOf(webhook_id);
      if (!secrets) return this.wakeIn(keyWaitMs);
      const timestamp = new Date(created_at).toISOString();
      const body = `{"type":"${type}","timestamp":"${timestamp}","data":${data}}`;
      const headers = signed(delivery_id, now(), body, secrets);
      const tried =
        (await this.whyNotOutside(url)) ?? (await post({ url, headers, body, signal: this.stopped.signal }));
      // It is made again after the next start.
      if (this.isClosing && tried.fault !== null) return;
      await store.write(recordTry, { delivery_id, ...tried }, byEarshot(now()));
      this.busy.delete(webhook_id);
      if (!this.isClosing) this.wake();
    } catch (cause) {
      logged(log, 'webhook delivery not made')(cause);
      this.wakeIn(keyWaitMs);
    } finally {
      this.busy.delete(webhook_id);
    }
  }

  /** The secrets that sign now; undefined while the keychain gives no key. */
  private async secretsOf(webhook_id: string): Promise<Buffer[] | undefined> {
    const { masterKey, store, now } = this.service;
    const { key } = await masterKey();
    if (!key) return undefined;
    const signing = await store.get(selectSigning, { webhook_id, now: now() });
    return signing.map(({ id, sealed }) => openSecret(key, id, sealed));
  }

  /** What comes of a delivery outside of this computer while these are not allowed. */
  private async whyNotOutside(url: string): Promise<Tried | undefined> {
    if (localHosts.includes(new URL(url).hostname)) return undefined;
    const { webhooks_outside } = await this.service.store.get(selectSettings, undefined);
    return webhooks_outside ? undefined : { status: null, fault: 'outside_off' };
  }
}

/** The deliveries of this service. */
export const deliveries: Part<Deliveries> = (service, life) => {
  const { store, now, log, part } = service;
  const made = new Deliveries(service);
  part(masterSealed).push({ name: ofWebhooks, select: selectSecrets, move: moveSecret });
  store.follow((announced) => {
    if (announced?.length !== 0) made.wake();
  });
  repeat(life, log, {
    everyMs: hourMs,
    work: () => store.write(removeOldDeliveries, undefined, byEarshot(now())),
    failed: 'old deliveries not removed',
  });
  life.onStart(async () => made.wake());
  life.onClosing(() => made.stop());
  life.onClose(() => made.close());
  return made;
};
