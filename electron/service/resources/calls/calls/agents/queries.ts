import { PartyType } from '@shared/codes';
import type { NamedAgent } from '@shared/contract/call-agents';
import type { UnchangedCall } from '@shared/contract/call-bulk';
import { fold } from '@shared/fold';
import { digitsOfTerm, extensionForms, numberKey } from '@shared/phone-number';
import { reason } from '@shared/reasons/reasons';
import { soughtBy } from '@shared/search-text';
import { binding } from '../../../../access/list';
import { callsInScope, type Scope } from '../../../../access/scope';
import { found, invalid, Refusal } from '../../../../refusal';
import type { Connection } from '../../../../store/connection';
import { folded, inTime, numberKeyOf, searched, valuesOf } from '../../../../store/fragments';
import { change, query } from '../../../../store/query';
import { integer } from '../../../../store/sql';
import { usersInScope } from '../../../people/users';
import { auditCalls } from '../changes/queries';
import { eachOf } from '../outcome';
import { addAgent } from '../parties.queries';
import { agentName, agentNumber, agentOf } from '../reach.queries';
import { heldBy, inIndex } from '../search/condition';
import { indexCall } from '../search/queries';

/** SQL: another user than @user_id is on the call `c`. */
const hasOther = 'EXISTS (SELECT 1 FROM call_users o WHERE o.call_pk = c.call_pk AND o.user_id <> @user_id)';
/** SQL: why the call `c` stays as it is; NULL if it can be linked. */
const obstacle = `CASE WHEN ${hasOther} THEN 'other' WHEN c.legal_hold = 1 THEN 'held' END`;
const obstacles = {
  other: new Refusal('Conflict', reason('agent_is_other_user')),
  held: new Refusal('Conflict', reason('call_held')),
};

const ofImport = `c.call_id IN (
  SELECT i.call_id FROM import_rows i WHERE i.import_id = @import_id AND i.outcome = 'imported')`;

/** The most names that are offered after an import. */
const mostNames = 100;

type OfImport = { import_id: string; scope: Scope };

/** The names of agents in the calls of an import that belong to no user, with the users of each name that the caller sees. */
export const selectNamedAgents = query('calls.named-agents', (db, { import_id, scope }: OfImport): NamedAgent[] => {
  const rows = db
    .prepare<object, { agent: string; calls: number; user_id: string; name: string; users: number }>(`
      SELECT n.agent, n.calls, u.user_id, u.name,
        (SELECT count(*) FROM users o WHERE o.tenant_id = n.tenant_id AND o.name_folded = n.agent_folded) AS users
      FROM (
        SELECT min(d.agent) AS agent, d.tenant_id, d.agent_folded, count(*) AS calls FROM (
          SELECT c.tenant_id, ${agentName} AS agent, ${folded(agentName)} AS agent_folded FROM calls c
          WHERE ${inTime(['c.call_pk'], [integer('c.call_pk')])} AND ${ofImport} AND ${callsInScope(scope, 'c')}
            AND c.legal_hold = 0 AND NOT EXISTS (SELECT 1 FROM call_users o WHERE o.call_pk = c.call_pk)) AS d
        WHERE d.agent IS NOT NULL GROUP BY d.tenant_id, d.agent_folded) AS n
      JOIN users u ON u.tenant_id = n.tenant_id AND u.name_folded = n.agent_folded
      WHERE ${usersInScope(scope)}
      ORDER BY n.calls DESC, n.agent_folded, u.name_folded, u.user_id LIMIT ${mostNames}`)
    .all({ import_id, ...scope.params });
  const agents = new Map<string, NamedAgent & { count: number }>();
  for (const { agent, calls, users: count, ...user } of rows) {
    const known = agents.get(agent) ?? { agent, calls, users: [], count };
    known.users.push(user);
    agents.set(agent, known);
  }
  // A user whom the caller does not see may be meant as well.
  return [...agents.values()]
    .filter(({ users, count }) => users.length === count)
    .map(({ count: _, ...agent }) => agent);
});

