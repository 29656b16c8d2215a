import { z } from 'zod';
import { PausedSpan } from './calls';
import { keptMoment, line, readOnly, text } from './fields';
import { operation, timestamp, wholeNumber } from './operation';
import { listQuery, pageOf } from './paging';
import { PushedCall } from './pushes';

/** The sample rates of each format of incoming audio, in Hz. */
const ratesOf = {
  pcm_s16le: [8000, 16_000, 48_000],
  mp3: [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000],
};
const format = z.enum(['pcm_s16le', 'mp3']).meta({
  description: 'Signed 16-bit samples, little endian, the channels interleaved; or MP3 frames',
});

const NewRecording = z
  .strictObject({
    format,
    sample_rate: z.int().meta({ description: 'Hz: 8000, 16000 or 48000; for MP3 any rate that MP3 has' }),
    channels: z.int().min(1).max(2),
    call: PushedCall.extend({
      call_state: readOnly(),
      setup_time: keptMoment().optional().meta({ description: 'Now if omitted' }),
    }).prefault({}),
  })
  .superRefine(({ format, sample_rate }, context) => {
    const known = ratesOf[format];
    if (known.includes(sample_rate)) return;
    context.addIssue({
      code: 'custom',
      path: ['sample_rate'],
      message: 'code_unknown',
      params: { known: known.map(String) },
    });
  });
export type NewRecording = z.output<typeof NewRecording>;

/** Audio that a sender streams in as it is produced. `offset` is the number of bytes that were taken. */
export const Recording = z
  .object({
    recording_id: z.uuid(),
    call_id: z.uuid(),
    status: z.enum(['recording', 'paused', 'closed']),
    offset: z.int().meta({ description: 'Bytes taken so far, those dropped in a pause included: continue here' }),
    paused_spans: z.array(PausedSpan),
    resumes_at: timestamp().nullable().meta({ description: 'When the pause ends by itself; null if it does not' }),
  })
  .meta({ id: 'Recording' });
export type Recording = z.infer<typeof Recording>;

const path = '/api/v2/recordings/:recording_id.json';
const shared = { permission: 'calls:create', extension: true } as const;

/** Opens a recording. Its call is listed at once. */
export const openRecording = operation({
  ...shared,
  method: 'post',
  path: '/api/v2/recordings.json',
  audited: { action: 'create', resource: 'recording' },
  summary: 'Open a recording',
  body: z.strictObject({ recording: NewRecording }),
  response: z.object({ url: z.string(), recording_id: z.uuid(), call_id: z.uuid() }).meta({ id: 'OpenedRecording' }),
  status: 201,
});

/** A recording that is not closed. */
export const OpenRecording = Recording.pick({ recording_id: true, call_id: true, paused_spans: true })
  .extend({
    status: z.enum(['recording', 'paused']),
    setup_time: timestamp(),
    interrupted: z
      .object({
        at: timestamp().meta({ description: 'When the last audio or pause before it is known' }),
        kept_ms: z.int().nullable().meta({ description: 'The length of what is kept; null while it is not known' }),
      })
      .nullable()
      .meta({
        description:
          'Since Earshot ended, by a crash or not, while the recording was open: nothing is recorded until its sender ' +
          'continues. Null otherwise',
      }),
  })
  .meta({ id: 'OpenRecording' });
export type OpenRecording = z.infer<typeof OpenRecording>;

export const listRecordings = operation({
  method: 'get',
  path: '/api/v2/recordings.json',
  summary: 'List the recordings that are not closed',
  permission: 'calls:view',
  audited: { action: 'read', resource: 'recording' },
  query: listQuery,
  response: pageOf('recordings', OpenRecording),
  extension: true,
});

/** A recording that is closed. */
export const EndedRecording = Recording.pick({ recording_id: true, call_id: true })
  .extend({ ended_at: timestamp() })
  .meta({ id: 'EndedRecording' });
export type EndedRecording = z.infer<typeof EndedRecording>;

export const listEndedRecordings = operation({
  method: 'get',
  path: '/api/v2/ended_recordings.json',
  summary: 'List the recordings that are closed, last closed first',
  permission: 'calls:view',
  audited: { action: 'read', resource: 'recording' },
  query: listQuery,
  response: pageOf('ended_recordings', EndedRecording),
  extension: true,
});

export const readRecording = operation({
  ...shared,
  method: 'get',
  path,
  audited: { action: 'read', resource: 'recording', id: 'recording_id' },
  summary: 'Read the state of a recording',
  response: z.object({ recording: Recording }),
});

/** A piece of the picture of a recording: the peaks of the channels from 0 to 1 in 300 ms, or a pause. */
const Mark = z.union([z.object({ peaks: z.array(z.number()) }), z.object({ paused_ms: z.int() })]);
export type Mark = z.infer<typeof Mark>;

