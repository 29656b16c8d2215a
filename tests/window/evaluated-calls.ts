import type { Page } from '@playwright/test';
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
