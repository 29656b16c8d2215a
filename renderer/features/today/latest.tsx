import type { Call } from '@shared/contract/calls';
import { Info } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { lengthText } from '../../i18n/times';
import { useFormat } from '../../i18n/use-format';
import { Icon } from '../../ui/icon';
import { useCallName } from '../parties';
import { CallLanes, PlayCallButton } from '../player';
import styles from './side.module.css';
import { useGoodExamples } from './use-today';

/** The newest good examples, played in the deck of this page. */
export function Latest() {
  const { t } = useTranslation();
  const category = t('today.goodExample');
  // The category has the name that someone gave it, in either language.
  const calls = useGoodExamples([
    category,
    t('today.goodExample', { lng: 'en' }),
    t('today.goodExample', { lng: 'de' }),
  ]);
  if (calls === undefined) return null;
  return (
    <section className={styles.part} aria-label={t('today.latest')}>
      <header className={styles.head}>
        <h2 className={styles.title}>{t('today.latest')}</h2>
        <span className={styles.quiet}>{t('today.goodExamples')}</span>
      </header>
      <ul>
        {(calls ?? []).map((call) => (
          <Example key={call.call_id} call={call} />
        ))}
      </ul>
      <p className={styles.note}>
        <Icon of={Info} size={14} />
        {t(calls && calls.length > 0 ? 'today.chosenBy' : 'today.noExamples', { category })}
      </p>
    </section>
  );
}

function Example({ call }: { call: Call }) {
  const format = useFormat();
  const callName = useCallName();
  const name = callName(call);
  return (
    <li className={styles.call}>
      <PlayCallButton call={call} size={30} edge />
      <div className={styles.about}>
        <span className={styles.name}>{name}</span>
        <span className={styles.quiet}>
          {[format.startedWithin(call.setup_time), call.duration !== null && lengthText(call.duration)]
            .filter(Boolean)
            .join(', ')}
        </span>
      </div>
      <div className={styles.lanes}>
        <CallLanes call={call} />
      </div>
    </li>
  );
}
