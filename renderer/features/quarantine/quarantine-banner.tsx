import { ArchiveRestore, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '../../core/session';
import { useFormat } from '../../i18n/use-format';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { Banner } from '../../ui/banner';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { toast } from '../../ui/toast';
import { countedTo, useQuarantineCount, useRestore } from './use-quarantine';

/** Shows recordings that the archive has but does not list, and restores them. */
export function QuarantineBanner() {
  const { t } = useTranslation();
  const format = useFormat();
  const refusalText = useRefusalText();
  const mayRestore = useHolds('system:edit');
  const count = useQuarantineCount();
  const { mutate, isPending, restored, data, error } = useRestore();
  const [isAway, setAway] = useState(false);
  if (count === undefined || (count === 0 && !isPending) || isAway) return null;
  const found =
    count === null
      ? t('quarantine.many', { count: countedTo, figure: format.figure(countedTo) })
      : t('quarantine.found', { count, shown: format.figure(count) });
  const [failure] = error ? [error] : (data?.failures ?? []);
  const failed = failure && `${t('quarantine.failed', { count: count ?? countedTo })} ${refusalText(failure)}`;
  return (
    <Banner
      icon={<Icon of={ArchiveRestore} />}
      title={isPending ? t('quarantine.restoring', { count: restored, shown: format.figure(restored) }) : found}
      counts={isPending}
      text={isPending ? '' : (failed ?? t('quarantine.text'))}
    >
      <Button
        busy={isPending}
        unavailable={mayRestore ? undefined : t('quarantine.mayNot')}
        onPress={() =>
          mutate(undefined, {
            onSuccess: ({ done }) =>
              done > 0 && toast(t('quarantine.restored', { count: done, shown: format.figure(done) })),
          })
        }
      >
        {t('quarantine.restore')}
      </Button>
      <IconButton label={t('quarantine.later')} size={24} onPress={() => setAway(true)}>
        <Icon of={X} size={14} />
      </IconButton>
    </Banner>
  );
}
