import { pointsOf } from '@shared/evaluation/points';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format';
import styles from './points.module.css';

type Props = {
  hundredths: number | null;
  max_points: number;
  na: boolean;
  /** How many times they count, by the weights of the question and its section. */
  weight: number;
};

/** The points of a question: earned and possible, and how many times they count. */
export function Points({ hundredths, max_points, na, weight }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const most = format.figure(max_points);
  const text = t('scorecard.points', { points: hundredths === null ? '–' : format.figure(pointsOf(hundredths)), most });
  return (
    <span className={styles.points} data-figures>
      {na ? <s>{text}</s> : text}
      {weight !== 1 && ` ${t('scorecard.weight', { weight: format.figure(weight) })}`}
    </span>
  );
}
