import { ChevronDown, ChevronUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useKeysOf } from '../../core/shortcuts';
import { useCommand } from '../../core/use-command';
import { useFormat } from '../../i18n/use-format';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { useOpenQueue } from './evaluations';
import styles from './queue-place.module.css';

/** The place of an evaluation in the user's open queue, `4 of 12`, and the way to its neighbours. */
export function QueuePlace({ report_id }: { report_id: string }) {
  const keysOf = useKeysOf();
  const { t } = useTranslation();
  const format = useFormat();
  const navigate = useNavigate();
  const data = useOpenQueue();
  const ids = data?.evaluation_queue.map((entry) => entry.report_id) ?? [];
  const at = ids.indexOf(report_id);
  const goTo = (id: string | undefined) =>
    id === undefined ? undefined : () => void navigate(`/evaluations/${id}`, { replace: true });
  const [above, below] = at < 0 ? [] : [goTo(ids[at - 1]), goTo(ids[at + 1])];
  useCommand('callAbove', above);
  useCommand('callBelow', below);
  if (at < 0) return null;
  const last = data?.next_url ? `${format.figure(ids.length)}+` : format.figure(ids.length);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div className={styles.place} role="group" aria-label={t('evaluations.queue')}>
      <span data-figures>{t('evaluations.placeInQueue', { place: format.figure(at + 1), last })}</span>
      <IconButton
        label={t('evaluations.previous')}
        keys={keysOf('callAbove')}
        unavailable={above ? undefined : t('evaluations.isFirst')}
        {...(above && { onPress: above })}
      >
        <Icon of={ChevronUp} />
      </IconButton>
      <IconButton
        label={t('evaluations.next')}
        keys={keysOf('callBelow')}
        unavailable={below ? undefined : t('evaluations.isLast')}
        {...(below && { onPress: below })}
      >
        <Icon of={ChevronDown} />
      </IconButton>
    </div>
  );
}
