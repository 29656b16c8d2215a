import { randomUUID } from 'node:crypto';
import type { Connection } from '../../electron/service/store/connection';
import type { Archived, World } from './plain-search/archive';

const section = (title: string) => ({ form_section_id: randomUUID(), title });
/** Forms with their sections. */
export const forms = [
  { form_id: randomUUID(), name: 'Service', sections: [section('Greeting'), section('Solution')] },
  { form_id: randomUUID(), name: 'Sales', sections: [section('Offer')] },
];

/**
 * The completed evaluations of a call of a generated archive, by its duration and time: none, one or two, with agents who
 * need not be on the call, and with scores that may be null.
 */
export function evaluationsOf({ setup_time, duration }: Archived, { users }: World) {
  const seed = setup_time + duration;
  return Array.from({ length: seed % 5 === 0 ? 2 : seed % 3 === 0 ? 1 : 0 }, (_, n) => {
    const form = forms[(seed + n) % 2] as (typeof forms)[number];
    const score = seed % 7 === 0 ? null : (seed + n * 31) % 101;
    return {
      form,
      agent: (seed + n) % users.length,
      score,
      is_passed: score === null || seed % 11 === 0 ? null : Number(score >= 50),
      scores: form.sections.map((section, place) => ({
        section,
        score: (seed + place) % 4 === 0 ? null : (seed + place * 17) % 101,
      })),
    };
  });
}

/** Stores these evaluations, and for each call an unfinished one, which counts nowhere. */
export function insertEvaluations(db: Connection, calls: readonly Archived[], world: World): void {
  const insert = (table: string, row: Record<string, string | number | null>) => {
    const names = Object.keys(row);
    const values = names.map((name) => `@${name}`);
    db.prepare<object>(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${values.join(', ')})`).run(row);
  };
  const [stamps, revision] = [{ created_at: 0, updated_at: 0 }, 1];
  const tenant_id = world.tenant[0] as string;
  for (const { form_id, name, sections } of forms) {
    insert('evaluation_forms', { form_id, tenant_id, name, name_folded: name, is_active: 1, revision, ...stamps });
    insert('evaluation_form_revisions', { form_id, revision, name, description: '', type: 'manual' });
    for (const [place, one] of sections.entries()) {
      const of = { form_id, revision, place, section_order: place, description: '', weight: 1 };
      insert('evaluation_form_sections', { ...one, ...of });
    }
  }
  const keyOf = db.prepare<object, { call_pk: number }>('SELECT call_pk FROM calls WHERE call_id = @call_id');
  for (const call of calls) {
    const { call_id, setup_time: call_time } = call;
    const about = { call_pk: keyOf.get({ call_id })?.call_pk ?? null, call_id, call_time, tenant_id, form_revision: 1 };
    const plain = { title: '', title_folded: '', description: '', agent_can_view: 1, agent_can_dispute: 1 };
    const report = {
      ...about,
      ...plain,
      agent_review_mandatory: 0,
      evaluator_user_id: world.users[0] as string,
      ...stamps,
    };
    const all = evaluationsOf(call, world);
    for (const { form, agent, score, is_passed, scores } of all) {
      const report_id = randomUUID();
      const about = { form_id: form.form_id, agent_user_id: world.users[agent] as string };
      insert('evaluation_reports', { ...report, ...about, report_id, status: 'completed', score, is_passed });
      for (const { section, score } of scores) {
        const { form_section_id } = section;
        insert('evaluation_report_sections', { report_id, form_section_id, section_id: randomUUID(), score });
      }
    }
    const draft = { form_id: forms[0]?.form_id ?? '', agent_user_id: world.users[0] as string, score: 100 };
    if (all.length > 0)
      insert('evaluation_reports', { ...report, ...draft, report_id: randomUUID(), status: 'in_progress' });
  }
}
