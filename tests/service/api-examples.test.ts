import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { examples } from '../../renderer/features/api/examples';
import { startService } from '../support/start-service';

const run = promisify(execFile);

async function served() {
  const { service, admin, given } = await startService();
  const [call_id] = await given.calls({ from_number: '+442079460018' });
  const listener = await service.listen(0);
  onTestFinished(() => listener.close());
  const me = (await admin.get('/api/v2/sessions.json')).body.user.user_id;
  const { body } = await admin.post(`/api/v2/users/${me}/tokens.json`, { token: { name: 'Example' } });
  return { call_id, url: `http://127.0.0.1:${listener.port}`, env: { ...process.env, EARSHOT_TOKEN: body.token } };
}

test('the example in TypeScript reads the newest call', async () => {
  const { call_id, url, env } = await served();

  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', examples.typescript(url, '')], { env });

  expect(stdout).toContain(call_id);
});

test('the example for curl quotes any login', () => {
  expect(examples.curl('http://127.0.0.1:8017', "o'neill")).toBe(
    "curl -u 'o'\\''neill' \\\n  'http://127.0.0.1:8017/api/v2/calls.json?limit=1'",
  );
});
