import type { Page } from '@playwright/test';
import { readyToEvaluate } from './evaluated-calls';
import { ask, type Earshot, expect, look, refuseNext, setTheme, signIn, speak, test, wrong } from './launch';
import { asTool } from './outside';
import { anotherPerson } from './people';

const question = { title: 'Greeting', type: 'numeric', max_points: 10 };
const form = { name: 'Service', sections: [{ title: 'Opening', questions: [question] }] };

type Shown = { title: string; body: string; emit: (event: 'click') => void };

/** Keeps the notifications of the system, which the window believes to be in front of. */
async function collected({ app, page }: Earshot) {
  await app.evaluate(({ Notification }) => {
    const shown: Shown[] = [];
    Object.assign(globalThis, { shown });
    Notification.prototype.show = function (this: Electron.Notification) {
      shown.push(this as unknown as Shown);
    };
  });
  await page.evaluate(() => {
    document.hasFocus = () => false;
  });
  return {
    texts: () =>
      app.evaluate(() =>
        (globalThis as unknown as { shown: Shown[] }).shown.map(({ title, body }) => `${title}: ${body}`),
      ),
    press: () => app.evaluate(() => (globalThis as unknown as { shown: Shown[] }).shown.at(-1)?.emit('click')),
  };
}

/** Another person assigns calls to the user. */
async function assigning(earshot: Earshot) {
  const { page } = earshot;
  const other = await readyToEvaluate(earshot, form);
  const { evaluation_forms } = await ask(page, 'GET', '/api/v2/evaluation_forms.json');
  const { calls } = await ask(page, 'GET', '/api/v2/calls.json?limit=30');
  const { user } = await ask(page, 'GET', '/api/v2/sessions.json');
  return async (from: number, to: number, more: object = {}): Promise<string[]> => {
    const some = calls.slice(from, to).map(({ call_id }: { call_id: string }) => ({
      call_id,
      agent_user_id: user.user_id,
    }));
    const assignment = { form_id: evaluation_forms[0].form_id, evaluator_user_id: user.user_id, calls: some, ...more };
    const path = '/api/v2/evaluation_reports/assignment.json';
    return (await asTool(earshot, 'POST', path, { assignment }, other)).report_ids;
  };
}

const bellOf = (page: Page) =>
  page.getByRole('navigation', { name: 'Navigation' }).getByRole('button', { name: /^Notices/ });

test('people see at once what concerns them, read it by keyboard, and are told in the background', async ({
  earshot,
}) => {
  const { page } = earshot;
  const { keyboard } = page;
  const assign = await assigning(earshot);
  const bell = bellOf(page);
  const notices = page.getByRole('dialog', { name: 'Notices' });

  await test.step('without any, it says what will be there', async () => {
    await bell.press('Enter');
    await expect(notices).toContainText('Nothing new. Assignments, disputes and results appear here.');
    await look(page, 'notices-empty');
    await setTheme(page, 'light');
    await keyboard.press('Escape');
    await expect(bell).toBeFocused();
  });

  let single = '';
  await test.step('the count follows', async () => {
    await assign(0, 3);
    await expect(bell).toHaveAccessibleName('Notices, 1 unread');
    [single = ''] = await assign(3, 4);
    await expect(bell).toHaveAccessibleName('Notices, 2 unread');
    await expect(bell).toHaveText('2');
    await bell.press('Enter');
    await expect(notices.getByRole('link')).toHaveText([
      /^Unread You were assigned a call/,
      /^Unread You were assigned 3 calls/,
    ]);
    await look(page, 'notices');
    await setTheme(page, 'light');
  });

  await test.step('Enter opens the thing and reads it', async () => {
    await notices.getByRole('link').first().press('Enter');
    await expect(notices).toBeHidden();
    await expect.poll(() => page.url()).toBe(`app://earshot/evaluations/${single}`);
    await expect(bell).toHaveAccessibleName('Notices, 1 unread');
    await look(page, 'notices-rail');
    await setTheme(page, 'light');
    await page.goto('app://earshot/review');
    await bell.press('Enter');
    await expect(notices.getByRole('link').first()).toHaveText(/^ ?You were assigned a call/);
    await notices.getByRole('link').last().press('Enter');
    await expect.poll(() => page.url()).toBe('app://earshot/queue');
    await expect(bell).toHaveAccessibleName('Notices');
  });

  await test.step('all are read at once', async () => {
    await assign(4, 5);
    await assign(5, 6, { title: 'Again' });
    await expect(bell).toHaveAccessibleName('Notices, 2 unread');
    await bell.press('Enter');
    await notices.getByRole('button', { name: 'Mark all as read' }).press('Enter');
    await expect(bell).toHaveAccessibleName('Notices');
    await expect(notices.getByRole('button')).toHaveCount(0);
    expect((await ask(page, 'GET', '/api/v2/notices.json?is_read=false')).notices).toEqual([]);
    await keyboard.press('Escape');
  });

  await test.step('the system tells it while the window is in the background, without a name', async () => {
    const system = await collected(earshot);
    const [report_id = ''] = await assign(0, 1, { title: 'Priya Raman' });
    await expect.poll(system.texts).toEqual(['Notices: You were assigned a call']);
    await system.press();
    await expect.poll(() => page.url()).toBe(`app://earshot/evaluations/${report_id}`);
    await expect(bell).toHaveAccessibleName('Notices');
  });

  await test.step('what fails can be tried again', async () => {
    await page.goto('app://earshot/review');
    await refuseNext(page, 'GET', '/notices.json?limit=99');
    await bell.press('Enter');
    await expect(notices).toContainText(wrong);
    await notices.getByRole('button', { name: 'Try again' }).press('Enter');
    await expect(notices.getByRole('link')).toHaveCount(5);
    await keyboard.press('Escape');
  });

  await test.step('in German, and in a narrow window', async () => {
    await assign(1, 3);
    await speak(page, 'de');
    await page.reload();
    await page.setViewportSize({ width: 960, height: 600 });
    await page.getByRole('button', { name: 'Hinweise, 1 ungelesen' }).press('Enter');
    await expect(page.getByRole('dialog').getByRole('link').first()).toContainText('Ihnen wurden 2 Anrufe zugewiesen');
    await look(page, 'notices-german');
  });
});

test('who sees no evaluations has no bell', async ({ earshot, restart }) => {
  const trainee = await anotherPerson(earshot.dataFolder, { calls: ['view'] });
  const { page } = await restart();

  await signIn(page, trainee);

  await expect(page.getByRole('button', { name: /^Ines Kaya/ })).toBeVisible();
  await expect(bellOf(page)).toHaveCount(0);
});
