import { z } from 'zod';
import { says } from '../reasons/check';
import { operation, timestamp } from './operation';
import { OwnRole, User } from './users';

export const Credentials = z.strictObject({
  login: z.string().min(1, says('login_missing')).max(256),
  password: z.string().min(1, says('password_missing')).max(1024),
});
export type Credentials = z.infer<typeof Credentials>;

/** The signed-in user, the end of the session, and the user's rights. */
export const Session = z.object({ expires_at: timestamp(), user: User, role: OwnRole }).meta({ id: 'Session' });
export type Session = z.infer<typeof Session>;

/** The token is shown once, to a client over TCP. The window never receives it. */
export const createSession = operation({
  method: 'post',
  path: '/api/v2/sessions.json',
  permission: 'public',
  body: Credentials,
  response: Session.extend({ token: z.string().optional() }),
  status: 201,
  extension: true,
});

export const readSession = operation({
  method: 'get',
  path: '/api/v2/sessions.json',
  permission: 'signed-in',
  response: Session,
  extension: true,
});

export const endSession = operation({
  method: 'delete',
  path: '/api/v2/sessions.json',
  permission: 'signed-in',
  response: z.object({}),
  extension: true,
});
