import type { ImportQuestion, ImportReading } from '@shared/contract/import-reading';
import { type DateOrder, dateOrders } from '@shared/import-fields';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import styles from './import-questions.module.css';

/** A date in numbers as a day, by an order. */
function dayIn(text: string, order: DateOrder): string | undefined {
  const [, a = '', b = '', c = ''] = /(\d{1,4})[./ -]+(\d{1,2})[./ -]+(\d{1,4})/.exec(text) ?? [];
  const [day, month, year] = order === 'dmy' ? [a, b, c] : order === 'mdy' ? [b, a, c] : [c, b, a];
  if (!day || !month || !year) return undefined;
  const whole = year.length <= 2 ? `20${year.padStart(2, '0')}` : year;
  const iso = `${whole}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return Number.isNaN(Date.parse(`${iso}T00:00:00Z`)) ? undefined : iso;
}

type ZoneQuestionProps = {
  zone: string;
  choices: readonly string[];
  /** When the first call began, as it is read now. */
  first: string | undefined;
  onAnswer: (zone: string) => void;
};

/** Asks for the zone of the phone system. It stops nothing. */
export function ZoneQuestion({ zone, choices, first, onAnswer }: ZoneQuestionProps) {
  const { t } = useTranslation();
  // As it is written in the names: the times of a preview are in the zone by which they were read.
  const time = first?.slice(11, 16) ?? '';
  return (
    <section className={styles.question} aria-label={t('imports.askZoneTitle')} role="status">
      <Icon of={TriangleAlert} />
      <p>{t('imports.askZone', { zone, time })}</p>
      <div className={styles.choices}>
        {choices.map((one) => (
          <Button key={one} onPress={() => onAnswer(one)}>
            {one}
          </Button>
        ))}
      </div>
    </section>
  );
}

type QuestionProps = { question: ImportQuestion; reading: ImportReading; onAnswer: (order: DateOrder) => void };

/** Asks in which order dates are written, with the first ones written out. */
export function DateQuestion({ question, reading, onAnswer }: QuestionProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const column = reading.columns.find(({ file, from }) => file === question.file && from === question.from);
  const samples = column?.samples ?? [];
  return (
    <section className={styles.question} aria-label={t('imports.reason.QUESTION')} role="alert">
      <Icon of={TriangleAlert} />
      <p>
        {t('imports.askDates', { column: question.from, file: question.file })}
        {samples[0] !== undefined && ` ${t('imports.askSample', { sample: samples[0] })}`}
      </p>
      <div className={styles.choices}>
        {dateOrders
          .filter((order) => question.choices.includes(order))
          .map((order) => {
            const days = samples.flatMap((sample) => dayIn(sample, order) ?? []).map(format.longDay);
            return (
              <Button key={order} onPress={() => onAnswer(order)}>
                {t(`imports.dateOrder.${order}`)}
                {days.length > 0 && <span className={styles.days}>{days.join(' · ')}</span>}
              </Button>
            );
          })}
      </div>
    </section>
  );
}
