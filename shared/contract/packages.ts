import { z } from 'zod';
import { callDirectionLabels, partyDirectionLabels, partyTypeLabels } from '../codes';
import { says } from '../reasons/check';
import { maxCalibrationCalls } from './calibrations';
import { NewForm } from './evaluation-forms';
import { longestText, sentSections } from './evaluation-reports';
import { keptMoment, line, recordId, recordName, text } from './fields';
import { Created, operation, timestamp } from './operation';

/** The media type of a package (docs/package.md). */
export const packageType = 'application/vnd.earshot.package';
/** The longest package, and the longest manifest of one, in bytes. */
export const maxPackageBytes = 4 * 1024 ** 3;
export const maxManifestBytes = 16 * 1024 ** 2;

const fingerprint = () => z.string().regex(/^[0-9a-f]{64}$/, says('not_fingerprint'));

const head = {
  version: z.literal(1),
  package_id: recordId(),
  created_at: keptMoment(),
  recipient: fingerprint(),
  sender: z.strictObject({ name: recordName(256), public_key: z.string().max(4096) }),
};

const code = (labels: Readonly<Record<number, string>>) =>
  z.int().refine((value) => Object.hasOwn(labels, value), says('code_unknown', { known: Object.keys(labels) }));
const moment = () => keptMoment().nullable();
const name = () => text(256).nullable();
const number = () => line(256).nullable();

const PackedFile = z.strictObject({
  file_id: z.string().regex(/^[0-9A-Z]{2}$/),
  start_time: keptMoment(),
  stop_time: keptMoment(),
  content_type: z.string().max(256),
  length: z.int().min(1).max(maxPackageBytes),
  sha256: fingerprint(),
  agent_channel: z.enum(['left', 'right']).nullable(),
});
export type PackedFile = z.output<typeof PackedFile>;

const PackedCall = z.strictObject({
  call_id: recordId(),
  setup_time: keptMoment(),
  connect_time: moment(),
  disconnect_time: moment(),
  duration: z.int().min(0).max(31_536_000),
  protocol_call_direction: code(callDirectionLabels),
  from_number: number(),
  from_name: name(),
  to_number: number(),
  to_name: name(),
  agent_name: name(),
  participants: z
    .array(
      z.strictObject({
        participant_id: z.string().regex(/^[0-9A-Za-z]{2}$/, says('bad_participant_id')),
        join_time: moment(),
        leave_time: moment(),
        party_direction: code(partyDirectionLabels),
        party_type: code(partyTypeLabels),
        party_number: number(),
        party_name: name(),
        party_caller_id: name(),
      }),
    )
    .max(200),
  files: z.array(PackedFile).min(1).max(100),
});
export type PackedCall = z.output<typeof PackedCall>;

const differ = (ids: readonly (string | undefined)[]) =>
  ids.every((id) => id !== undefined) && new Set(ids).size === ids.length;

/** A form with its ids, which a result refers to. */
const PackedForm = z
  .strictObject({ ...NewForm.omit({ tenant_id: true }).shape, form_id: recordId(), revision: z.int().min(1) })
  .refine(
    ({ sections }) =>
      differ(sections.map(({ form_section_id }) => form_section_id)) &&
      differ(sections.flatMap(({ questions }) => questions.map(({ form_question_id }) => form_question_id))),
    says('given_twice'),
  );

/** What the package of a round says about it: for one evaluator, without the other ones and without answers. */
export const PackedRound = z.strictObject({
  kind: z.literal('calibration'),
  ...head,
  calibration: z.strictObject({
    calibration_id: recordId(),
    name: recordName(256),
    description: text(4096),
    deadline: moment(),
  }),
  form: PackedForm,
  calls: z
    .array(PackedCall)
    .min(1)
    .max(maxCalibrationCalls)
    .refine((calls) => differ(calls.map(({ call_id }) => call_id)), says('given_twice')),
});
export type PackedRound = z.output<typeof PackedRound>;

