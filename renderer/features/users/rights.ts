import type { User } from '@shared/contract/users';
import { excessOf } from '@shared/permissions';
import { useTranslation } from 'react-i18next';
import { useHolds, useSignedIn } from '../../core/session';
import { useEveryRole } from './users';

/** Why the signed-in user cannot add a user, who needs a role and a group. */
export function useWhyNotAdd(): string | undefined {
  const { t } = useTranslation();
  const mayEdit = useHolds('users:edit');
  const seesChoices = [useHolds('roles:view'), useHolds('groups:view')].every(Boolean);
  if (!mayEdit) return t('users.mayNotEdit');
  return seesChoices ? undefined : t('users.mayNotChoose');
}

/** Why the signed-in user cannot change a user. */
export function useWhyNotChange({ role_id }: User): string | undefined {
  const { t } = useTranslation();
  const { role: own } = useSignedIn();
  const mayEdit = useHolds('users:edit');
  const role = useEveryRole()?.find((one) => one.role_id === role_id);
  if (!mayEdit) return t('users.mayNotEdit');
  return role && excessOf(role, own) ? t('users.wider') : undefined;
}
