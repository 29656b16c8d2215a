import { z } from 'zod';
import { callIdFields, callNumberFields, callTextFields } from '../call-fields';
import { says } from '../reasons/check';
import { soundTypes } from '../sound-formats';
import { talkFigureNames } from '../talk-figures';
import { advancedFilters, needsAdvancedSearch } from './call-filters';
import { daterange, ids, moment, recordId, searchedText } from './fields';
import { operation, timestamp } from './operation';
import { listQuery, pageOf } from './paging';

/** A party's time on the call. `party_direction`, `party_type`: shared/codes.ts. */
export const Participant = z
  .object({
    participant_id: z.string().length(2),
    join_time: timestamp().nullable(),
    leave_time: timestamp().nullable(),
    user_id: z.uuid().nullable(),
    party_direction: z.number().int(),
    party_type: z.number().int(),
    party_number: z.string().nullable(),
    party_name: z.string().nullable(),
    party_caller_id: z.string().nullable(),
  })
  .meta({ id: 'Participant' });
export type Participant = z.infer<typeof Participant>;

export const CallCategory = z
  .object({
    category_id: z.uuid(),
    name: z.string(),
    private_user_id: z.uuid().nullable(),
    parent_id: z.uuid().nullable(),
  })
  .meta({ id: 'CallCategory' });

/** One stored part of a call's audio. `file_size` is the length of the download in bytes. */
export const CallFile = z
  .object({
    file_id: z.string().length(2),
    start_time: timestamp(),
    stop_time: timestamp(),
    file_size: z.number().int(),
    file_path: z.string(),
    watermark: z.string().nullable().meta({ description: 'SHA-256 of the audio, hex' }),
    encrypt_key: z.string().nullable().meta({ description: 'The file key as wrapped for the first recipient, Base64' }),
    encrypt_tag: z.string().nullable().meta({ description: 'HMAC of the container header, Base64' }),
    encrypt_fingerprint: z.string().nullable().meta({ description: 'SHA-256 of the public key (SPKI), hex' }),
    media_type: z.string().meta({ description: 'Extension: of the file as it came in' }),
    codec: z.string().meta({ description: 'Extension: mp3, pcm_s16le, mulaw, …' }),
    sample_rate: z.number().int().meta({ description: 'Extension: Hz' }),
    channels: z.number().int().meta({ description: 'Extension: 1 or 2' }),
    agent_channel: z
      .enum(['left', 'right'])
      .nullable()
      .meta({ description: 'Extension: the channel of the agent in a stereo file; null: left, or nobody said' }),
    duration_ms: z.number().int().meta({ description: 'Extension: length of the audio' }),
    truncated: z.boolean().meta({ description: 'Extension: the file ended before its header said' }),
    unheard_bytes: z.number().int().meta({
      description: 'Extension: bytes of sound in the file that cannot be played with the rest of it',
    }),
    damaged: z.boolean().meta({ description: 'Extension: what is stored was changed, as its last playback found' }),
    original_name: z
      .string()
      .nullable()
      .meta({ description: 'Extension: name of the imported file, without its folder' }),
  })
  .meta({ id: 'CallFile' });
export type CallFile = z.infer<typeof CallFile>;

/** A time in which the recording was paused. */
export const PausedSpan = z
  .object({ start_time: timestamp(), stop_time: timestamp().nullable() })
  .meta({ id: 'PausedSpan' });

const share = (of: string) =>
  z
    .number()
    .nullable()
    .meta({ description: `Percent of total_ms: ${of}` });
const ms = (of: string) => z.number().int().nullable().meta({ description: of });
const times = (of: string) => z.number().int().nullable().meta({ description: of });

/** Who talked when, measured in frames of 20 ms (docs/judging.md). What needs the speakers apart is null with channels 1. */
export const Talk = z
  .object({
    version: z.number().int(),
    channels: z.number().int().meta({ description: '2: the speakers can be told apart' }),
    total_ms: z.number().int(),
    talk_ms_agent: ms('While the agent talks'),
    talk_ms_customer: ms('While the customer talks'),
    silence_ms: z.number().int().meta({ description: 'While nobody talks' }),
    overlap_ms: ms('While both talk'),
    talk_share_agent: share('the agent talks'),
    talk_share_customer: share('the customer talks'),
    silence_share: z.number().meta({ description: 'Percent of total_ms: nobody talks' }),
    overlap_share: share('both talk'),
    longest_silence_ms: z.number().int().meta({ description: 'Between the first and the last talk' }),
    longest_monologue_ms: ms('The longest time that one side talks'),
    longest_monologue_side: z.enum(['agent', 'customer']).nullable(),
    interruptions: times('By both'),
    interruptions_agent: times('By the agent'),
    interruptions_customer: times('By the customer'),
  })
  .meta({ id: 'Talk' });