/** What the package of a result says: the answers of its sender, with the ids of the round's archive. */
export const PackedResult = z.strictObject({
  kind: z.literal('result'),
  ...head,
  answers_to: recordId(),
  calibration: z.strictObject({ calibration_id: recordId() }),
  reports: z
    .array(z.strictObject({ call_id: recordId(), comment: text(longestText), sections: sentSections }))
    .max(maxCalibrationCalls),
});
export type PackedResult = z.output<typeof PackedResult>;

export const Identity = z
  .object({
    user_id: z.uuid(),
    name: z.string(),
    fingerprint: z.string().meta({ description: 'SHA-256 of the key in DER, hex' }),
    public_key: z.string().meta({ description: 'SPKI as PEM' }),
  })
  .meta({ id: 'Identity' });
export type Identity = z.infer<typeof Identity>;

/** The public half of a user’s key pair, for those who send them packages. */
export const readIdentity = operation({
  method: 'get',
  path: '/api/v2/users/:user_id/identity.json',
  summary: 'Read the public key of a user',
  permission: 'users:view',
  own: { id: 'user_id' },
  audited: { action: 'read', resource: 'user', id: 'user_id' },
  response: z.object({ identity: Identity }),
  refusals: ['PermissionError'],
  extension: true,
});

/** The calls and the form of a round for an evaluator on another machine. */
export const exportPackage = operation({
  method: 'get',
  path: '/api/v2/calibrations/:calibration_id/packages/:user_id',
  summary: 'Export a calibration for an evaluator on another machine',
  description: 'A file that only the key of this evaluator opens (docs/package.md). For the leader of the round.',
  permission: 'calls:download',
  audited: { action: 'export', resource: 'package' },
  produces: [packageType],
  refusals: ['Conflict'],
  extension: true,
});

const PackageInspection = z
  .object({
    kind: z.enum(['calibration', 'result']),
    package_id: z.uuid(),
    name: z.string().meta({ description: 'Of the round; empty if its result answers no round of the caller' }),
    created_at: timestamp(),
    sender_name: z.string(),
    sender_fingerprint: z.string(),
    calls: z.number().int(),
    bytes: z.number().int().meta({ description: 'Length of the file' }),
  })
  .meta({ id: 'PackageInspection' });
export type PackageInspection = z.infer<typeof PackageInspection>;

/** Checks a package and says what it is. Nothing is stored. */
export const inspectPackage = operation({
  method: 'post',
  path: '/api/v2/packages/inspection',
  summary: 'Inspect a package',
  permission: 'evaluation_reports:edit',
  audited: { action: 'read', resource: 'package' },
  consumes: ['application/octet-stream'],
  response: z.object({ package: PackageInspection }),
  extension: true,
});

/** Stores the round of a package with its calls, or completes evaluations with a result. */
export const importPackage = operation({
  method: 'post',
  path: '/api/v2/packages',
  summary: 'Bring in a package',
  description:
    'A round also needs calls:create, a result evaluation_reports:calibrate and to lead its round. The response has the address of the round.',
  permission: 'evaluation_reports:edit',
  audited: { action: 'create', resource: 'package' },
  query: z.strictObject({
    signer: fingerprint().meta({
      description: 'The key that must have signed the package',
      example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    }),
  }),
  consumes: ['application/octet-stream'],
  response: Created,
  status: 201,
  refusals: ['Conflict'],
  extension: true,
});

/** The answers of the caller to a round from another machine. */
export const exportResult = operation({
  method: 'get',
  path: '/api/v2/calibrations/:calibration_id/result',
  summary: 'Export the result of a calibration from another machine',
  description: 'A file that only the key of the sender of the round opens (docs/package.md).',
  permission: 'evaluation_reports:view',
  audited: { action: 'export', resource: 'package' },
  produces: [packageType],
  refusals: ['Conflict'],
  extension: true,
});
