import { unlockByOwner } from '../service/resources/people/users';
import { byEarshot } from '../service/store/audit';
import { accountIn } from './account';
import { openExistingArchive } from './archive';
import { CommandError } from './command-error';
import { type Called, folderOf } from './table';

/**
 * `unlock --data <dir> --login <login>`: lets a user sign in again whom wrong guesses have locked out. Signing in still takes
 * the password. Exit code 1 when there were none.
 */
export async function unlock({ values }: Called): Promise<void> {
  const login = String(values.login);
  const service = await openExistingArchive(folderOf(values));
  try {
    const { user_id, tenant_id } = await accountIn(service, login);
    const by = { ...byEarshot(Date.now()), tenant_id, door: 'command_line' as const };
    if (!(await service.store.write(unlockByOwner, { user_id }, by)))
      throw new CommandError(`${login} is not locked.`, 1);
    process.stdout.write(`${JSON.stringify({ login })}\n`);
  } finally {
    await service.close();
  }
}
