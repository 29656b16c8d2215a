import type { Call } from '@shared/contract/calls';
import { Button as AriaButton } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useAddress } from '../../app/address';
import { lengthText, localDay } from '../../i18n/times';
import { useFormat } from '../../i18n/use-format';
import { useRested } from '../../ui/use-rested';
import { agentOf, customerOf } from './parties';
import styles from './rows.module.css';
import { Section } from './section';
import { useOtherCalls } from './use-call';

const slashed = (day: string) => day.replaceAll('-', '/');

/** The latest calls with the same outside number, each a way to that call. */
export function OtherCalls({ call }: { call: Call }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { change } = useAddress();
  const { number } = customerOf(call);
  const rested = useRested(number, 250);
  const { data: calls } = useOtherCalls(
    call,
    rested === number ? number : null,
    `${slashed(localDay(-29))}-${slashed(localDay(1))}`,
  );
  if (!calls || calls.length === 0) return null;
  const open = (call_id: string) => change((next) => next.set('call', call_id), { replace: false });
  return (
    <Section title={t('call.otherCalls')} note={t('call.last30Days')}>
      <ul className={styles.links}>
        {calls.map((other) => (
          <li key={other.call_id}>
            <AriaButton className={styles.link ?? ''} onPress={() => open(other.call_id)}>
              <span className={styles.quiet}>{format.started(other.setup_time)}</span>
              <span className={styles.grow}>{agentOf(other).name ?? agentOf(other).number}</span>
              <span className={styles.quiet}>{lengthText(other.duration)}</span>
            </AriaButton>
          </li>
        ))}
      </ul>
    </Section>
  );
}
