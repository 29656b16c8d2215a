import type { User } from '@shared/contract/users';
import { type LicenceName, licenceNames } from '@shared/licences';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format';
import { Button } from '../../ui/button';
import { Checkbox } from '../../ui/checkbox';
import { Popover } from '../../ui/popover';
import styles from './bulk-popover.module.css';
import { useLicences } from './users';

type Changes = Partial<Record<LicenceName, boolean>>;
type Props = {
  users: readonly User[];
  icon: ReactNode;
  count: number;
  onChange: (changes: Changes) => void;
  unavailable: string | undefined;
  busy: boolean;
};

/** A popover in which licences are given to several users, or taken from them. What is not touched stays. */
export function BulkLicences({ icon, unavailable, busy, ...choosing }: Props) {
  const { t } = useTranslation();
  const button = (
    <Button look="quiet" icon={icon} unavailable={unavailable} busy={busy}>
      {t('users.setLicences')}
    </Button>
  );
  if (unavailable !== undefined) return button;
  return (
    <Popover trigger={button} label={t('users.column.licences')} placement="top start">
      {({ close }) => <Choosing {...choosing} close={close} />}
    </Popover>
  );
}

type ChoosingProps = Pick<Props, 'users' | 'count' | 'onChange'> & { close: () => void };

/** Starts without changes each time it opens: the users may be others by then. */
function Choosing({ users, count, onChange, close }: ChoosingProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const tenants = new Set(users.map(({ tenant_id }) => tenant_id));
  const licences = useLicences(users[0]?.tenant_id);
  const [changes, setChanges] = useState<Changes>({});
  const isSome = Object.keys(changes).length > 0;
  const leftOf = (name: LicenceName) => {
    // Each tenant has its own.
    if (tenants.size > 1) return undefined;
    const counts = licences?.find(({ licence }) => licence === name);
    return counts?.most == null ? undefined : t('users.left', { count: Math.max(0, counts.most - counts.taken) });
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSome) return;
        close();
        onChange(changes);
      }}
    >
      <div className={styles.licences}>
        {licenceNames.map((name) => {
          const having = users.filter(({ fieldset_licensing }) => fieldset_licensing?.[name]).length;
          const left = leftOf(name);
          return (
            <Checkbox
              key={name}
              isSelected={changes[name] ?? having === count}
              isIndeterminate={changes[name] === undefined && having > 0 && having < count}
              onChange={(on) => setChanges({ ...changes, [name]: on })}
              {...(left !== undefined && { hint: left })}
            >
              {t(`users.licence.${name}`)}
            </Checkbox>
          );
        })}
      </div>
      <Button type="submit" look="ink" unavailable={isSome ? undefined : t('users.chooseFirst')}>
        {t('users.changeMany', { count, shown: format.figure(count) })}
      </Button>
    </form>
  );
}
