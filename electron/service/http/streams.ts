import { reason } from '@shared/reasons/reasons';
import { Refusal } from '../refusal';

const perPerson = 8;
const inAll = 32;

/** Counts the open audio streams: at most 8 per person and 32 in total. */
export class Streams {
  private readonly open = new Map<string, number>();
  private all = 0;

  /** Takes a place and returns the function that releases it once. Refused with TooManyRequests when none is free. */
  take(userId: string): () => void {
    const own = this.open.get(userId) ?? 0;
    if (own >= perPerson || this.all >= inAll) {
      throw new Refusal('TooManyRequests', reason('too_many_streams'));
    }
    this.all++;
    this.open.set(userId, own + 1);
    let taken = true;
    return () => {
      if (!taken) return;
      taken = false;
      this.all--;
      this.open.set(userId, (this.open.get(userId) ?? 1) - 1);
    };
  }
}
