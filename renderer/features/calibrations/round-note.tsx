import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../i18n/use-format';
import { path, useRound } from './calibrations';
import styles from './round-note.module.css';

/** Whether the answers of others to a call of this round are hidden: until it is known to have ended. */
export function useIsAlone(calibration_id: string | null): boolean {
  const { data } = useRound(calibration_id);
  return calibration_id !== null && data?.round.status !== 'ended';
}

/** The round that an evaluation belongs to, which of its calls it is about, and that one scores alone. */
export function RoundNote({ calibration_id, call_id }: { calibration_id: string; call_id: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data } = useRound(calibration_id);
  if (!data) return null;
  const { round } = data;
  const place = round.calls.findIndex((one) => one.call_id === call_id) + 1;
  return (
    <p className={styles.note}>
      <Link to={`${path}/${calibration_id}`}>
        {t('calibrations.placeInRound', {
          round: round.name,
          place: format.figure(place),
          calls: format.figure(round.count_calls),
        })}
      </Link>
      {round.status === 'open' && <span>{t('calibrations.alone')}</span>}
    </p>
  );
}
