import { extensionForms } from '@shared/phone-number';
import type { Connection } from '../../../store/connection';
import { valuesOf } from '../../../store/fragments';

/** The known details of a party: its number, its name, its id in the phone system. */
export type PartyNames = readonly (string | number | null | undefined)[];

/** For each party, the user of the tenant whose extension is among its names; null if there is none. */
export function ownersOf(db: Connection, tenant_id: string, parties: readonly PartyNames[]): (string | null)[] {
  const forms = parties.map((names) => names.flatMap((name) => (name == null ? [] : extensionForms(String(name)))));
  const extensions = JSON.stringify([...new Set(forms.flat())]);
  if (extensions === '[]') return parties.map(() => null);
  const rows = db
    .prepare<object, { extension: string; user_id: string }>(`
      SELECT e.extension, e.user_id FROM user_extensions e
      WHERE e.tenant_id = @tenant_id AND e.extension IN ${valuesOf('@extensions', 'text')}`)
    .all({ tenant_id, extensions });
  const owners = new Map(rows.map(({ extension, user_id }) => [extension, user_id]));
  return forms.map((ofParty) => owners.get(ofParty.find((form) => owners.has(form)) ?? '') ?? null);
}

/** Stores the users of a call in place of those before. */
export function keepPeople(db: Connection, call_pk: number, people: readonly (string | null)[]): void {
  db.prepare<object>('DELETE FROM call_users WHERE call_pk = @call_pk').run({ call_pk });
  const person = db.prepare<object>('INSERT INTO call_users (user_id, call_pk) VALUES (@user_id, @call_pk)');
  for (const user_id of new Set(people)) if (user_id) person.run({ user_id, call_pk });
}
