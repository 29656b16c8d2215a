import type { Actor } from '../../../access/actor';
import type { Store } from '../../../store/store';
import { recordHearing } from './queries';

const onceInMs = 10 * 60_000;

/** Audits listening and saving: once per session, call and 10 minutes, not once per Range (wire.md section 5). */
export class HearingLog {
  private readonly last = new Map<string, number>();

  constructor(
    private readonly store: Store,
    private readonly now: () => number,
  ) {}

  async note(action: 'play' | 'download', call_id: string, { session, user_id, tenant_id }: Actor): Promise<void> {
    const at = this.now();
    const place = `${action} ${session ?? user_id} ${call_id}`;
    if (at - (this.last.get(place) ?? Number.NEGATIVE_INFINITY) < onceInMs) return;
    for (const [old, when] of this.last) if (at - when >= onceInMs) this.last.delete(old);
    this.last.set(place, at);
    await this.store.write(recordHearing, { action, call_id, user_id, tenant_id, at });
  }
}