/** What a recording sounds like, and who sends it. Kept in memory only. */
export const RecordingLevels = z
  .object({
    channels: z.int(),
    marks: z.array(Mark).meta({
      description:
        'The last minute and a half, oldest first: the `peaks` of the channels from 0 to 1 in each 300 ms, and pauses. ' +
        'Empty after a restart of Earshot',
    }),
    offset: z.int().meta({ description: 'Bytes taken so far, those dropped in a pause included' }),
    is_sending: z.boolean().meta({ description: 'Whether a request with its audio is open' }),
    tool: z.string().nullable().meta({ description: 'The name of the access token that has sent last' }),
  })
  .meta({ id: 'RecordingLevels' });
export type RecordingLevels = z.infer<typeof RecordingLevels>;

/** Read several times a second while it is shown. */
export const readRecordingLevels = operation({
  method: 'get',
  path: '/api/v2/recordings/:recording_id.json/levels.json',
  summary: 'Read what a recording in progress sounds like',
  audited: { action: 'read', resource: 'recording', id: 'recording_id' },
  permission: 'calls:view',
  response: z.object({ levels: RecordingLevels }),
  refusals: ['Gone'],
  extension: true,
});

const party = () => text(256).nullable().optional();
const number = () => line(256).nullable().optional();
const RecordedParties = z.strictObject({
  from_number: number(),
  from_name: party(),
  to_number: number(),
  to_name: party(),
});
export type RecordedParties = z.output<typeof RecordedParties>;

/** Changes who speaks in the call, as long as it is recorded. Refused with Gone afterwards. */
export const nameRecordedParties = operation({
  ...shared,
  method: 'put',
  path,
  audited: { action: 'update', resource: 'recording', id: 'recording_id' },
  summary: 'Change the parties of a recording',
  body: z.strictObject({
    recording: z.strictObject({
      recording_id: readOnly(),
      call_id: readOnly(),
      status: readOnly(),
      offset: readOnly(),
      paused_spans: readOnly(),
      resumes_at: readOnly(),
      call: RecordedParties.prefault({}),
    }),
  }),
  response: z.object({ recording: Recording }),
  text: 'description',
  refusals: ['Gone'],
});

/** The largest body with a Content-Length, in bytes. A chunked body may last as long as the call. */
export const maxPieceBytes = 4 * 1024 * 1024;

/** Appends audio to a recording. */
export const appendAudio = operation({
  ...shared,
  method: 'put',
  path: '/api/v2/recordings/:recording_id/audio',
  audited: { action: 'update', resource: 'recording', id: 'recording_id' },
  summary: 'Send audio of a recording',
  description:
    'The next bytes of the audio, taken as they arrive: at most 4 MiB with a Content-Length, or one long chunked body. ' +
    'One sender at a time. An `offset` other than the next one is refused with 409 and the next one in `details.offset`; ' +
    'a closed recording with 410.',
  query: z.strictObject({
    offset: wholeNumber(0, Number.MAX_SAFE_INTEGER).meta({
      description: 'The number of bytes sent before',
      example: 0,
    }),
  }),
  consumes: ['application/octet-stream'],
  response: z.object({ offset: z.int() }).meta({ id: 'NextOffset' }),
  refusals: ['Gone'],
});

/** Closes a recording, also while it is paused. */
export const closeRecording = operation({
  ...shared,
  method: 'delete',
  path,
  audited: { action: 'delete', resource: 'recording', id: 'recording_id' },
  summary: 'Close a recording',
  response: z.object({ call_id: z.uuid() }),
});

/** Pauses or resumes the recording of a call. Doing it twice changes nothing. */
export const muteCall = operation({
  method: 'post',
  path: '/api/v2/calls/:call_id.json/muting',
  summary: 'Pause or resume the recording of a call',
  permission: 'calls:pause_recording',
  audited: { action: 'mute', resource: 'call', id: 'call_id' },
  reachFirst: true,
  urgent: true,
  query: z.strictObject({
    action: z.enum(['mute', 'unmute']).meta({ description: '`mute` pauses, `unmute` resumes', example: 'mute' }),
    resume_after: wholeNumber(0, 86_400).optional().meta({
      description:
        'Extension: the number of seconds after which this pause ends by itself; 0 for never. By default as in the settings',
    }),
  }),
  response: z.object({ call_id: z.uuid(), record_state: z.int() }).meta({ id: 'Muting' }),
  decision: 'API v2 does not show the body of the response, nor that a missing or unknown action gets 400.',
});

/** Keeps or drops an on-demand recording when it is closed. */
export const chooseOnDemand = operation({
  method: 'post',
  path: '/api/v2/calls/:call_id.json/on_demand',
  summary: 'Keep or drop the on-demand recording of a call',
  permission: 'calls:on_demand_trigger',
  audited: { action: 'update', resource: 'call', id: 'call_id' },
  reachFirst: true,
  query: z.strictObject({
    action: z.enum(['keep', 'discard']).meta({ description: '`keep` or `discard`', example: 'keep' }),
  }),
  response: z.object({ call_id: z.uuid(), on_demand_state: z.int() }).meta({ id: 'OnDemand' }),
  extension: true,
});
