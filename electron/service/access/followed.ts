import type { Permissions } from '@shared/permissions';
import type { Announcement, Announcer, ChangeName } from '../store/announce';
import type { Connection } from '../store/connection';
import { query } from '../store/query';
import type { Reach, Scope } from './scope';

/** Who follows changes. */
export type Viewer = { scope: Scope; permissions: Permissions; zone: string };
export const viewerOf = ({ actor: { permissions, zone }, scope }: Reach): Viewer => ({ scope, permissions, zone });

/** What a viewer is told of a change of the record `id`. `comesLast`: after the others of the same moment. */
export type Seen = { id: string; event: ChangeName; data: string } & Options;
type Options = { comesLast: boolean };
/** Of the changed records of one kind, those that a viewer may see, each with what is told of it: an object, or JSON. */
type See<T> = (
  db: Connection,
  changed: readonly ({ id: string } & T)[],
  viewer: Viewer,
) => readonly { id: string; data: object | string }[];

const kinds = new Map<ChangeName, (db: Connection, announced: readonly Announcement[], viewer: Viewer) => Seen[]>();

/** Declares who sees the changes of one kind of record, and what they are told. */
export function followed<T extends object>(
  announcer: Announcer<T>,
  see: See<T>,
  { comesLast = false }: Partial<Options> = {},
): void {
  const { event } = announcer;
  if (kinds.has(event)) throw new Error(`Two resources announce ${event}.`);
  kinds.set(event, (db, announced, viewer) => {
    const changed = announcer.among(announced);
    const seen = changed.length > 0 ? see(db, changed, viewer) : [];
    return seen.map(({ id, data }) => {
      const told = typeof data === 'string' ? data : JSON.stringify(data);
      return { id, event, data: told, comesLast };
    });
  });
}

/** What a viewer is told of these changes, within their scope and rights as they are now. */
export const selectSeen = query(
  'access.seen',
  (db, { announced, viewer }: { announced: readonly Announcement[]; viewer: Viewer }): Seen[] =>
    [...kinds.values()].flatMap((see) => see(db, announced, viewer)),
);
