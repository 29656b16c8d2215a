import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddress } from '../../core/address';
import { Segments } from '../../ui/segments';
import { type QueuePart, queueParts } from '../assignments';
import styles from './part-filter.module.css';

const parts = Object.keys(queueParts) as QueuePart[];

/** The part that a list shows. It is in the address, so that Back and a reload restore it. */
export function usePart(first: QueuePart) {
  const { params, change } = useAddress();
  const part = parts.find((one) => one === params.get('show')) ?? first;
  const setPart = (to: QueuePart) => change((next) => (to === first ? next.delete('show') : next.set('show', to)));
  return { part, setPart };
}

type Props = {
  part: QueuePart;
  onChange: (part: QueuePart) => void;
  countOf?: (part: QueuePart) => string | undefined;
  /** At the end of the row. */
  children?: ReactNode;
};

/** Open, completed, or all evaluations. */
export function PartFilter({ part, onChange, countOf, children }: Props) {
  const { t } = useTranslation();
  return (
    <div className={styles.row} data-focus-group>
      <Segments
        label={t('evaluations.show')}
        value={part}
        onChange={(to) => onChange(to as QueuePart)}
        choices={parts.map((id) => ({ id, name: t(`evaluations.part.${id}`), count: countOf?.(id) }))}
        compact
      />
      {children}
    </div>
  );
}
