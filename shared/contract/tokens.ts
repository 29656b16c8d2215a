import { z } from 'zod';
import { collection } from './collection';
import { moment, readOnly, recordId, recordName, searchedText } from './fields';
import { Created, operation, timestamp } from './operation';
import { listQuery, pageOf } from './paging';

/** An access token of a tool, which acts as its user. The token itself is shown once, when it is created. */
export const Token = z
  .object({
    token_id: z.uuid(),
    name: z.string(),
    created_at: timestamp(),
    last_used_at: timestamp().nullable().meta({ description: 'To the hour' }),
    opens_recordings: z
      .boolean()
      .meta({ description: 'Whether it opens recordings that are encrypted to keys of the user alone' }),
  })
  .meta({ id: 'Token' });
export type Token = z.infer<typeof Token>;

const [created_at, last_used_at, opens_recordings] = [readOnly(), readOnly(), readOnly()];
const NewToken = z.strictObject({
  token_id: readOnly(),
  created_at,
  last_used_at,
  opens_recordings,
  name: recordName(),
});
const ChangedToken = z.strictObject({ ...NewToken.shape, name: recordName().optional() });
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
