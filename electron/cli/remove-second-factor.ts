import { removeFactorByOwner } from '../service/resources/people/users';
import { byEarshot } from '../service/store/audit';
import { accountIn } from './account';
import { openExistingArchive } from './archive';
import { CommandError } from './command-error';
import { type Called, folderOf } from './table';

/**
 * `remove-second-factor --data <dir> --login <login>`: removes the second factor of a user, for a sole administrator who
 * has lost theirs. Signing in still takes the password. Exit code 1 when the user has none.
 */
export async function removeSecondFactor({ values }: Called): Promise<void> {
  const login = String(values.login);
  const service = await openExistingArchive(folderOf(values));
  try {
    const { user_id, tenant_id } = await accountIn(service, login);
    const isRemoved = await service.store.write(
      removeFactorByOwner,
      { user_id },
      { ...byEarshot(Date.now()), tenant_id, door: 'command_line' },
    );
    if (!isRemoved) throw new CommandError(`${login} has no second factor.`, 1);
    process.stdout.write(`${JSON.stringify({ login })}\n`);
  } finally {
    await service.close();
  }
}
