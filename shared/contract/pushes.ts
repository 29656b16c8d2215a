import { z } from 'zod';
import { callIdFields, callTextFields } from '../call-fields';
import {
  CallState,
  callDirectionLabels,
  callStateLabels,
  onDemandStateLabels,
  partyDirectionLabels,
  partyTypeLabels,
  voipProtocolLabels,
} from '../codes';
import { says } from '../reasons/check';
import { soundTypes } from '../sound-formats';
import { customValues, namedCategory } from './call-changes';
import { keptMoment, line, readOnly, recordId, text } from './fields';
import { Created, operation } from './operation';

const code = (labels: Readonly<Record<number, string>>, usual = 0) => {
  const known = Object.keys(labels);
  return z
    .int()
    .refine((value) => known.includes(String(value)), says('code_unknown', { known }))
    .default(usual);
};
const time = () => keptMoment().nullable().default(null);
const name = () => text(256).nullable().default(null);
const number = () => line(256).nullable().default(null);
const id = () => recordId().nullable().default(null);

const port = () => z.int().min(0).max(65_535).nullable().default(null);

const PushedParticipant = z.strictObject({
  participant_id: z
    .string()
    .regex(/^[0-9A-Za-z]{2}$/, says('bad_participant_id'))
    .nullable()
    .default(null)
    .meta({ description: 'Unique in the call; the next free one when omitted' }),
  join_time: time(),
  leave_time: time(),
  user_id: id(),
  party_direction: code(partyDirectionLabels),
  party_type: code(partyTypeLabels),
  party_number: number(),
  party_name: name(),
  party_caller_id: name(),
});

const participants = z
  .array(PushedParticipant)
  .max(200)
  .check(({ value, issues }) => {
    const ids = value.map(({ participant_id }) => participant_id);
    for (const [place, sent] of ids.entries()) {
      if (sent === null || ids.indexOf(sent) === place) continue;
      issues.push({ code: 'custom', path: [place, 'participant_id'], message: 'given_twice', input: sent });
    }
  });

export const PushedCall = z.strictObject({
  call_id: readOnly(),
  tenant_id: readOnly(),
  files: readOnly(),
  record_state: readOnly(),
  legal_hold: readOnly(),
  paused_spans: readOnly(),
  talk: readOnly(),
  setup_time: keptMoment(),
  connect_time: time(),
  disconnect_time: time(),
  duration: z
    .int()
    .min(0)
    .max(31_536_000)
    .optional()
    .meta({ description: 'Seconds; from connect_time to disconnect_time unless it is given' }),
  protocol_call_direction: code(callDirectionLabels),
  call_state: code(callStateLabels, CallState.disconnected),
  voip_protocol: code(voipProtocolLabels),
  confidential: z.boolean().nullable().default(null),
  ...(Object.fromEntries(
    callTextFields.map((field) => [field, field.endsWith('_number') ? number() : name()]),
  ) as Record<(typeof callTextFields)[number], ReturnType<typeof name>>),
  ...(Object.fromEntries(callIdFields.map((field) => [field, id()])) as Record<
    (typeof callIdFields)[number],
    ReturnType<typeof id>
  >),
  from_port: port(),
  to_port: port(),
  on_demand_state: code(onDemandStateLabels).nullable().default(null),
  participants: participants.default([]),
  categories: z.array(namedCategory()).max(1000).default([]),
  custom_fields: customValues.default([]),
});
export type PushedCall = z.output<typeof PushedCall>;

/** Creates a call. Its recordings follow with `pushFile`. */
export const pushCall = operation({
  method: 'post',
  path: '/api/v2/calls.json',
  summary: 'Push a call',
  permission: 'calls:create',
  audited: { action: 'create', resource: 'call' },
  body: z.strictObject({ call: PushedCall }),
  response: Created,
  status: 201,
  idempotent: true,
  // A repeated request whose call is out of reach by now.
  refusals: ['NotFound'],
  extension: true,
});

/** The longest recording that can be pushed, in bytes. */
export const maxFileBytes = 2 * 1024 ** 3;

/** Adds a recording to a call: the file `file_id`, which must not exist, or the next one. */
export const pushFile = operation({
  method: 'put',
  path: '/api/v2/calls/:call_id.json/file',
  summary: 'Push a recording',
  description:
    'A recording of up to 2 GiB in the body. Its content decides the type; of sound without a header, its media type does. The response has the address of the file.',
  permission: 'calls:create',
  audited: { action: 'update', resource: 'call', id: 'call_id' },
  query: z.strictObject({
    file_id: z
      .string()
      .regex(/^(0[1-9]|[1-9]\d|[A-Z][0-9A-Z])$/, says('bad_file_id'))
      .optional()
      .meta({ description: 'The new file; after the last one if omitted', example: '01' }),
  }),
  consumes: [...soundTypes, 'audio/wav', 'application/ogg', 'application/octet-stream'],
  response: Created,
  status: 201,
  idempotent: true,
  extension: true,
});
