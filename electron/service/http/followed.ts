import type { EventName } from '@shared/contract/events';
import type { Reach } from '../access/scope';
import type { Announcement, Announcer } from '../store/announce';

/** An event that a caller may see, about the record `id`. `comesLast`: after the others of the same moment. */
export type Seen = { id: string; event: EventName; data: string; comesLast: boolean };
/** Of the changed records of one kind, those that a caller may see, each with what its event says: an object, or JSON. */
type See<T> = (
  changed: readonly ({ id: string } & T)[],
  reach: Reach,
) => Promise<{ id: string; data: object | string }[]>;

/** The kinds of records that clients follow, each with who sees what. Their resources add them. */
export class Followed {
  private readonly kinds = new Map<EventName, (announced: readonly Announcement[], reach: Reach) => Promise<Seen[]>>();

  add<T extends object>(announcer: Announcer<T>, see: See<T>, { comesLast = false } = {}): void {
    const { event } = announcer;
    if (this.kinds.has(event)) throw new Error(`Two resources announce ${event}.`);
    this.kinds.set(event, async (announced, reach) => {
      const changed = announcer.among(announced);
      const seen = changed.length > 0 ? await see(changed, reach) : [];
      return seen.map(({ id, data }) => ({
        id,
        event,
        data: typeof data === 'string' ? data : JSON.stringify(data),
        comesLast,
      }));
    });
  }

  /** The events of these announcements within the caller's scope and rights, as they are now. */
  async seenBy(reach: Reach, announced: readonly Announcement[]): Promise<Seen[]> {
    return (await Promise.all([...this.kinds.values()].map((seen) => seen(announced, reach)))).flat();
  }
}

export const followed = (): Followed => new Followed();
