import type { Page, Request } from '@playwright/test';
import { idIn } from '../support/id-in';
import { readyToEvaluate } from './evaluated-calls';
import { ask, expect, look, lookAround, person, refuseNext, setTheme, signedIn, speak, test, wrong } from './launch';
import { locked, lockScreen, unlock } from './locking';
import { anotherPerson } from './people';

const form = {
  name: 'Service call',
  pass_threshold: 80,
  sections: [
    {
      title: 'Opening',
      questions: [
        { title: 'Greets the caller', type: 'yes_no', max_points: 5, description: 'With the own name.' },
        {
          title: 'Checks who is calling',
          type: 'choice',
          max_points: 5,
          allow_na: true,
          options: [
            { label: 'Fully', points: 5 },
            { label: 'Partly', points: 2 },
            { label: 'Not at all', points: 0, fails_form: true },
          ],
        },
      ],
    },
    {
      title: 'Listening',
      questions: [
        { title: 'Lets the caller finish', type: 'numeric', max_points: 5 },
        { title: 'Anything else', type: 'text' },
      ],
    },
  ],
};

const stage = (page: Page) => page.getByRole('region', { name: 'Evaluation form' });
const question = (page: Page, title: string) => stage(page).getByRole('group', { name: title });
const queue = (page: Page) => page.getByRole('grid', { name: 'My queue' });
const reportIn = async (page: Page, report_id: string) =>
  (await ask(page, 'GET', `/api/v2/evaluation_reports/${report_id}.json`)).evaluation_report;
const answersIn = async (page: Page, report_id: string) =>
  (await reportIn(page, report_id)).sections.flatMap(({ questions }: { questions: { answer: unknown }[] }) =>
    questions.map(({ answer }) => answer),
  );

/** Two calls with sound that `person` has to score about an agent, the first one due earlier. Returns their evaluations. */
async function assigned(page: Page, agent: string): Promise<string[]> {
  await lookAround(page);
  const { users } = await ask(page, 'GET', '/api/v2/users.json');
  const agent_user_id = users.find(({ name }: { name: string }) => name === agent).user_id;
  const { url } = await ask(page, 'POST', '/api/v2/evaluation_forms.json', { evaluation_form: form });
  const { calls } = await ask(page, 'GET', '/api/v2/calls.json?limit=2');
  const due = ['2026-01-05T12:00:00Z', '2199-01-05T12:00:00Z'];
  const all: string[] = [];
  for (const [at, { call_id }] of calls.entries()) {
    const assignment = { form_id: idIn(url), calls: [{ call_id, agent_user_id }], evaluation_deadline: due[at] };
    const { report_ids } = await ask(page, 'POST', '/api/v2/evaluation_reports/assignment.json', { assignment });
    all.push(...report_ids);
  }
  return all;
}

const enterAs = async (page: Page, { login, password }: { login: string; password: string }, path: string) => {
  await ask(page, 'DELETE', '/api/v2/sessions.json').catch(() => undefined);
  await ask(page, 'POST', '/api/v2/sessions.json', { login, password });
  await page.goto(`app://earshot${path}`);
};

/** Requests of the page whose method or address contains this are not answered from now on; the returned function ends it. */
async function withoutAnswer(page: Page, part: string, how: 'fails' | 'waits' = 'fails'): Promise<() => Promise<void>> {
  await page.evaluate(
    ([part, how]) => {
      const { fetch } = window;
      const answer = {
        fails: () => Promise.reject(new TypeError('Failed to fetch')),
        waits: () => new Promise<never>(() => {}),
      };
      window.fetch = (url, init) => (`${init?.method} ${url}`.includes(part) ? answer[how]() : fetch(url, init));
      Object.assign(window, {
        fetchAgain: () => {
          window.fetch = fetch;
        },
      });
    },
    [part, how] as const,
  );
  return () => page.evaluate(() => (window as unknown as { fetchAgain(): void }).fetchAgain());
}

