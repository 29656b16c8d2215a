import type { ChangedClient, Client, clientApi, NewClient } from '@shared/contract/clients';
import { fold } from '@shared/fold';
import { digitsOfTerm, numberKey } from '@shared/phone-number';
import { reason } from '@shared/reasons/reasons';
import { isUuid } from '@shared/uuid';
import {
  auditChanged,
  auditCreated,
  auditDeleted,
  type Insert,
  type Remove,
  type Update,
} from '../../../access/changes';
import { list, type Making } from '../../../access/list';
import { inTenants, type Scope } from '../../../access/scope';
import { tenantFor } from '../../../access/tenants';
import { notFound } from '../../../refusal';
import { audit } from '../../../store/audit';
import type { Connection } from '../../../store/connection';
import { contains, jsonList, startsWith } from '../../../store/fragments';
import { change } from '../../../store/query';
import { insertRecord, mustMatchVersion, named, updateRecord } from '../../../store/record';
import { columnsOf, text } from '../../../store/sql';

/** The condition of a search. Names of tenants are only searched if there are several tenants. */
function matching(term: string, { bind, scope }: Making): string {
  const part = bind(fold(term));
  const contact = [contains('k.searched', part), ...digitsOfTerm(term).flatMap((digits) => numbersWith(digits, bind))];
  const places = [
    contains('l.name_folded', part),
    `EXISTS (SELECT 1 FROM client_contacts k WHERE k.client_id = l.client_id AND (${contact.join(' OR ')}))`,
    ...(scope.multi_tenancy
      ? [`EXISTS (SELECT 1 FROM tenants t WHERE t.tenant_id = l.tenant_id AND ${contains('t.name_folded', part)})`]
      : []),
  ];
  return `(${places.join(' OR ')})`;
}

/** The conditions of contacts whose numbers contain digits. A leading zero can stand for a country code of 1 to 3 digits. */
function numbersWith(digits: string, bind: Making['bind']): string[] {
  const anywhere = contains('k.number_key', bind(digits));
  if (!digits.startsWith('0')) return [anywhere];
  const national = bind(digits.slice(1));
  const behindCode = [1, 2, 3].map((code) => startsWith(`substr(k.number_key, ${code + 2})`, national));
  return [anywhere, `(${startsWith('k.number_key', "'+'")} AND (${behindCode.join(' OR ')}))`];
}

/** Clients by name, with their contacts. */
export const clientList = list<typeof clientApi.list>('/api/v2/clients.json', {
  from: 'clients l',
  record: {
    ...columnsOf('l', ['client_id', 'tenant_id', 'name']),
    contacts: jsonList(
      columnsOf('k', ['phone_number', 'name']),
      'client_contacts k WHERE k.client_id = l.client_id',
      'k.position',
    ),
  },
  key: [text('l.name_folded'), text('l.client_id')],
  scope: (scope) => inTenants(scope, 'l'),
  filters: {
    search_term: matching,
    tenant_id(id, { bind }) {
      if (!isUuid(id)) throw notFound(reason('tenant_unknown'));
      return `l.tenant_id = ${bind(id.toLowerCase())}`;
    },
  },
  id: 'l.client_id',
  named: { as: 'client', by: 'l.name' },
  version: 'l.updated_at',
});

const target = (id: string, scope: Scope) => ({ list: clientList, resource: 'client' as const, id, scope });

/** Stores and audits a client. Refused with InvalidRecord, by field. */
export const insertClient = change('clients.insert', (db, { id, record, scope }: Insert<NewClient>, by): void => {
  const { name, tenant_id, contacts } = record;
  insertRecord(db, 'clients', { client_id: id, tenant_id: tenantFor(db, scope, tenant_id), ...named(name) }, by);
  insertContacts(db, id, contacts);
  auditCreated(db, by, target(id, scope));
});

/** A client to store with its contacts. */
export type StoredClient = Pick<Client, 'client_id' | 'tenant_id' | 'name' | 'contacts'>;

/** Stores and audits many clients in one transaction and skips existing ones. */
export const insertClients = change('clients.insert-many', (db, { clients }: { clients: StoredClient[] }, by): void => {
  const known = db.prepare<object, unknown>('SELECT 1 FROM clients WHERE client_id = @client_id');
  for (const { client_id, tenant_id, name, contacts } of clients) {
    if (known.get({ client_id })) continue;
    insertRecord(db, 'clients', { client_id, tenant_id, ...named(name) }, by);
    insertContacts(db, client_id, contacts);
    audit(db, by, { action: 'create', resource: 'client', resource_id: client_id });
  }
});

/** Changes and audits a client in scope; its contacts are replaced as a whole. Refused with NotFound or Stale. */
export const changeClient = change('clients.change', (db, { id, record, versions, scope }: Update<ChangedClient>, by) =>
  auditChanged(db, by, target(id, scope), () => {
    const { name, contacts } = record;
    const columns = name === undefined ? {} : named(name);
    updateRecord(db, 'clients', { id: { client_id: id }, versions }, columns, by);
    if (!contacts) return;
    removeContacts(db, id);
    insertContacts(db, id, contacts);
  }),
);

/** Deletes a client and its contacts. Refused with NotFound or Stale. */
export const removeClient = change('clients.remove', (db, { id, versions, scope }: Remove, by): void =>
  auditDeleted(db, by, target(id, scope), () => {
    const which = { client_id: id };
    mustMatchVersion(db, 'clients', { id: which, versions });
    removeContacts(db, id);
    db.prepare<typeof which>('DELETE FROM clients WHERE client_id = @client_id').run(which);
    return {};
  }),
);

function insertContacts(db: Connection, client_id: string, contacts: Client['contacts']): void {
  const insert = db.prepare<Record<string, string | number | null>>(`
    INSERT INTO client_contacts (client_id, position, phone_number, number_key, name, searched)
    VALUES (@client_id, @position, @phone_number, @number_key, @name, @searched)`);
  for (const [position, { phone_number, name }] of contacts.entries()) {
    const number_key = numberKey(phone_number) ?? '';
    const searched = [fold(phone_number), number_key, fold(name ?? '')].join('\n');
    insert.run({ client_id, position, phone_number, number_key, name, searched });
  }
}

function removeContacts(db: Connection, client_id: string): void {
  db.prepare<{ client_id: string }>('DELETE FROM client_contacts WHERE client_id = @client_id').run({ client_id });
}
