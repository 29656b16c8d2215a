import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format';
import { Button } from '../../ui/button';
import { ChoiceField } from '../../ui/choice-field';
import { Popover } from '../../ui/popover';
import styles from './bulk-popover.module.css';

type Props = {
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
export function BulkChoice({ label, action, icon, unavailable, busy, ...choosing }: Props) {
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

type ChoosingProps = Pick<Props, 'label' | 'count' | 'choices' | 'onChoose'> & { close: () => void };

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