test('a review by keyboard only: queue, listen, note, score with moments, next; then disputed, opened again, finished', async ({
  earshot,
}) => {
  const { page, dataFolder } = earshot;
  const { keyboard } = page;
  const agent = await anotherPerson(dataFolder, {
    calls: ['view', 'playback'],
    evaluation_reports: ['view'],
  });
  await page.setViewportSize({ width: 1280, height: 800 });
  await signedIn(earshot);
  const [first = '', second = ''] = await assigned(page, agent.name);
  const deck = page.getByRole('group', { name: 'Player' });
  const extra: string[] = [];
  for (const name of ['Extra 1', 'Extra 2', 'Extra 3', 'Extra 4', 'Extra 5']) {
    const custom_field = { name, type: 'string', editable: true };
    extra.push(idIn((await ask(page, 'POST', '/api/v2/custom_fields.json', { custom_field })).url));
  }
  const { call_id } = await reportIn(page, second);
  const custom_fields = [{ field_id: extra[0], value: 'Gold' }];
  await ask(page, 'PUT', `/api/v2/calls/${call_id}.json`, { call: { custom_fields } });

  await test.step('that the next one could not be found is said', async () => {
    await page.goto('app://earshot/queue');
    await expect(queue(page).getByRole('row')).toHaveCount(3);
    await refuseNext(page, 'GET', 'status=assigned%2Cin_progress&limit=2');
    await keyboard.press('Control+Enter');
    await expect(page.getByText(wrong)).toBeVisible();
  });

  await test.step('the queue shows the late one first; Enter opens it on the stage', async () => {
    await page.goto('app://earshot/queue');
    await expect(queue(page).getByRole('row')).toHaveCount(3);
    await expect(page.getByRole('navigation')).toContainText('My queue2');
    await expect(queue(page).getByRole('row').nth(1)).toContainText(/Overdue: Mon 5 Jan( 2026)?, 12:00/);
    await expect(queue(page).getByRole('columnheader', { name: 'Due' })).toHaveAttribute('aria-sort', 'ascending');
    await expect(page.getByText(/\smin to listen to$/)).toBeVisible();
    await expect(queue(page)).toBeFocused();
    await expect(page.getByRole('complementary', { name: 'Where it comes from' })).toContainText('Assigned byYourself');
    await look(page, 'queue');
    await setTheme(page, 'light');
    // From wherever the focus is, scoring begins in the form, where the digits answer.
    await page.getByRole('navigation').getByRole('link', { name: 'My queue' }).focus();
    await keyboard.press('Control+Enter');
    await expect(stage(page).locator('[data-pane-focus]')).toBeFocused();
    await page.goBack();
    await expect(queue(page)).toBeFocused();
    await keyboard.press('Enter');
    await expect(stage(page)).toContainText('Service call');
    await expect(stage(page).locator('[data-pane-focus]')).toBeFocused();
    const place = page.getByRole('group', { name: 'My queue' });
    await expect(place).toHaveText('1 of 2');
    await keyboard.press('Control+ArrowDown');
    await expect(place).toHaveText('2 of 2');
    await place.getByRole('button', { name: 'Previous in the queue' }).press('Enter');
    await expect(place).toHaveText('1 of 2');
    await expect(page).toHaveURL(new RegExp(first));
    await stage(page).locator('[data-pane-focus]').focus();
  });

  await test.step('listen at 1.5 times the speed, and write a note at the moment', async () => {
    await expect(deck.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
    await keyboard.press('Space');
    await expect(deck.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
    for (let step = 0; step < 10; step += 1) await keyboard.press(']');
    await expect(deck.getByRole('button', { name: 'Speed 1.5×' })).toBeVisible();
    await expect(deck.getByRole('timer')).not.toContainText(/^0:00/);
    await keyboard.press('Space');
    await expect(deck.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
    await page.getByRole('tab', { name: 'Details' }).click();
    await expect(page.getByRole('tabpanel', { name: 'Details' })).toContainText('Order number');
    await keyboard.press('ArrowRight');
    await expect(page.getByRole('tabpanel', { name: 'History' }).getByRole('listitem').first()).toContainText(/\S/);
    await keyboard.press('n');
    const notes = page.getByRole('tabpanel', { name: 'Notes' });
    const composer = notes.getByRole('textbox', { name: 'Write a note at this moment' });
    await expect(composer).toBeFocused();
    await keyboard.type('Gives the name clearly.');
    await keyboard.press('Escape');
    await expect(composer).not.toBeFocused();
    await expect(composer).toHaveValue('Gives the name clearly.');
    await keyboard.press('n');
    await keyboard.press('Enter');
    await expect(notes.getByRole('listitem')).toContainText('Gives the name clearly.');
    await expect(composer).toHaveValue('');
    await expect(composer).toBeFocused();
    await expect(page.getByRole('tab', { name: /^Notes/ })).toHaveText('Notes 1');
    await test.step('Ctrl Z in the field undoes its typing, not an answer', async () => {
      await stage(page).locator('[data-pane-focus]').focus();
      await keyboard.press('1');
      await composer.focus();
      await keyboard.type('x');
      await keyboard.press('Control+z');
      await expect(composer).toHaveValue('');
      await keyboard.press('Control+z');
      await expect(question(page, 'Greets the caller').getByRole('radio', { name: 'Yes' })).toBeChecked();
      await stage(page).locator('[data-pane-focus]').focus();
      await keyboard.press('Control+z');
      await expect(question(page, 'Greets the caller').getByRole('radio', { name: 'Yes' })).not.toBeChecked();
      await composer.focus();
    });
    await refuseNext(page, 'DELETE', '/notes/');
    await notes.getByRole('button', { name: 'Delete note' }).click();
    await expect(page.getByText(wrong)).toBeVisible();
    await composer.focus();
    await expect(deck.locator('[data-mark=note]')).toHaveText('1');
    await deck.getByRole('slider', { name: 'Position' }).focus();
    for (const key of ['z', 'z', 'z', 'w']) await keyboard.press(key);
    await expect(deck.locator('[data-overview]')).toBeHidden();
    for (const key of ['z', 'z', 'z']) await keyboard.press(key);
    await expect(deck.locator('[data-overview]')).toBeVisible();
  });

  await test.step('each call shows its own details, and a change of the call leaves the form as it is', async () => {
    await page.getByRole('tab', { name: 'Details' }).click();
    const details = page.getByRole('tabpanel', { name: 'Details' });
    const [place, link] = [page.getByRole('group', { name: 'My queue' }), { name: /^Link/ }];
    await keyboard.press('Control+ArrowDown');
    await expect(place).toHaveText('2 of 2');
    await expect(details).toContainText('Gold');
    await keyboard.press('Control+ArrowUp');
    await expect(place).toHaveText('1 of 2');
    await expect(question(page, 'Greets the caller').getByRole('button', link)).toBeVisible();
    await details.getByRole('button', { name: /empty fields$/ }).click();
    await details.getByRole('button', { name: 'Extra 2:' }).click();
    await keyboard.type('Silver');
    await keyboard.press('Enter');
    await expect(details.getByRole('button', { name: 'Extra 2: Silver' })).toBeVisible();
    await expect(question(page, 'Greets the caller').getByRole('button', link)).toBeVisible();
  });

  await test.step('score with the digits, and link moments', async () => {
    await stage(page).locator('[data-pane-focus]').focus();
    await keyboard.press('1');
    await keyboard.press('l');
    await expect(question(page, 'Greets the caller').getByRole('button', { name: /^Play 0:0/ })).toBeVisible();
    await keyboard.press('Enter');
    await keyboard.press('2');
    await expect(question(page, 'Checks who is calling')).toContainText('2 / 5');
    await keyboard.press('-');
    await expect(question(page, 'Checks who is calling').locator('s')).toBeVisible();
    await keyboard.press('1');
    await keyboard.press('ArrowDown');
    await expect(stage(page)).toContainText('1 answer left');
    // Finishing leads to the answer that is missing.
    await keyboard.press('ArrowUp');
    await keyboard.press('Control+Enter');
    await expect(question(page, 'Lets the caller finish')).toHaveAttribute('aria-current', 'true');
    await expect(stage(page).locator('footer')).toContainText('so far, 10 of 10');
    await expect(stage(page).locator('footer')).not.toContainText('Passes');
    await look(page, 'stage');
    await setTheme(page, 'light');
    await keyboard.press('4');
    await expect(stage(page).locator('footer')).toContainText('93%14 of 15');
    await expect(stage(page).getByRole('status')).toContainText('draft saved');
    await expect(stage(page)).toContainText('Passes');
    await page.getByRole('textbox', { name: 'Comment on the whole evaluation' }).fill('Friendly throughout.');
    await page.getByRole('button', { name: 'Comment on “Opening” as a whole' }).press('Enter');
    await keyboard.type('A good start.');
    await expect.poll(async () => (await reportIn(page, first)).comment).toBe('Friendly throughout.');
    await expect.poll(async () => (await reportIn(page, first)).sections[0].comment).toBe('A good start.');
    await stage(page).locator('[data-pane-focus]').focus();
    await expect(stage(page)).toContainText('draft saved');
    await expect(deck.locator('[data-mark=answer]')).toHaveText('1.1');
    const { sections, status } = await reportIn(page, first);
    expect(status).toBe('in_progress');
    expect(sections[0].questions[0]).toMatchObject({ answer: 'yes', position: expect.any(Number) });
    expect(await answersIn(page, first)).toEqual(['yes', 'Fully', 4, null]);
  });

  await test.step('while another call is in the deck, L keeps the moment, and the moment plays its own call', async () => {
    const moment = question(page, 'Greets the caller').getByRole('button', { name: /^Play 0:0/ });
    await keyboard.press('Control+k');
    await keyboard.type('Ana Ruiz');
    await page.getByRole('menuitem', { name: /^Ana Ruiz.*Tomás/ }).waitFor();
    // What was found with fewer letters is not taken.
    await expect(page.getByRole('status').filter({ hasText: /\d found/ })).toBeVisible();
    await keyboard.press('Control+Enter');
    await expect(deck).toContainText('/ 0:06');
    await question(page, 'Greets the caller').getByRole('radio').first().focus();
    await keyboard.press('l');
    await expect(moment).toBeVisible();
    await moment.press('Enter');
    await expect(deck).toContainText('/ 2:00');
    await expect(deck.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
    await stage(page).locator('[data-pane-focus]').focus();
    await keyboard.press('Space');
  });

  await test.step('at the smallest size in German, form and notes share a place', async () => {
    await page.setViewportSize({ width: 960, height: 600 });
    await speak(page, 'de');
    await page.reload();
    await expect(page.getByRole('region', { name: 'Bewertungsbogen' })).toContainText('4 / 5');
    await look(page, 'stage-german');
    await page.getByRole('tab', { name: 'Bogen' }).press('ArrowRight');
    await expect(page.getByRole('tabpanel', { name: /^Notizen/ })).toContainText('Gives the name clearly.');
    await expect(page.getByRole('region', { name: 'Bewertungsbogen' })).toBeHidden();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tabpanel', { name: 'Details' })).toContainText('Maria Lopez');
    await look(page, 'stage-details-german');
    await page.getByRole('tab', { name: 'Bogen' }).click();
    // A window of 1280 by 800 at 200 %.
    await page.setViewportSize({ width: 640, height: 400 });
    const sheet = page.getByRole('region', { name: 'Bewertungsbogen' });
    for (const control of [sheet.getByRole('textbox').last(), sheet.getByRole('button', { name: /^Abschließen/ })]) {
      await control.focus();
      await expect(control).toBeInViewport({ ratio: 0.9 });
    }
    await speak(page, 'en');
    await page.setViewportSize({ width: 1280, height: 800 });
    await setTheme(page, 'light');
    await page.reload();
    await expect(stage(page)).toContainText('4 / 5');
  });

  await test.step('a comment on a section that is emptied can be written again', async () => {
    const comment = page.getByRole('textbox', { name: 'Comment on “Opening” as a whole' });
    await comment.fill('');
    await expect(comment).toBeFocused();
    await keyboard.type('A good start.');
    await expect(comment).toHaveValue('A good start.');
    await stage(page).locator('[data-pane-focus]').focus();
  });

  await test.step('Ctrl Enter in the editor of a note saves the note, and does not finish', async () => {
    const notes = page.getByRole('tabpanel', { name: /^Notes/ });
    await page.getByRole('tab', { name: /^Notes/ }).click();
    await notes.getByRole('button', { name: 'Edit note' }).press('Enter');
    await notes.getByRole('textbox', { name: 'Note', exact: true }).fill('Gives the name and the firm.');
    await keyboard.press('Control+Enter');
    await expect(notes.getByRole('listitem')).toContainText('Gives the name and the firm.');
    await expect(notes.getByRole('textbox', { name: 'Note', exact: true })).toBeHidden();
    expect((await reportIn(page, first)).status).toBe('in_progress');
    await stage(page).locator('[data-pane-focus]').focus();
  });

  await test.step('finish, and go on to the next call, then the queue is empty', async () => {
    const completed: string[] = [];
    const notice = (request: Request) => {
      if (request.postData()?.includes('"completed"')) completed.push(request.url());
    };
    page.on('request', notice);
    await keyboard.press('Control+Enter');
    await keyboard.press('Control+Enter');
    await expect(stage(page)).toContainText('0 of 3 answered');
    expect(completed).toHaveLength(1);
    await expect(page).toHaveURL(new RegExp(second));
    page.off('request', notice);
    await expect.poll(async () => (await reportIn(page, first)).is_passed).toBe(true);
    await stage(page).locator('[data-pane-focus]').focus();
    for (const key of ['2', 'ArrowDown', '3', 'ArrowDown', '5']) await keyboard.press(key);
    await expect(stage(page)).toContainText('Can fail the call');
    await test.step('by mouse, one press gives an answer, also far from the current question', async () => {
      for (const points of ['4', '5']) {
        await question(page, 'Greets the caller').getByText('Greets the caller').click();
        await expect(question(page, 'Greets the caller')).toHaveAttribute('aria-current', 'true');
        const answer = question(page, 'Lets the caller finish').getByRole('radio', { name: points });
        await answer.click({ delay: 90 });
        await expect(answer).toBeChecked();
        await expect(question(page, 'Lets the caller finish')).toHaveAttribute('aria-current', 'true');
      }
    });
    await test.step('after a press, the keys are those of the form; with the focus on an answer, its own too', async () => {
      const [finishes, checks] = [question(page, 'Lets the caller finish'), question(page, 'Checks who is calling')];
      await expect(finishes).toBeFocused();
      await keyboard.press('Space');
      await expect(deck.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
      await keyboard.press('Space');
      await expect(finishes.getByRole('radio', { name: '5' })).toBeChecked();
      await keyboard.press('ArrowUp');
      await expect(checks).toBeFocused();
      await keyboard.press('Tab');
      await expect(checks.getByRole('radio').first()).toBeFocused();
      await keyboard.press('Space');
      await expect(checks.getByRole('radio', { name: 'Fully' })).toBeChecked();
      await keyboard.press('3');
      await expect(checks.getByRole('radio', { name: 'Not at all' })).toBeChecked();
      await keyboard.press('ArrowDown');
      await expect(finishes).toBeFocused();
    });
    await test.step('what is typed after a press on the title of a question in words is its answer', async () => {
      await question(page, 'Anything else').getByText('Anything else', { exact: true }).first().click();
      await expect(question(page, 'Anything else').getByRole('textbox').first()).toBeFocused();
      await question(page, 'Lets the caller finish').getByRole('radio', { name: '4' }).click();
      await question(page, 'Lets the caller finish').getByRole('radio', { name: '5' }).click();
    });
    await test.step('an answer is taken back, and what is typed at a question in words is its answer', async () => {
      const five = question(page, 'Lets the caller finish').getByRole('radio', { name: '5' });
      await keyboard.press('Control+z');
      await expect(five).not.toBeChecked();
      await keyboard.press('Control+Shift+z');
      await expect(five).toBeChecked();
      await stage(page).locator('[data-pane-focus]').focus();
      await keyboard.press('ArrowDown');
      const words = question(page, 'Anything else').getByRole('textbox', { name: 'Anything else', exact: true });
      await expect(words).toBeFocused();
      await keyboard.type('Slower, please');
      await expect(words).toHaveValue('Slower, please');
      await keyboard.press('Escape');
      await expect(stage(page).locator('[data-pane-focus]')).toBeFocused();
    });
    await keyboard.press('Control+Enter');
    await expect(page.getByText('Your queue is empty', { exact: true })).toBeFocused();
    await expect.poll(async () => (await reportIn(page, second)).is_passed).toBe(false);
    await page.goBack();
    await expect(page).not.toHaveURL(/evaluations/);
    await page.goForward();
  });

  await test.step('its agent reads the result and disputes it', async () => {
    await enterAs(page, agent, '/evaluations');
    const list = page.getByRole('grid', { name: 'Evaluations' });
    await expect(list.getByRole('row')).toHaveCount(3);
    await look(page, 'evaluations');
    await setTheme(page, 'light');
    await page.goto(`app://earshot/evaluations/${second}`);
    // Without the right to see notes.
    await expect(page.getByRole('tab')).toHaveText(['Details']);
    await expect(stage(page)).toContainText('Acknowledge it, or say what you disagree with.');
    await page.getByRole('button', { name: 'Dispute…' }).press('Enter');
    await keyboard.type('The caller gave the name himself.');
    await page.getByRole('navigation').getByRole('link', { name: 'Evaluations' }).press('Enter');
    await expect(list).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('textbox', { name: 'What do you disagree with?' })).toHaveValue(
      'The caller gave the name himself.',
    );
    await look(page, 'result');
    await page.getByRole('button', { name: 'Dispute the result' }).press('Enter');
    await expect(stage(page)).toContainText('You have disputed this result.');
    await expect(page.locator('body')).not.toBeFocused();
    await page.goto(`app://earshot/evaluations/${first}`);
    await page.getByRole('button', { name: 'Acknowledge' }).press('Enter');
    await expect(stage(page)).toContainText('You have acknowledged this result.');
  });

  await test.step('its evaluator opens it again, changes the answer, and finishes', async () => {
    await enterAs(page, person, '/queue');
    await expect(page.getByRole('link', { name: /My queue/ })).toContainText('1');
    await page.getByRole('radio', { name: /Disputed/ }).press('Space');
    const row = page.getByRole('grid', { name: 'My queue' }).getByRole('row').nth(1);
    await expect(row).toContainText('Disputed');
    await look(page, 'queue-disputed');
    await setTheme(page, 'light');
    await row.dblclick();
    await expect(page).toHaveURL(`app://earshot/evaluations/${second}`);
    await expect(page.getByRole('list').filter({ hasText: 'Disputed by the agent' })).toContainText('Completed');
    await expect(stage(page)).toContainText('The caller gave the name himself.');
    await expect(stage(page).getByText('Fails the call')).toHaveCount(1);
    await expect(stage(page)).not.toContainText('Can fail the call');
    await page.getByRole('button', { name: 'Open again to change answers' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Finish' })).toBeVisible();
    await expect(stage(page).locator('[data-pane-focus]')).toBeFocused();
    await stage(page).locator('[data-pane-focus]').focus();
    const bar = stage(page).locator('[data-size=wide]');
    for (const key of ['2', 'ArrowDown', '2']) await keyboard.press(key);
    // Complete, and below the pass mark.
    await expect(bar).toHaveAttribute('data-fails', 'true');
    for (const key of ['1', 'ArrowUp', '1']) await keyboard.press(key);
    await expect(stage(page)).toContainText('100%');
    await expect(bar).not.toHaveAttribute('data-fails');
    await withoutAnswer(page, 'status=assigned%2Cin_progress&limit=2');
    await keyboard.press('Control+Enter');
    await expect(page).toHaveURL('app://earshot/queue');
    await expect.poll(async () => (await reportIn(page, second)).is_passed).toBe(true);
    expect((await reportIn(page, second)).agent_review_status).toBe('pending');
  });
});

test('calls are assigned in Review, and what was scored survives the sudden end of the program', async ({
  earshot,
  startAgain,
}) => {
  const { page } = earshot;
  const agent = await readyToEvaluate(earshot, form);
  await page.reload();
  const list = page.getByRole('grid', { name: 'Calls' });
  await list.locator('[data-row="1"]').click();
  await page.keyboard.press('Control+e');
  const popover = page.getByRole('dialog', { name: 'Assign evaluation' });

  await test.step('a call whose agent is no user asks for one', async () => {
    await expect(popover.getByRole('button', { name: /Service call/ })).toBeVisible();
    await expect(popover).toContainText(
      'In this call, Chris Lang is not linked to a user. Choose whom the evaluation is about.',
    );
    await expect(popover.getByRole('button', { name: 'Score now' })).toHaveAttribute('aria-disabled', 'true');
    await popover.getByRole('combobox', { name: 'Agent of this call' }).fill(agent.name);
    await page.getByRole('option', { name: agent.name }).click();
    await look(page, 'assign');
    await setTheme(page, 'light');
    await popover.getByRole('button', { name: 'Score now' }).press('Enter');
    await expect(stage(page)).toContainText('0 of 3 answered');
  });

  const report_id = () => idIn(page.url());
  const comment = question(page, 'Greets the caller').getByRole('textbox');
  const commentIn = async () => (await reportIn(page, report_id())).sections[0].questions[0].comment;

  await test.step('a comment that a lock keeps from being saved is sent once afterwards, and can be changed', async () => {
    const answerAgain = await withoutAnswer(page, '/questions/', 'waits');
    await comment.fill('Friendly');
    await lockScreen(earshot);
    await expect(locked(page)).toBeVisible();
    await answerAgain();
    const sent: (string | null)[] = [];
    page.on('request', (request) => request.method() === 'PUT' && sent.push(request.postData()));
    await unlock(page);
    await expect(comment).toHaveValue('Friendly');
    await expect.poll(commentIn).toBe('Friendly');
    await comment.fill('Friendly, and clear');
    await expect.poll(commentIn).toBe('Friendly, and clear');
    await expect(comment).toHaveValue('Friendly, and clear');
    expect(sent).toEqual(
      ['Friendly', 'Friendly, and clear'].map((text) => JSON.stringify({ question: { comment: text } })),
    );
  });

  await test.step('the call lists all of its evaluations', async () => {
    const { call_id, agent_user_id, form_id } = await reportIn(page, report_id());
    for (let more = 1; more <= 20; more += 1) {
      const assignment = { form_id, calls: [{ call_id, agent_user_id }] };
      await ask(page, 'POST', '/api/v2/evaluation_reports/assignment.json', { assignment });
    }
    await page.goto(`app://earshot/review?call=${call_id}`);
    const pane = page.getByRole('complementary', { name: 'Call' });
    await pane.getByRole('tab', { name: 'Evaluations' }).click();
    await expect(pane.getByRole('link', { name: 'Service call' })).toHaveCount(21);
  });

  await test.step('the command opens the open evaluation of the caller, whatever tab is shown', async () => {
    await page.getByRole('complementary', { name: 'Call' }).getByRole('tab', { name: 'Details' }).press('Enter');
    await page.keyboard.press('Control+e');
    await expect(page).toHaveURL(/evaluations\/[-0-9a-f]{36}$/);
  });

  await test.step('without the form, the stage says so and reads it again', async () => {
    await page.goto('app://earshot/evaluations');
    const answerAgain = await withoutAnswer(page, '/evaluation_forms/');
    await page.getByRole('grid', { name: 'Evaluations' }).getByRole('row').nth(1).dblclick();
    await expect(stage(page)).toContainText('The form of this evaluation could not be loaded');
    await answerAgain();
    await page.getByRole('button', { name: 'Try again' }).press('Enter');
    await expect(stage(page)).toContainText('0 of 3 answered');
  });

  await test.step('after kill -9 every acknowledged answer is there', async () => {
    await stage(page).locator('[data-pane-focus]').focus();
    await page.keyboard.press('1');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('2');
    const scored = report_id();
    await expect.poll(() => answersIn(page, scored)).toEqual(['yes', 'Partly', null, null]);
    await expect(stage(page)).toContainText('draft saved');
    const gone = new Promise((resolve) => earshot.app.process().once('exit', resolve));
    earshot.app.process().kill('SIGKILL');
    await gone;
    const again = await startAgain();
    await signedIn(again);
    expect(await answersIn(again.page, scored)).toEqual(['yes', 'Partly', null, null]);
  });
});
