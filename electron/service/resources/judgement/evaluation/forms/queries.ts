import { isDeepStrictEqual } from 'node:util';
import type {
  ChangedForm,
  EvaluationForm,
  evaluationFormApi,
  FormSection,
  NewForm,
} from '@shared/contract/evaluation-forms';
import { hundredthsOf } from '@shared/evaluation/points';
import { fold } from '@shared/fold';
import { reason } from '@shared/reasons/reasons';
import {
  type Asking,
  auditChanged,
  auditCreated,
  auditDeleted,
  type Insert,
  type Remove,
  type Update,
} from '../../../../access/changes';
import { list, type Reader, type Single } from '../../../../access/list';
import { inTenants, type Scope } from '../../../../access/scope';
import { tenantFor } from '../../../../access/tenants';
import { found, Refusal } from '../../../../refusal';
import type { By } from '../../../../store/audit';
import type { Connection } from '../../../../store/connection';
import { contains, flag, jsonList, jsonObject, storedJson } from '../../../../store/fragments';
import { change, query } from '../../../../store/query';
import { insertRecord, mustMatchVersion, named, updateRecord } from '../../../../store/record';
import { columnsOf, decimal, type Fields, text } from '../../../../store/sql';
import { completed, type FormContent, type KnownIds } from './rules';

const listed: Fields<Omit<EvaluationForm, 'sections'>> = {
  ...columnsOf('f', ['form_id', 'tenant_id']),
  ...columnsOf('r', ['name', 'description', 'type', 'pass_threshold', 'revision']),
  is_active: flag('f.is_active'),
};

/** Forms by name, each as it is in its current revision. */
export const formList = list<typeof evaluationFormApi.list>('/api/v2/evaluation_forms.json', {
  from: 'evaluation_forms f JOIN evaluation_form_revisions r ON r.form_id = f.form_id AND r.revision = f.revision',
  source: () => ({ from: 'evaluation_forms f' }),
  record: listed,
  key: [text('f.name_folded'), text('f.form_id')],
  scope: (scope) => inTenants(scope, 'f'),
  filters: {
    search_term: (term, { bind }) => contains('f.name_folded', bind(fold(term))),
    tenant_id: (id, { bind }) => `f.tenant_id = ${bind(id)}`,
    is_active: (value, { bind }) => `f.is_active = ${bind(Number(value))}`,
  },
  id: 'f.form_id',
  named: { as: 'evaluation_form', by: 'f.name' },
});

const questions = jsonList<FormSection['questions'][number]>(
  {
    ...columnsOf('q', ['form_question_id', 'title', 'description', 'type', 'weight']),
    max_points: decimal('q.max_hundredths'),
    allow_na: flag('q.allow_na'),
    options: storedJson('q.options', '[]'),
    key: 'q."key"',
    show_if: storedJson('q.show_if'),
    is_scored: flag('q.is_scored'),
    moment_required: flag('q.moment_required'),
    comment_below: decimal('q.comment_below_hundredths'),
  },
  `evaluation_form_questions q
    WHERE q.form_id = s.form_id AND q.revision = s.revision AND q.form_section_id = s.form_section_id`,
  'q.place',
);
const sections = jsonList<FormSection>(
  {
    ...columnsOf('s', ['form_section_id', 'title', 'description', 'weight', 'pass_threshold']),
    order: 's.section_order',
    questions,
  },
  'evaluation_form_sections s WHERE s.form_id = r.form_id AND s.revision = r.revision',
  's.section_order, s.place',
);

/** Forms with their sections. An older revision has no version, because it never changes. */
export const wholeForms: Reader = {
  one: query('evaluation-forms.one', (db, { id, scope, revision }: Parameters<Reader['one']['run']>[1]) => {
    const wanted = revision === undefined ? 'f.revision' : '@revision';
    return db
      .prepare<Record<string, string | number>, Single>(`
        SELECT ${jsonObject<EvaluationForm>({ ...listed, sections })} AS json,
          CASE WHEN r.revision = f.revision THEN f.updated_at END AS version
        FROM evaluation_forms f JOIN evaluation_form_revisions r ON r.form_id = f.form_id AND r.revision = ${wanted}
        WHERE f.form_id = @id AND ${inTenants(scope, 'f')}`)
      .get({ ...scope.params, id, ...(revision !== undefined && { revision }) });
  }),
};

const target = (id: string, scope: Scope) => ({ list: wholeForms, resource: 'evaluation_form' as const, id, scope });

/** A form in scope as it is. */
const current = (db: Connection, id: string, scope: Scope): EvaluationForm =>
  JSON.parse(found(wholeForms.one.run(db, { id, scope, zone: 'UTC' })).json);

/** Stores and audits a form. Refused with InvalidRecord, by field. */
export const insertForm = change('evaluation-forms.insert', (db, { id, record, scope }: Insert<NewForm>, by): void => {
  storeForm(db, id, { ...record, tenant_id: tenantFor(db, scope, record.tenant_id) }, by);
  auditCreated(db, by, target(id, scope));
});

type Clone = Asking & { source: string; name: string };

/** Stores and audits a copy of a form under another name, in the same tenant. Refused with NotFound. */
export const copyForm = change('evaluation-forms.copy', (db, { id, source, name, scope }: Clone, by): void => {
  storeForm(db, id, { ...current(db, source, scope), name }, by);
  auditCreated(db, by, target(id, scope));
});

