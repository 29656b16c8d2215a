import type { Part, Service } from '../../../../context';
import { faultOf } from '../../../../log';
import { byEarshot } from '../../../../store/audit';
import { changedFields } from '../../custom-fields';
import { isRenewing, renewTexts } from './queries';

/**
 * Lets searched texts follow a changed custom field, in parts of some hundred calls, between which other writes have
 * their turn. What is left is stored, and the next start continues.
 */
export const textRenewal: Part<TextRenewal> = (service, life) => {
  const renewal = new TextRenewal(service);
  service.part(changedFields).follow(() => renewal.wake());
  life.onStart(async () => renewal.wake());
  life.onClose(() => renewal.close());
  return renewal;
};

class TextRenewal {
  private work: Promise<void> = Promise.resolve();
  private isClosing = false;

  constructor(private readonly service: Pick<Service, 'store' | 'now' | 'log'>) {}

  /** Renews what is noted now, after a renewal that is already running. */
  wake(): void {
    this.work = this.work.then(() => this.renew());
  }

  async close(): Promise<void> {
    this.isClosing = true;
    await this.work;
  }

  private async renew(): Promise<void> {
    const { store, now, log } = this.service;
    try {
      while (!this.isClosing && (await store.get(isRenewing, undefined))) {
        await store.write(renewTexts, undefined, byEarshot(now()));
      }
    } catch (cause) {
      log(faultOf(cause), 'search texts not renewed');
    }
  }
}
