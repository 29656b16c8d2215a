import { randomUUID } from 'node:crypto';
import type { NoticeEvent } from '@shared/contract/events';
import type { listNotices, NoticeKind } from '@shared/contract/notices';
import { dayMs } from '@shared/duration';
import { followed } from '../../../access/followed';
import { list } from '../../../access/list';
import type { Scope } from '../../../access/scope';
import { notFound } from '../../../refusal';
import { Announcer } from '../../../store/announce';
import type { By } from '../../../store/audit';
import type { Connection } from '../../../store/connection';
import { flag, isoTime } from '../../../store/fragments';
import { change } from '../../../store/query';
import { insertRecord } from '../../../store/record';
import { columnsOf, integer, text } from '../../../store/sql';
import { userHooks } from '../../people/users';

const keptMs = 90 * dayMs;
const mostKept = 1_000;

/** SQL condition: the notice is the caller's own, also in a view as them. Each is about something that needs this right. */
const inScope = (scope: Scope) =>
  scope.evaluations ? `n.user_id = @scope_self AND n.created_at > @now - ${keptMs}` : 'FALSE';

/** The caller's own notices, newest first. */
export const noticeList = list<typeof listNotices>('/api/v2/notices.json', {
  from: 'notices n',
  record: {
    ...columnsOf('n', ['notice_id', 'kind', 'count', 'report_id', 'calibration_id', 'plan_id']),
    created_at: isoTime('n.created_at'),
    is_read: flag('n.is_read'),
  },
  key: [integer('n.created_at'), text('n.notice_id')],
  descending: () => true,
  scope: inScope,
  filters: { is_read: (is, { bind }) => `n.is_read = ${bind(Number(is === 'true'))}` },
  id: 'n.notice_id',
});

type Said = Omit<NoticeEvent, 'notice_id'> & { user_id: string };
const noticeChanges = new Announcer<Said>('notice', { replaces: ({ change }) => change !== 'changed' });

followed(noticeChanges, (_db, notices, { scope }) =>
  notices
    .filter(({ user_id }) => scope.evaluations && user_id === scope.params.scope_self)
    .map(({ id, kind, change }) => ({ id, data: { notice_id: id, kind, change } satisfies NoticeEvent })),
);

/** What a person is told: of reports, of a round, or of a plan. */
type Told = {
  user_id: string;
  kind: NoticeKind;
  report_ids?: readonly string[];
  calibration_id?: string | null | undefined;
  plan_id?: string | null | undefined;
};

/** The notices that a transaction has made, by person and kind. It may be run again from its beginning. */
const made = new WeakMap<By, Map<string, string>>();

function idOf(by: By, { user_id, kind }: Told): string {
  const ids = made.get(by) ?? new Map<string, string>();
  made.set(by, ids);
  const notice_id = ids.get(`${kind} ${user_id}`) ?? randomUUID();
  ids.set(`${kind} ${user_id}`, notice_id);
  return notice_id;
}

/**
 * Tells a person, unless it is their own act; what Earshot does in their name is not. A transaction makes one notice of each
 * kind for a person, which counts what it is about.
 */
export function notify(db: Connection, by: By, told: Told): void {
  const { user_id, kind, report_ids = [], calibration_id = null, plan_id = null } = told;
  if (user_id === by.user_id && by.door !== 'earshot') return;
  const notice_id = idOf(by, told);
  const count = Math.max(1, report_ids.length);
  const { changes } = db
    .prepare<object>(`
      UPDATE notices SET count = count + @count, report_id = NULL,
        calibration_id = CASE WHEN calibration_id = @calibration_id THEN calibration_id END,
        plan_id = CASE WHEN plan_id = @plan_id THEN plan_id END
      WHERE notice_id = @notice_id`)
    .run({ notice_id, count, calibration_id, plan_id });
  if (changes > 0) return;
  const report_id = report_ids.length === 1 ? report_ids[0] : null;
  insertRecord(db, 'notices', { notice_id, user_id, kind, count, report_id, calibration_id, plan_id }, by);
  noticeChanges.announce(db, notice_id, { user_id, kind, change: 'created' });
  db.prepare<object>(`
    DELETE FROM notices WHERE user_id = @user_id AND (created_at, notice_id) <= (
      SELECT n.created_at, n.notice_id FROM notices n WHERE n.user_id = @user_id
      ORDER BY n.created_at DESC, n.notice_id DESC LIMIT 1 OFFSET @most)`).run({ user_id, most: mostKept });
}

type Marked = { notice_id: string; user_id: string; kind: NoticeKind };

function mark(db: Connection, by: By, which: string, params: Record<string, string | number>): number {
  const marked = db
    .prepare<object, Marked>(`
      UPDATE notices SET is_read = @is_read, updated_at = @at WHERE ${which} AND is_read <> @is_read
      RETURNING notice_id, user_id, kind`)
    .all({ ...params, at: by.at });
  for (const { notice_id, user_id, kind } of marked)
    noticeChanges.announce(db, notice_id, { user_id, kind, change: 'changed' });
  return marked.length;
}

/** Marks a notice of the caller as read or not. Refused with NotFound. */
export const changeNotice = change(
  'notices.change',
  (db, { id, is_read, scope }: { id: string; is_read: boolean; scope: Scope }, by): void => {
    if (!noticeList.one.run(db, { id, scope, zone: 'UTC' })) throw notFound();
    mark(db, by, 'notice_id = @id', { id, is_read: Number(is_read) });
  },
);

/** Marks all notices of the caller as read. */
export const readNotices = change('notices.read', (db, { scope }: { scope: Scope }, by): void => {
  const { scope_self: user_id } = scope.params;
  if (scope.evaluations) mark(db, by, 'user_id = @user_id', { user_id, is_read: 1 });
});

/** Removes what was told of a report, a round or a plan that is deleted. */
export function removeNotices(db: Connection, of: 'report_id' | 'calibration_id' | 'plan_id', id: string): void {
  const removed = db
    .prepare<object, Marked>(`DELETE FROM notices WHERE ${of} = @id RETURNING notice_id, user_id, kind`)
    .all({ id });
  for (const { notice_id, user_id, kind } of removed)
    noticeChanges.announce(db, notice_id, { user_id, kind, change: 'removed' });
}

/** Removes notices that are older than they are shown. */
export const removeOldNotices = change('notices.remove-old', (db, _: undefined, { at }): void => {
  db.prepare<object>('DELETE FROM notices WHERE created_at <= @before').run({ before: at - keptMs });
});

userHooks.removed.add((db, user_id) => {
  db.prepare<{ user_id: string }>('DELETE FROM notices WHERE user_id = @user_id').run({ user_id });
});
