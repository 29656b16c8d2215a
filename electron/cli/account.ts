import { fold } from '@shared/fold';
import { accountByLogin } from '../service/access/queries';
import type { Service } from '../service/context';
import { CommandError } from './command-error';

export type Account = { user_id: string; tenant_id: string };

/** The user with a login. Exit code 1 when there is none. */
export async function accountIn({ store }: Service, login: string): Promise<Account> {
  const account = await store.get(accountByLogin, { login: fold(login), now: Date.now() });
  if (!account) throw new CommandError(`There is no user with the login ${login}.`, 1);
  return { user_id: account.user_id, tenant_id: account.tenant_id };
}
