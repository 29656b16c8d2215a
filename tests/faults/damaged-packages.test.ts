import { expect, test } from 'vitest';
import { diceOf } from '../support/dice';
import { filesBelow } from '../support/folder-files';
import { bringIn, bytesOf, dumpOf, elsewhere, identityOf, roundWith, scoreAll } from '../support/packages';
import { seed } from '../support/seed';
import type { TestService } from '../support/start-service';

const dice = diceOf(seed);
const changes = Number(process.env.EARSHOT_DAMAGES ?? 60);
const cuts = changes / 10;
const answers = [
  ['Warm', 8, 'yes', ''],
  ['Neutral', 6, 'no', ''],
];

const stateOf = ({ given, dataFolder }: TestService) => [
  given.database(dumpOf),
  filesBelow(dataFolder).filter((name) => name.startsWith('audio')),
];

test(`a package with any of ${changes} changed bytes, or cut at any of ${cuts} places, is refused, and nothing is stored`, async () => {
  const there = await elsewhere();
  const { leila } = there;
  const own = await identityOf(leila);
  const here = await roundWith(own.public_key);
  const round = await bytesOf(here.admin, here.at(`/packages/${here.outside.user_id}`));
  const leader = (await sender(here)).fingerprint;
  const damaged = async (at: TestService, bytes: Buffer, bring: (file: Buffer) => ReturnType<typeof bringIn>) => {
    const before = stateOf(at);
    const taken: string[] = [];
    for (let n = 0; n < (changes + cuts) / 2; n++) {
      const place = dice(n % 2 === 0 ? bytes.length : Math.min(bytes.length, 8192));
      const file = Buffer.from(n < changes / 2 ? bytes : bytes.subarray(0, place));
      if (n < changes / 2) file[place] = (file[place] ?? 0) ^ (1 + dice(255));
      const { status, body } = await bring(file);
      const isRefused = status === 403 || (status === 400 && ('package' in body.details || file.length === 0));
      if (!isRefused) taken.push(`${n} at ${place}: ${status} ${JSON.stringify(body.details)}`);
    }
    expect(taken).toEqual([]);
    expect(stateOf(at)).toEqual(before);
  };

  await damaged(there, round, (file) => bringIn(leila, file, leader));
  const { status, body } = await bringIn(leila, round, leader);
  expect(status).toBe(201);
  await scoreAll(leila, body.url, answers);
  const result = await bytesOf(leila, body.url.replace('.json', '/result'));
  await damaged(here, result, (file) => bringIn(here.admin, file, own.fingerprint));
  expect((await bringIn(here.admin, result, own.fingerprint)).status).toBe(201);
}, 1_200_000);

/** The key of the administrator. */
async function sender({ admin }: TestService): Promise<{ fingerprint: string }> {
  const { users } = (await admin.get('/api/v2/users.json?search_term=ingrid')).body;
  return (await admin.get(`/api/v2/users/${users[0].user_id}/identity.json`)).body.identity;
}