export type Talk = z.infer<typeof Talk>;

export const CallCustomValue = z
  .object({ field_id: z.uuid(), name: z.string(), value: z.string() })
  .meta({ id: 'CallCustomValue' });

const shapeOf = <K extends string, T extends z.ZodType>(names: readonly K[], type: T) =>
  Object.fromEntries(names.map((name) => [name, type])) as Record<K, T>;

/** The record of one conversation. Every key is present, null where unknown. */
export const Call = z
  .object({
    call_id: z.uuid(),
    tenant_id: z.uuid(),
    protocol_call_direction: z.number().int(),
    call_state: z.number().int(),
    record_state: z.number().int(),
    voip_protocol: z.number().int(),
    setup_time: timestamp(),
    connect_time: timestamp().nullable(),
    disconnect_time: timestamp().nullable(),
    duration: z.number().int().meta({ description: 'Seconds from connect to disconnect, 0 if never connected' }),
    confidential: z.boolean().nullable(),
    ...shapeOf(callTextFields, z.string().nullable()),
    ...shapeOf(callIdFields, z.uuid().nullable()),
    ...shapeOf(callNumberFields, z.number().int().nullable()),
    participants: z.array(Participant),
    categories: z.array(CallCategory),
    files: z.array(CallFile),
    custom_fields: z.array(CallCustomValue),
    legal_hold: z.boolean().meta({ description: 'Extension: the call, its files and its notes do not change' }),
    paused_spans: z
      .array(PausedSpan)
      .meta({ description: 'Extension: when the recording was paused; without stop_time, it still is' }),
    talk: Talk.nullable().meta({ description: 'Extension: who talked when; null until it is measured' }),
  })
  .meta({ id: 'Call' });
export type Call = z.infer<typeof Call>;

/** What a list of calls is sorted by, besides its custom fields. */
export const callSorts = [
  ...(['setup_time', 'duration', 'customer', 'number', 'agent', 'score', 'notes_count'] as const),
  ...talkFigureNames,
] as const;

const several = '; several separated by commas match any of them';
/** The filters of the basic and the advanced search, joined with AND. */
const filters = {
  daterange: daterange().optional(),
  call_id: ids()
    .optional()
    .meta({ description: `Extension: one call${several}` }),
  user_id: ids()
    .optional()
    .meta({ description: `A participant of the call${several}` }),
  group_id: ids()
    .optional()
    .meta({ description: `A group of a participant${several}` }),
  tenant_id: ids()
    .optional()
    .meta({ description: `The tenant of the call${several}` }),
  category_id: ids()
    .optional()
    .meta({ description: `A category of the call${several}` }),
  client_id: ids()
    .optional()
    .meta({ description: `A client with a number of the call${several}` }),
  import_id: recordId().optional().meta({ description: 'Extension: calls that this import made or added to' }),
  direction: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(['0', '1', '2'], says('not_direction')).transform(Number)).max(3))
    .optional()
    .meta({ description: `0 unknown, 1 outbound, 2 inbound${several}` }),
  search_term: searchedText().optional().meta({
    description:
      'Words, each part of a number, a name, a free-text field or a file name; or a number, however it is written',
  }),
  newer_than: moment().optional().meta({
    description: 'Extension: only calls whose setup_time, in whole seconds, is later; ISO 8601 with an offset',
  }),
  advanced_search: z.enum(['0', '1']).optional().meta({ description: 'With 1, `filters` are allowed' }),
  filters: advancedFilters,
};
const callFilters = z.strictObject(filters).check(needsAdvancedSearch);
export type CallFilters = z.output<typeof callFilters>;

export const callQuery = listQuery
  .extend({
    ...filters,
    sort: z
      .union([
        z.enum(callSorts),
        z
          .string()
          .regex(/^custom_field_[0-9a-fA-F-]{36}$/)
          .transform((name) => name.toLowerCase()),
      ])
      .optional()
      .meta({
        description: `Extension: ${callSorts.join(', ')} or custom_field_<field_id>; setup_time when omitted. Calls without a value come last, equal ones by time`,
      }),
    sort_order: z.enum(['asc', 'desc']).default('desc').meta({ description: 'desc for newest, or highest, first' }),
  })
  .check(needsAdvancedSearch);
