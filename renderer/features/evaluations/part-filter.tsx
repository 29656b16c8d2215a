import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddress } from '../../core/address';
import { Segments } from '../../ui/segments';
import { queueParts, toAcknowledge } from '../assignments';
import styles from './part-filter.module.css';

/** The parts of the list of all evaluations, and what each shows. */
export const evaluationParts = {
  open: queueParts.open,
  toAcknowledge,
  disputed: { status: 'completed', agent_review_status: 'disputed' },
  completed: queueParts.completed,
  all: queueParts.all,
} as const;
export type EvaluationPart = keyof typeof evaluationParts;

/** The part that a list shows. It is in the address, so that Back and a reload restore it. */
export function usePart<P extends EvaluationPart>(parts: Readonly<Record<P, unknown>>, first: P) {
  const { params, change } = useAddress();
  const part = (Object.keys(parts) as P[]).find((one) => one === params.get('show')) ?? first;
  const setPart = (to: P) => change((next) => (to === first ? next.delete('show') : next.set('show', to)));
  return { part, setPart };
}

type Props<P extends EvaluationPart> = {
  parts: Readonly<Record<P, unknown>>;
  part: P;
  onChange: (part: P) => void;
  countOf?: (part: P) => string | undefined;
  /** At the end of the row. */
  children?: ReactNode;
};

/** Open, completed, or all evaluations, and other parts of a list. */
export function PartFilter<P extends EvaluationPart>({ parts, part, onChange, countOf, children }: Props<P>) {
  const { t } = useTranslation();
  return (
    <div className={styles.row} data-focus-group>
      <Segments
        label={t('evaluations.show')}
        value={part}
        onChange={(to) => onChange(to as P)}
        choices={(Object.keys(parts) as P[]).map((id) => ({
          id,
          name: t(`evaluations.part.${id}`),
          count: countOf?.(id),
        }))}
        compact
      />
      {children}
    </div>
  );
}
