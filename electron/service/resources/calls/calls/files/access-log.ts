import { minuteMs } from '@shared/duration';
import { type Actor, authorOf } from '../../../../access/actor';
import type { Service } from '../../../../context';
import { recordAccess } from './queries';

/** The signed URL that was followed, by the name of its grant, instead of a session. */
export type SignedAccess = { signed_url?: string };

/** The same event is audited once in this time. */
export const onceInMs = 10 * minuteMs;

/** Audits playback and downloads, once per session, call and 10 minutes instead of once per Range request. */
export class AccessLog {
  /** `at` is on the clock of `elapsed`. */
  private readonly last = new Map<string, { at: number; written: Promise<void> }>();

  constructor(private readonly service: Pick<Service, 'store' | 'now' | 'elapsed'>) {}

  /** Resolves once the entry is written. Neither a player's first request nor its second gets audio before that. */
  async note(action: 'play' | 'download', call_id: string, actor: Actor & SignedAccess): Promise<void> {
    const { store, now, elapsed } = this.service;
    const at = elapsed();
    const author = authorOf(actor);
    const place = `${action} ${actor.signed_url ?? actor.session ?? author.user_id} ${call_id}`;
    for (const [old, last] of this.last) if (at - last.at >= onceInMs) this.last.delete(old);
    let noted = this.last.get(place);
    if (!noted) {
      noted = {
        at,
        written: store.write(
          recordAccess,
          { action, call_id, is_signed: actor.signed_url !== undefined },
          { at: now(), ...author },
        ),
      };
      this.last.set(place, noted);
    }
    try {
      await noted.written;
    } catch (cause) {
      if (this.last.get(place) === noted) this.last.delete(place);
      throw cause;
    }
  }
}
