import { readSettings } from '@shared/contract/settings';
import { minuteMs } from '@shared/duration';
import { useQuery } from '@tanstack/react-query';
import { DatabaseZap } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { api } from '../api/api';
import { damageKey } from '../api/cache/settings';
import { useHolds } from '../core/session';
import { useFormat } from '../i18n/use-format';
import { Banner } from '../ui/banner';
import { Icon } from '../ui/icon';

/** Shown from when the service has met damage in the database until it ends. */
export function DamageBanner() {
  const { t } = useTranslation();
  const format = useFormat();
  const { data: damagedAt } = useQuery({
    queryKey: damageKey,
    enabled: useHolds('system:view'),
    // Damage is met at any time, and announced to nobody.
    refetchInterval: minuteMs,
    queryFn: async ({ signal }) => (await api(readSettings, { signal })).settings.database_damaged_at,
  });
  if (!damagedAt) return null;
  return (
    <Banner
      icon={<Icon of={DatabaseZap} />}
      title={t('damage.title', { time: format.startedExactly(damagedAt) })}
      text={t('damage.text')}
    >
      {null}
    </Banner>
  );
}
