import { randomUUID } from 'node:crypto';
import { kinds } from '@shared/kinds';
import { audit } from '../../electron/service/store/audit';
import type { Given } from './given';
import type { TestService } from './start-service';

/**
 * A record of a tenant for each id that a path may contain. Those that need nothing but a name are made from the kinds of
 * records; another one needs its own entry here.
 */
export async function recordsOf({ given }: TestService, tenant_id: string): Promise<Record<string, string>> {
  const [call_id = '', removed_call_id = ''] = await given.calls({ tenant_id }, { tenant_id });
  given.database((db) => db.prepare('UPDATE calls SET removed_at = 1 WHERE call_id = ?').run(removed_call_id));
  const stamps = { created_at: 0, updated_at: 0 };
  const import_id = randomUUID();
  given.insert('imports', { import_id, tenant_id, name: 'a', status: 'done', created_at: 0 });
  given.insert('watched_files', { source_key: import_id, version: '1', import_id, name: 'a', taken_at: 0 });
  const role_id = randomUUID();
  const role = { role_id, tenant_id, name: role_id, name_folded: role_id, access_level: 'user', permissions: '{}' };
  given.insert('roles', { ...role, ...stamps });
  const field_id = randomUUID();
  const field = { field_id, tenant_id, name: field_id, name_folded: field_id, computer_name: 'a', type: 'string' };
  given.insert('custom_fields', { ...field, ...stamps });
  const act = { action: 'create', resource: 'call', resource_id: call_id } as const;
  given.database((db) => audit(db, { at: 0, user_id: null, tenant_id }, act));
  const person = await given.user({ tenant_id });
  const note_id = randomUUID();
  given.database((db) =>
    db
      .prepare(`INSERT INTO call_notes (note_id, call_pk, text, text_folded, created_at, updated_at)
        SELECT ?, call_pk, 'a', 'a', 0, 0 FROM calls WHERE call_id = ?`)
      .run(note_id, call_id),
  );
  const { user_id } = person;
  const token_id = randomUUID();
  given.insert('user_tokens', { token_id, user_id, name: token_id, name_folded: token_id, hash: token_id, ...stamps });
  const key_id = randomUUID();
  const pair = { fingerprint: key_id, public_key: Buffer.from('a'), private_key_sealed: Buffer.from('a') };
  const key = { key_id, tenant_id, name: key_id, name_folded: key_id, protection_mode: 'user', add_type: 'generate' };
  given.insert('encrypt_keys', { ...key, ...pair, is_active: 0, key_length: 3072, ...stamps });
  const saved_search_id = randomUUID();
  const search = { saved_search_id, tenant_id, user_id, query: '', columns: '[]', is_shared: 1 };
  given.insert('saved_searches', { ...search, name: saved_search_id, name_folded: saved_search_id, ...stamps });
  const preset_id = randomUUID();
  const preset = { preset_id, tenant_id, is_builtin: 0, is_active: 1, name: preset_id, name_folded: preset_id };
  const reads = { description: '', internal_digits: 6, names: '[]', details: '[]' };
  given.insert('import_presets', { ...preset, ...reads, ...stamps });
  const watch_folder_id = randomUUID();
  const watched = { watch_folder_id, tenant_id, name: watch_folder_id, name_folded: watch_folder_id, is_on: 0 };
  const place = { folder: `/none/${watch_folder_id}`, afterwards: 'keep', done_folder: 'imported' };
  given.insert('watch_folders', { ...watched, ...place, create_missing: 0, metadata_only: 0, ...stamps });
  const [webhook_id, delivery_id] = [randomUUID(), randomUUID()];
  const webhook = { webhook_id, tenant_id, user_id, name: webhook_id, name_folded: webhook_id, is_on: 0 };
  given.insert('webhooks', { ...webhook, url: 'http://localhost:9/', events: '[]', ...stamps });
  given.insert('webhook_secrets', { secret_id: webhook_id, webhook_id, secret_sealed: Buffer.from('a') });
  const delivery = {
    delivery_id,
    webhook_id,
    type: 'webhook.test',
    data: '{}',
    status: 'failed',
    created_at: Date.now(),
  };
  given.insert('webhook_deliveries', delivery);
  const recording_id = randomUUID();
  given.database((db) =>
    db
      .prepare(`INSERT INTO recordings (recording_id, call_pk, user_id, format, sample_rate, channels, status, taken, created_at, updated_at)
        SELECT ?, call_pk, '', 'pcm_s16le', 8000, 1, 'paused', 0, 0, 0 FROM calls WHERE call_id = ?`)
      .run(recording_id, call_id),
  );
  const [ended_call_id = ''] = await given.calls({ tenant_id });
  given.database((db) =>
    db
      .prepare(`INSERT INTO recordings (recording_id, call_pk, user_id, format, sample_rate, channels, status, taken, created_at, updated_at)
        SELECT ?, call_pk, '', 'pcm_s16le', 8000, 1, 'closed', 0, 0, 0 FROM calls WHERE call_id = ?`)
      .run(randomUUID(), ended_call_id),
  );
  const [report_id, run_id] = [randomUUID(), randomUUID()];
  const lists = {
    filters: '[]',
    summary_settings: '[]',
    sort_settings: '[]',
    email_report_settings: '{"send_to_emails":[]}',
  };
  const shown = { chart_settings: '{"chart_style":"none","dimensions":[],"metrics":[]}', column_settings: '[]' };
  const definition = { report_id, timezone: 'UTC', email_report: 0, ...lists, ...shown };
  given.insert('reports', { ...definition, tenant_id, name: report_id, name_folded: report_id, ...stamps });
  const run = { run_id, run_tenant_id: tenant_id, run_user_id: user_id, name: run_id, created_at: 0, version: 1 };
  const succeeded = { job_status: 'SUCCESS', progress: 100, summary: '{}', chart: '{}', total_rows: 0, truncated: 0 };
  given.insert('report_runs', { ...definition, ...run, ...succeeded });
  const sample_id = randomUUID();
  const draw = { name: sample_id, query: '', zone: 'UTC', method: 'random', amount: 1, seed: 'a', drawn_from: 0 };
  const plan_id = randomUUID();
  given.insert('evaluation_samples', { sample_id, tenant_id, user_id, ...draw, ...stamps });
  const about = { report_id, tenant_id, user_id, call_id };
  const { form_id, form_question_id } = evaluationOf(given, about);
  const planned = { name: plan_id, name_folded: plan_id, form_id, query: '', period: 'week', timezone: 'UTC' };
  const drawn = { starts_on: '2026-11-16', delay_hours: 6, amount: 1, amount_by_risk: 0, absences: '[]', due_days: 5 };
  const off = { is_active: 0, agent_can_view: 0, agent_can_dispute: 0, agent_review_mandatory: 0 };
  given.insert('evaluation_plans', { plan_id, tenant_id, user_id, ...planned, ...drawn, seed: 'a', ...off, ...stamps });
  given.insert('evaluation_plan_evaluators', { plan_id, place: 0, user_id });
  const calibration_id = randomUUID();
  const round = { calibration_id, tenant_id, name: calibration_id, name_folded: calibration_id, description: '' };
  const scored = { form_id, form_revision: 1, leader_user_id: user_id };
  given.insert('calibrations', { ...round, status: 'ended', ...scored, ended_at: 0, ...stamps });
  const judged = { calibration_id, place: 0, call_id, agent_user_id: user_id, call_time: 0 };
  given.insert('calibration_calls', judged);
  const notice_id = randomUUID();
  given.insert('notices', {
    notice_id,
    user_id,
    kind: 'result',
    count: 1,
    report_id,
    ...stamps,
    created_at: Date.now(),
  });
  return {
    ...plainRecordsOf(given, tenant_id),
    calibration_id,
    call_id,
    delivery_id,
    ended_call_id,
    field_id,
    form_id,
    form_question_id,
    import_id,
    key_id,
    note_id,
    notice_id,
    plan_id,
    recording_id,
    removed_call_id,
    report_id,
    role_id,
    run_id,
    sample_id,
    saved_search_id,
    preset_id,
    tenant_id,
    token_id,
    user_id,
    watch_folder_id,
    webhook_id,
  };
}

