import { fold } from '@shared/fold';
import { type Ask, every, passwordFromFile, read, withArchive } from './ask';
import { CommandError, usage } from './command-error';
import { print } from './print';
import type { Called } from './table';

/** Adds a user with a password, and prints their id. */
export async function addUser(called: Called): Promise<void> {
  const { login, name, role, group } = called.values;
  const password = passwordFromFile();
  await withArchive(called, async (ask) => {
    const user = {
      name,
      role_id: await idOf(ask, 'roles', 'role_id', String(role)),
      group_id: await idOf(ask, 'groups', 'group_id', String(group)),
      fieldset_login: { login, password, can_login: true },
    };
    const { url } = await read(ask, 'POST', '/api/v2/users.json', { user });
    print({ user_id: idIn(url) }, called);
  });
}

/** Adds an access token of a user, and prints it. */
export async function addToken(called: Called): Promise<void> {
  const { login, name, read: reads, expires } = called.values;
  const expires_at = expires === undefined ? undefined : endOf(String(expires));
  await withArchive(called, async (ask) => {
    const owner = await userOf(ask, String(login));
    const token = { name, access: reads ? 'read' : 'all', expires_at };
    const made = await read(ask, 'POST', `/api/v2/users/${owner}/tokens.json`, { token });
    print({ token_id: idIn(made.url), token: made.token }, called);
  });
}

const idIn = (url: string): string => url.split('/').at(-1)?.replace('.json', '') ?? '';

type Named = { name: string } & Record<string, string>;

/** The id of the record with this name or id. */
async function idOf(ask: Ask, plural: string, idName: string, given: string): Promise<string> {
  for await (const record of every<Named>(ask, `/api/v2/${plural}.json?limit=1000`, plural)) {
    if (record[idName] === given || fold(record.name) === fold(given)) return record[idName] ?? '';
  }
  throw new CommandError(`There is no "${given}" among the ${plural}.`, 1);
}

type WithLogin = { user_id: string; fieldset_login?: { login: string | null } };

async function userOf(ask: Ask, login: string): Promise<string> {
  for await (const user of every<WithLogin>(ask, '/api/v2/users.json?limit=1000', 'users')) {
    if (fold(user.fieldset_login?.login ?? '') === fold(login)) return user.user_id;
  }
  throw new CommandError(`There is no user with the login ${login}.`, 1);
}

/** The end of a day here, such as 2027-01-31. */
function endOf(day: string): string {
  const end = new Date(`${day}T23:59:59`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(end.getTime()))
    throw usage('--expires takes a day such as 2027-01-31.');
  return end.toISOString();
}
