import type { CallScore } from '@shared/contract/call-scores';
import type { Call } from '@shared/contract/calls';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { phoneText } from '../../i18n/phone-number';
import { lengthText } from '../../i18n/times';
import { useFormat } from '../../i18n/use-format';
import { Icon } from '../../ui/icon';
import { CallScoreText, useScores } from '../assignments';
import { agentOf, customerOf, directionIcon, partyText } from '../parties';
import { PlayCallButton } from '../player';
import styles from './client-calls.module.css';
import { useCallsOf } from './clients';

const none: readonly Call[] = [];

/** The latest calls of a client: each is played here, or opened in Review. */
export function ClientCalls({ client_id }: { client_id: string }) {
  const { t } = useTranslation();
  const id = useId();
  const format = useFormat();
  const data = useCallsOf(client_id);
  const calls = data?.calls ?? none;
  const scores = useScores([calls]);
  if (!data) return null;
  const columns = ['started', 'number', 'agent', 'category', 'length', 'score'] as const;
  return (
    <section aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {t('clients.latest')}
        </h2>
        {data.count > calls.length && (
          <span className={styles.hint}>
            {t('clients.latestOf', { shown: calls.length, all: format.figure(data.count) })}
          </span>
        )}
      </div>
      {calls.length === 0 ? (
        <p className={styles.none}>{t('clients.noCalls')}</p>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">{t('clients.call.direction')}</span>
              </th>
              {columns.map((name) => (
                <th key={name} scope="col" data-column={name}>
                  {t(`clients.call.${name}`)}
                </th>
              ))}
              <th scope="col">
                <span className="visually-hidden">{t('clients.call.play')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {calls.map((call) => (
              <Row key={call.call_id} call={call} score={scores.get(call.call_id)} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Row({ call, score }: { call: Call; score: CallScore | undefined }) {
  const format = useFormat();
  const customer = customerOf(call);
  return (
    <tr>
      <td className={styles.arrow}>
        <Icon of={directionIcon(call)} size={14} />
      </td>
      <td>
        <Link className={styles.link ?? ''} to={`/review?call=${call.call_id}`}>
          {format.started(call.setup_time)}
        </Link>
      </td>
      <td data-figures className={styles.quiet}>
        {customer.number === null ? partyText(customer) : phoneText(customer.number)}
      </td>
      <td className={styles.quiet} dir="auto">
        {partyText(agentOf(call)) ?? ''}
      </td>
      <td data-column="category" dir="auto">
        {call.categories.map(({ name }) => name).join(', ')}
      </td>
      <td data-column="length" data-figures className={styles.quiet}>
        {lengthText(call.duration)}
      </td>
      <td data-column="score">
        <CallScoreText score={score} />
      </td>
      <td>{call.files.length > 0 && <PlayCallButton call={call} />}</td>
    </tr>
  );
}