/** The records that need nothing but a name, by the names of their ids. */
function plainRecordsOf(given: Given, tenant_id: string): Record<string, string> {
  const records: Record<string, string> = {};
  for (const kind of Object.values(kinds)) {
    if (!('keepsTenant' in kind)) continue;
    const [idName = ''] = Object.keys(kind.example);
    const id = randomUUID();
    const row = { [idName]: id, tenant_id, name: id, name_folded: id, created_at: 0, updated_at: 0 };
    const sql = 'SELECT name FROM pragma_table_info(?) WHERE "notnull" = 1 AND dflt_value IS NULL';
    const needed = given.database((db) => db.prepare<[string], { name: string }>(sql).all(kind.keepsTenant));
    if (!needed.every(({ name }) => name in row)) continue;
    given.insert(kind.keepsTenant, row);
    records[idName] = id;
  }
  return records;
}

type About = { report_id: string; tenant_id: string; user_id: string; call_id: string };

/** A form with one question, and a report on it. */
function evaluationOf(given: Given, { report_id, tenant_id, user_id, call_id }: About) {
  const [form_id, form_section_id, form_question_id] = [randomUUID(), randomUUID(), randomUUID()];
  const stamps = { created_at: 0, updated_at: 0 };
  const form = { form_id, tenant_id, name: form_id, name_folded: form_id, is_active: 1, revision: 1 };
  given.insert('evaluation_forms', { ...form, ...stamps });
  const revision = { form_id, revision: 1, description: '' };
  given.insert('evaluation_form_revisions', { ...revision, name: form_id, type: 'manual' });
  const section = { ...revision, form_section_id, place: 0, section_order: 1, title: 'a', weight: 1 };
  given.insert('evaluation_form_sections', section);
  const question = { ...revision, form_section_id, form_question_id, place: 0, title: 'a', type: 'text', weight: 1 };
  given.insert('evaluation_form_questions', { ...question, max_hundredths: 0, allow_na: 0, options: '[]' });
  const people = { agent_user_id: user_id, evaluator_user_id: user_id, assigner_user_id: user_id };
  const flags = { agent_can_view: 1, agent_can_dispute: 1, agent_review_mandatory: 0 };
  given.insert('evaluation_reports', {
    report_id,
    tenant_id,
    form_id,
    form_revision: 1,
    call_id,
    call_time: 0,
    ...people,
    ...flags,
    title: report_id,
    title_folded: report_id,
    description: '',
    status: 'assigned',
    ...stamps,
  });
  given.insert('evaluation_report_sections', { report_id, form_section_id, section_id: randomUUID() });
  given.insert('evaluation_report_questions', { report_id, form_question_id, question_id: randomUUID() });
  return { form_id, form_question_id };
}
