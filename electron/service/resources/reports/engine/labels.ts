import { callDirectionLabels } from '@shared/codes';
import type { RecordDimension } from '@shared/reports/names';
import type { Connection } from '../../../store/connection';
import { valuesOf } from '../../../store/fragments';
import type { Id, Label, Tally } from './figures';
import { isRecord, isTime } from './sources';
import { timeLabel } from './times';

/** The table of a kind of record, with the SQL of its id, of its name, and of what tells apart records of the same name. */
type Named = { from: string; id: string; name: string; also: string };

const ofTenant = '(SELECT n.name FROM tenants n WHERE n.tenant_id = t.tenant_id)';
const users: Named = {
  from: 'users t',
  id: 't.user_id',
  name: 't.name',
  also: 'coalesce(t.login, (SELECT g.name FROM groups g WHERE g.group_id = t.group_id))',
};

/** The records of dimensions; of a section, its newest title. */
const tables: Record<RecordDimension, Named> = {
  user: users,
  evaluator: users,
  group: { from: 'groups t', id: 't.group_id', name: 't.name', also: ofTenant },
  tenant: { from: 'tenants t', id: 't.tenant_id', name: 't.name', also: 't.tenant_id' },
  category: { from: 'categories t', id: 't.category_id', name: 't.name', also: ofTenant },
  client: { from: 'clients t', id: 't.client_id', name: 't.name', also: ofTenant },
  evaluation_form: { from: 'evaluation_forms t', id: 't.form_id', name: 't.name', also: ofTenant },
  evaluation_section: {
    from: `(SELECT s.form_section_id, s.title, s.form_id FROM evaluation_form_sections s WHERE s.revision = (
      SELECT max(n.revision) FROM evaluation_form_sections n WHERE n.form_section_id = s.form_section_id)) AS t`,
    id: 't.form_section_id',
    name: 't.title',
    also: '(SELECT f.name FROM evaluation_forms f WHERE f.form_id = t.form_id)',
  },
};

/** The readable values of all ids in these tallies. */
export function labels(db: Connection, tallies: readonly Tally[]): Label {
  const names = new Map<string, ReadonlyMap<Id, string>>();
  for (const dimension of new Set(tallies.flatMap(({ dimensions }) => dimensions.filter(isRecord)))) {
    const ids = new Set(tallies.flatMap((tally) => [...tally.idsOf(dimension)]));
    names.set(dimension, namesOf(db, tables[dimension], [...ids]));
  }
  return (dimension, id) => {
    if (id === null) return null;
    if (isTime(dimension)) return timeLabel(dimension, id);
    if (dimension === 'direction') return callDirectionLabels[id as keyof typeof callDirectionLabels];
    return isRecord(dimension) ? (names.get(dimension)?.get(id) ?? null) : String(id);
  };
}

/** The names of records. Those of the same name also have the login, form or tenant, so that rows can be told apart. */
function namesOf(db: Connection, { from, id, name, also }: Named, ids: readonly Id[]): Map<Id, string> {
  const rows = db
    .prepare<object, { id: string; name: string; also: string | null }>(`
      SELECT ${id} AS id, ${name} AS name, ${also} AS also FROM ${from} WHERE ${id} IN ${valuesOf('@ids', 'text')}`)
    .all({ ids: JSON.stringify(ids) });
  const times = new Map<string, number>();
  for (const row of rows) times.set(row.name, (times.get(row.name) ?? 0) + 1);
  return new Map(
    rows.map((row) => [row.id, (times.get(row.name) ?? 0) > 1 && row.also ? `${row.name} (${row.also})` : row.name]),
  );
}
