import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { openConnection } from '../../electron/service/store/connection';
import { idIn } from '../support/id-in';
import { ask, type Earshot, lookAround, signedIn } from './launch';
import { anotherPerson } from './people';

/**
 * Completes an evaluation of each of the newest calls, with scores from 30 to 100 %. Returns the id of their form, whose
 * pass mark is 60 %.
 */
export async function evaluateCalls(page: Page): Promise<string> {
  const { calls } = await ask(page, 'GET', '/api/v2/calls.json?limit=30');
  const { user } = await ask(page, 'GET', '/api/v2/sessions.json');
  const question = { title: 'Greeting', type: 'numeric', max_points: 10 };
  const form = await ask(page, 'POST', '/api/v2/evaluation_forms.json', {
    evaluation_form: { name: 'Service', pass_threshold: 60, sections: [{ title: 'Opening', questions: [question] }] },
  });
  const form_id = idIn(form.url);
  const [{ form_section_id, questions }] = (await ask(page, 'GET', `/api/v2/evaluation_forms/${form_id}.json`))
    .evaluation_form.sections;
  for (const [n, { call_id }] of calls.entries()) {
    const answer = { form_question_id: questions[0].form_question_id, answer: 3 + ((n * 3) % 8) };
    await ask(page, 'POST', '/api/v2/evaluation_reports.json', {
      evaluation_report: {
        form_id,
        call_id,
        agent_user_id: user.user_id,
        status: 'completed',
        sections: [{ form_section_id, questions: [answer] }],
      },
    });
  }
  return form_id;
}

/** Signs in where calls can be evaluated: with the sample calls, another person, who is returned, and a form. */
export async function readyToEvaluate(earshot: Earshot, evaluation_form: object) {
  const { page, dataFolder } = earshot;
  const agent = await anotherPerson(dataFolder);
  await page.setViewportSize({ width: 1280, height: 800 });
  await signedIn(earshot);
  await lookAround(page);
  await ask(page, 'POST', '/api/v2/evaluation_forms.json', { evaluation_form });
  return agent;
}

/** Makes a new user, Priya Raman, the agent of every call. */
export async function linkCalls(page: Page, dataFolder: string): Promise<void> {
  const { group_id, role_id } = (await ask(page, 'GET', '/api/v2/sessions.json')).user;
  const user = { name: 'Priya Raman', group_id, role_id };
  const user_id = idIn((await ask(page, 'POST', '/api/v2/users.json', { user })).url);
  const db = openConnection(join(dataFolder, 'earshot.db'));
  db.prepare<[string]>(`
    UPDATE call_participants SET user_id = ?
    WHERE participant_id IN (SELECT min(participant_id) FROM call_participants GROUP BY call_pk)`).run(user_id);
  db.close();
}
