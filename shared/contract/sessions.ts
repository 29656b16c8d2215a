import { z } from 'zod';
import { says } from '../reasons/check';
import { recordId } from './fields';
import { operation, timestamp } from './operation';
import { otp } from './second-factor';
import { OwnRole, User } from './users';

export const Credentials = z.strictObject({
  login: z.string().min(1, says('login_missing')).max(256),
  password: z.string().min(1, says('password_missing')).max(1024),
  // A form sends the field empty until it has asked for the code.
  otp: z
    .union([z.literal('').transform(() => undefined), otp])
    .optional()
    .meta({ description: 'The code of the second factor. Without a required one: 401 with `details.otp`' }),
});
export type Credentials = z.output<typeof Credentials>;

/** The signed-in user, the end of the session, and the user's rights. */
export const Session = z
  .object({
    expires_at: timestamp(),
    timezone: z.string().meta({
      description: "The time zone of the user's days: their own, otherwise that of their group, tenant or the system",
    }),
    user: User,
    role: OwnRole,
    multi_tenancy: z.boolean().meta({ description: 'Whether the archive has several tenants' }),
    reaches_every_tenant: z.boolean().meta({ description: "Whether the user's role reaches every tenant" }),
    viewer: z
      .object({ user_id: z.uuid(), name: z.string() })
      .optional()
      .meta({ description: 'The user of the session, while they view as `user`' }),
  })
  .meta({ id: 'Session' });
export type Session = z.infer<typeof Session>;

/** The token is shown once, to a client over TCP. The window never receives it. */
export const createSession = operation({
  method: 'post',
  path: '/api/v2/sessions.json',
  summary: 'Sign in',
  permission: 'public',
  body: Credentials,
  response: Session.extend({ token: z.string().optional() }),
  status: 201,
  refusals: ['AuthenticationRequired'],
  extension: true,
});

export const readSession = operation({
  method: 'get',
  path: '/api/v2/sessions.json',
  summary: 'Read the current session',
  permission: 'signed-in',
  always: true,
  audited: { action: 'read', resource: 'session' },
  response: Session,
  extension: true,
});

export const endSession = operation({
  method: 'delete',
  path: '/api/v2/sessions.json',
  summary: 'Sign out',
  permission: 'signed-in',
  always: true,
  audited: { action: 'delete', resource: 'session' },
  asSelf: true,
  response: z.object({}),
  extension: true,
});

export const beginViewAs = operation({
  method: 'post',
  path: '/api/v2/sessions/view_as.json',
  summary: 'View as another user',
  description:
    'Until it ends, the session reads what that user reads, and every change is refused with 403. The user must not reach further than the caller.',
  permission: 'roles:edit',
  audited: { action: 'view_as', resource: 'user' },
  needs: { 'view_as.user_id': { rights: ['users:view'] } },
  body: z.strictObject({ view_as: z.strictObject({ user_id: recordId() }) }),
  response: Session,
  extension: true,
});

export const endViewAs = operation({
  method: 'delete',
  path: '/api/v2/sessions/view_as.json',
  summary: 'Stop viewing as another user',
  permission: 'roles:edit',
  audited: { action: 'view_as_end', resource: 'user' },
  asSelf: true,
  response: Session,
  extension: true,
});
