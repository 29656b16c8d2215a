import {
  AlignLeft,
  CircleAlert,
  GripVertical,
  List,
  ListChecks,
  OctagonAlert,
  Ruler,
  Split,
  SquareX,
  ToggleLeft,
} from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Said } from '../../../api/refusal';
import { useFormat } from '../../../i18n/use-format';
import { Icon } from '../../../ui/icon';
import type { DraftQuestion } from './draft';
import { QuestionEditor } from './question-editor';
import styles from './row.module.css';
import { useActions } from './use-designer';

type Props = {
  question: DraftQuestion;
  number: string;
  isOpen: boolean;
  /** The tab stop of the outline. */
  isStop: boolean;
  faults: Readonly<Record<string, Said>> | undefined;
  readOnly: boolean;
};

export const kinds = { yes_no: ToggleLeft, numeric: Ruler, choice: List, multi: ListChecks, text: AlignLeft } as const;

/** A question in the outline; the open one is edited in place. */
export const QuestionRow = memo(function QuestionRow({ question, number, isOpen, isStop, faults, readOnly }: Props) {
  const { open } = useActions();
  const { key } = question;
  return (
    <li className={styles.item} data-key={key} data-open={isOpen || undefined}>
      {!readOnly && (
        <span className={styles.grip} data-grip>
          <Icon of={GripVertical} size={14} />
        </span>
      )}
      {isOpen ? (
        <QuestionEditor question={question} number={number} faults={faults} readOnly={readOnly} />
      ) : (
        <button type="button" className={styles.row} data-row tabIndex={isStop ? 0 : -1} onClick={() => open(key)}>
          <span className={styles.number} data-figures>
            {number}
          </span>
          <Summary question={question} isWrong={faults !== undefined} />
        </button>
      )}
    </li>
  );
});

/** How many times the points of a question or a section count, if that is not once. */
export function Weight({ of }: { of: number | null }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (of === null || Number.isNaN(of) || of === 1) return null;
  return ` ${t('scorecard.weight', { weight: format.figure(of) })}`;
}

function Summary({ question, isWrong }: { question: DraftQuestion; isWrong: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { title, type, allow_na, options, max_points, weight, show_if, is_scored } = question;
  const Kind = kinds[type];
  const most = max_points === null || Number.isNaN(max_points) ? '–' : format.figure(max_points);
  return (
    <>
      <span className={styles.title}>{title.trim() || t('forms.untitled')}</span>
      {isWrong && (
        <span className={styles.wrong}>
          <Icon of={CircleAlert} size={14} role="img" aria-label={t('forms.needsAttention')} />
        </span>
      )}
      {options.some(({ fails_form }) => fails_form) && (
        <span className={styles.critical}>
          <Icon of={OctagonAlert} size={14} role="img" aria-label={t('forms.isCritical')} />
        </span>
      )}
      {options.some(({ fails_section }) => fails_section) && (
        <span className={styles.critical}>
          <Icon of={SquareX} size={14} role="img" aria-label={t('forms.canFailSection')} />
        </span>
      )}
      {show_if !== null && (
        <span className={styles.conditional}>
          <Icon of={Split} size={14} role="img" aria-label={t('forms.isConditional')} />
        </span>
      )}
      {allow_na && <span className={styles.na}>{t('forms.na')}</span>}
      <span className={styles.kind}>
        <Icon of={Kind} size={14} />
        {type === 'numeric' ? t('forms.scaleTo', { most }) : t(`forms.kinds.${type}`)}
      </span>
      <span className={styles.points} data-figures>
        {type === 'text' || !is_scored ? '–' : most}
        {type !== 'text' && is_scored && <Weight of={weight} />}
      </span>
    </>
  );
}
