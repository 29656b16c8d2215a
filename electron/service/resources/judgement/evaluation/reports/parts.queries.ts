import { type Reason, reason } from '@shared/reasons/reasons';
import { callsInScope, inTenants, reachesTenant, type Scope } from '../../../../access/scope';
import { invalid } from '../../../../refusal';
import type { Connection } from '../../../../store/connection';
import { valuesOf } from '../../../../store/fragments';
import { agentOf } from '../../../calls/calls';
import { usersInScope } from '../../../people/users';

/** The subject of new reports. Without `agent_user_id`, the agent is the one who was on the call. */
export type About = {
  form_id: string;
  evaluator_user_id: string;
  calls: readonly { call_id: string; agent_user_id?: string | undefined }[];
};

type Form = { form_id: string; tenant_id: string; revision: number; name: string; is_active: 0 | 1 };
type Call = { call_id: string; call_pk: number; tenant_id: string; setup_time: number };

/** The form, the evaluator, and the call and the agent of each new report. */
export type Parts = { form: Form; evaluator_user_id: string; calls: (Call & { agent_user_id: string })[] };

/** Whether a user in the caller's reach can evaluate in a tenant: one of its own, or whose role reaches every tenant. */
export const canEvaluate = (db: Connection, user_id: string, tenant_id: string, scope: Scope): boolean =>
  db
    .prepare<Record<string, string>>(`
      SELECT 1 FROM users u JOIN roles r ON r.role_id = u.role_id JOIN tenants t ON t.tenant_id = u.tenant_id
      WHERE u.user_id = @user_id AND ${usersInScope(scope)}
        AND ${reachesTenant('@tenant_id')}`)
    .get({ ...scope.params, user_id, tenant_id }) !== undefined;

/** The tenants of those of these users who are in the caller's reach. */
function tenantsOf(db: Connection, ids: readonly string[], scope: Scope): Map<string, string> {
  const rows = db
    .prepare<Record<string, string>, { user_id: string; tenant_id: string }>(`
      SELECT u.user_id, u.tenant_id FROM users u WHERE u.user_id IN ${valuesOf('@ids', 'text')} AND ${usersInScope(scope)}`)
    .all({ ...scope.params, ids: JSON.stringify(ids) });
  return new Map(rows.map(({ user_id, tenant_id }) => [user_id, tenant_id]));
}

const formInScope = (db: Connection, form_id: string, scope: Scope): Form | undefined =>
  db
    .prepare<Record<string, string>, Form>(`
      SELECT f.form_id, f.tenant_id, f.revision, f.name, f.is_active FROM evaluation_forms f
      WHERE f.form_id = @form_id AND ${inTenants(scope, 'f')}`)
    .get({ ...scope.params, form_id });

/** The calls in the caller's scope among these, by id, with their agents. */
function callsOf(db: Connection, ids: readonly string[], scope: Scope) {
  const rows = db
    .prepare<Record<string, string>, Call & { agent: string | null }>(`
      SELECT c.call_id, c.call_pk, c.tenant_id, c.setup_time, ${agentOf('c')} AS agent FROM calls c
      WHERE c.call_id IN ${valuesOf('@ids', 'text')} AND ${callsInScope(scope, 'c')}`)
    .all({ ...scope.params, ids: JSON.stringify(ids) });
  return new Map(rows.map(({ agent, ...call }) => [call.call_id, { call, agent }]));
}

/**
 * The parts of new reports. Refused with InvalidRecord at the form, the evaluator, or the call or agent of a report, whose
 * path is that of its place.
 */
export function checkedParts(db: Connection, about: About, scope: Scope, at: (place: number) => string): Parts {
  const { form_id, evaluator_user_id } = about;
  const ids = about.calls.map(({ call_id }) => call_id);
  const found = callsOf(db, ids, scope);
  const wanted = about.calls.map(({ call_id, agent_user_id }) => {
    const { call, agent = null } = found.get(call_id) ?? {};
    return { call, agent_user_id: agent_user_id ?? agent };
  });
  const agents = wanted.flatMap(({ agent_user_id }) => agent_user_id ?? []);
  const tenants = tenantsOf(db, agents, scope);
  const form = formInScope(db, form_id, scope);
  const [first] = wanted.flatMap(({ call }) => call ?? []);
  const tenant_id = first?.tenant_id ?? form?.tenant_id ?? scope.params.scope_tenant;
  const isForm = form && wanted.every(({ call }) => !call || call.tenant_id === form.tenant_id);
  const faults: Record<string, Reason> = {
    ...(!isForm && { form_id: reason('form_unseen') }),
    ...(isForm && !form.is_active && { form_id: reason('form_inactive') }),
    ...(!canEvaluate(db, evaluator_user_id, tenant_id, scope) && { evaluator_user_id: reason('user_unseen') }),
  };
  const seen = new Set<string>();
  const calls = wanted.flatMap(({ call, agent_user_id }, place) => {
    const pair = `${ids[place]} ${agent_user_id}`;
    if (seen.has(pair)) faults[`${at(place)}call_id`] = reason('given_twice');
    else if (!call) faults[`${at(place)}call_id`] = reason('call_unseen');
    seen.add(pair);
    const itsTenant = agent_user_id === null ? undefined : tenants.get(agent_user_id);
    // The agent of a call that is out of reach is not known, and not to be sent either.
    const isSought = call !== undefined || agent_user_id !== null;
    if (isSought && (itsTenant === undefined || (call && call.tenant_id !== itsTenant)))
      faults[`${at(place)}agent_user_id`] = reason('user_unseen');
    return call && agent_user_id !== null ? [{ ...call, agent_user_id }] : [];
  });
  if (!form || Object.keys(faults).length > 0) throw invalid(faults);
  return { form, evaluator_user_id, calls };
}
