import {
  beginViewAs,
  createSession,
  endSession,
  endViewAs,
  readSession,
  type Session,
} from '@shared/contract/sessions';
import type { Actor } from '../../../access/actor';
import { tenantsOf, userSections } from '../../../access/scope';
import type { Service } from '../../../context';
import { found } from '../../../refusal';
import { isoInZone } from '../../../zones';
import { selectOwnUser } from '../users';

export function sessionRoutes({ handle, store, authenticator, now }: Service): void {
  handle(createSession, async ({ body, door }) => {
    const { token, expires_at, actor } = await authenticator.signIn(body, door);
    return { token, ...(await sessionOf(actor, expires_at)) };
  });

  handle(readSession, ({ actor }) => current(actor));

  handle(endSession, async ({ actor }) => {
    await authenticator.signOut(actor);
    return {};
  });

  handle(beginViewAs, async ({ actor, body }) => current(await authenticator.views.begin(actor, body.view_as.user_id)));

  handle(endViewAs, async ({ actor }) => {
    await authenticator.views.end(actor);
    return current(actor);
  });

  const current = (actor: Actor) => sessionOf(actor, authenticator.endOf(actor) ?? now());

  async function sessionOf(actor: Actor, expires_at: number): Promise<Session> {
    const { user_id, zone, viewer } = actor;
    const user_sections = viewer && userSections(viewer.permissions);
    const { json } = found(await store.get(selectOwnUser, { user_id, zone, user_sections }));
    const { role_id, role_name: name, access_level, permissions, multi_tenancy } = actor;
    return {
      expires_at: isoInZone(expires_at, zone),
      timezone: zone,
      user: JSON.parse(json),
      role: { role_id, name, access_level, permissions: permissions as Record<string, string[]> },
      multi_tenancy,
      reaches_every_tenant: tenantsOf(actor) === 'all',
      ...(viewer && { viewer: { user_id: viewer.user_id, name: viewer.name } }),
    };
  }
}
