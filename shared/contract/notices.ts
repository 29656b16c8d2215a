import { z } from 'zod';
import { operation, timestamp } from './operation';
import { listQuery, pageOf } from './paging';

/** What a person is told of, by other people or by Earshot. */
export const noticeKinds = ['assigned', 'due', 'disputed', 'result', 'calibration_ended', 'plan_failed'] as const;
export type NoticeKind = (typeof noticeKinds)[number];

export const Notice = z
  .object({
    notice_id: z.uuid(),
    kind: z.enum(noticeKinds).meta({
      description:
        '`assigned`: evaluations were given to you. `due`: the deadline of own open evaluations is less than a day away, or over. `disputed`: an agent disputed your score. `result`: your call was scored. `calibration_ended`: a calibration that you lead or score in has ended. `plan_failed`: your plan could not draw calls',
    }),
    count: z.number().int().meta({ description: 'How many it is about, if they became so at the same time' }),
    created_at: timestamp(),
    is_read: z.boolean(),
    report_id: z.uuid().nullable().meta({ description: 'The evaluation, if it is about a single one' }),
    calibration_id: z.uuid().nullable(),
    plan_id: z.uuid().nullable(),
  })
  .meta({ id: 'Notice' });
export type Notice = z.infer<typeof Notice>;

/** The caller's own notices of the last 90 days, newest first. */
export const listNotices = operation({
  method: 'get',
  path: '/api/v2/notices.json',
  summary: 'List own notices',
  description: 'What others did that concerns the caller, and deadlines: of the last 90 days, at most 1,000.',
  permission: 'signed-in',
  audited: { action: 'read', resource: 'notice' },
  query: listQuery.extend({
    is_read: z.enum(['true', 'false']).optional().meta({ description: 'Those that are read, or that are not' }),
  }),
  response: pageOf('notices', Notice),
  extension: true,
});

/** Marks an own notice as read, or as not read. */
export const changeNotice = operation({
  method: 'put',
  path: '/api/v2/notices/:notice_id.json',
  summary: 'Mark an own notice as read',
  permission: 'signed-in',
  audited: { action: 'update', resource: 'notice', id: 'notice_id' },
  body: z.strictObject({ notice: z.strictObject({ is_read: z.boolean() }) }),
  response: z.object({ notice: Notice }),
  text: 'description',
  extension: true,
});

/** Marks all own notices as read. */
export const readNotices = operation({
  method: 'post',
  path: '/api/v2/notices/read.json',
  summary: 'Mark all own notices as read',
  permission: 'signed-in',
  audited: { action: 'update', resource: 'notice' },
  body: z.strictObject({}),
  response: z.object({}),
  extension: true,
});
