import { holds, type Permissions } from '@shared/permissions';
import type { By } from '../service/store/audit';
import { origin } from './security';
import type { WindowSession } from './session';

type Session = {
  user: { user_id: string; tenant_id: string };
  role: { permissions: Permissions };
  viewer?: object;
};

/** The user in the window as the author of a change of this machine's settings; null when the role may not change them. */
export async function editorIn(session: WindowSession): Promise<By | null> {
  const response = await session.fetch(new Request(`${origin}/api/v2/sessions.json`));
  if (!response.ok) return null;
  const { user, role, viewer } = (await response.json()) as Session;
  if (viewer !== undefined || !holds(role.permissions, 'system:edit')) return null;
  return { at: Date.now(), user_id: user.user_id, tenant_id: user.tenant_id, door: 'window' };
}
