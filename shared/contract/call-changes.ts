import { z } from 'zod';
import { callDirectionLabels } from '../codes';
import { says } from '../reasons/check';
import { Call } from './calls';
import { line, readOnly, recordId, text } from './fields';
import { Created, operation } from './operation';

/** A value by the id or the name of its field; the id decides. Null and the empty text clear it. */
export const customValues = z
  .array(z.strictObject({ field_id: recordId().optional(), name: z.string().optional(), value: z.string().nullable() }))
  .max(1000)
  .meta({ description: 'Fields that are not listed keep their values' });
export type SentValue = z.output<typeof customValues>[number];

/** A category, as a call is read; only its id counts. */
export const namedCategory = () =>
  z.strictObject({ category_id: recordId(), name: readOnly(), private_user_id: readOnly(), parent_id: readOnly() });

const { custom_fields: _, categories: __, ...others } = Call.shape;
/** Everything else in a call is accepted and ignored, so that a client can send back what it has read. */
const ignored = Object.fromEntries(Object.keys(others).map((name) => [name, readOnly()])) as Record<
  keyof typeof others,
  ReturnType<typeof readOnly>
>;

const corrected = (base: z.ZodString) =>
  base
    .transform((text) => text || null)
    .nullable()
    .optional();
/** Who was on the call, as far as it can be corrected. */
const parties = {
  from_number: corrected(line(256)),
  from_name: corrected(text(256)),
  to_number: corrected(line(256)),
  to_name: corrected(text(256)),
  agent_name: corrected(text(256)),
  agent_user_id: recordId().nullable().optional().meta({
    description: 'Extension, not part of a call as it is read: the user who is its agent; sets agent_name',
  }),
  protocol_call_direction: z
    .int()
    .refine((code) => code in callDirectionLabels, says('code_unknown', { known: Object.keys(callDirectionLabels) }))
    .optional(),
};
export type SentParties = z.output<z.ZodObject<typeof parties>>;

const ChangedCall = z.strictObject({
  ...ignored,
  ...parties,
  custom_fields: customValues.optional(),
  categories: z
    .array(namedCategory())
    .max(1000)
    .optional()
    .meta({ description: 'Extension: replaces the categories that the caller can see' }),
});

/**
 * Sets values of custom fields, and the categories that the caller can see, and corrects the parties. Participants that
 * stand for a corrected party follow it.
 */
export const updateCall = operation({
  versioned: true,
  method: 'put',
  path: '/api/v2/calls/:call_id.json',
  summary: 'Update a call',
  permission: 'calls:edit',
  audited: { action: 'update', resource: 'call', id: 'call_id' },
  needs: {
    'call.categories': { rights: ['calls:categorize'] },
    'call.agent_user_id': { rights: ['users:view'] },
  },
  body: z.strictObject({ call: ChangedCall }),
  response: z.object({ call: Call }),
  text: 'description',
  extension: true,
});

const NamedCall = z.strictObject({
  ...ignored,
  call_id: recordId(),
  custom_fields: customValues,
  categories: readOnly(),
});

/** Sets values of custom fields of one call, or of several: of all of them or, when one is refused, of none. */
export const updateCalls = operation({
  acceptsVersion: true,
  method: 'put',
  path: '/api/v2/calls.json',
  summary: 'Update calls',
  permission: 'calls:edit',
  audited: { action: 'update', resource: 'call' },
  body: z
    .strictObject({ calls: z.array(NamedCall).min(1).max(1000).optional(), call: NamedCall.optional() })
    .refine(({ calls, call }) => (calls === undefined) !== (call === undefined), says('calls_or_call'))
    .meta({
      // Named `example`, because zod drops `examples` of a schema with transforms.
      example: {
        calls: [
          { call_id: '6f1c2a0e-5d3b-4c8e-9a47-0b2d9e7c1f58', custom_fields: [{ name: 'Channel', value: 'Phone' }] },
        ],
      },
    }),
  maxBytes: 16 * 1024 * 1024,
  response: z.object({ calls: z.array(Call).optional(), call: Call.optional() }).meta({
    description: 'The calls in the order of the request, under the same name',
  }),
  text: 'description',
  decision: 'API v2 does not show the payload and the responses.',
  refusals: ['NotFound'],
});

const place = '/api/v2/calls/:call_id.json/categories/:category_id.json' as const;

/** Adds a category to a call. Does nothing when the call is in it. */
export const addCallCategory = operation({
  acceptsVersion: true,
  method: 'post',
  path: place,
  summary: 'Add a category to a call',
  permission: 'calls:categorize',
  audited: { action: 'update', resource: 'call', id: 'call_id' },
  response: Created.meta({ description: 'The URL of the call' }),
  status: 201,
  extension: true,
});

/** Removes a category from a call. Does nothing when the call is not in it. */
export const removeCallCategory = operation({
  acceptsVersion: true,
  method: 'delete',
  path: place,
  summary: 'Remove a category from a call',
  permission: 'calls:categorize',
  audited: { action: 'update', resource: 'call', id: 'call_id' },
  response: z.object({}),
  extension: true,
});
