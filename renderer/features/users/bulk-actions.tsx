import type { BodyOf } from '@shared/contract/operation';
import { type User, userApi } from '@shared/contract/users';
import { BadgeCheck, Network, Shield, UserCheck, UserX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api';
import { changedByUser } from '../../api/cache/users';
import { useHolds, useSignedIn } from '../../core/session';
import { useFormat } from '../../i18n/use-format';
import { FittingActions } from '../../list/fitting-actions';
import { useBulk } from '../../list/use-bulk';
import type { Choice } from '../../list/use-choice';
import { Button } from '../../ui/button';
import { ChoiceField } from '../../ui/choice-field';
import { Dialog } from '../../ui/dialog';
import { Icon } from '../../ui/icon';
import { Popover } from '../../ui/popover';
import { useEveryGroup } from '../groups';
import { BulkLicences } from './bulk-licences';
import styles from './bulk-popover.module.css';
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

type BulkChoiceProps = {
  label: string;
  /** The button of the bulk bar: "Role…". */
  action: string;
  icon: ReactNode;
  /** The number of users. */
  count: number;
  choices: readonly { id: string; name: string }[];
  onChoose: (id: string) => void;
  unavailable: string | undefined;
  busy: boolean;
};

/** A popover in which one role or group is chosen for several users. */
function BulkChoice({ label, action, icon, unavailable, busy, ...choosing }: BulkChoiceProps) {
  const button = (
    <Button look="quiet" icon={icon} unavailable={unavailable} busy={busy}>
      {action}
    </Button>
  );
  if (unavailable !== undefined) return button;
  return (
    <Popover trigger={button} label={label} placement="top start">
      {({ close }) => <Choosing label={label} {...choosing} close={close} />}
    </Popover>
  );
}

type ChoosingProps = Pick<BulkChoiceProps, 'label' | 'count' | 'choices' | 'onChoose'> & { close: () => void };

/** Starts without a choice each time it opens: the users may be others by then. */
function Choosing({ label, count, choices, onChoose, close }: ChoosingProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [chosen, setChosen] = useState('');
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen === '') return;
        close();
        onChoose(chosen);
      }}
    >
      <ChoiceField label={label} value={chosen} onChange={setChosen} choices={choices} opensOn="input" autoFocus />
      <Button type="submit" look="ink" unavailable={chosen === '' ? t('users.chooseFirst') : undefined}>
        {t('users.changeMany', { count, shown: format.figure(count) })}
      </Button>
    </form>
  );
}

type DeactivateDialogProps = { users: readonly User[]; open: boolean; onClose: () => void; onDeactivate: () => void };

/** Asks before users are deactivated. */
function DeactivateDialog({ users, open, onClose, onDeactivate }: DeactivateDialogProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [first] = users;
  const count = users.length;
  const deactivate = () => {
    onClose();
    onDeactivate();
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={
        count === 1
          ? t('users.deactivateOne', { name: first?.name })
          : t('users.deactivateMany', { shown: format.figure(count) })
      }
      role="alertdialog"
      actions={
        <>
          <Button autoFocus onPress={onClose}>
            {t('users.keepActive')}
          </Button>
          <Button look="danger" onPress={deactivate}>
            {t('users.deactivate')}
          </Button>
        </>
      }
    >
      <p>{t('users.deactivateText', { count })}</p>
    </Dialog>
  );
}
