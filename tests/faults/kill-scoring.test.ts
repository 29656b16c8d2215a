import { expect, test } from 'vitest';
import { serving } from '../support/command-line';
import { diceOf } from '../support/dice';
import { forms, made, reports } from '../support/evaluation';
import { seed } from '../support/seed';
import { administrator, basic, noKeychain, startService } from '../support/start-service';

const dice = diceOf(seed);
const kills = Number(process.env.EARSHOT_KILLS ?? 2);
const questions = 40;

test(`${kills} kills while a call is scored lose no answer that was acknowledged`, async () => {
  const started = await startService({ keychain: noKeychain, scryptLn: 15 });
  const { admin, given, dataFolder } = started;
  const [call_id] = await given.calls({});
  const { user_id: agent_user_id } = await given.user();
  const all = Array.from({ length: questions }, (_, n) => ({ title: `${n}`, type: 'numeric', max_points: 100 }));
  const form = await made(admin, forms, { evaluation_form: { name: 'A', sections: [{ title: 'a', questions: all }] } });
  const { form_id, sections } = (await admin.get(form)).body.evaluation_form;
  const ids: string[] = sections[0].questions.map((one: { form_question_id: string }) => one.form_question_id);
  const url = await made(admin, reports, { evaluation_report: { form_id, call_id, agent_user_id } });
  await started.service.close();

  const acknowledged = new Map<string, number>();
  const faults: string[] = [];
  for (let n = 0; n < kills; n++) {
    await scoredUntilKilled(dataFolder, url, ids, acknowledged);
    const running = await startService({ dataFolder, keychain: noKeychain, scryptLn: 15 });
    const { evaluation_report } = (await running.admin.get(url)).body;
    let points = 0;
    for (const { form_question_id, answer } of evaluation_report.sections[0].questions) {
      const known = acknowledged.get(form_question_id);
      if (known !== undefined && !(answer >= known)) faults.push(`${form_question_id}: ${answer}, not ${known}`);
      points += answer ?? 0;
    }
    if (evaluation_report.report_points !== points)
      faults.push(`${evaluation_report.report_points}, not ${points} points`);
    await running.service.close();
  }

  expect(faults).toEqual([]);
  expect(acknowledged.size).toBeGreaterThan(0);
}, 300_000);

/** Answers questions one after another, each with a higher number than before, and kills `serve` in the middle. */
async function scoredUntilKilled(
  dataFolder: string,
  url: string,
  ids: readonly string[],
  acknowledged: Map<string, number>,
): Promise<void> {
  const { announced, stop } = await serving(dataFolder);
  const headers = {
    authorization: basic(administrator.login, administrator.password),
    'content-type': 'application/json',
  };
  const last = 5 + dice(2 * ids.length - 5);
  for (let n = 0; ; n++) {
    const id = ids[n % ids.length] as string;
    const answer = (acknowledged.get(id) ?? 0) + 1;
    const sent = fetch(`${announced.url}${url.replace('.json', `/questions/${id}.json`)}`, {
      method: 'PUT',
      headers,
      body: JSON.stringify({ question: { answer } }),
    });
    if (n === last) {
      const cut = sent.catch(() => undefined);
      await stop('SIGKILL');
      await cut;
      return;
    }
    expect((await sent).status).toBe(200);
    acknowledged.set(id, answer);
  }
}