export type AgentLink = { user_id: string; agent?: string | undefined; import_id?: string | undefined; scope: Scope };
type Linkable = { tenant_id: string; names: string[]; numbers: string[] };

/**
 * The names, folded, and the keys of the numbers by which the user is meant; undefined for a user out of scope. Refused with
 * Conflict when another user of the tenant has one of them too.
 */
function linkable(db: Connection, { user_id, agent, scope }: AgentLink): Linkable | undefined {
  const user = db
    .prepare<object, { tenant_id: string; name: string }>(
      `SELECT u.tenant_id, u.name FROM users u WHERE u.user_id = @user_id AND ${usersInScope(scope)}`,
    )
    .get({ user_id, ...scope.params });
  if (!user) return undefined;
  const { tenant_id } = user;
  const extensions = db
    .prepare<object, { extension: string }>('SELECT extension FROM user_extensions WHERE user_id = @user_id')
    .all({ user_id })
    .map(({ extension }) => extension);
  const written = agent === undefined ? [user.name, ...extensions] : extensionForms(agent);
  const names = [...new Set(written.map(fold))];
  const numbers = [...new Set(written.filter((text) => digitsOfTerm(text).length > 0).map(numberKey))].filter(
    (key) => key !== null,
  );
  const namesake = db
    .prepare<object, unknown>(`
      SELECT 1 FROM users o LEFT JOIN user_extensions e USING (user_id)
      WHERE o.tenant_id = @tenant_id AND o.user_id <> @user_id
        AND (o.name_folded IN ${valuesOf('@names', 'text')} OR e.extension IN ${valuesOf('@written', 'text')}) LIMIT 1`)
    .get({ tenant_id, user_id, names: JSON.stringify(names), written: JSON.stringify(written) });
  if (namesake) throw new Refusal('Conflict', reason('agent_of_another'));
  return { tenant_id, names, numbers };
}

/** The calls with this agent that do not belong to the user, newest first, each with the reason why it stays as it is. */
function callsOf(db: Connection, link: AgentLink, { tenant_id, names, numbers }: Linkable) {
  const { user_id, import_id, scope } = link;
  const { params, bind } = binding({ ...scope.params });
  Object.assign(params, { user_id, tenant_id, names: JSON.stringify(names), numbers: JSON.stringify(numbers) });
  const condition = `c.tenant_id = @tenant_id AND ${callsInScope(scope, 'c')}
    AND ${agentOf('c')} IS DISTINCT FROM @user_id
    AND (${folded(agentName)} IN ${valuesOf('@names', 'text')} OR c.agent_id_folded IN ${valuesOf('@names', 'text')}
      OR ${numberKeyOf(agentNumber)} IN ${valuesOf('@numbers', 'text')})`;
  if (import_id !== undefined) Object.assign(params, { import_id });
  const parts = names.flatMap((name) => soughtBy(name) ?? []);
  if (parts.length === 0) throw invalid({ agent: reason('agent_nameless') });
  const sought = { any: parts };
  const indexed = inIndex(sought);
  const texts = indexed && searched('i', indexed, bind);
  const source = texts
    ? `SELECT ${texts.key} AS call_pk FROM ${texts.from} WHERE ${texts.condition}`
    : `SELECT i.call_pk FROM call_texts i WHERE ${heldBy(sought, 'i.text', bind)}`;
  const byId = `SELECT d.call_pk FROM calls d
    WHERE d.agent_id_folded IS NOT NULL AND d.agent_id_folded IN ${valuesOf('@names', 'text')}`;
  const from = `FROM calls c WHERE ${inTime(['c.call_pk'], [integer('c.call_pk')])}
    AND ${import_id === undefined ? `c.call_pk IN (${source} UNION ${byId})` : ofImport} AND ${condition}`;
  return {
    counts: () =>
      db
        .prepare<object, { obstacle: string | null; calls: number }>(
          `SELECT b.obstacle, count(*) AS calls FROM (SELECT ${obstacle} AS obstacle ${from}) AS b GROUP BY b.obstacle`,
        )
        .all(params),
    /** The first of those that can be linked, or of the others. */
    first: (can: boolean, limit: number) =>
      db
        .prepare<object, { call_id: string; obstacle: keyof typeof obstacles }>(`
          SELECT c.call_id, ${obstacle} AS obstacle ${from} AND (${obstacle}) IS ${can ? '' : 'NOT'} NULL
          ORDER BY c.call_pk DESC LIMIT ${limit}`)
        .all(params),
  };
}

