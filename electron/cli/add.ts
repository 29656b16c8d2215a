import { fold } from '@shared/fold';
import { type Ask, every, idIn, passwordFrom, read, withArchive } from './ask';
import { CommandError, usage } from './command-error';
import { print } from './print';
import type { Called } from './table';

/** Adds a user with a password to the tenant of their group, and prints their id. */
export async function addUser(called: Called): Promise<void> {
  const { login, name, role, group, as } = called.values;
  const password = passwordFrom(as === undefined ? 'EARSHOT_PASSWORD_FILE' : 'EARSHOT_NEW_PASSWORD_FILE');
  await withArchive(called, async (ask) => {
    const main = await named(ask, 'groups', 'group_id', String(group));
    const held = await named(ask, 'roles', 'role_id', String(role), main.tenant_id);
    const user = {
      name,
      role_id: held.role_id,
      group_id: main.group_id,
      tenant_id: main.tenant_id,
      fieldset_login: { login, password, can_login: true },
    };
    const { url } = await read(ask, 'POST', '/api/v2/users.json', { user });
    print({ user_id: idIn(url) }, called);
  });
}

/** Adds an access token of a user, and prints it. */
export async function addToken(called: Called): Promise<void> {
  const { login, name, read: reads, expires, as } = called.values;
  const expires_at = expires === undefined ? undefined : endOf(String(expires));
  await withArchive(called, async (ask) => {
    // Who may not see other users may still add a token of their own.
    const isOwn = as !== undefined && fold(String(as)) === fold(String(login));
    const own = isOwn ? (await read(ask, 'GET', '/api/v2/sessions.json')).user.user_id : undefined;
    const owner = own ?? (await userOf(ask, String(login)));
    const token = { name, access: reads ? 'read' : 'all', expires_at };
    const made = await read(ask, 'POST', `/api/v2/users/${owner}/tokens.json`, { token });
    print({ token_id: idIn(made.url), token: made.token }, called);
  });
}

type Named = { name: string } & Record<string, string>;

/** The record with this name or id, in a tenant if one is given. Groups always name theirs, roles only with several tenants. */
async function named(ask: Ask, plural: string, idName: string, given: string, tenant_id?: string): Promise<Named> {
  const found: Named[] = [];
  for await (const record of every<Named>(ask, `/api/v2/${plural}.json?limit=1000`, plural)) {
    if (record[idName] === given) return record;
    const isIn = tenant_id === undefined || record.tenant_id === undefined || record.tenant_id === tenant_id;
    if (isIn && fold(record.name) === fold(given)) found.push(record);
  }
  const [first] = found;
  if (first === undefined) throw new CommandError(`There is no "${given}" among the ${plural}.`, 1);
  if (found.length === 1) return first;
  const ids = found.map((record) => record[idName]).join(', ');
  throw new CommandError(`Several ${plural} are named "${given}". Give an ID: ${ids}.`, 1);
}

type WithLogin = { user_id: string; fieldset_login?: { login: string | null } };

async function userOf(ask: Ask, login: string): Promise<string> {
  const search = new URLSearchParams({ search_term: login, limit: '1000' });
  for await (const user of every<WithLogin>(ask, `/api/v2/users.json?${search}`, 'users')) {
    if (fold(user.fieldset_login?.login ?? '') === fold(login)) return user.user_id;
  }
  throw new CommandError(`There is no user with the login ${login}.`, 1);
}

/** The end of a day here, such as 2027-01-31. */
function endOf(day: string): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const end = new Date(year, month - 1, date, 23, 59, 59);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day) && end.getMonth() === month - 1 && end.getDate() === date;
  if (!isDay) throw usage('--expires takes a day such as 2027-01-31.');
  return end.toISOString();
}
