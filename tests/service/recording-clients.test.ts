import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { callerOf } from '../support/caller';
import { Sender, tone } from '../support/live';
import { administrator, basic, startService } from '../support/start-service';

const authorization = basic(administrator.login, administrator.password);

test('the example client records its standard input', async () => {
  const { admin, service, given } = await startService();
  const { port } = await service.listen(0);
  const tool = await given.user({ permissions: ['calls:create'] });
  const { body } = await admin.post(`/api/v2/users/${tool.user_id}/tokens.json`, { token: { name: 'Recorder' } });
  const sound = tone(400, 5 * 16_000, { rate: 16_000 });

  const client = spawn(
    process.execPath,
    [resolve('docs/record.mjs'), `http://127.0.0.1:${port}`, '+442079460321', '201'],
    {
      env: { ...process.env, EARSHOT_TOKEN: body.token },
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  client.stdin.end(sound);
  const [code] = await once(client, 'close');

  expect(code).toBe(0);
  const [call] = (await admin.get('/api/v2/calls.json')).body.calls;
  expect(call).toMatchObject({ from_number: '+442079460321', to_number: '201', record_state: 3, duration: 5 });
  const wav = Buffer.from(await (await admin.raw(`/api/v2/calls/${call.call_id}.json/file`)).arrayBuffer());
  expect(wav.subarray(44).equals(sound)).toBe(true);
});

test('two tools record at once; one is killed midway and continues by offset, and both recordings are complete', async () => {
  const { admin, service } = await startService();
  const { port } = await service.listen(0);
  const tool = callerOf((sent) => fetch(sent.url.replace('8017', String(port)), sent), { authorization });
  const [steady, killed] = [await Sender.open(tool), await Sender.open(tool)];
  const [one, two] = [tone(400, 20 * 8000), tone(700, 20 * 8000)];

  const first = steady.stream();
  await first.write(one.subarray(0, 100_001));
  const cut = request({
    port,
    method: 'PUT',
    path: `/api/v2/recordings/${killed.recording_id}/audio?offset=0`,
    headers: { authorization, 'content-type': 'application/octet-stream' },
  });
  cut.on('error', () => undefined);
  cut.write(two.subarray(0, 50_003));
  while ((await killed.state()).offset < 50_003);
  cut.destroy();
  await first.write(one.subarray(100_001));
  // The service may notice the end of the connection a moment later.
  let again = await killed.send(two.subarray(50_003), 50_003);
  while (again.status === 409) again = await killed.send(two.subarray(50_003), 50_003);
  await first.end();
  await Promise.all([steady.close(), killed.close()]);

  expect(again.status).toBe(200);
  for (const [sender, sound] of [
    [steady, one],
    [killed, two],
  ] as const) {
    expect((await sender.by(admin, 0).file()).subarray(44).equals(sound)).toBe(true);
  }
});