type Preview = { calls: number; call_ids: string[]; refused_calls: number; refused: UnchangedCall[] };

/** What linking would do, and the newest `most` calls of each kind: nothing for a user out of scope. Refused like `linkCalls`. */
export const previewLink = query(
  'calls.preview-agent',
  (db, { most, ...link }: AgentLink & { most: number }): Preview => {
    const known = linkable(db, link);
    if (!known) return { calls: 0, call_ids: [], refused_calls: 0, refused: [] };
    const { counts, first } = callsOf(db, link, known);
    const rows = counts();
    const others = new Map(first(false, most).map((call) => [call.call_id, obstacles[call.obstacle]]));
    const sum = (can: boolean) =>
      rows.reduce((total, { obstacle: why, calls }) => total + ((why === null) === can ? calls : 0), 0);
    return {
      calls: sum(true),
      call_ids: first(true, most).map(({ call_id }) => call_id),
      refused_calls: sum(false),
      refused: eachOf([...others.keys()], (call_id) => others.get(call_id)).refused,
    };
  },
);

/**
 * Links the newest `most` of the calls to the user, and audits each: the agent among the participants becomes the user,
 * or the user joins them. Returns how many were linked and how many are left. Refused with InvalidRecord when the user
 * is out of scope, with Conflict when the name is not only theirs.
 */
export const linkCalls = change('calls.link-agent', (db, { most, ...link }: AgentLink & { most: number }, by) => {
  const known = linkable(db, link);
  if (!known) throw invalid({ user_id: reason('user_unseen') });
  const { counts, first } = callsOf(db, link, known);
  const { user_id, scope } = link;
  const ids = first(true, most).map(({ call_id }) => call_id);
  auditCalls(db, by, { ids, scope }, () => {
    for (const call_id of ids) join(db, call_id, user_id);
  });
  return { linked: ids.length, left: counts().find(({ obstacle: why }) => why === null)?.calls ?? 0 };
});

/** Makes the user the agent of a call that has no user but this one. */
function join(db: Connection, call_id: string, user_id: string): void {
  const { call_pk, agent_name, protocol_call_direction } = found(
    db
      .prepare<object, { call_pk: number; agent_name: string | null; protocol_call_direction: number }>(
        `SELECT c.call_pk, ${agentName} AS agent_name, c.protocol_call_direction FROM calls c WHERE c.call_id = @call_id`,
      )
      .get({ call_id }),
  );
  const parties = db
    .prepare<object, { participant_id: string; party_type: number; party_name: string | null }>(`
      SELECT participant_id, party_type, party_name FROM call_participants WHERE call_pk = @call_pk
      ORDER BY participant_id`)
    .all({ call_pk });
  // An agent of another name is somebody else.
  const agent = parties.find(
    ({ party_type, party_name }) =>
      party_type === PartyType.agent &&
      (party_name === null || agent_name === null || fold(party_name) === fold(agent_name)),
  );
  if (agent) {
    db.prepare<object>(`
      UPDATE call_participants SET user_id = @user_id WHERE call_pk = @call_pk AND participant_id = @participant_id`).run(
      {
        call_pk,
        participant_id: agent.participant_id,
        user_id,
      },
    );
  } else {
    addAgent(db, { call_pk, user_id, parties, name: agent_name, direction: protocol_call_direction });
  }
  db.prepare<object>(
    'INSERT INTO call_users (user_id, call_pk) VALUES (@user_id, @call_pk) ON CONFLICT DO NOTHING',
  ).run({
    user_id,
    call_pk,
  });
  indexCall(db, call_pk);
}
