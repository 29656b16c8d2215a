import type { BodyOf } from '@shared/contract/operation';
import { type User, userApi } from '@shared/contract/users';
import { BadgeCheck, Network, Shield, UserCheck, UserX } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api';
import { changedByUser } from '../../api/cache/users';
import { useHolds, useSignedIn } from '../../core/session';
import { useFormat } from '../../i18n/use-format';
import { FittingActions } from '../../list/fitting-actions';
import { useBulk } from '../../list/use-bulk';
import type { Choice } from '../../list/use-choice';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { useEveryGroup } from '../groups';
import { BulkChoice } from './bulk-choice';
import { BulkLicences } from './bulk-licences';
import { DeactivateDialog } from './deactivate-dialog';
import { useEveryRole } from './users';

type Changes = BodyOf<typeof userApi.update>['user'];

/** The actions on several users. */
export function BulkActions({ choice }: { choice: Choice<User> }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [asks, setAsks] = useState(false);
  const [roles, groups] = [useEveryRole(), useEveryGroup()];
  const mayLicense = useHolds('users:licensing');
  const unavailable = useHolds('users:edit') ? undefined : t('users.mayNotEdit');
  const { user_id: own } = useSignedIn().user;
  const isSelf = choice.records.some(({ user_id }) => user_id === own);
  const { run, busy, notDone } = useBulk({ nameOf: ({ name }: User) => name, changed: changedByUser });
  const change = (user: Changes, done: 'changedMany' | 'activatedMany' | 'deactivatedMany') =>
    run(choice, {
      change: ({ user_id }) => api(userApi.update, { params: { user_id }, body: { user } }),
      done: (count) => t(`users.${done}`, { count, shown: format.figure(count) }),
    });
  const common = { count: choice.records.length, unavailable, busy };
  const areInactive = choice.records.every(({ is_active }) => !is_active);
  return (
    <>
      <FittingActions>
        {roles && (
          <BulkChoice
            {...common}
            label={t('users.column.role')}
            action={t('users.setRole')}
            icon={<Icon of={Shield} />}
            choices={roles.map(({ role_id, name }) => ({ id: role_id, name }))}
            onChoose={(role_id) => change({ role_id }, 'changedMany')}
          />
        )}
        {groups && (
          <BulkChoice
            {...common}
            label={t('users.column.group')}
            action={t('users.setGroup')}
            icon={<Icon of={Network} />}
            choices={groups.map(({ group_id, name }) => ({ id: group_id, name }))}
            onChoose={(group_id) => change({ group_id }, 'changedMany')}
          />
        )}
        {mayLicense && (
          <BulkLicences
            {...common}
            users={choice.records}
            icon={<Icon of={BadgeCheck} />}
            onChange={(fieldset_licensing) => change({ fieldset_licensing }, 'changedMany')}
          />
        )}
        {areInactive ? (
          <Button
            look="quiet"
            icon={<Icon of={UserCheck} />}
            unavailable={unavailable}
            busy={busy}
            onPress={() => change({ is_active: true }, 'activatedMany')}
          >
            {t('users.activate')}
          </Button>
        ) : (
          <Button
            look="quiet"
            icon={<Icon of={UserX} />}
            unavailable={unavailable ?? (isSelf ? t('users.deactivateSelfToo') : undefined)}
            busy={busy}
            onPress={() => setAsks(true)}
          >
            {t('users.deactivate')}
          </Button>
        )}
      </FittingActions>
      <DeactivateDialog
        users={choice.records}
        open={asks}
        onClose={() => setAsks(false)}
        onDeactivate={() => change({ is_active: false }, 'deactivatedMany')}
      />
      {notDone}
    </>
  );
}
