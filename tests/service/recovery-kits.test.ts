import { cpSync } from 'node:fs';
import { expect, test } from 'vitest';
import { kitState } from '../../electron/service/resources/keys/recovery-kits';
import type { RunningService } from '../../electron/service/service';
import type { Caller } from '../support/caller';
import { keychainOver, stoppedClock } from '../support/host';
import { administrator, memoryKeychain, noKeychain, startService, temporaryFolder } from '../support/start-service';
import { noRoomFor, threadsWith } from '../support/threads';

const kits = '/api/v2/recovery_kits.json';
const opening = '/api/v2/recovery_kits/open.json';
const asked = { recovery_kit: { password: administrator.password } };

type Made = { file: string; words: string[]; check: string };

/** A closed archive with one recording and a kit for it, as copied to another machine. */
async function carriedAway() {
  const { service, inWindow, given, dataFolder } = await startService();
  const call_id = await given.recorded('question.mp3');
  const { body } = await (await inWindow(administrator)).post(kits, asked);
  await service.close();
  const copy = temporaryFolder();
  cpSync(dataFolder, copy, { recursive: true });
  return { copy, call_id, kit: body.recovery_kit as Made };
}

async function listen(caller: Caller, call_id: string): Promise<number> {
  const response = await caller.raw(`/api/v2/calls/${call_id}.json/audio`);
  await response.arrayBuffer();
  return response.status;
}

const open = ({ file, words }: Made) => ({ recovery_kit: { file, words } });

test('a kit is made only in the window, after entering the password again', async () => {
  const { admin, inWindow, given } = await startService();
  const window = await inWindow(administrator);

  const overTcp = await admin.post(kits, asked);
  const without = await window.post(kits, { recovery_kit: {} });
  const wrong = await window.post(kits, { recovery_kit: { password: 'guessed' } });
  const right = await window.post(kits, asked);

  expect([overTcp.status, without.status, wrong.status, right.status]).toEqual([404, 400, 403, 201]);
  expect(wrong.body).toMatchObject({ error: 'PermissionError', details: { password: 'This is not your password' } });
  expect(Object.keys(right.body.recovery_kit).sort()).toEqual(['check', 'file', 'made_at', 'words']);
  const made = given.database((db) =>
    db.prepare("SELECT user_id IS NOT NULL AS named, resource_id FROM audit_log WHERE resource = 'recovery_kit'").all(),
  );
  expect(made).toEqual([{ named: 1, resource_id: right.body.recovery_kit.check }]);
});

test('password guesses for a kit are slowed down like guesses at sign-in', async () => {
  const { inWindow } = await startService(stoppedClock);
  const window = await inWindow(administrator);
  const guess = () => window.post(kits, { recovery_kit: { password: 'guessed' } });
  const statuses = [];
  for (let n = 0; n < 7; n++) statuses.push((await guess()).status);
  expect(statuses).toEqual([403, 403, 403, 403, 403, 403, 429]);
});

test('kits share the queue of sign-ins: two derivations at once, eight waiting, others refused', async () => {
  const { inWindow, through } = await startService();
  const window = await inWindow(administrator);
  const made = (await window.post(kits, asked)).body.recovery_kit as Made;

  const answers = await Promise.all([
    ...Array.from({ length: 12 }, () => window.post(kits, asked)),
    ...Array.from({ length: 6 }, () => through('app').post(opening, open(made))),
  ]);

  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  expect(count(201) + count(200) + count(429)).toBe(answers.length);
  expect(count(429)).toBeGreaterThan(0);
});

