import { Button as AriaButton } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { phoneText } from '../../i18n/phone-number';
import { lengthText } from '../../i18n/times';
import { useFormat } from '../../i18n/use-format';
import { customerOf, partyText } from '../parties';
import styles from './client-calls.module.css';
import { useCallsOf } from './clients';

/** The latest calls of a client, each of which opens in Review. */
export function ClientCalls({ client_id }: { client_id: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const navigate = useNavigate();
  const data = useCallsOf(client_id);
  if (!data) return null;
  if (data.calls.length === 0) return <p className={styles.none}>{t('clients.noCalls')}</p>;
  return (
    <ul className={styles.calls}>
      {data.calls.map((call) => {
        const { number } = customerOf(call);
        return (
          <li key={call.call_id}>
            <AriaButton className={styles.call ?? ''} onPress={() => void navigate(`/review?call=${call.call_id}`)}>
              <span>{format.started(call.setup_time)}</span>
              <span className={styles.number}>{number === null ? partyText(customerOf(call)) : phoneText(number)}</span>
              <span data-figures>{lengthText(call.duration)}</span>
            </AriaButton>
          </li>
        );
      })}
    </ul>
  );
}
