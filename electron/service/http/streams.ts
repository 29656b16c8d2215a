import type { Reason } from '@shared/reasons/reasons';
import { Refusal } from '../refusal';

type Limits = { perPerson: number; inAll: number; why: Reason };

/** Counts open streams, and limits them per person and in total. */
export class Streams {
  private readonly open = new Map<string, number>();
  private all = 0;

  constructor(private readonly limits: Limits) {}

  /** Takes a place and returns the function that releases it once. Refused with TooManyRequests when none is free. */
  take(userId: string): () => void {
    const { perPerson, inAll, why } = this.limits;
    const own = this.open.get(userId) ?? 0;
    if (own >= perPerson || this.all >= inAll) throw new Refusal('TooManyRequests', why);
    this.all++;
    this.open.set(userId, own + 1);
    let taken = true;
    return () => {
      if (!taken) return;
      taken = false;
      this.all--;
      const left = (this.open.get(userId) ?? 1) - 1;
      if (left > 0) this.open.set(userId, left);
      else this.open.delete(userId);
    };
  }
}
