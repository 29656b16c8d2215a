import { holds } from '@shared/permissions';
import { reason } from '@shared/reasons/reasons';
import { invalid, isRefusal, Refusal } from '../refusal';
import type { Store } from '../store/store';
import { type Actor, authorOf } from './actor';
import { recordView } from './queries';
import { mustCover } from './role-limits';
import { scopeOf, tenantsOf } from './scope';

/** A session that may view as another user. */
type Viewing = { views?: string | undefined };
type Options = {
  store: Store;
  now: () => number;
  sessionAt: (place: string) => Viewing | undefined;
  /** The user as a caller without a key pair; undefined for one who may not sign in. */
  userOf: (user_id: string) => Promise<Actor | undefined>;
};

/**
 * Sessions that view as another user ("View as"): they read what that user reads, and change nothing. A session never
 * gets the user's key pair, and nobody views as a user who reaches further than they do.
 */
export class Views {
  constructor(private readonly options: Options) {}

  /**
   * The user that the caller views as, otherwise the caller. A view that is no longer allowed ends, and this request is
   * refused with PermissionError.
   */
  async actorOf(caller: Actor): Promise<Actor> {
    const session = this.sessionOf(caller);
    if (session?.views === undefined) return caller;
    const person = await this.options.userOf(session.views);
    if (!person || !mayView(caller, person, this.options.now())) {
      await this.end(caller);
      throw new Refusal('PermissionError', reason('view_as_ended'));
    }
    return seenBy(caller, person);
  }

  /**
   * Makes the caller's session view as a user. Refused with PermissionError without a session, and when the user reaches
   * further; with InvalidRecord for a user who is out of scope or may not sign in, and for the caller.
   */
  async begin(caller: Actor, user_id: string): Promise<Actor> {
    if (user_id === caller.user_id) throw invalid({ user_id: reason('view_as_self') });
    const person = await this.options.userOf(user_id);
    if (!person || !isInTenants(caller, person)) throw invalid({ user_id: reason('view_as_unseen') });
    mustView(caller, person, this.options.now());
    const session = this.sessionOf(caller);
    if (!session) throw new Refusal('PermissionError', reason('session_missing'));
    await this.record(caller, 'view_as', user_id);
    session.views = user_id;
    return seenBy(caller, person);
  }

  /** Ends the view of the caller's session, if there is one. */
  async end(caller: Actor): Promise<void> {
    const session = this.sessionOf(caller);
    const viewed = session?.views;
    if (!session || viewed === undefined) return;
    session.views = undefined;
    await this.record(caller, 'view_as_end', viewed);
  }

  private sessionOf({ session }: Actor): Viewing | undefined {
    return session === undefined ? undefined : this.options.sessionAt(session);
  }

  private record(caller: Actor, action: 'view_as' | 'view_as_end', user_id: string): Promise<void> {
    const { store, now } = this.options;
    return store.write(recordView, { action, user_id }, { at: now(), ...authorOf(caller) });
  }
}

/** Refuses with PermissionError a view that would show the caller more than they see themselves. */
const mustView = (caller: Actor, person: Actor, now: number): void =>
  mustCover(person, { scope: scopeOf(caller, now), holder: caller }, reason('view_as_reach'));

const isInTenants = (caller: Actor, { tenant_id }: Actor): boolean =>
  tenantsOf(caller) === 'all' || tenant_id === caller.tenant_id;

function mayView(caller: Actor, person: Actor, now: number): boolean {
  const { permissions } = caller;
  if (!isInTenants(caller, person) || !holds(permissions, 'roles:edit') || !holds(permissions, 'users:view'))
    return false;
  try {
    mustView(caller, person, now);
    return true;
  } catch (cause) {
    if (isRefusal(cause)) return false;
    throw cause;
  }
}

/**
 * The user in the caller's session. A step that the user has to take first, such as a new password, does not stop the
 * caller from viewing.
 */
const seenBy = (caller: Actor, person: Actor): Actor => ({
  ...person,
  must_change_password: false,
  must_enrol: false,
  ...(caller.session !== undefined && { session: caller.session }),
  ...(caller.door !== undefined && { door: caller.door }),
  viewer: {
    user_id: caller.user_id,
    tenant_id: caller.tenant_id,
    name: caller.name,
    permissions: caller.permissions,
  },
});
