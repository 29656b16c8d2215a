import type { Call } from '@shared/contract/calls';
import { Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '../../core/session';
import { phoneText } from '../../i18n/phone-number';
import { useFormat } from '../../i18n/use-format';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { useCopy } from '../../ui/use-copy';
import { useOneTabStop } from '../../ui/use-one-tab-stop';
import { CorrectPeople } from './correct-people';
import styles from './people.module.css';
import { type Person, peopleOf } from './people-of';
import { Section } from './section';

/** Everyone on the call, once each: name, number, role, ids and times. */
export function People({ call }: { call: Call }) {
  const { t } = useTranslation();
  const oneStop = useOneTabStop<HTMLUListElement>();
  const people = peopleOf(call);
  const mayCorrect = useHolds('calls:edit');
  if (people.length === 0 && !mayCorrect) return null;
  return (
    <Section title={t('call.people')} note={mayCorrect && <CorrectPeople call={call} />}>
      {people.length === 0 && <p className={styles.none}>{t('call.correct.nobody')}</p>}
      <ul {...oneStop} className={styles.people}>
        {people.map((person, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a call's people have no id, and their order stays
          <PersonRow key={at} person={person} />
        ))}
      </ul>
    </Section>
  );
}

function PersonRow({ person: { names, number, ids, caller_id, roles, times } }: { person: Person }) {
  const { t } = useTranslation();
  const format = useFormat();
  const copy = useCopy();
  const [name, ...others] = names;
  const shown = number === null ? null : phoneText(number);
  const facts = [
    ...others.map((other) => t('call.alsoNamed', { name: other })),
    ...ids.map((id) => t('call.personId', { id })),
    ...(caller_id !== null && caller_id !== number ? [t('call.callerId', { id: caller_id })] : []),
  ];
  return (
    <li className={styles.person}>
      <p className={styles.first}>
        <span className={styles.name} dir="auto" data-figures={name === undefined || undefined}>
          {name ?? shown ?? t('parties.unknownCaller')}
        </span>
        {name !== undefined && shown !== null && (
          <span className={styles.number} data-figures>
            {shown}
          </span>
        )}
        {number !== null && (
          <span className={styles.copy}>
            <IconButton label={t('call.copy', { what: shown })} size={24} onPress={() => copy(number)} placement="left">
              <Icon of={Copy} size={13} />
            </IconButton>
          </span>
        )}
      </p>
      <p className={styles.second}>
        <span>{roles.map((role) => t(`call.role.${role}`)).join(', ')}</span>
        <span className={styles.times} data-figures>
          {times.map(({ join_time, leave_time }) => (
            <span key={`${join_time} ${leave_time}`}>
              {format.clock(join_time)} – {leave_time ? format.clock(leave_time) : t('call.toTheEnd')}
            </span>
          ))}
        </span>
      </p>
      {facts.length > 0 && <p className={styles.facts}>{facts.join(' · ')}</p>}
    </li>
  );
}
