import type { EvaluationSample } from '@shared/contract/evaluation-queue';
import { Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format';
import { IconButton } from '../../ui/icon-button';
import { useCopy } from '../../ui/use-copy';
import { AssignForm, useActiveForms, usePeople } from '../assignments';
import { useCall } from '../call';
import { useCallName } from '../parties';
import styles from './sample.module.css';

/** The calls that were drawn, by agent, and the form that assigns them. */
export function DrawnSample({ sample, onDone }: { sample: EvaluationSample; onDone: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const copy = useCopy();
  const { data: forms } = useActiveForms();
  const people = usePeople();
  const count = sample.calls.length;
  if (count === 0) return <p>{t('samples.none')}</p>;
  const agents = [...new Set(sample.calls.map(({ agent_user_id }) => agent_user_id))];
  const nameOf = (id: string | null) => people?.find((person) => person.id === id)?.name ?? t('samples.noAgent');
  return (
    <div className={styles.drawn}>
      <div className={styles.facts}>
        <p className={styles.count} role="status">
          {t('samples.drawn', { count, shown: format.figure(count), pool: format.figure(sample.drawn_from) })}
        </p>
        <p className={styles.seed}>
          <span>{t('samples.seedOf', { seed: sample.seed })}</span>
          <IconButton label={t('samples.copySeed')} size={24} onPress={() => copy(sample.seed)}>
            <Copy size={13} strokeWidth={1.75} />
          </IconButton>
        </p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: so that it can be scrolled with the keyboard */}
        <section className={styles.calls} aria-label={t('samples.calls')} tabIndex={0}>
          {agents.map((agent) => {
            const calls = sample.calls.filter(({ agent_user_id }) => agent_user_id === agent);
            return (
              <section key={agent ?? ''}>
                <h3 className={styles.agent}>{t('samples.ofAgent', { agent: nameOf(agent), count: calls.length })}</h3>
                <ul>
                  {calls.map(({ call_id }) => (
                    <DrawnCall key={call_id} call_id={call_id} />
                  ))}
                </ul>
              </section>
            );
          })}
        </section>
      </div>
      {forms?.length === 0 ? (
        <p className={styles.hint}>{t('samples.noForm')}</p>
      ) : (
        forms && <AssignForm call_ids={sample.calls.map(({ call_id }) => call_id)} forms={forms} onDone={onDone} />
      )}
    </div>
  );
}

function DrawnCall({ call_id }: { call_id: string }) {
  const format = useFormat();
  const callName = useCallName();
  const { data: call } = useCall(call_id);
  return (
    <li className={styles.call}>
      <span className={styles.name}>{call && callName(call)}</span>
      <span data-figures>{call && format.started(call.setup_time)}</span>
    </li>
  );
}
