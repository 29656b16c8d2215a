import { z } from 'zod';
import { collection } from './collection';
import { deadline, moment, readOnly, recordId, recordName, searchedText } from './fields';
import { Created, operation, timestamp } from './operation';
import { listQuery, pageOf } from './paging';
import { rightsByArea } from './roles';

/** What a token may do with the rights of its user: use all of them, or only read. */
export const tokenAccess = ['all', 'read'] as const;

/** An access token of a tool, which acts as its user. The token itself is shown once, when it is created. */
export const Token = z
  .object({
    token_id: z.uuid(),
    name: z.string(),
    access: z.enum(tokenAccess).meta({ description: 'Extension: read has only GET and HEAD' }),
    scope: z.record(z.string(), z.array(z.string())).nullable().meta({
      description: 'Extension: the rights of its user that it has too; null for all of them. It may use the API anyway',
    }),
    expires_at: timestamp().nullable().meta({ description: 'Extension: when it ends; it is listed for 90 days more' }),
    is_expired: z.boolean().meta({ description: 'Extension' }),
    hint: z
      .string()
      .nullable()
      .meta({ description: 'Extension: its last four characters; null if it is older than this' }),
    created_at: timestamp(),
    last_used_at: timestamp().nullable().meta({ description: 'To the hour' }),
    opens_recordings: z
      .boolean()
      .meta({ description: 'Whether it opens recordings that are encrypted to keys of the user alone' }),
  })
  .meta({ id: 'Token' });
export type Token = z.infer<typeof Token>;

const NewToken = z.strictObject({
  token_id: readOnly(),
  created_at: readOnly(),
  last_used_at: readOnly(),
  opens_recordings: readOnly(),
  is_expired: readOnly(),
  hint: readOnly(),
  name: recordName(),
  access: z.enum(tokenAccess).default('all'),
  scope: rightsByArea.nullable().default(null),
  expires_at: deadline(),
});
export type NewToken = z.output<typeof NewToken>;
/** Access, scope and end only become narrower or sooner. */
const ChangedToken = z.strictObject({
  ...NewToken.shape,
  name: recordName().optional(),
  access: z.enum(tokenAccess).optional(),
  scope: rightsByArea.nullable().optional(),
});
export type ChangedToken = z.output<typeof ChangedToken>;

const right = 'users:login_settings';
const own = { id: 'user_id' } as const;

const base = collection({
  under: '/api/v2/users/:user_id',
  plural: 'tokens',
  singular: 'token',
  id: 'token_id',
  area: { view: right, edit: right, delete: right },
  record: Token,
  fresh: NewToken,
  changed: ChangedToken,
  filters: {},
});
/** Everyone manages their own tokens without a further right. */
export const tokenApi = {
  list: operation({ ...base.list, own }),
  create: operation({ ...base.create, own, response: Created.extend({ token: z.string() }) }),
  read: operation({ ...base.read, own }),
  update: operation({ ...base.update, own }),
  delete: operation({ ...base.delete, own }),
};

/** A token with its user. */
export const TokenOfUser = Token.extend({
  user_id: z.uuid(),
  user_name: z.string(),
  role_id: z.uuid().meta({ description: 'The role of the user, whose rights the token has' }),
}).meta({ id: 'TokenOfUser' });
export type TokenOfUser = z.infer<typeof TokenOfUser>;

/** The tokens of all users in reach, by name. */
export const listAllTokens = operation({
  method: 'get',
  path: '/api/v2/tokens.json',
  summary: 'List the tokens of all users',
  permission: right,
  audited: { action: 'read', resource: 'token' },
  query: listQuery.extend({
    search_term: searchedText().optional().meta({ description: 'Part of the name of the token or its user' }),
    user_id: recordId().optional().meta({ description: 'Of this user' }),
    not_used_since: moment().optional().meta({ description: 'Not used since this time, or never' }),
  }),
  response: pageOf('tokens', TokenOfUser),
  extension: true,
});
