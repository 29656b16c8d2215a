import type { EvaluationSample } from '@shared/contract/evaluation-queue';
import { Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { useCopy } from '../../ui/use-copy';
import { AssignFields, type useAssignment, usePeople } from '../assignments';
import { useCallsById } from '../call';
import { useCallName } from '../parties';
import styles from './sample.module.css';

type Props = {
  sample: EvaluationSample;
  assignment: ReturnType<typeof useAssignment>;
  /** The forms that accept evaluations; undefined while they are read. */
  forms: readonly { form_id: string; name: string }[] | undefined;
};

/** The calls that were drawn, by agent, and the fields of their assignment. */
export function DrawnSample({ sample, assignment, forms }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const copy = useCopy();
  const people = usePeople();
  const callName = useCallName();
  const count = sample.calls.length;
  const calls = useCallsById(sample.calls.map(({ call_id }) => call_id));
  if (count === 0) return <p>{t('samples.none')}</p>;
  const known = new Set(sample.calls.flatMap(({ agent_user_id }) => agent_user_id ?? []));
  const agents = sample.calls.some(({ agent_user_id }) => agent_user_id === null) ? [...known, null] : [...known];
  const nameOf = (id: string | null) => people?.find((person) => person.id === id)?.name ?? t('samples.noAgent');
  return (
    <div className={styles.drawn}>
      <div className={styles.facts}>
        <p className={styles.count} role="status">
          {t('samples.drawn', { count, shown: format.figure(count), pool: format.figure(sample.drawn_from) })}
        </p>
        <p className={styles.seed}>
          {t('samples.seed')} <span className={styles.number}>{sample.seed}</span>
          <IconButton label={t('samples.copySeed')} size={24} onPress={() => copy(sample.seed)}>
            <Icon of={Copy} size={13} />
          </IconButton>
        </p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: so that it can be scrolled with the keyboard */}
        <section className={styles.calls} aria-label={t('samples.calls')} tabIndex={0}>
          {agents.map((agent) => {
            const own = sample.calls.filter(({ agent_user_id }) => agent_user_id === agent);
            return (
              <section key={agent ?? ''}>
                <h3 className={styles.agent}>{t('samples.ofAgent', { agent: nameOf(agent), count: own.length })}</h3>
                <ul>
                  {own.map(({ call_id }) => {
                    const call = calls.get(call_id);
                    return (
                      <li key={call_id} className={styles.call}>
                        <span className={styles.name}>{call && callName(call)}</span>
                        <span data-figures>{call && format.started(call.setup_time)}</span>
                      </li>
                    );
                  })}
                </ul>
              </section>
            );
          })}
        </section>
      </div>
      {forms?.length === 0 ? (
        <p className={styles.hint}>{t('samples.noForm')}</p>
      ) : (
        forms && (
          <form
            className={styles.fields}
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              assignment.assign(false);
            }}
          >
            <AssignFields assignment={assignment} forms={forms} autoFocus />
            <button type="submit" hidden />
          </form>
        )
      )}
    </div>
  );
}
