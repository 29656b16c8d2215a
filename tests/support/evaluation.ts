import type { Caller } from './caller';
import { idIn } from './id-in';
import type { TestService } from './start-service';

export const forms = '/api/v2/evaluation_forms.json';
export const reports = '/api/v2/evaluation_reports.json';

export const greeting = {
  title: 'Greeting',
  type: 'choice',
  max_points: 5,
  options: [
    { label: 'Warm', points: 5 },
    { label: 'Neutral', points: 2.5 },
    { label: 'None', points: 0, fails_form: true },
  ],
};
export const listening = { title: 'Listening', type: 'numeric', max_points: 10, allow_na: true };
export const solved = { title: 'Solved', type: 'yes_no', max_points: 5 };
export const remark = { title: 'Remark', type: 'text' };

/** A form of two sections with a question of each type. */
export const sales = {
  name: 'Sales',
  pass_threshold: 80,
  sections: [
    { title: 'Opening', questions: [greeting] },
    { title: 'Talk', weight: 2, pass_threshold: 50, questions: [listening, solved, remark] },
  ],
};

/** Creates a record and returns its address. */
export async function made(caller: Caller, collection: string, body: object): Promise<string> {
  const { status, body: answer } = await caller.post(collection, body);
  if (status !== 201) throw new Error(`${collection} answers ${status}: ${JSON.stringify(answer)}`);
  return answer.url;
}

/** A form in the System tenant and a call, and their ids. */
export async function formAndCall({ admin, given }: TestService, form: object = sales) {
  const url = await made(admin, forms, { evaluation_form: form });
  const [call_id = ''] = await given.calls({});
  const { sections } = (await admin.get(url)).body.evaluation_form;
  return { form_id: idIn(url), call_id, sections };
}

// biome-ignore lint/suspicious/noExplicitAny: a form as the API returns it
export type Sections = any[];

/** The answers to every question of `sales`, as a body has them. 4.5 points of 7.5 in the second section are doubled. */
export const answersTo = (sections: Sections, answers: unknown[]) => {
  const left = [...answers];
  return sections.map(({ form_section_id, questions }) => ({
    form_section_id,
    questions: questions.map(({ form_question_id }: { form_question_id: string }) => ({
      form_question_id,
      answer: left.shift(),
    })),
  }));
};
