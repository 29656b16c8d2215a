import { z } from 'zod';
import { noticeKinds } from './notices';
import { operation } from './operation';

/** The data of an event `call`. */
export const CallEvent = z
  .object({ call_id: z.uuid(), change: z.enum(['created', 'changed', 'removed']) })
  .meta({ id: 'CallEvent' });
export type CallEvent = z.infer<typeof CallEvent>;

/** The data of an event `recording`. */
export const RecordingEvent = z
  .object({
    recording_id: z.uuid(),
    call_id: z.uuid(),
    change: z.enum(['paused', 'resumed', 'closed']),
    ended_by: z
      .enum(['request', 'silence', 'disk_full', 'fault'])
      .nullable()
      .meta({ description: 'Why it was closed' }),
  })
  .meta({ id: 'RecordingEvent' });
export type RecordingEvent = z.infer<typeof RecordingEvent>;

/** The data of an event `note`. */
export const NoteEvent = z
  .object({ note_id: z.uuid(), call_id: z.uuid(), change: z.enum(['created', 'changed', 'removed']) })
  .meta({ id: 'NoteEvent' });
export type NoteEvent = z.infer<typeof NoteEvent>;

/** The data of an event `evaluation`. */
export const EvaluationEvent = z
  .object({ report_id: z.uuid(), change: z.enum(['created', 'changed', 'removed']) })
  .meta({ id: 'EvaluationEvent' });
export type EvaluationEvent = z.infer<typeof EvaluationEvent>;

/** The data of an event `calibration`. */
export const CalibrationEvent = z
  .object({ calibration_id: z.uuid(), change: z.enum(['created', 'changed', 'removed']) })
  .meta({ id: 'CalibrationEvent' });
export type CalibrationEvent = z.infer<typeof CalibrationEvent>;

/** The data of an event `notice`. */
export const NoticeEvent = z
  .object({ notice_id: z.uuid(), kind: z.enum(noticeKinds), change: z.enum(['created', 'changed', 'removed']) })
  .meta({ id: 'NoticeEvent' });
export type NoticeEvent = z.infer<typeof NoticeEvent>;

/** The names of the events about records. `reset` is about none. */
export type EventName = 'call' | 'recording' | 'note' | 'evaluation' | 'calibration' | 'notice' | 'import';

const example = `retry: 2000
id: 1763809200000

id: 1763809200250-0a3f9c21d4e5
event: call
data: {"call_id":"6f1c2a0e-5d3b-4c8e-9a47-0b2d9e7c1f58","change":"created"}

`;

/** Changes as server-sent events, within the caller's scope. */
export const followChanges = operation({
  method: 'get',
  path: '/api/v2/events',
  summary: 'Follow changes',
  description:
    'Server-sent events about records within reach. `call`: a call was `created`, `changed` or `removed`. `recording`: the live recording of a call was `paused`, `resumed` or `closed`. `note`: a note on a call was `created`, `changed` or `removed`, for callers who may read it. `evaluation`: an evaluation report was `created`, `changed` or `removed`, for callers who may read it. `calibration`: a calibration was `created`, `changed` or `removed`. `notice`: an own notice was `created`, `changed` or `removed`. `import`: an import, as its address returns it, for callers who may read it. `reset`: read everything again. A comment comes every 15 seconds. Each user has at most 4 streams.',
  permission: 'calls:view',
  audited: { action: 'read', resource: 'event' },
  produces: ['text/event-stream'],
  example,
  extension: true,
});
