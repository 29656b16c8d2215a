import type { Permissions } from '@shared/permissions';
import { useTranslation } from 'react-i18next';
import { rightName } from './right-names';
import { rightsIn } from './rights';
import { type RoleValues, useLabels } from './role-fields';

/** The changes of a role in words: each right that was added or removed, and the other changed fields. */
export function useChanges(fields: readonly string[], saved: Permissions, now: Permissions) {
  const { t } = useTranslation();
  const labels = useLabels();
  const [before, after] = [rightsIn(saved), rightsIn(now)];
  const added = after.filter((right) => !before.includes(right));
  const removed = before.filter((right) => !after.includes(right));
  const others = fields.filter((name): name is keyof RoleValues => name !== 'permissions' && name in labels);
  const rights = [
    ...added.map((right) => `+ ${rightName(right, t)}`),
    ...removed.map((right) => `− ${rightName(right, t)}`),
  ];
  const counts = [
    ...(added.length > 0 ? [t('roles.added', { count: added.length })] : []),
    ...(removed.length > 0 ? [t('roles.removed', { count: removed.length })] : []),
  ];
  return {
    title: others.length > 0 ? t('roles.changes', { count: others.length + rights.length }) : counts.join(', '),
    names: [...others.map((name) => labels[name]), ...rights],
  };
}