type Fresh = Omit<NewForm, 'form_id' | 'revision' | 'tenant_id'> & { tenant_id: string };

/** Stores a form in its first revision. */
function storeForm(db: Connection, form_id: string, form: Fresh, by: By): void {
  const revision = { form_id, revision: 1 };
  const { tenant_id, name, is_active } = form;
  const row = { ...revision, tenant_id, ...named(name), is_active: Number(is_active) };
  insertRecord(db, 'evaluation_forms', row, by);
  insertRevision(db, revision, { ...form, sections: completed(form.sections, revision) });
}

/** Changes and audits a form. Refused with NotFound, Stale, or InvalidRecord by field. */
export const changeForm = change(
  'evaluation-forms.change',
  (db, { id, record, versions, scope }: Update<ChangedForm>, by): void =>
    auditChanged(db, by, target(id, scope), () => {
      const { is_active, sections, ...rest } = record;
      const form = current(db, id, scope);
      const next = { form_id: id, revision: form.revision + 1 };
      const was = contentOf(form);
      const now = {
        ...was,
        ...rest,
        ...(sections && { sections: completed(sections, { ...next, known: idsOf(db, id) }) }),
      };
      const isRevised = !isDeepStrictEqual(now, was);
      const columns = {
        ...(isRevised && { revision: next.revision, ...named(now.name) }),
        is_active: is_active === undefined ? undefined : Number(is_active),
      };
      updateRecord(db, 'evaluation_forms', { id: { form_id: id }, versions }, columns, by);
      if (isRevised) insertRevision(db, next, now);
    }),
);

const contentOf = ({ name, description, type, pass_threshold, sections }: EvaluationForm): FormContent => ({
  name,
  description,
  type,
  pass_threshold,
  sections,
});

/** The ids of the sections and questions that a form has had. */
function idsOf(db: Connection, form_id: string): KnownIds {
  const ids = (sql: string) =>
    new Set(
      db
        .prepare<{ form_id: string }, { id: string }>(sql)
        .all({ form_id })
        .map(({ id }) => id),
    );
  return {
    sections: ids('SELECT form_section_id AS id FROM evaluation_form_sections WHERE form_id = @form_id'),
    questions: ids('SELECT form_question_id AS id FROM evaluation_form_questions WHERE form_id = @form_id'),
  };
}

type Values = Record<string, string | number | null>;

function insertRevision(db: Connection, key: { form_id: string; revision: number }, content: FormContent): void {
  const { name, description, type, pass_threshold } = content;
  db.prepare<Values>(`
    INSERT INTO evaluation_form_revisions (form_id, revision, name, description, type, pass_threshold)
    VALUES (@form_id, @revision, @name, @description, @type, @pass_threshold)`).run({
    ...key,
    name,
    description,
    type,
    pass_threshold,
  });
  const insertSection = db.prepare<Values>(`
    INSERT INTO evaluation_form_sections (form_id, revision, form_section_id, place, section_order, title, description,
      weight, pass_threshold)
    VALUES (@form_id, @revision, @form_section_id, @place, @section_order, @title, @description, @weight, @pass_threshold)`);
  const insertQuestion = db.prepare<Values>(`
    INSERT INTO evaluation_form_questions (form_id, revision, form_question_id, form_section_id, place, title, description,
      type, weight, max_hundredths, allow_na, options, "key", show_if, is_scored, moment_required,
      comment_below_hundredths)
    VALUES (@form_id, @revision, @form_question_id, @form_section_id, @place, @title, @description, @type, @weight,
      @max_hundredths, @allow_na, @options, @key, @show_if, @is_scored, @moment_required, @comment_below_hundredths)`);
  for (const [place, { questions, order, ...section }] of content.sections.entries()) {
    insertSection.run({ ...key, ...section, place, section_order: order });
    const { form_section_id } = section;
    for (const [place, question] of questions.entries()) {
      const { max_points, allow_na, options, show_if, is_scored, moment_required, comment_below, ...rest } = question;
      insertQuestion.run({
        ...key,
        ...rest,
        max_hundredths: hundredthsOf(max_points) ?? 0,
        allow_na: Number(allow_na),
        options: JSON.stringify(options),
        show_if: show_if && JSON.stringify(show_if),
        is_scored: Number(is_scored),
        moment_required: Number(moment_required),
        comment_below_hundredths: comment_below === null ? null : (hundredthsOf(comment_below) ?? 0),
        form_section_id,
        place,
      });
    }
  }
}

/** Deletes and audits a form with its revisions. Refused with NotFound, Stale, or Conflict when it has reports. */
export const removeForm = change('evaluation-forms.remove', (db, { id, versions, scope }: Remove, by): void =>
  auditDeleted(db, by, target(id, scope), () => {
    const which = { form_id: id };
    if (db.prepare<typeof which>('SELECT 1 FROM evaluation_reports WHERE form_id = @form_id LIMIT 1').get(which)) {
      throw new Refusal('Conflict', reason('form_has_reports'));
    }
    mustMatchVersion(db, 'evaluation_forms', { id: which, versions });
    db.prepare<typeof which>('DELETE FROM evaluation_forms WHERE form_id = @form_id').run(which);
    return {};
  }),
);
