import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { useSaid } from '../../i18n/use-said';
import { restMs } from '../../list/page-search';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { FormMessage } from '../../ui/form-message';
import { Icon } from '../../ui/icon';
import { ProgressBar } from '../../ui/progress-bar';
import { Spinner } from '../../ui/spinner';
import { TextField } from '../../ui/text-field';
import { useLater } from '../../ui/use-later';
import { useRested } from '../../ui/use-rested';
import { useCallsById } from '../call';
import { useCallName } from '../parties';
import styles from './agent-links.module.css';
import { type LinkedUser, useLink, useLinkPreview } from './use-link';

type Props = { user: LinkedUser; import_id?: string | undefined; onClose: () => void };

/** Shows which calls will be linked to a user, and which stay as they are, before it is done. */
export function LinkDialog({ user, import_id, onClose }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const refusalText = useRefusalText();
  const [typed, setTyped] = useState('');
  const agent = useRested(typed.trim(), restMs) || undefined;
  const link = { user_id: user.user_id, agent, import_id };
  const { data: preview, error } = useLinkPreview(link);
  const { mutate, isPending, error: failed, linked } = useLink(user, onClose);
  const isSlow = useLater(isPending, 1000);
  const calls = preview?.calls ?? 0;
  const count = { count: calls, shown: format.figure(calls) };
  const why = preview === undefined ? t('agentLinks.reading') : calls === 0 ? t('agentLinks.none') : undefined;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('agentLinks.title', { name: user.name })}
      width={560}
      actions={
        <>
          <Button onPress={onClose}>{t('ui.cancel')}</Button>
          <Button look="ink" busy={isPending} unavailable={why} onPress={() => mutate(link)}>
            {calls > 0 ? t('agentLinks.link', count) : t('agentLinks.linkNone')}
          </Button>
        </>
      }
    >
      <div className={styles.preview}>
        <p>{t('agentLinks.text', { name: user.name })}</p>
        {import_id === undefined && (
          <TextField
            label={t('agentLinks.agent')}
            hint={t('agentLinks.agentHint')}
            value={typed}
            onChange={setTyped}
            placeholder={user.name}
            max={256}
            stops
            autoFocus
          />
        )}
        {error ? (
          <FormMessage>{refusalText(error)}</FormMessage>
        ) : preview === undefined ? (
          <Spinner />
        ) : (
          <>
            <p className={styles.count} role="status">
              {calls > 0 ? t('agentLinks.found', count) : t('agentLinks.none')}
            </p>
            {calls > 0 && <Calls ids={preview.call_ids} total={calls} />}
            {preview.refused_calls > 0 && <Refused {...preview} />}
          </>
        )}
        {isSlow && <ProgressBar label={t('agentLinks.linking')} done={linked} total={calls} />}
        {failed && <FormMessage>{refusalText(failed)}</FormMessage>}
      </div>
    </Dialog>
  );
}

/** The newest of the calls. */
function Calls({ ids, total }: { ids: readonly string[]; total: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  const callName = useCallName();
  const calls = useCallsById(ids);
  const more = total - ids.length;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: so that it can be scrolled with the keyboard
    <section className={styles.calls} aria-label={t('agentLinks.calls')} tabIndex={0}>
      <ul>
        {ids.map((call_id) => {
          const call = calls.get(call_id);
          return (
            <li key={call_id} className={styles.call}>
              <span className={styles.name}>{call && callName(call)}</span>
              <span data-figures>{call && format.started(call.setup_time)}</span>
            </li>
          );
        })}
        {more > 0 && (
          <li className={styles.call}>{t('agentLinks.more', { count: more, shown: format.figure(more) })}</li>
        )}
      </ul>
    </section>
  );
}

type RefusedProps = Pick<NonNullable<ReturnType<typeof useLinkPreview>['data']>, 'refused' | 'refused_calls'>;

/** The calls that stay as they are, by reason. */
function Refused({ refused, refused_calls }: RefusedProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const say = useSaid();
  const callName = useCallName();
  const calls = useCallsById(refused.map(({ call_id }) => call_id));
  const byReason = new Map<string, string[]>();
  for (const { call_id, explanation, reason } of refused) {
    const call = calls.get(call_id);
    const why = say({ text: explanation, reason });
    byReason.set(why, [...(byReason.get(why) ?? []), ...(call ? [callName(call)] : [])]);
  }
  return (
    <div className={styles.refused}>
      <p className={styles.kept}>
        <Icon of={CircleAlert} size={14} />
        {t('agentLinks.refused', { count: refused_calls, shown: format.figure(refused_calls) })}
      </p>
      <ul>
        {[...byReason].map(([why, names]) => (
          <li key={why}>
            <span className={styles.names}>{format.list(names.slice(0, 3))}</span> {why}
          </li>
        ))}
      </ul>
    </div>
  );
}
