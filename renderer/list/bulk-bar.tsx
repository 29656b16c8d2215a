import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeysOf } from '../core/shortcuts';
import { useFormat } from '../i18n/use-format';
import { Button } from '../ui/button';
import { Checkbox } from '../ui/checkbox';
import { classNames } from '../ui/class-names';
import { KeyCap } from '../ui/key-cap';
import styles from './bulk-bar.module.css';
import { maxChosen } from './use-choice';

type Props = {
  /** The names of the chosen records. */
  names: readonly string[];
  /** The number of rows in the list. */
  length: number;
  onClear: () => void;
  /** Below a list of calls, whose rows begin further out. */
  ofCalls?: boolean;
  /** The actions on them. */
  children: ReactNode;
};

/** The number of records that are named before "and n more". */
const named = 2;

/** Replaces the foot of a list while rows are chosen: how many, and what can be done with them. */
export function BulkBar({ names, length, onClear, ofCalls = false, children }: Props) {
  const keysOf = useKeysOf();
  const { t } = useTranslation();
  const format = useFormat();
  const count = names.length;
  const isAll = count === length;
  const isMost = count === maxChosen && length > count;
  const first = names.slice(0, count > named + 1 ? named : count);
  const more = count - first.length;
  const all = more > 0 ? [...first, t('list.moreChosen', { count: more, shown: format.figure(more) })] : first;
  return (
    <section
      className={classNames(styles.bar, ofCalls && styles.ofCalls)}
      data-pane
      tabIndex={-1}
      aria-label={t('list.chosenLabel')}
    >
      <Checkbox isSelected={isAll} isIndeterminate={!isAll} onChange={onClear} labelHidden>
        {t('list.clear')}
      </Checkbox>
      <span className={styles.count} role="status">
        {isMost
          ? t('list.chosenMost', { shown: format.figure(count), all: format.figure(length) })
          : t('list.chosen', { count, shown: format.figure(count) })}
      </span>
      <div className={styles.actions}>{children}</div>
      <span className={styles.names}>
        {isMost ? t('list.maxAtOnce', { shown: format.figure(count) }) : format.list(all)}
      </span>
      <Button look="quiet" onPress={onClear}>
        {t('list.clear')}
        <KeyCap keys={keysOf('clear')} />
      </Button>
    </section>
  );
}