export type CallQuery = z.output<typeof callQuery>;

export const listCalls = operation({
  method: 'get',
  path: '/api/v2/calls.json',
  summary: 'List and search calls',
  permission: 'calls:view',
  audited: { action: 'read', resource: 'call' },
  query: callQuery,
  response: pageOf('calls', Call),
  decision: 'API v2 does not show the filters, nor how much of a call a list has. Each item is the whole call.',
  refusals: ['Conflict'],
});

/** The number of calls in a list, without an upper limit. */
export const countCalls = operation({
  method: 'get',
  path: '/api/v2/calls/count.json',
  summary: 'Count the calls of a search',
  permission: 'calls:view',
  audited: { action: 'read', resource: 'call' },
  query: callFilters,
  response: z.object({ count: z.number().int() }),
  refusals: ['Conflict'],
  extension: true,
});

export const readCall = operation({
  versioned: true,
  method: 'get',
  path: '/api/v2/calls/:call_id.json',
  summary: 'Read a call',
  permission: 'calls:view',
  audited: { action: 'read', resource: 'call', id: 'call_id' },
  response: z.object({ call: Call }),
  decision: 'API v2 does not show the statuses, nor the integer codes of a call.',
});

const audio = [...soundTypes];
const as = z
  .enum(['wav'])
  .optional()
  .meta({ description: 'wav: decode the sound, whatever it is stored as, to 16-bit samples' });
const fileQuery = z.strictObject({
  file_id: z
    .string()
    .regex(/^[0-9A-Z]{2}$/, says('bad_file_id'))
    .optional()
    .meta({ description: 'One file of the call; all of them joined when omitted' }),
});

/**
 * The stored audio of one file as it came in, or of all files joined; with `as=wav` decoded to WAV. Supports Range. Files
 * of several kinds are not joined, nor others than WAV and MP3.
 */
export const downloadFile = operation({
  method: 'get',
  path: '/api/v2/calls/:call_id.json/file',
  summary: 'Download the audio of a call',
  permission: 'calls:download',
  audited: { action: 'download', resource: 'call', id: 'call_id' },
  query: fileQuery.extend({ as }),
  produces: audio,
  decision: 'API v2 does not say that ranges are supported, nor that files of different kinds are not joined (400).',
});

/**
 * The same bytes, for playback. A file that players do not play whole, or not in step with its waveform, is sent as a WAV
 * stream with the same sound, and so is one in a format that players do not have; with `as=wav` every file is.
 */
export const listenToCall = operation({
  method: 'get',
  path: '/api/v2/calls/:call_id.json/audio',
  summary: 'Play the audio of a call',
  permission: 'calls:playback',
  audited: { action: 'play', resource: 'call', id: 'call_id' },
  query: fileQuery.extend({
    as,
  }),
  produces: audio,
  extension: true,
});

/** The waveform: per channel the base64 of int8 pairs (min, max), 50 pairs per second. */
export const Peaks = z
  .object({
    channels: z.number().int(),
    duration_ms: z.number().int(),
    per_second: z.literal(50),
    bits: z.literal(8),
    data: z.array(z.string()),
  })
  .meta({ id: 'Peaks' });
export type Peaks = z.infer<typeof Peaks>;

export const readPeaks = operation({
  method: 'get',
  path: '/api/v2/calls/:call_id.json/peaks.json',
  summary: 'Read the peaks of a waveform',
  permission: 'calls:playback',
  audited: { action: 'read', resource: 'call', id: 'call_id' },
  query: fileQuery,
  response: z.object({ peaks: Peaks }),
  extension: true,
});

const TalkMetrics = z
  .object({
    version: z.number().int(),
    status: z.enum(['running', 'waiting', 'done']).meta({ description: 'waiting: the rest needs a key' }),
    total: z.number().int().meta({ description: 'Calls with audio' }),
    done: z.number().int(),
    waiting: z.number().int().meta({ description: 'No key opens them; measured when somebody opens their waveform' }),
    failed: z.number().int().meta({ description: 'Their audio is missing or damaged' }),
  })
  .meta({ id: 'TalkMetrics' });
export type TalkMetrics = z.infer<typeof TalkMetrics>;

/** How far the talk of older calls is measured. */
export const readTalkMetrics = operation({
  method: 'get',
  path: '/api/v2/talk_metrics.json',
  summary: 'Read how far talk is measured',
  permission: 'system:view',
  audited: { action: 'read', resource: 'call' },
  response: z.object({ talk_metrics: TalkMetrics }),
  extension: true,
});
