import type { Call, Participant } from '@shared/contract/calls';
import { useTranslation } from 'react-i18next';
import { phoneText } from '../../i18n/phone-number';
import { useFormat } from '../../i18n/use-format';
import { useCodeText } from './code-text';
import styles from './rows.module.css';
import { Section } from './section';

/** Everyone's time on the call. */
export function Participants({ call }: { call: Call }) {
  const { t } = useTranslation();
  if (call.participants.length === 0) return null;
  return (
    <Section title={t('call.participants')}>
      <ul className={styles.rows}>
        {call.participants.map((participant) => (
          <ParticipantRow key={participant.participant_id} participant={participant} />
        ))}
      </ul>
    </Section>
  );
}

function ParticipantRow({ participant }: { participant: Participant }) {
  const { t } = useTranslation();
  const format = useFormat();
  const code = useCodeText();
  const { party_name, party_number, party_caller_id, join_time, leave_time, party_direction, party_type } = participant;
  const roles = [
    party_direction === 0 ? null : code('party_direction', party_direction),
    party_type === 0 ? null : code('party_type', party_type),
    party_caller_id && t('call.callerId', { id: party_caller_id }),
  ].filter(Boolean);
  return (
    <li className={styles.row}>
      <p className={styles.first}>
        <span className={styles.name}>
          {party_name ?? (party_number ? phoneText(party_number) : t('calls.unknownCaller'))}
        </span>
        {party_name !== null && party_number !== null && (
          <span className={styles.number}>{phoneText(party_number)}</span>
        )}
      </p>
      <p className={styles.second}>
        {roles.length > 0 && <span>{roles.join(', ')}</span>}
        {join_time && (
          <span className={styles.end}>
            {format.clock(join_time)} – {leave_time ? format.clock(leave_time) : t('call.toTheEnd')}
          </span>
        )}
      </p>
    </li>
  );
}
