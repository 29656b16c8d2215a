import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format';
import { useCall } from '../call';
import { useCallName } from '../parties';
import styles from './agreement.module.css';

type Props = {
  /** Answers that all evaluators gave alike, of those that were compared. */
  alike: number;
  answers: number;
  /** Of the round. */
  alpha: { alpha: number | null; low: number | null; high: number | null };
  calls: number;
};

/** The share of answers alike, and α of the round with its interval in words. */
export function Agreement({ alike, answers, alpha: { alpha, low, high }, calls }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const fixed = (value: number) => format.fixed(value, 2);
  const alphaText = () => {
    if (alpha === null) return t('calibrations.noAlphaText');
    const shown = { alpha: fixed(alpha), count: calls };
    if (low === null || high === null) return t('calibrations.alphaOver', shown);
    return t('calibrations.alphaBetween', { ...shown, low: fixed(low), high: fixed(high) });
  };
  return (
    <div className={styles.agreement}>
      <p className={styles.percent} data-figures>
        {answers === 0 ? '–' : format.percent(Math.round((100 * alike) / answers))}
      </p>
      <div>
        <p>{t('calibrations.alikeOf', { alike: format.figure(alike), answers: format.figure(answers) })}</p>
        <p className={styles.alpha}>{alphaText()}</p>
      </div>
    </div>
  );
}

/** The name of a call; its time for a person who does not reach it. */
export function RoundCallName({ call_id, setup_time }: { call_id: string; setup_time: string }) {
  const format = useFormat();
  const callName = useCallName();
  const { data: call } = useCall(call_id);
  return call ? callName(call) : format.started(setup_time);
}
