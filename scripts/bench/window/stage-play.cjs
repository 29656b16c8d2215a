/** The waveform, once it is drawn. */
const lanes = '[data-place=player] [class*=waveform]:not([hidden])';

/** Scores the newest call on a form of 200 questions: with keys and the pointer, in words, while the waveform is zoomed. */
module.exports = async ({ run, input, press, type, placeOf, wheel, part, begin, whenShown, wait }) => {
  const report_id = await run(`(${prepare})()`);
  // The program refuses to load another address of the window.
  await run(
    `history.pushState(null, '', '/evaluations/${report_id}'); dispatchEvent(new PopStateEvent('popstate')); true`,
  );
  await whenShown('[data-question]');
  await whenShown(lanes);
  await begin('[data-question]');
  const click = async (selector) => {
    await run(`document.querySelector(${JSON.stringify(selector)}).scrollIntoView({ block: 'center' }), true`);
    await wait(100);
    const { x, y } = await placeOf(selector);
    const at = { x, y, button: /** @type {const} */ ('left'), clickCount: 1 };
    input({ type: 'mouseDown', ...at });
    input({ type: 'mouseUp', ...at });
    await wait(250);
  };
  /** The nth question that is answered in words (`textarea`), or by a button. */
  const question = async (holds, n) => {
    const id = await run(
      `[...document.querySelectorAll('[data-question]')].filter((one) => one.querySelector(${JSON.stringify(holds)}))[${n}].dataset.question`,
    );
    return `[data-question="${id}"]`;
  };
  await part('scoring with the pointer', async () => {
    for (let n = 0; n < 20; n++) await click(`${await question('button', n)} button`);
  });
  await part('scoring with keys', async () => {
    for (let n = 0; n < 60; n++) {
      await press('1');
      await press('Down');
    }
    await wait(1_000);
  });
  await part('typing an answer in words', async () => {
    await click(`${await question('textarea', 5)} textarea`);
    await type('she promised to call back');
  });
  await part('typing a comment', async () => {
    const place = await question('button', 40);
    await click(`${place} button`);
    await whenShown(`${place} textarea, ${place} input[type=text]`);
    await click(`${place} textarea, ${place} input[type=text]`);
    await type('she promised to call back');
  });
  await part('zooming in with the wheel', () => wheel(lanes, 100, 40, ['control']));
  await part('panning', () => wheel(lanes, -300, 100));
  await part('zooming out with the wheel', () => wheel(lanes, -100, 40, ['control']));
  await part('scoring while it plays', async () => {
    await run(`document.querySelector('[data-place=player] button').focus(), true`);
    await press('Space');
    await click(`${await question('button', 60)} button`);
    for (let n = 0; n < 30; n++) {
      await press('2');
      await press('Down');
    }
  });
  await part('scrolling the form', () => wheel('[data-question]', -400, 60));
};

/** For the page: makes a form of 200 questions of all types, and an evaluation of the newest call. Returns its id. */
const prepare = async () => {
  const send = async (method, path, body) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(path, { method, headers, body: body && JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return /** @type {Promise<any>} */ (response.json());
  };
  const idIn = ({ url }) => url.split('/').at(-1).replace('.json', '');
  const options = ['Fully', 'Mostly', 'Partly', 'Not at all'].map((label, at) => ({ label, points: 3 - at }));
  const types = [
    { type: 'yes_no', max_points: 5 },
    { type: 'choice', max_points: 3, options },
    { type: 'numeric', max_points: 10 },
    { type: 'yes_no', max_points: 5, allow_na: true },
    { type: 'text' },
  ];
  const sections = Array.from({ length: 10 }, (_, section) => ({
    title: `Section ${section + 1}`,
    questions: Array.from({ length: 20 }, (_, at) => ({
      ...types[at % types.length],
      title: `Question ${section + 1}.${at + 1} about what the agent said and did`,
      description: 'Listen to the whole answer first.',
    })),
  }));
  const form_id = idIn(
    await send('POST', '/api/v2/evaluation_forms.json', { evaluation_form: { name: 'Long form', sections } }),
  );
  const { calls } = await send('GET', '/api/v2/calls.json?limit=1');
  const { users } = await send('GET', '/api/v2/users.json?limit=1');
  const evaluation_report = { form_id, call_id: calls[0].call_id, agent_user_id: users[0].user_id };
  return idIn(await send('POST', '/api/v2/evaluation_reports.json', { evaluation_report }));
};
