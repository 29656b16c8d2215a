import { callDirectionLabels } from '@shared/codes';
import type { RecordDimension } from '@shared/report-names';
import type { Scope } from '../../../../access/scope';
import type { Connection } from '../../../../store/connection';
import { valuesOf } from '../../../../store/fragments';
import type { Id, Names, Tally } from './figures';
import { asksQuestions, isRecord, isTime } from './sources';
import { timeLabel } from './times';

/**
 * The table of a kind of record, with the SQL of its id, of its name, and of what tells apart records of the same name; the
 * names that a reader must see for it, and the parameter with the only record that every reader may name.
 */
type Named = {
  from: string;
  id: string;
  name: string;
  also: string | ((scope: Scope) => string);
  kind: keyof Scope['names'];
  own?: keyof Scope['params'];
};

const ofTenant = '(SELECT n.name FROM tenants n WHERE n.tenant_id = t.tenant_id)';
const users: Named = {
  from: 'users t',
  id: 't.user_id',
  name: 't.name',
  also: ({ user_sections, names }) => {
    const group = names.group ? '(SELECT g.name FROM groups g WHERE g.group_id = t.group_id)' : 't.user_id';
    return user_sections.login ? `coalesce(t.login, ${group})` : group;
  },
  kind: 'user',
  own: 'scope_user',
};

/** SQL condition: the question `q` is the newest one with its id. */
const isNewest = `q.revision = (
  SELECT max(n.revision) FROM evaluation_form_questions n WHERE n.form_question_id = q.form_question_id)`;

/** The records of dimensions; of a section and of a question, its newest title. */
const tables: Record<RecordDimension, Named> = {
  user: users,
  evaluator: users,
  group: { from: 'groups t', id: 't.group_id', name: 't.name', also: ofTenant, kind: 'group' },
  tenant: {
    from: 'tenants t',
    id: 't.tenant_id',
    name: 't.name',
    also: 't.tenant_id',
    kind: 'tenant',
    own: 'scope_tenant',
  },
  category: { from: 'categories t', id: 't.category_id', name: 't.name', also: ofTenant, kind: 'category' },
  client: { from: 'clients t', id: 't.client_id', name: 't.name', also: ofTenant, kind: 'client' },
  evaluation_form: {
    from: 'evaluation_forms t',
    id: 't.form_id',
    name: 't.name',
    also: ofTenant,
    kind: 'evaluation_form',
  },
  evaluation_section: {
    from: `(SELECT s.form_section_id, s.title, s.form_id FROM evaluation_form_sections s WHERE s.revision = (
      SELECT max(n.revision) FROM evaluation_form_sections n WHERE n.form_section_id = s.form_section_id)) AS t`,
    id: 't.form_section_id',
    name: 't.title',
    also: '(SELECT f.name FROM evaluation_forms f WHERE f.form_id = t.form_id)',
    kind: 'evaluation_form',
  },
  question: {
    from: `(SELECT q.form_question_id, q.title, q.form_id, q.revision, q.form_section_id FROM evaluation_form_questions q
      WHERE ${isNewest}) AS t`,
    id: 't.form_question_id',
    name: 't.title',
    also: `(SELECT f.name || ', ' || s.title FROM evaluation_forms f
      JOIN evaluation_form_sections s ON s.form_id = f.form_id AND s.revision = t.revision
        AND s.form_section_id = t.form_section_id
      WHERE f.form_id = t.form_id)`,
    kind: 'evaluation_form',
  },
};

/** The readable values of all ids in these tallies; the id of a record whose name the reader may not see. */
export function namesIn(db: Connection, tallies: readonly Tally[], scope: Scope): Names {
  const names = new Map<string, ReadonlyMap<Id, string>>();
  for (const dimension of new Set(tallies.flatMap(({ dimensions }) => dimensions.filter(isRecord)))) {
    const ids = new Set(tallies.flatMap((tally) => [...tally.idsOf(dimension)]));
    names.set(dimension, namesOf(db, tables[dimension], [...ids], scope));
  }
  const isAsked = tallies.some(({ dimensions }) => asksQuestions(dimensions));
  return {
    label(dimension, id) {
      if (id === null) return null;
      if (isTime(dimension)) return timeLabel(dimension, id);
      if (dimension === 'direction') return callDirectionLabels[id as keyof typeof callDirectionLabels];
      return isRecord(dimension) ? (names.get(dimension)?.get(id) ?? null) : String(id);
    },
    placeOf: isAsked ? placesInForms(db) : () => 0,
  };
}

/** The places of questions in their forms, these by name, and of answers in their questions: those that are gone come last. */
function placesInForms(db: Connection): Names['placeOf'] {
  const rows = db
    .prepare<[], { id: string; options: string }>(`
      SELECT q.form_question_id AS id, q.options FROM evaluation_form_questions q
      JOIN evaluation_forms f ON f.form_id = q.form_id
      JOIN evaluation_form_sections s
        ON s.form_id = q.form_id AND s.revision = q.revision AND s.form_section_id = q.form_section_id
      WHERE ${isNewest} ORDER BY f.name_folded, f.form_id, s.section_order, s.place, q.place`)
    .all();
  const questions = new Map(rows.map(({ id }, place): [Id, number] => [id, place]));
  const answers = new Map([
    ['yes', 0],
    ['no', 1],
  ]);
  const keyOf = (question: Id, label: Id) => `${question} ${label}`;
  for (const { id, options } of rows) {
    for (const [place, { label }] of (JSON.parse(options) as { label: string }[]).entries()) {
      answers.set(keyOf(id, label), place);
      answers.set(label, Math.min(answers.get(label) ?? place, place));
    }
  }
  return (dimension, id, question) => {
    if (dimension === 'question') return questions.get(id) ?? rows.length;
    if (typeof id === 'number') return id;
    const own = question === undefined ? undefined : answers.get(keyOf(question, id));
    return own ?? answers.get(String(id)) ?? Number.MAX_SAFE_INTEGER;
  };
}

/**
 * The names of records. Those of the same name also have the login, group, form or tenant, so that rows can be told apart.
 */
function namesOf(db: Connection, named: Named, ids: readonly Id[], scope: Scope): Map<Id, string> {
  const { from, id, name, also, kind, own } = named;
  const rows = db
    .prepare<object, { id: string; name: string; also: string | null }>(`
      SELECT ${id} AS id, ${name} AS name, ${typeof also === 'string' ? also : also(scope)} AS also FROM ${from} WHERE ${id} IN ${valuesOf('@ids', 'text')}`)
    .all({ ids: JSON.stringify(ids) })
    .map((row) => (scope.names[kind] || (own && row.id === scope.params[own]) ? row : { ...row, name: row.id }));
  const times = new Map<string, number>();
  for (const row of rows) times.set(row.name, (times.get(row.name) ?? 0) + 1);
  return new Map(
    rows.map((row) => [row.id, (times.get(row.name) ?? 0) > 1 && row.also ? `${row.name} (${row.also})` : row.name]),
  );
}