test("on another machine the kit opens the archive, and the key is then in that machine's keychain", async () => {
  const { copy, call_id, kit } = await carriedAway();
  const kept = new Map<string, string>();
  const there = await startService({ dataFolder: copy, keychain: keychainOver(kept) });
  const heard = () => listen(there.admin, call_id);
  const stateOf = async (service: RunningService) => [await service.keychain(), await kitState(service)];

  const before = [...(await stateOf(there.service)), await heard()];
  const { status, body } = await there.through('app').post(opening, open(kit));
  const after = [...(await stateOf(there.service)), await heard()];
  await there.service.close();
  const again = await startService({ dataFolder: copy, keychain: keychainOver(kept) });

  expect(before).toEqual(['missing', 'opens', 503]);
  expect({ status, body }).toEqual({ status: 200, body: { recovery_kit: { check: kit.check, kept: 'keychain' } } });
  expect(after).toEqual(['ok', null, 200]);
  expect(await stateOf(again.service)).toEqual(['ok', null]);
});

test('without a keychain the kit opens the archive until the program ends', async () => {
  const { copy, call_id, kit } = await carriedAway();
  const there = await startService({ dataFolder: copy, keychain: noKeychain });

  const { body } = await there.through('app').post(opening, open(kit));
  const heard = await listen(there.admin, call_id);
  const states = [await there.service.keychain(), await kitState(there.service)];
  await there.service.close();
  const again = await startService({ dataFolder: copy, keychain: noKeychain });

  expect(body.recovery_kit.kept).toBe('session');
  expect([heard, ...states]).toEqual([200, 'absent', 'opened']);
  expect(await kitState(again.service)).toBe('opens');
});

test('a wrong word, a file that is not a kit and the kit of another archive get different errors', async () => {
  const { copy, kit } = await carriedAway();
  const other = await startService({ keychain: memoryKeychain() });
  const foreign = (await (await other.inWindow(administrator)).post(kits, asked)).body.recovery_kit as Made;
  const there = await startService({ dataFolder: copy, keychain: memoryKeychain() });
  const window = there.through('app');
  const [first = '', ...rest] = kit.words;
  const cases: [string, Made][] = [
    ['no such word', { ...kit, words: ['xylophone', ...rest] }],
    ['another word', { ...kit, words: [first === 'zoo' ? 'zone' : 'zoo', ...rest] }],
    ['no kit', { ...kit, file: 'Dear diary' }],
    ['another archive', foreign],
  ];

  const seen = [];
  for (const [name, sent] of cases) {
    const { status, body } = await window.post(opening, open(sent));
    seen.push([name, status, body.details]);
  }

  expect(seen).toEqual([
    ['no such word', 400, { 'words.0': 'No kit uses this word' }],
    ['another word', 400, { words: 'The words do not fit this kit file' }],
    ['no kit', 400, { file: 'This file is not a recovery kit' }],
    ['another archive', 400, { file: 'This kit belongs to another archive' }],
  ]);
  expect([await there.service.keychain(), await kitState(there.service)]).toEqual(['missing', 'opens']);
  const audited = there.given.database((db) =>
    db.prepare("SELECT outcome, details FROM audit_log WHERE action = 'open'").all(),
  );
  expect(audited).toEqual(cases.map(() => ({ outcome: 'refused', details: '{"by":"window"}' })));
});

test('a kit cannot open an archive over TCP', async () => {
  const { copy, kit } = await carriedAway();
  const there = await startService({ dataFolder: copy, keychain: memoryKeychain() });
  expect((await there.admin.post(opening, open(kit))).status).toBe(404);
});

test('an archive without a master key has no state for a kit', async () => {
  const { service } = await startService({ keychain: noKeychain });
  expect([await service.keychain(), await kitState(service)]).toEqual(['absent', null]);
});

test('on a full disk a kit opens the archive, and its audit entry uses the space of the reserve', async () => {
  const { copy, kit } = await carriedAway();
  const threadsFolder = threadsWith('writer', noRoomFor('recovery-kits.opening', 1));
  const { through } = await startService({ dataFolder: copy, keychain: memoryKeychain(), threadsFolder });

  const { status } = await through('app').post(opening, open(kit));

  expect(status).toBe(200);
});
