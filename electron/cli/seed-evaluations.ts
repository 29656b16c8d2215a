import type { EvaluationForm, FormQuestion } from '@shared/contract/evaluation-forms';
import { dayMs } from '@shared/duration';
import { exampleForms } from '@shared/evaluation/example-forms';
import type { ReportStatus } from '@shared/evaluation/statuses';
import { everyPermission } from '@shared/permissions';
import type { Asking } from '../service/access/changes';
import { scopeOf } from '../service/access/scope';
import type { Service } from '../service/context';
import type { NewCall } from '../service/resources/calls/calls';
import { derivedId, insertForm, insertReport, wholeForms } from '../service/resources/judgement/evaluation';
import type { Account } from './account';

/** At most this many of the calls are scored or assigned. */
const maxCalls = 60;
const remarks = ['Very patient, keep it up', 'Try to sum up before the solution', 'Could be shorter'];

/**
 * Adds the example forms, unless they are there, and evaluations of some of these calls by the evaluator: most are
 * completed, the others are to do. The same calls always give the same ones.
 */
export async function seedEvaluations(service: Service, by: Account, calls: readonly NewCall[]): Promise<number> {
  const forms: EvaluationForm[] = [];
  for (const place of exampleForms.en.keys()) forms.push(await exampleForm(service, by, place));
  const heard = calls.filter((call) => call.duration && agentIn(call) !== null).slice(0, maxCalls);
  for (const [n, call] of heard.entries()) {
    const form = forms[n % forms.length];
    if (form) await addReport(service, by, { n, call, form });
  }
  return heard.length;
}

const agentIn = ({ participants }: NewCall): string | null =>
  participants.find(({ user_id }) => user_id !== null)?.user_id ?? null;

async function exampleForm({ store }: Service, by: Account, place: number): Promise<EvaluationForm> {
  const asked = { ...everythingFor(by, Date.now()), id: derivedId('example form', by.tenant_id, place) };
  const known = () => store.get(wholeForms.one, { ...asked, zone: 'UTC' });
  const record = exampleForms.en[place];
  if (record && !(await known())) await store.write(insertForm, { ...asked, record }, { ...by, at: Date.now() });
  const stored = await known();
  if (!stored) throw new Error('The example form was not stored.');
  return JSON.parse(stored.json);
}

type Scored = { n: number; call: NewCall; form: EvaluationForm };

async function addReport({ store }: Service, by: Account, { n, call, form }: Scored): Promise<void> {
  const at = call.setup_time + dayMs;
  const status: Exclude<ReportStatus, 'cancelled'> =
    n % 6 === 0 ? 'assigned' : n % 6 === 1 ? 'in_progress' : 'completed';
  const isDue = status !== 'completed';
  // A report that is in progress has answers to its first section only.
  const answered = status === 'assigned' ? [] : form.sections.slice(0, status === 'completed' ? undefined : 1);
  const record = {
    form_id: form.form_id,
    call_id: call.call_id,
    agent_user_id: agentIn(call) ?? '',
    status,
    ...(isDue && { evaluation_deadline: Date.now() + (n % 7) * dayMs }),
    sections: answered.map(({ form_section_id, questions }) => ({
      form_section_id,
      comment: '',
      questions: questions.map((question, place) => ({
        form_question_id: question.form_question_id,
        answer: answerTo(question, n * 7 + place * 3),
        na: false,
        comment: '',
        position: 4_000 + place * 9_000,
      })),
    })),
  } as const;
  const id = derivedId('example report', call.call_id);
  await store.write(insertReport, { ...everythingFor(by, at), id, record }, { ...by, at });
}

/** One of the possible answers, mostly a good one. */
function answerTo({ type, max_points, options }: FormQuestion, dice: number): string | number {
  if (type === 'text') return remarks[dice % remarks.length] ?? '';
  if (type === 'numeric') return Math.max(0, max_points - (dice % 3));
  return options[dice % 9 === 0 ? options.length - 1 : dice % 4 === 0 && options.length > 2 ? 1 : 0]?.label ?? '';
}

/** The reach of an administrator, who may score any call. */
function everythingFor({ user_id, tenant_id }: Account, at: number): Omit<Asking, 'id'> {
  const holder = { access_level: 'root', permissions: everyPermission() } as const;
  const scope = scopeOf({ ...holder, user_id, tenant_id, multi_tenancy: false, in_system_tenant: true }, at);
  return { holder, scope, unmet: {} };
}
